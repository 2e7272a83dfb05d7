//! The body limit of a route: declared where the route is mounted, checked before the body is read.

use axum::http::{header, request::Parts};

use crate::http::{
    error::{ApiError, ApiResult},
    request_body::{
        body_size::{BodyLimit, BodyReadError},
        unread_body::unread_body_error,
    },
};

/// Refuses a body whose `Content-Length` exceeds the limit. Runs before the permission check (contract,
/// section 4, order of checks).
pub fn check(parts: &Parts) -> ApiResult<()> {
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    if let Some(unread) = parts.extensions.get::<BodyReadError>() {
        return Err(unread_body_error(*unread, limit));
    }
    if declared(parts).is_some_and(|bytes| bytes > limit.0) {
        return Err(ApiError::TooLarge { limit: limit.0 });
    }
    Ok(())
}

/// The `Content-Length` of a request.
pub fn declared(parts: &Parts) -> Option<usize> {
    parts.headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

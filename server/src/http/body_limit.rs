//! How much a route takes: said where it is mounted, refused before the body is read.

use axum::http::{header, request::Parts};

use crate::http::{
    body_size::{BodyLimit, BodyReadError},
    error::{ApiError, ApiResult},
};

/// Refuses a body that says itself that it is too large. Comes before the question whether the
/// caller may do this at all (contract, section 4, order of checks).
pub fn check(parts: &Parts) -> ApiResult<()> {
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let says = parts
        .headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<usize>().ok());
    let unread = parts.extensions.get::<BodyReadError>();
    if unread == Some(&BodyReadError::Broken) {
        return Err(ApiError::Malformed("the body broke off".to_string()));
    }
    if unread.is_some() || says.is_some_and(|bytes| bytes > limit.0) {
        return Err(ApiError::TooLarge { limit: limit.0 });
    }
    Ok(())
}

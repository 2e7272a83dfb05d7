//! How much a route takes: said where it is mounted, refused before the body is read.

use axum::{
    extract::DefaultBodyLimit,
    http::{header, request::Parts},
};

use super::error::{ApiError, ApiResult};
use domain::limits::LIMITS;

/// The most bytes that a route takes in one body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit(pub usize);

impl BodyLimit {
    /// What axum itself enforces while a body of unknown length is read.
    pub fn layer(self) -> DefaultBodyLimit {
        DefaultBodyLimit::max(self.0)
    }
}

impl Default for BodyLimit {
    fn default() -> Self {
        Self(usize::try_from(LIMITS.body_bytes).unwrap_or(usize::MAX))
    }
}

/// A body that did not say how large it is, and turned out to be too large.
#[derive(Clone, Copy, Debug)]
pub struct Overflowed;

/// Refuses a body that says itself that it is too large. Comes before the question whether the
/// caller may do this at all (contract, section 4, order of checks).
pub fn check(parts: &Parts) -> ApiResult<()> {
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let says = parts
        .headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<usize>().ok());
    let overflowed = parts.extensions.get::<Overflowed>().is_some();
    if overflowed || says.is_some_and(|bytes| bytes > limit.0) {
        return Err(ApiError::TooLarge { limit: limit.0 });
    }
    Ok(())
}

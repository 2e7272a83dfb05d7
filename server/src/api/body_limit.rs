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

/// A body that could not be read to its end before the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It did not say how large it is, and turned out to be too large.
    TooLarge,
    /// It broke off, or did not come in time.
    Broken,
}

impl Unread {
    /// Which of them it is.
    pub fn because(error: &axum::Error) -> Self {
        let mut cause: Option<&dyn std::error::Error> = Some(error);
        while let Some(error) = cause {
            if error.is::<http_body_util::LengthLimitError>() {
                return Self::TooLarge;
            }
            cause = error.source();
        }
        Self::Broken
    }
}

/// Refuses a body that says itself that it is too large. Comes before the question whether the
/// caller may do this at all (contract, section 4, order of checks).
pub fn check(parts: &Parts) -> ApiResult<()> {
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let says = parts
        .headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<usize>().ok());
    let unread = parts.extensions.get::<Unread>();
    if unread == Some(&Unread::Broken) {
        return Err(ApiError::Malformed("the body broke off".to_string()));
    }
    if unread.is_some() || says.is_some_and(|bytes| bytes > limit.0) {
        return Err(ApiError::TooLarge { limit: limit.0 });
    }
    Ok(())
}

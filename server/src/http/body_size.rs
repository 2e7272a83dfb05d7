//! How large a body may be, and why one was not read.

use axum::extract::DefaultBodyLimit;
use domain::types::limits::LIMITS;

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
pub enum BodyReadError {
    /// It did not say how large it is, and turned out to be too large.
    TooLarge,
    /// It broke off, or did not come in time.
    Broken,
}

impl BodyReadError {
    /// Which of them it is.
    #[must_use]
    pub fn from_axum(error: &axum::Error) -> Self {
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

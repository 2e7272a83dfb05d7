//! How large a body may be, and why one could not be read.

use axum::extract::DefaultBodyLimit;
use domain::types::limits::LIMITS;
use services::core::fair_queue::limits::QueueBusy;

/// The most bytes that a route accepts in one body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit(pub usize);

impl BodyLimit {
    /// The limit that axum enforces while it reads a body of unknown length.
    pub fn layer(self) -> DefaultBodyLimit {
        DefaultBodyLimit::max(self.0)
    }

    /// Whether the route takes files.
    #[must_use]
    pub fn is_of_upload(self) -> bool {
        self.0 > Self::default().0
    }
}

impl Default for BodyLimit {
    fn default() -> Self {
        Self(usize::try_from(LIMITS.body_bytes).unwrap_or(usize::MAX))
    }
}

/// Why a body could not be read before the extractors ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyReadError {
    /// It had no `Content-Length` and turned out to be too large.
    TooLarge,
    /// The connection broke, or the body timed out.
    Broken,
    /// Other bodies take all memory that there is for them.
    Busy,
}

impl From<QueueBusy> for BodyReadError {
    fn from(QueueBusy: QueueBusy) -> Self {
        Self::Busy
    }
}

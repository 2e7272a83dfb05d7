//! The content of a stored file.

use axum::body::Body;

/// A file on its way out.
#[derive(Debug)]
pub struct Content {
    /// How long it is.
    pub bytes: u64,
    /// What is in it.
    pub body: Body,
}

//! The content of a stored file.

use axum::body::Body;

/// A file to be sent.
#[derive(Debug)]
pub struct Content {
    /// Its size.
    pub bytes: u64,
    /// Its content.
    pub body: Body,
}

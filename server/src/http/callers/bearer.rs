//! The bearer token of a request: that of a session, or the secret of an API key.

use axum::http::{HeaderMap, header};

/// The bearer token of a request, if it has one.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

//! The headers of everything whose address holds the secret of a link: it is neither passed on, found nor kept.

use axum::{
    http::{HeaderName, HeaderValue, header},
    response::Response,
};

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// What the secret follows in the address of a holder's call.
pub const CALLS: &str = "/api/guest/";
/// What it follows in the address of the page.
const PAGE: &str = "/g/";

/// Whether the rest of this path is a secret.
pub fn is_path(path: &str) -> bool {
    path.starts_with(PAGE) || path.starts_with(CALLS)
}

/// Adds them to any response, also to a failure.
pub fn add(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

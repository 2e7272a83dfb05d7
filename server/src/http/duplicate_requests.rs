//! Counts identical calls: the eleventh within a minute is refused (contract, section 4).
//!
//! The browser spaces repeats out; the server only counts them. Identical means the same caller, method, path
//! and body; reads do not count.

use axum::{
    body::Body,
    extract::Request,
    http::{Method, request::Parts},
};
use domain::types::ids::UserId;

use crate::{
    app::App,
    http::{
        client_address,
        error::ApiResult,
        request_body::body_size::{BodyLimit, BodyReadError},
        request_body::body_timeout,
    },
};

/// The hash of a request's body, for the extractor that knows the caller.
#[derive(Clone, Copy, Debug)]
struct BodyHash(u64);

/// Reads and hashes the body of a write. Uploads pass: their boundaries make each of them different.
pub async fn hash_body(app: &App, request: Request) -> Request {
    let Some(repeats) = &app.duplicate_counter else { return request };
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || body_timeout::is_upload(&request) {
        return request;
    }
    let (mut parts, body) = request.into_parts();
    // The extractor refuses a body whose declared size is too large, so it is not read here.
    if crate::http::request_body::body_limit::check(&parts).is_err() {
        return Request::from_parts(parts, Body::empty());
    }
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let bytes = match axum::body::to_bytes(body, limit.0).await {
        Ok(bytes) => bytes,
        Err(error) => {
            parts.extensions.insert(BodyReadError::from_axum(&error));
            return Request::from_parts(parts, Body::empty());
        }
    };
    parts.extensions.insert(BodyHash(repeats.hash(&bytes)));
    Request::from_parts(parts, Body::from(bytes))
}

/// Counts this call, and refuses it above the limit. The caller is a user or, on public calls, an address.
pub fn check(parts: &Parts, app: &App, user: Option<UserId>) -> ApiResult<()> {
    let (Some(repeats), Some(BodyHash(body))) = (&app.duplicate_counter, parts.extensions.get())
    else {
        return Ok(());
    };
    let address = client_address::address_in(&parts.extensions).filter(|_| user.is_none());
    let call = (user, address, parts.method.as_str(), parts.uri.path(), body);
    Ok(repeats.count(repeats.hash(call), app.clock.now().timestamp_millis())?)
}

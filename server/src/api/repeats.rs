//! Identical calls, counted: the eleventh within a minute is refused (contract, section 4).
//!
//! The browser spaces repeats out; the server only counts them. Identical means the same caller,
//! method, path and body; reading calls do not count.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher as _,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::Body,
    extract::{ConnectInfo, Request, State},
    http::{Method, header, request::Parts},
    middleware::Next,
    response::Response,
};
use domain::{ids::UserId, limits::LIMITS, text::Text, throttle};

use super::{
    body_limit::{BodyLimit, Overflowed},
    error::{ApiError, ApiResult},
};
use crate::app::App;

/// Beyond this many different calls in memory, those of which none counts any more are dropped.
const TIDY_AT: usize = 4_096;

/// The calls of the last minute. One for the whole server.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    stamps: Arc<Mutex<HashMap<u64, Vec<i64>>>>,
    hasher: Arc<RandomState>,
}

/// The hash of a request's body, for the door that knows whose request it is.
#[derive(Clone, Copy, Debug)]
struct BodyHash(u64);

/// Reads and hashes the body of a changing call, so that the door can tell it from another one.
/// Uploads pass: their boundaries make each of them different.
pub async fn hash_body(State(app): State<App>, request: Request, next: Next) -> Response {
    let counts = app.repeats.is_some()
        && !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        && !is_upload(&request);
    if !counts {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    // The door refuses a body that says it is too large; it must get to see it unread.
    if super::body_limit::check(&parts).is_err() {
        return next.run(Request::from_parts(parts, Body::empty())).await;
    }
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let Ok(bytes) = axum::body::to_bytes(body, limit.0).await else {
        parts.extensions.insert(Overflowed);
        return next.run(Request::from_parts(parts, Body::empty())).await;
    };
    if let Some(repeats) = &app.repeats {
        parts.extensions.insert(BodyHash(repeats.hasher.hash_one(&bytes)));
    }
    next.run(Request::from_parts(parts, Body::from(bytes))).await
}

fn is_upload(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("multipart/"))
}

/// Counts this call, and refuses it when it is one too many. The caller is a user or, on public
/// calls, an address.
pub fn check(parts: &Parts, app: &App, user: Option<UserId>) -> ApiResult<()> {
    let (Some(repeats), Some(BodyHash(body))) = (&app.repeats, parts.extensions.get()) else {
        return Ok(());
    };
    let address = parts
        .extensions
        .get::<ConnectInfo<SocketAddr>>()
        .filter(|_| user.is_none())
        .map(|ConnectInfo(address)| address.ip());
    let call = (user, address, parts.method.as_str(), parts.uri.path(), body);
    repeats.count(repeats.hasher.hash_one(call), app.clock.now().timestamp_millis())
}

impl Repeats {
    fn count(&self, call: u64, now: i64) -> ApiResult<()> {
        let window = LIMITS.repeat_window_ms;
        let counts = |call: &i64| now - *call < window;
        let mut stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
        if stamps.len() > TIDY_AT {
            stamps.retain(|_, calls| calls.iter().any(counts));
        }
        let calls = stamps.entry(call).or_default();
        calls.retain(counts);
        if throttle::next(calls, now).is_some() {
            calls.push(now);
            return Ok(());
        }
        let oldest = calls.first().copied().unwrap_or(now);
        let seconds = (oldest + window - now).max(0).unsigned_abs().div_ceil(1_000);
        Err(ApiError::TooOften {
            text: Text::DuplicateCallLimit,
            retry_after_seconds: seconds.max(1),
        })
    }
}

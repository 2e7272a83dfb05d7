//! Identical calls, counted: the eleventh within a minute is refused (contract, section 4).
//!
//! The browser spaces repeats out; the server only counts them. Identical means the same caller,
//! method, path and body; reading calls do not count.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher as _,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::Body,
    extract::Request,
    http::{Method, request::Parts},
};
use domain::{ids::UserId, limits::LIMITS, text::Text, throttle};

use super::{
    body_limit::{BodyLimit, Unread},
    body_pace,
    error::{ApiError, ApiResult},
    sent_from,
};
use crate::app::App;

/// Beyond this many different calls in memory, those of which none counts any more are dropped.
const TIDY_AT: usize = 4_096;

/// More than so many different calls of a minute are not told apart: all are forgotten, which is worth
/// less to whoever sends them than it cost.
const MOST: usize = 400_000;

/// The calls of the last minute. One for the whole server.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    seen: Arc<Mutex<Seen>>,
    hasher: Arc<RandomState>,
}

#[derive(Debug, Default)]
struct Seen {
    stamps: HashMap<u64, Vec<i64>>,
    /// Twice as many as were left when they were tidied last.
    tidy_at: usize,
}

impl Seen {
    fn tidy(&mut self, counts: impl Fn(&i64) -> bool) {
        if self.stamps.len() <= self.tidy_at.max(TIDY_AT) {
            return;
        }
        self.stamps.retain(|_, calls| calls.iter().any(&counts));
        if self.stamps.len() > MOST {
            self.stamps.clear();
        }
        self.tidy_at = self.stamps.len() * 2;
    }
}

/// The hash of a request's body, for the door that knows whose request it is.
#[derive(Clone, Copy, Debug)]
struct BodyHash(u64);

/// Reads and hashes the body of a changing call, so that the door can tell it from another one.
/// Uploads pass: their boundaries make each of them different.
pub async fn hash_body(app: &App, request: Request) -> Request {
    let Some(repeats) = &app.repeats else { return request };
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || body_pace::is_upload(&request) {
        return request;
    }
    let (mut parts, body) = request.into_parts();
    // The door refuses a body that says it is too large; it must get to see it unread.
    if super::body_limit::check(&parts).is_err() {
        return Request::from_parts(parts, Body::empty());
    }
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let bytes = match axum::body::to_bytes(body, limit.0).await {
        Ok(bytes) => bytes,
        Err(error) => {
            parts.extensions.insert(Unread::because(&error));
            return Request::from_parts(parts, Body::empty());
        }
    };
    parts.extensions.insert(BodyHash(repeats.hasher.hash_one(&bytes)));
    Request::from_parts(parts, Body::from(bytes))
}

/// Counts this call, and refuses it when it is one too many. The caller is a user or, on public
/// calls, an address.
pub fn check(parts: &Parts, app: &App, user: Option<UserId>) -> ApiResult<()> {
    let (Some(repeats), Some(BodyHash(body))) = (&app.repeats, parts.extensions.get()) else {
        return Ok(());
    };
    let address = sent_from::address_in(&parts.extensions).filter(|_| user.is_none());
    let call = (user, address, parts.method.as_str(), parts.uri.path(), body);
    repeats.count(repeats.hasher.hash_one(call), app.clock.now().timestamp_millis())
}

impl Repeats {
    fn count(&self, call: u64, now: i64) -> ApiResult<()> {
        let window = LIMITS.repeat_window_ms;
        let counts = |call: &i64| now - *call < window;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.tidy(counts);
        let calls = seen.stamps.entry(call).or_default();
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

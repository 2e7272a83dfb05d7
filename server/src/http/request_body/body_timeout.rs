//! Timeouts for request bodies: a client that sends a byte at a time does not hold a connection.

use std::time::Duration;

use axum::{
    body::{Body, Bytes, HttpBody as _},
    extract::Request,
    http::{HeaderMap, header, request::Parts},
};
use futures_util::{StreamExt as _, stream};
use tokio::time::{Instant, timeout_at};

use crate::http::request_body::body_size::BodyLimit;

/// The longest pause between two chunks.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// The whole body of a form: a megabyte over a slow connection.
const FORM_TIMEOUT: Duration = Duration::from_mins(1);
/// The whole body of an upload: fifty megabytes at a third of a megabit a second.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(20);

/// Why a body ends early.
#[derive(Debug, thiserror::Error)]
#[error("the body timed out")]
struct TooSlow;

/// Adds the timeouts to a request's body.
pub fn apply(request: Request) -> Request {
    if request.body().is_end_stream() {
        return request;
    }
    let whole = if is_upload(request.headers()) { UPLOAD_TIMEOUT } else { FORM_TIMEOUT };
    request.map(|body| in_time(body, whole, IDLE_TIMEOUT))
}

/// The media type of a part of a file (tus 1.0).
pub const FILE_PART: &str = "application/offset+octet-stream";

/// Whether a request with these headers is a multipart form, or a part of a file.
pub fn is_upload(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let begins = |kind: &str, with: &str| {
        kind.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    kind.is_some_and(|kind| begins(kind, "multipart/") || begins(kind, FILE_PART))
}

/// Whether this request sends a file where files are taken: its body is read as it arrives, and not before.
pub fn sends_file(parts: &Parts) -> bool {
    let takes_files = parts.extensions.get::<BodyLimit>().is_some_and(|limit| limit.is_of_upload());
    takes_files && is_upload(&parts.headers)
}

fn in_time(body: Body, whole: Duration, silence: Duration) -> Body {
    let ends = Instant::now() + whole;
    let coming = stream::unfold(Some(body.into_data_stream()), move |coming| async move {
        let mut coming = coming?;
        let now = Instant::now();
        match timeout_at(ends.min(now + silence), coming.next()).await {
            Ok(None) => None,
            Ok(Some(Ok(bytes))) => Some((Ok::<Bytes, axum::BoxError>(bytes), Some(coming))),
            Ok(Some(Err(error))) => Some((Err(error.into()), None)),
            Err(_) => Some((Err(TooSlow.into()), None)),
        }
    });
    Body::from_stream(coming)
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    /// A body of this many bytes, with a pause before each.
    fn dripping(bytes: usize, pause: Duration) -> Body {
        let drops = stream::iter(0..bytes).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, axum::BoxError>(Bytes::from_static(b"."))
        });
        Body::from_stream(drops)
    }

    async fn arrives(bytes: usize, pause: Duration) -> bool {
        to_bytes(in_time(dripping(bytes, pause), FORM_TIMEOUT, IDLE_TIMEOUT), 1_000).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_connection_sends_its_form_and_a_stalled_one_is_cut() {
        assert!(arrives(10, Duration::from_secs(5)).await, "50 seconds in all");
        assert!(!arrives(1, Duration::from_secs(31)).await, "silence");
        assert!(!arrives(100, Duration::from_secs(1)).await, "a byte a second");
        assert!(!arrives(usize::MAX, Duration::from_secs(29)).await, "a drop before each end");
    }
}

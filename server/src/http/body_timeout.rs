//! How long a body may take to come: whoever sends it a byte at a time is not waited for.

use std::time::Duration;

use axum::{
    body::{Body, Bytes, HttpBody as _},
    extract::Request,
    http::header,
};
use futures_util::{StreamExt as _, stream};
use tokio::time::{Instant, timeout_at};

/// Nothing at all comes for so long.
const SILENCE: Duration = Duration::from_secs(30);
/// All of a form: a megabyte over a bad line.
const FORM: Duration = Duration::from_mins(1);
/// All of an upload: fifty megabytes at a third of a megabit a second.
const UPLOAD: Duration = Duration::from_mins(20);

/// Why a body ends before its end.
#[derive(Debug, thiserror::Error)]
#[error("the body did not come in time")]
struct TooSlow;

/// Lets every body end in time, one way or the other.
pub fn apply(request: Request) -> Request {
    if request.body().is_end_stream() {
        return request;
    }
    let whole = if is_upload(&request) { UPLOAD } else { FORM };
    request.map(|body| in_time(body, whole, SILENCE))
}

/// Whether a request is a form with files in it.
pub fn is_upload(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("multipart/"))
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

    /// A body of so many bytes, each after a while.
    fn dripping(bytes: usize, pause: Duration) -> Body {
        let drops = stream::iter(0..bytes).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, axum::BoxError>(Bytes::from_static(b"."))
        });
        Body::from_stream(drops)
    }

    async fn arrives(bytes: usize, pause: Duration) -> bool {
        to_bytes(in_time(dripping(bytes, pause), FORM, SILENCE), 1_000).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_line_gets_its_form_through_and_a_held_one_does_not() {
        assert!(arrives(10, Duration::from_secs(5)).await, "50 seconds in all");
        assert!(!arrives(1, Duration::from_secs(31)).await, "silence");
        assert!(!arrives(100, Duration::from_secs(1)).await, "a byte a second");
        assert!(!arrives(usize::MAX, Duration::from_secs(29)).await, "a drop before each end");
    }
}

//! The body of a request, and what happens to its unread rest.
//!
//! A body is read once its caller is known. The rest is read before the response is sent: otherwise hyper closes the
//! connection after a response that promises to keep it open, and the client's next request is lost.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, BodyDataStream, Bytes, HttpBody as _},
    extract::Request,
    http::{HeaderValue, Version, header},
    response::Response,
};
use futures_util::{StreamExt as _, future::poll_fn, stream};
use services::core::{byte_budget::ReservedBytes, network::ClientNetwork};
use tokio::time::timeout;

use crate::http::request_body::body_size::BodyReadError;

/// The most bytes that are read of a body whose caller is refused; instead of more, the connection is closed.
const DISCARDED_BYTES: u64 = 64 << 10;
/// The most bytes that arrive at once, by the buffer of a connection.
const CHUNK_BYTES: u64 = 32 << 10;
/// The most bytes of a frame of HTTP/2.
const FRAME_BYTES: usize = 16 << 10;
/// How much memory is reserved at once for what is still to arrive.
const READ_AHEAD_BYTES: usize = 32 << 10;
/// How long the rest of a body may take.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(1);

/// Set where a connection is closed before its client has sent everything.
#[derive(Clone, Debug, Default)]
pub struct ClosedEarly(Arc<AtomicBool>);

impl ClosedEarly {
    /// Whether it is.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A body, shared by the extractors that read it and by the middleware that reads its rest.
#[derive(Clone, Debug)]
pub struct RequestBody(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    arriving: BodyDataStream,
    /// What was read and is still to be handed out.
    buffered: Bytes,
    received: u64,
    /// `Content-Length`.
    declared: Option<u64>,
    /// Whether the client waits for `100 Continue` (`Expect: 100-continue`), which the first read sends.
    on_demand: bool,
    ended: bool,
    failed: bool,
    /// The memory of what was read, until the request ends.
    reserved: Option<ReservedBytes<ClientNetwork>>,
}

impl State {
    fn poll_arriving(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, axum::Error>>> {
        if self.ended || self.failed {
            return Poll::Ready(None);
        }
        let polled = self.arriving.poll_next_unpin(context);
        match &polled {
            Poll::Ready(Some(Ok(bytes))) => self.received += bytes.len() as u64,
            Poll::Ready(Some(Err(_))) => self.failed = true,
            Poll::Ready(None) => self.ended = true,
            Poll::Pending => {}
        }
        polled
    }

    /// Whether the rest may be read: it is short, as far as known, and on its way.
    fn is_worth_reading(&self) -> bool {
        let rest = self.declared.map(|declared| declared.saturating_sub(self.received));
        let is_held_back = self.on_demand && self.received == 0;
        !self.failed && !is_held_back && rest.is_none_or(|bytes| bytes <= DISCARDED_BYTES)
    }
}

impl RequestBody {
    /// Shares the body of a request, if it has one.
    pub fn share(request: Request) -> (Request, Option<Self>) {
        if request.body().is_end_stream() {
            return (request, None);
        }
        let (mut parts, body) = request.into_parts();
        let declared = parts.headers.get(header::CONTENT_LENGTH);
        let declared = declared.and_then(|length| length.to_str().ok()?.parse().ok());
        let shared = Self(Arc::new(Mutex::new(State {
            arriving: body.into_data_stream(),
            buffered: Bytes::new(),
            received: 0,
            declared,
            on_demand: parts.headers.contains_key(header::EXPECT),
            ended: false,
            failed: false,
            reserved: None,
        })));
        parts.extensions.insert(shared.clone());
        let body = shared.reader();
        (Request::from_parts(parts, body), Some(shared))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reader(&self) -> Body {
        let shared = self.clone();
        Body::from_stream(stream::poll_fn(move |context| {
            let mut state = shared.state();
            if state.buffered.is_empty() {
                state.poll_arriving(context)
            } else {
                Poll::Ready(Some(Ok(std::mem::take(&mut state.buffered))))
            }
        }))
    }

    /// What [`RequestBody::buffer`] has read, if it has and nobody has taken it.
    #[must_use]
    pub fn buffered(&self) -> Option<Bytes> {
        let state = self.state();
        state.ended.then(|| state.buffered.clone())
    }

    /// Reads it to its end and leaves it to the next reader. Memory is reserved before more is read, so that
    /// what waits for it stays with the client.
    ///
    /// # Errors
    /// If it is longer than the limit, breaks off, or finds no memory.
    pub async fn buffer(
        &self,
        limit: usize,
        mut reserved: ReservedBytes<ClientNetwork>,
    ) -> Result<Bytes, BodyReadError> {
        let (mut bytes, declared) = {
            let state = self.state();
            if !state.buffered.is_empty() {
                let is_within = state.buffered.len() <= limit;
                return is_within.then(|| state.buffered.clone()).ok_or(BodyReadError::TooLarge);
            }
            (Vec::new(), state.declared.and_then(|declared| usize::try_from(declared).ok()))
        };
        loop {
            let rest = declared.unwrap_or(usize::MAX).saturating_sub(bytes.len());
            if reserved.bytes() - bytes.len() < rest.min(FRAME_BYTES) {
                reserved.grow_to(bytes.len() + rest.min(READ_AHEAD_BYTES)).await?;
            }
            let Some(chunk) = poll_fn(|context| self.state().poll_arriving(context)).await else {
                break;
            };
            let chunk = chunk.map_err(|_| BodyReadError::Broken)?;
            if bytes.len() + chunk.len() > limit {
                return Err(BodyReadError::TooLarge);
            }
            reserved.grow_to(bytes.len() + chunk.len()).await?;
            // Copied: a chunk of one byte holds more than that of the connection's buffer.
            bytes.extend_from_slice(&chunk);
        }
        let bytes = Bytes::from(bytes);
        let mut state = self.state();
        if !state.ended {
            return Err(BodyReadError::Broken);
        }
        state.buffered = bytes.clone();
        state.reserved = Some(reserved);
        Ok(bytes)
    }

    /// Reads the unread rest, or closes the connection after the response (`Connection: close`). HTTP/2 has a
    /// stream for each request, so nothing follows a body.
    pub async fn finish(
        self,
        version: Version,
        closed: Option<ClosedEarly>,
        answer: &mut Response,
    ) {
        if version == Version::HTTP_2 || self.discard_rest().await {
            return;
        }
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        if let Some(ClosedEarly(closed)) = closed {
            closed.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether it was read to its end.
    async fn discard_rest(&self) -> bool {
        let is_worth_reading = {
            let state = self.state();
            if state.ended {
                return true;
            }
            state.is_worth_reading()
        };
        is_worth_reading && timeout(DISCARD_TIMEOUT, self.discard()).await.unwrap_or(false)
    }

    async fn discard(&self) -> bool {
        let mut discarded = 0;
        loop {
            match poll_fn(|context| self.state().poll_arriving(context)).await {
                None => return self.state().ended,
                Some(Err(_)) => return false,
                Some(Ok(bytes)) => discarded += bytes.len() as u64,
            }
            // A body of unknown length stops while one more chunk is within the limit.
            if self.state().declared.is_none() && discarded > DISCARDED_BYTES - CHUNK_BYTES {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, sync::atomic::AtomicU64};

    use axum::response::IntoResponse as _;
    use services::core::byte_budget::{BODY_LIMITS, BodyBudget, ByteLimits};

    use super::*;

    /// A body of this many chunks of a kilobyte, and how many bytes were read of it.
    fn counted(chunks: u64) -> (Body, Arc<AtomicU64>) {
        let read = Arc::new(AtomicU64::new(0));
        let counter = read.clone();
        let body = stream::iter(0..chunks).map(move |_| {
            counter.fetch_add(1 << 10, Ordering::Relaxed);
            Ok::<_, Infallible>(Bytes::from_static(&[b'x'; 1 << 10]))
        });
        (Body::from_stream(body), read)
    }

    /// Whether the response to an unread body ends the connection, and how much of the body was read.
    async fn refused(
        headers: &[(header::HeaderName, &str)],
        body: (Body, Arc<AtomicU64>),
    ) -> (bool, u64) {
        let mut request = Request::post("/");
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let (request, shared) = RequestBody::share(request.body(body.0).expect("a request"));
        drop(request);
        let mut answer = "no".into_response();
        let closed = ClosedEarly::default();
        shared.expect("a body").finish(Version::HTTP_11, Some(closed.clone()), &mut answer).await;
        let says_so =
            answer.headers().get(header::CONNECTION).is_some_and(|value| value == "close");
        assert_eq!(says_so, closed.is_set());
        (says_so, body.1.load(Ordering::Relaxed))
    }

    #[tokio::test]
    async fn a_refused_caller_makes_the_server_read_at_most_64_kb() {
        const KB: u64 = 1 << 10;
        let length = (header::CONTENT_LENGTH, "65536");
        assert_eq!(refused(&[length], counted(64)).await, (false, 64 * KB), "all of it");
        assert_eq!(refused(&[], counted(32)).await, (false, 32 * KB), "all of it");
        let (closes, read) = refused(&[], counted(50 << 10)).await;
        assert!(closes && read <= 64 * KB, "{read}");
        let large = (header::CONTENT_LENGTH, "52428800");
        assert_eq!(refused(&[large], counted(50 << 10)).await, (true, 0), "announced");
        let waits = (header::EXPECT, "100-continue");
        assert_eq!(refused(&[waits], counted(1)).await, (true, 0), "it was never asked for");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_comes_does_not_hold_up_the_response() {
        let never = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        assert_eq!(refused(&[], (never, Arc::default())).await, (true, 0));
    }

    #[tokio::test]
    async fn a_body_that_was_read_for_its_hash_is_still_there_for_the_call() {
        let budget = BodyBudget::new(BODY_LIMITS);
        let memory = || budget.reservation(ClientNetwork::of_address(None));
        let (request, shared) = RequestBody::share(Request::new(Body::from("a roof")));
        let shared = shared.expect("a body");
        assert_eq!(shared.buffer(100, memory()).await, Ok(Bytes::from("a roof")));
        assert_eq!(shared.buffer(100, memory()).await, Ok(Bytes::from("a roof")), "again");
        let body = axum::body::to_bytes(request.into_body(), 100).await.expect("a body");
        assert_eq!(body, "a roof");
        assert!(shared.discard_rest().await);
        assert!(budget.reserved() > 0, "until the request ends");
        drop(shared);
        assert_eq!(budget.reserved(), 0);
        let (_, shared) = RequestBody::share(Request::new(Body::from("a roof")));
        let too_large = shared.expect("a body").buffer(5, memory()).await;
        assert_eq!(too_large, Err(BodyReadError::TooLarge));
        assert_eq!(budget.reserved(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_finds_no_memory_is_not_read_and_its_client_is_told() {
        let limits = ByteLimits { total: 64 << 10, ..BODY_LIMITS };
        let budget = BodyBudget::new(limits);
        let memory = || budget.reservation(ClientNetwork::of_address(None));
        let mut others = memory();
        others.grow_to(50 << 10).await.expect("room");
        let (body, read) = counted(64);
        let shared = RequestBody::share(Request::new(body)).1.expect("a body");
        assert_eq!(shared.buffer(1 << 20, memory()).await, Err(BodyReadError::Busy));
        assert_eq!(read.load(Ordering::Relaxed), 0);
        drop(others);
        let shared = RequestBody::share(Request::new(Body::from("a roof"))).1.expect("a body");
        assert_eq!(shared.buffer(100, memory()).await, Ok(Bytes::from("a roof")));
    }
}

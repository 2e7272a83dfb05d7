//! Responses over HTTP/2 that nobody reads.
//!
//! There a client grants how much of each response is sent while the connection stays writable, so that the write
//! timeout never starts and the responses stay in memory.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    http::{Response, Version},
};
use bytes::Buf;
use http_body_util::BodyExt as _;
use services::core::connection_activity::RequestGuard;
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

/// What is handed to the protocol and not yet sent, of all responses of a connection.
#[derive(Debug, Default)]
pub struct UnreadResponses {
    state: Mutex<State>,
    began: Notify,
}

#[derive(Debug, Default)]
struct State {
    bytes: usize,
    /// When something was sent last, while something is to be sent.
    since: Option<Instant>,
}

impl UnreadResponses {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same response, with its bytes counted where HTTP/2 sends it. Its request ends when all of it was sent.
    pub fn count(
        self: Arc<Self>,
        version: Version,
        response: Response<Body>,
        request: Option<RequestGuard>,
    ) -> Response<impl HttpBody<Data = ResponseBytes, Error = axum::Error>> {
        let unread = (version == Version::HTTP_2).then_some(self);
        let request = request.map(Arc::new);
        response.map(|body| {
            body.map_frame(move |frame| {
                frame.map_data(|bytes| ResponseBytes::new(bytes, unread.clone(), request.clone()))
            })
        })
    }

    fn add(&self, bytes: usize) {
        let mut state = self.state();
        if state.bytes == 0 && bytes > 0 {
            state.since = Some(Instant::now());
            self.began.notify_one();
        }
        state.bytes += bytes;
    }

    fn sent(&self, bytes: usize) {
        let mut state = self.state();
        state.bytes -= bytes;
        if bytes > 0 {
            state.since = (state.bytes > 0).then(Instant::now);
        }
    }

    /// Returns when nothing was sent for this long, while something was to be sent.
    pub async fn stalled(&self, timeout: Duration) {
        loop {
            let since = self.state().since;
            match since {
                None => self.began.notified().await,
                Some(since) if since.elapsed() >= timeout => return,
                Some(since) => sleep_until(since + timeout).await,
            }
        }
    }
}

/// Bytes of a response, until they are sent or dropped. Its request is under way as long.
#[derive(Debug)]
pub struct ResponseBytes {
    bytes: Bytes,
    unread: Option<Arc<UnreadResponses>>,
    _request: Option<Arc<RequestGuard>>,
}

impl ResponseBytes {
    fn new(
        bytes: Bytes,
        unread: Option<Arc<UnreadResponses>>,
        request: Option<Arc<RequestGuard>>,
    ) -> Self {
        if let Some(unread) = &unread {
            unread.add(bytes.len());
        }
        Self { bytes, unread, _request: request }
    }

    fn sent(&self, bytes: usize) {
        if let Some(unread) = &self.unread {
            unread.sent(bytes);
        }
    }
}

impl Buf for ResponseBytes {
    fn remaining(&self) -> usize {
        self.bytes.len()
    }

    fn chunk(&self) -> &[u8] {
        &self.bytes
    }

    fn advance(&mut self, bytes: usize) {
        self.bytes.advance(bytes);
        self.sent(bytes);
    }
}

impl Drop for ResponseBytes {
    fn drop(&mut self) {
        self.sent(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEADLINE: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn only_a_client_that_reads_nothing_is_cut() {
        let unread = Arc::new(UnreadResponses::default());
        let stalls = async |within: u64| {
            let stalled = unread.stalled(DEADLINE);
            tokio::time::timeout(Duration::from_secs(within), stalled).await.is_ok()
        };
        assert!(!stalls(3_600).await, "nothing is to be sent");
        let mut slow = ResponseBytes::new(Bytes::from_static(&[0; 10]), Some(unread.clone()), None);
        for _ in 0..9 {
            assert!(!stalls(29).await, "a byte now and then");
            slow.advance(1);
        }
        assert!(!stalls(29).await && stalls(1).await);
        drop(slow);
        assert!(!stalls(3_600).await, "a response that was aborted counts no longer");
    }
}

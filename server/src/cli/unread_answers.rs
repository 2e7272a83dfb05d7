//! Answers over HTTP/2 that nobody reads.
//!
//! There a client grants how much of each answer is sent, on a connection that can be written all the time: the
//! deadline for writing never ends, while the answers stay in memory.

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

/// What is handed to the protocol and not yet sent, of all answers of a connection.
#[derive(Debug, Default)]
pub struct UnreadAnswers {
    state: Mutex<State>,
    began: Notify,
}

#[derive(Debug, Default)]
struct State {
    bytes: usize,
    /// When something was sent last, while something is to be sent.
    since: Option<Instant>,
}

impl UnreadAnswers {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same answer, with its bytes counted where HTTP/2 sends it. Its request ends with it.
    pub fn count(
        self: Arc<Self>,
        version: Version,
        answer: Response<Body>,
        request: RequestGuard,
    ) -> Response<impl HttpBody<Data = AnswerBytes, Error = axum::Error>> {
        let unread = (version == Version::HTTP_2).then_some(self);
        answer.map(|body| {
            body.map_frame(move |frame| {
                let _until_sent = &request;
                frame.map_data(|bytes| AnswerBytes::new(bytes, unread.clone()))
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

/// Bytes of an answer, until they are sent or dropped.
#[derive(Debug)]
pub struct AnswerBytes {
    bytes: Bytes,
    unread: Option<Arc<UnreadAnswers>>,
}

impl AnswerBytes {
    fn new(bytes: Bytes, unread: Option<Arc<UnreadAnswers>>) -> Self {
        if let Some(unread) = &unread {
            unread.add(bytes.len());
        }
        Self { bytes, unread }
    }

    fn sent(&self, bytes: usize) {
        if let Some(unread) = &self.unread {
            unread.sent(bytes);
        }
    }
}

impl Buf for AnswerBytes {
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

impl Drop for AnswerBytes {
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
        let unread = Arc::new(UnreadAnswers::default());
        let stalls = async |within: u64| {
            let stalled = unread.stalled(DEADLINE);
            tokio::time::timeout(Duration::from_secs(within), stalled).await.is_ok()
        };
        assert!(!stalls(3_600).await, "nothing is to be sent");
        let mut slow = AnswerBytes::new(Bytes::from_static(&[0; 10]), Some(unread.clone()));
        for _ in 0..9 {
            assert!(!stalls(29).await, "a byte now and then");
            slow.advance(1);
        }
        assert!(!stalls(29).await && stalls(1).await);
        drop(slow);
        assert!(!stalls(3_600).await, "an answer that was given up counts no longer");
    }
}

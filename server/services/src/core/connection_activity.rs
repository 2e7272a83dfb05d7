//! What a connection does: whether a request is under way on it, and since when not.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

/// A connection that has carried a request is not closed for a new one before it was idle for this long: its
/// client may be about to send the next request.
const KEPT_ALIVE: Duration = Duration::from_secs(5);

/// The requests of a connection.
#[derive(Debug, Default)]
pub struct ConnectionActivity {
    state: Mutex<State>,
    ended: Notify,
}

#[derive(Debug)]
struct State {
    requests: usize,
    was_used: bool,
    idle_since: Instant,
}

impl Default for State {
    fn default() -> Self {
        Self { requests: 0, was_used: false, idle_since: Instant::now() }
    }
}

impl ConnectionActivity {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request until its response is sent.
    #[must_use]
    pub fn begin(self: &Arc<Self>) -> RequestGuard {
        let mut state = self.state();
        state.requests += 1;
        state.was_used = true;
        RequestGuard(self.clone())
    }

    /// Since when the connection waits for a request, if it may be closed for another one.
    #[must_use]
    pub fn replaceable_since(&self, now: Instant) -> Option<Instant> {
        let state = self.state();
        let is_kept_alive = state.was_used && now < state.idle_since + KEPT_ALIVE;
        (state.requests == 0 && !is_kept_alive).then_some(state.idle_since)
    }

    /// Ends the connection.
    pub fn end(&self) {
        self.ended.notify_one();
    }

    /// Returns when the connection is to be closed.
    pub async fn ended(&self) {
        self.ended.notified().await;
    }
}

/// A request that is under way. Dropping it ends that.
#[derive(Debug)]
pub struct RequestGuard(Arc<ConnectionActivity>);

impl RequestGuard {
    /// Counts it as long as its connection is open: the connection became a socket.
    pub fn keep(self) {
        self.0.state().requests += 1;
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.requests -= 1;
        state.idle_since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_with_a_request_or_a_socket_is_never_closed_for_another() {
        let activity = Arc::<ConnectionActivity>::default();
        let later = Instant::now() + 2 * KEPT_ALIVE;
        let is_replaceable = |at| activity.replaceable_since(at).is_some();
        assert!(is_replaceable(Instant::now()), "it never carried a request");
        let (one, other) = (activity.begin(), activity.begin());
        drop(one);
        assert!(!is_replaceable(later), "of two requests one is under way");
        drop(other);
        assert!(!is_replaceable(Instant::now()), "its client may be about to send another");
        assert!(is_replaceable(later));
        activity.begin().keep();
        assert!(!is_replaceable(later), "a socket");
    }
}

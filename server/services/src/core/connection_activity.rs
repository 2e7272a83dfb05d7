//! The state of a connection: whether it has a request in progress, and since when it is idle.

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
    has_ended: bool,
    was_used: bool,
    idle_since: Instant,
}

impl Default for State {
    fn default() -> Self {
        Self { requests: 0, has_ended: false, was_used: false, idle_since: Instant::now() }
    }
}

impl ConnectionActivity {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request, or a socket, until the guard is dropped. `None` if the connection is being closed.
    #[must_use]
    pub fn begin(self: &Arc<Self>) -> Option<RequestGuard> {
        let mut state = self.state();
        if state.has_ended {
            return None;
        }
        state.requests += 1;
        state.was_used = true;
        Some(RequestGuard(self.clone()))
    }

    /// Since when the connection waits for a request, if it may be closed for another one.
    #[must_use]
    pub fn replaceable_since(&self, now: Instant) -> Option<Instant> {
        self.state().replaceable_since(now)
    }

    /// Ends the connection, unless it may not be closed for another one. No request begins on it afterwards.
    #[must_use]
    pub fn try_end(&self, now: Instant) -> bool {
        let mut state = self.state();
        state.has_ended |= state.replaceable_since(now).is_some();
        if state.has_ended {
            self.ended.notify_one();
        }
        state.has_ended
    }

    /// Returns when the connection is to be closed.
    pub async fn ended(&self) {
        self.ended.notified().await;
    }
}

impl State {
    fn replaceable_since(&self, now: Instant) -> Option<Instant> {
        let is_kept_alive = self.was_used && now < self.idle_since + KEPT_ALIVE;
        (self.requests == 0 && !is_kept_alive).then_some(self.idle_since)
    }
}

/// A request, or a socket, that is under way. Dropping it ends that.
#[derive(Debug)]
pub struct RequestGuard(Arc<ConnectionActivity>);

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
        let socket = activity.begin();
        assert!(!is_replaceable(later) && !activity.try_end(later), "a socket is open");
        drop(socket);
        assert!(
            activity.try_end(later) && activity.begin().is_none(),
            "no request begins on what is being closed"
        );
    }
}

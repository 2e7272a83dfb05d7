//! The outgoing queue of a socket, and when it may be sent.
//!
//! The first event after a quiet period is sent immediately; those that follow within the window are batched
//! into one frame. While a frame is being written everything else stays batched, as pointers to events that
//! all sockets share: a slow reader costs little, until its queue is too long and it is disconnected.

use std::{
    collections::VecDeque,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use axum::extract::ws::Utf8Bytes;
use domain::types::ids::UserId;
use store::{accounts::sessions::Session, db::event::Room, token::TokenHash};

use crate::live::{frame_cache::FrameCache, frames::SerializedEvent};

/// Why the server closes a socket; the number is the close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The server stops.
    GoingAway,
    /// A frame above the size limit.
    TooLarge,
    /// Not authenticated in time, or no longer.
    Unauthenticated,
    /// It could not keep up, or may have missed something, so it must reconnect.
    TooSlow,
    /// The user has opened more sockets since than one user may have.
    Replaced,
    /// It sends more frames than any client of ours.
    TooManyFrames,
    /// The client does not answer, so there is no close frame.
    Silent,
}

impl CloseReason {
    /// The close code (contract, section 5).
    #[must_use]
    pub const fn code(self) -> Option<u16> {
        match self {
            Self::GoingAway => Some(1001),
            Self::TooLarge => Some(1009),
            Self::Unauthenticated => Some(4401),
            Self::TooSlow => Some(4408),
            Self::Replaced => Some(4429),
            Self::TooManyFrames => Some(1008),
            Self::Silent => None,
        }
    }
}

/// The next action of a socket's task.
#[derive(Debug, PartialEq, Eq)]
pub enum NextAction {
    /// Send this response.
    Answer(Utf8Bytes),
    /// Send these events.
    Events(Utf8Bytes),
    /// Send a ping.
    Ping,
    /// Send the close reason, and stop.
    End(CloseReason),
}

impl NextAction {
    fn bytes(&self) -> usize {
        match self {
            Self::Answer(frame) | Self::Events(frame) => frame.len(),
            Self::Ping | Self::End(_) => 0,
        }
    }
}

/// The timeouts and limits of a socket.
#[derive(Clone, Copy, Debug)]
pub struct SocketTimings {
    /// From the opening of a socket until it must have sent its token.
    pub identify: Duration,
    /// Between two frames of events.
    pub window: Duration,
    /// Between two pings; a client that misses two of them is disconnected.
    pub ping: Duration,
    /// How long writing one frame may take.
    pub writing: Duration,
    /// The most queued bytes of one socket.
    pub backlog: usize,
    /// The most sockets of one user; the oldest makes room for a new one.
    pub per_user: usize,
    /// The most rooms of one socket: its company's, and a chat with every connected company.
    pub rooms: usize,
    /// The most frames from one client in a minute. A browser sends six, and one for each chat that it opens.
    pub frames_per_minute: u32,
}

impl Default for SocketTimings {
    fn default() -> Self {
        Self {
            identify: Duration::from_secs(5),
            window: Duration::from_millis(25),
            ping: Duration::from_secs(25),
            writing: Duration::from_secs(10),
            backlog: 1 << 20,
            per_user: 20,
            rooms: 2_000,
            frames_per_minute: 240,
        }
    }
}

/// The most unanswered pings.
const MAX_MISSED_PINGS: u8 = 2;

/// An authenticated socket, as in the hub.
#[derive(Debug)]
pub struct SocketConnection {
    /// Its user.
    pub user: UserId,
    /// The token of its session.
    pub token: TokenHash,
    pace: SocketTimings,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    session: Session,
    rooms: Vec<Room>,
    /// Complete frames.
    ready: VecDeque<NextAction>,
    /// Events of the next frame.
    batched: Vec<Arc<SerializedEvent>>,
    /// The bytes of both.
    backlog: usize,
    /// When the next frame of events may be sent.
    window_opens: Instant,
    /// When the current write began.
    writing: Option<Instant>,
    last_ping: Instant,
    unanswered: u8,
    ended: Option<CloseReason>,
    waker: Option<Waker>,
}

impl State {
    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn is_busy(&self) -> bool {
        self.writing.is_some() || !self.ready.is_empty()
    }

    fn push(&mut self, next: NextAction) {
        self.backlog += next.bytes();
        self.ready.push_back(next);
        self.wake();
    }

    fn close(&mut self, end: CloseReason) {
        if self.ended.is_none() {
            self.ended = Some(end);
            self.ready = VecDeque::new();
            self.batched = Vec::new();
            self.backlog = 0;
            self.wake();
        }
    }
}

impl SocketConnection {
    /// A new connection.
    #[must_use]
    pub fn new(session: Session, token: TokenHash, pace: SocketTimings) -> Self {
        let now = Instant::now();
        let user = session.user;
        let state = State {
            session,
            rooms: Vec::new(),
            ready: VecDeque::new(),
            batched: Vec::new(),
            backlog: 0,
            window_opens: now,
            writing: None,
            last_ping: now,
            unanswered: 0,
            ended: None,
            waker: None,
        };
        Self { user, token, pace, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session that it listens with.
    #[must_use]
    pub fn session(&self) -> Session {
        self.state().session.clone()
    }

    /// Reads the session that it listens with.
    pub fn with_session<T>(&self, look: impl FnOnce(&Session) -> T) -> T {
        look(&self.state().session)
    }

    /// Updates its session. A user who joined another company must reconnect.
    pub fn set_session(&self, session: Option<Session>) {
        let mut state = self.state();
        match session {
            None => state.close(CloseReason::Unauthenticated),
            Some(session) => {
                let company =
                    |session: &Session| session.membership.map(|membership| membership.company);
                if company(&session) != company(&state.session) {
                    state.close(CloseReason::TooSlow);
                }
                state.session = session;
            }
        }
    }

    /// Divides rooms into those that it has, or has a place for, and the others.
    #[must_use]
    pub fn divide(&self, rooms: &[Room]) -> (Vec<Room>, Vec<Room>) {
        let state = self.state();
        let mut free = self.pace.rooms.saturating_sub(state.rooms.len());
        rooms.iter().partition(|room| {
            let has_it = state.rooms.contains(room);
            if !has_it && free > 0 {
                free -= 1;
                return true;
            }
            has_it
        })
    }

    /// Adds a room, if it has a place for it; returns whether it did.
    pub fn join(&self, room: Room) -> bool {
        let mut state = self.state();
        let is_new = state.rooms.len() < self.pace.rooms && !state.rooms.contains(&room);
        if is_new {
            state.rooms.push(room);
        }
        is_new
    }

    /// The rooms that it listens to.
    #[must_use]
    pub fn rooms(&self) -> Vec<Room> {
        self.state().rooms.clone()
    }

    /// Sends a response.
    pub fn reply(&self, frame: Utf8Bytes) {
        let mut state = self.state();
        if state.ended.is_some() {
            return;
        }
        if state.backlog + frame.len() > self.pace.backlog {
            state.close(CloseReason::TooSlow);
        } else {
            state.push(NextAction::Answer(frame));
        }
    }

    /// Queues an event if the session `sees` it. Returns when the connection must be flushed, if it has to
    /// be.
    pub fn enqueue(
        &self,
        event: &Arc<SerializedEvent>,
        now: Instant,
        sees: impl FnOnce(&Session) -> bool,
    ) -> Option<Instant> {
        let mut state = self.state();
        if state.ended.is_some() || !sees(&state.session) {
            return None;
        }
        if state.backlog + event.bytes() > self.pace.backlog {
            state.close(CloseReason::TooSlow);
            return None;
        }
        if state.batched.is_empty() && !state.is_busy() && now >= state.window_opens {
            state.window_opens = now + self.pace.window;
            state.push(NextAction::Events(event.frame()));
            return None;
        }
        state.batched.push(event.clone());
        state.backlog += event.bytes();
        (state.batched.len() == 1).then(|| state.window_opens.max(now))
    }

    /// Builds a frame of the batched events if they are due; else returns when to try again.
    pub(crate) fn flush(&self, now: Instant, frames: &mut FrameCache) -> Option<Instant> {
        let mut state = self.state();
        if state.batched.is_empty() {
            return None;
        }
        if now < state.window_opens {
            return Some(state.window_opens);
        }
        if state.is_busy() {
            // The current write may take long; queued events cost nothing meanwhile.
            return Some(now + self.pace.window / 5);
        }
        let batched = std::mem::take(&mut state.batched);
        // Nothing else is queued: it is not busy.
        state.backlog = 0;
        state.window_opens = now + self.pace.window;
        state.push(NextAction::Events(frames.of(batched)));
        None
    }

    /// The next action of its task. A call means that the previous one is done.
    pub async fn next(&self) -> NextAction {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&self, context: &mut Context<'_>) -> Poll<NextAction> {
        let mut state = self.state();
        state.writing = None;
        if let Some(end) = state.ended {
            return Poll::Ready(NextAction::End(end));
        }
        let Some(next) = state.ready.pop_front() else {
            if !state.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
                state.waker = Some(context.waker().clone());
            }
            return Poll::Pending;
        };
        let now = Instant::now();
        state.backlog = state.backlog.saturating_sub(next.bytes());
        if let NextAction::Events(_) = &next {
            // Counted from the actual sending.
            state.window_opens = now + self.pace.window;
        }
        state.writing = Some(now);
        Poll::Ready(next)
    }

    /// Waits until the connection ended, while a frame is being written.
    pub async fn closed(&self) -> CloseReason {
        poll_fn(|context| {
            let mut state = self.state();
            if let Some(end) = state.ended {
                return Poll::Ready(end);
            }
            state.waker = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }

    /// Whether it ended; its client may not know yet.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.state().ended.is_some()
    }

    /// Ends it.
    pub fn end(&self, end: CloseReason) {
        self.state().close(end);
    }

    /// Records that the client answered.
    pub fn mark_alive(&self) {
        self.state().unanswered = 0;
    }

    /// Sends a ping if one is due, and ends a connection that does not answer or read.
    pub fn check_heartbeat(&self, now: Instant) {
        let mut state = self.state();
        if state.writing.is_some_and(|since| now - since >= self.pace.writing) {
            state.close(CloseReason::TooSlow);
        } else if now - state.last_ping >= self.pace.ping {
            if state.unanswered >= MAX_MISSED_PINGS {
                state.close(CloseReason::Silent);
            } else {
                state.unanswered += 1;
                state.last_ping = now;
                state.push(NextAction::Ping);
            }
        }
    }
}

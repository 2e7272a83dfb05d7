//! One socket's line: what waits to be sent on it, and when it may be.
//!
//! The first event after a quiet spell leaves at once; those that follow within the window are pooled
//! into one frame. While a frame is being written everything else stays pooled, as pointers to events
//! that all sockets share: a slow reader costs little, until there is so much of it that it is cut.

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

/// Why the server ends a socket; its number is the close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The server stops.
    GoingAway,
    /// A frame larger than is taken.
    TooLarge,
    /// Not identified in time, or not any more.
    Unauthenticated,
    /// It could not keep up, or may have missed something: it starts anew.
    TooSlow,
    /// Nobody answers at the other end, to whom a reason could be told.
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
            Self::Silent => None,
        }
    }
}

/// What a socket's task does next.
#[derive(Debug, PartialEq, Eq)]
pub enum NextAction {
    /// Send this answer.
    Answer(Utf8Bytes),
    /// Send these events.
    Events(Utf8Bytes),
    /// Ask whether anybody is there.
    Ping,
    /// Say why, and stop.
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

/// How long and how much.
#[derive(Clone, Copy, Debug)]
pub struct SocketTimings {
    /// From the opening of a socket until it must have said whose it is.
    pub identify: Duration,
    /// Between two frames of events.
    pub window: Duration,
    /// Between two pings; who does not answer two of them is gone.
    pub ping: Duration,
    /// How long one frame may take to be written.
    pub writing: Duration,
    /// The most bytes that wait for one socket.
    pub backlog: usize,
}

impl Default for SocketTimings {
    fn default() -> Self {
        Self {
            identify: Duration::from_secs(5),
            window: Duration::from_millis(25),
            ping: Duration::from_secs(25),
            writing: Duration::from_secs(10),
            backlog: 1 << 20,
        }
    }
}

/// Pings that may go unanswered.
const MAX_MISSED_PINGS: u8 = 2;

/// An identified socket, as the hub knows it.
#[derive(Debug)]
pub struct SocketConnection {
    /// Whose.
    pub user: UserId,
    /// The session it came with.
    pub token: TokenHash,
    pace: SocketTimings,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    session: Session,
    rooms: Vec<Room>,
    /// Finished frames.
    ready: VecDeque<NextAction>,
    /// What the next frame of events will hold.
    batched: Vec<Arc<SerializedEvent>>,
    /// Bytes in both.
    backlog: usize,
    /// When the next frame of events may leave.
    window_opens: Instant,
    /// Since when a frame is being written.
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
    /// A line that nothing was said on yet.
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

    /// As whom it listens.
    #[must_use]
    pub fn session(&self) -> Session {
        self.state().session.clone()
    }

    /// Looks at as whom it listens.
    pub fn with_session<T>(&self, look: impl FnOnce(&Session) -> T) -> T {
        look(&self.state().session)
    }

    /// Its session, read anew. Whoever came into another company starts anew, too.
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

    /// Notes that it listens to this room; says whether that is new.
    pub fn join(&self, room: Room) -> bool {
        let mut state = self.state();
        let is_new = !state.rooms.contains(&room);
        if is_new {
            state.rooms.push(room);
        }
        is_new
    }

    /// What it listens to.
    #[must_use]
    pub fn rooms(&self) -> Vec<Room> {
        self.state().rooms.clone()
    }

    /// Sends an answer.
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

    /// Tells an event to those whose session `sees` it. Answers when the line is to be flushed, where
    /// it now has to be.
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

    /// Makes one frame of what is pooled, if its time has come; else answers when to look again.
    pub(crate) fn flush(&self, now: Instant, frames: &mut FrameCache) -> Option<Instant> {
        let mut state = self.state();
        if state.batched.is_empty() {
            return None;
        }
        if now < state.window_opens {
            return Some(state.window_opens);
        }
        if state.is_busy() {
            // What is being written may take long; what waits for it costs nothing meanwhile.
            return Some(now + self.pace.window / 5);
        }
        let pooled = std::mem::take(&mut state.batched);
        // Nothing else waits: it is not busy.
        state.backlog = 0;
        state.window_opens = now + self.pace.window;
        state.push(NextAction::Events(frames.of(pooled)));
        None
    }

    /// What its task does next. Asking says that what came before is done.
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
            // Counted from when it really leaves.
            state.window_opens = now + self.pace.window;
        }
        state.writing = Some(now);
        Poll::Ready(next)
    }

    /// Returns once the line has ended, while a frame is being written.
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

    /// Ends it.
    pub fn end(&self, end: CloseReason) {
        self.state().close(end);
    }

    /// Somebody is there.
    pub fn mark_alive(&self) {
        self.state().unanswered = 0;
    }

    /// Asks whether anybody is there, where it is time to, and cuts who is not or does not read.
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

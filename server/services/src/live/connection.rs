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

use crate::live::{frame_cache::Frames, frames::Event};

/// Why the server ends a socket; its number is the close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The server stops.
    ShutdownSignal,
    /// A frame larger than is taken.
    TooLarge,
    /// Not identified in time, or not any more.
    Unauthenticated,
    /// It could not keep up, or may have missed something: it starts anew.
    Behind,
    /// Nobody answers at the other end, to whom a reason could be told.
    Silent,
}

impl End {
    /// The close code (contract, section 5).
    #[must_use]
    pub const fn code(self) -> Option<u16> {
        match self {
            Self::ShutdownSignal => Some(1001),
            Self::TooLarge => Some(1009),
            Self::Unauthenticated => Some(4401),
            Self::Behind => Some(4408),
            Self::Silent => None,
        }
    }
}

/// What a socket's task does next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Send this answer.
    Answer(Utf8Bytes),
    /// Send these events.
    Events(Utf8Bytes),
    /// Ask whether anybody is there.
    Ping,
    /// Say why, and stop.
    End(End),
}

impl Next {
    fn bytes(&self) -> usize {
        match self {
            Self::Answer(frame) | Self::Events(frame) => frame.len(),
            Self::Ping | Self::End(_) => 0,
        }
    }
}

/// How long and how much.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
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

impl Default for Pace {
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
const MOST_UNANSWERED: u8 = 2;

/// An identified socket, as the hub knows it.
#[derive(Debug)]
pub struct Line {
    /// Whose.
    pub user: UserId,
    /// The session it came with.
    pub token: TokenHash,
    pace: Pace,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    session: Session,
    rooms: Vec<Room>,
    /// Finished frames.
    ready: VecDeque<Next>,
    /// What the next frame of events will hold.
    pooled: Vec<Arc<Event>>,
    /// Bytes in both.
    backlog: usize,
    /// When the next frame of events may leave.
    opens: Instant,
    /// Since when a frame is being written.
    writing: Option<Instant>,
    pinged: Instant,
    unanswered: u8,
    ended: Option<End>,
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

    fn push(&mut self, next: Next) {
        self.backlog += next.bytes();
        self.ready.push_back(next);
        self.wake();
    }

    fn end(&mut self, end: End) {
        if self.ended.is_none() {
            self.ended = Some(end);
            self.ready = VecDeque::new();
            self.pooled = Vec::new();
            self.backlog = 0;
            self.wake();
        }
    }
}

impl Line {
    /// A line that nothing was said on yet.
    #[must_use]
    pub fn new(session: Session, token: TokenHash, pace: Pace) -> Self {
        let now = Instant::now();
        let user = session.user;
        let state = State {
            session,
            rooms: Vec::new(),
            ready: VecDeque::new(),
            pooled: Vec::new(),
            backlog: 0,
            opens: now,
            writing: None,
            pinged: now,
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
    pub fn renew(&self, session: Option<Session>) {
        let mut state = self.state();
        match session {
            None => state.end(End::Unauthenticated),
            Some(session) => {
                let company =
                    |session: &Session| session.membership.map(|membership| membership.company);
                if company(&session) != company(&state.session) {
                    state.end(End::Behind);
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
            state.end(End::Behind);
        } else {
            state.push(Next::Answer(frame));
        }
    }

    /// Tells an event to those whose session `sees` it. Answers when the line is to be flushed, where
    /// it now has to be.
    pub fn tell(
        &self,
        event: &Arc<Event>,
        now: Instant,
        sees: impl FnOnce(&Session) -> bool,
    ) -> Option<Instant> {
        let mut state = self.state();
        if state.ended.is_some() || !sees(&state.session) {
            return None;
        }
        if state.backlog + event.bytes() > self.pace.backlog {
            state.end(End::Behind);
            return None;
        }
        if state.pooled.is_empty() && !state.is_busy() && now >= state.opens {
            state.opens = now + self.pace.window;
            state.push(Next::Events(event.frame()));
            return None;
        }
        state.pooled.push(event.clone());
        state.backlog += event.bytes();
        (state.pooled.len() == 1).then(|| state.opens.max(now))
    }

    /// Makes one frame of what is pooled, if its time has come; else answers when to look again.
    pub(crate) fn flush(&self, now: Instant, frames: &mut Frames) -> Option<Instant> {
        let mut state = self.state();
        if state.pooled.is_empty() {
            return None;
        }
        if now < state.opens {
            return Some(state.opens);
        }
        if state.is_busy() {
            // What is being written may take long; what waits for it costs nothing meanwhile.
            return Some(now + self.pace.window / 5);
        }
        let pooled = std::mem::take(&mut state.pooled);
        // Nothing else waits: it is not busy.
        state.backlog = 0;
        state.opens = now + self.pace.window;
        state.push(Next::Events(frames.of(pooled)));
        None
    }

    /// What its task does next. Asking says that what came before is done.
    pub async fn next(&self) -> Next {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&self, context: &mut Context<'_>) -> Poll<Next> {
        let mut state = self.state();
        state.writing = None;
        if let Some(end) = state.ended {
            return Poll::Ready(Next::End(end));
        }
        let Some(next) = state.ready.pop_front() else {
            if !state.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
                state.waker = Some(context.waker().clone());
            }
            return Poll::Pending;
        };
        let now = Instant::now();
        state.backlog = state.backlog.saturating_sub(next.bytes());
        if let Next::Events(_) = &next {
            // Counted from when it really leaves.
            state.opens = now + self.pace.window;
        }
        state.writing = Some(now);
        Poll::Ready(next)
    }

    /// Returns once the line has ended, while a frame is being written.
    pub async fn ended(&self) -> End {
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
    pub fn end(&self, end: End) {
        self.state().end(end);
    }

    /// Somebody is there.
    pub fn heard(&self) {
        self.state().unanswered = 0;
    }

    /// Asks whether anybody is there, where it is time to, and cuts who is not or does not read.
    pub fn look_after(&self, now: Instant) {
        let mut state = self.state();
        if state.writing.is_some_and(|since| now - since >= self.pace.writing) {
            state.end(End::Behind);
        } else if now - state.pinged >= self.pace.ping {
            if state.unanswered >= MOST_UNANSWERED {
                state.end(End::Silent);
            } else {
                state.unanswered += 1;
                state.pinged = now;
                state.push(Next::Ping);
            }
        }
    }
}

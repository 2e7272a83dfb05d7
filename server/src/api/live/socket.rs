//! A socket, from its opening to its end (contract, section 5).
//!
//! Its task is small, and what only the beginning needs is boxed: thousands of sockets are idle for hours.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use services::live::{
    connection::{CloseReason, NextAction, SocketConnection},
    frames::{self, ClientFrame},
    hub::Hub,
};
use store::token::TokenHash;
use tokio::time::timeout;

use crate::{
    api::live::subscriptions, app::App, http::callers::session_lookup::look_up_for_socket,
};

/// The most bytes of a frame from a browser.
pub const MOST_BYTES: usize = 64 * 1024;
/// How long the client may take to answer a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The period in which frames are counted.
const MINUTE: Duration = Duration::from_mins(1);

/// Serves a socket until either end closes it.
pub async fn serve(app: App, mut socket: WebSocket) {
    let authenticated =
        timeout(app.live.timings().identify, Box::pin(authenticate(&app, &mut socket))).await;
    let registered = match authenticated {
        Ok(Ok(registered)) => registered,
        Ok(Err(Some(end))) => return close(socket, end).await,
        Ok(Err(None)) => return,
        Err(_) => return close(socket, CloseReason::Unauthenticated).await,
    };
    let ended = run(&app, &mut socket, &registered.connection).await;
    if let Some(end) = ended {
        registered.connection.end(end);
        if end == CloseReason::TooSlow {
            app.live.hub().count_disconnect();
        }
        close(socket, end).await;
    }
}

/// A socket that the hub knows until it is dropped, which is after its close frame.
struct RegisteredSocket<'a> {
    app: &'a App,
    connection: Arc<SocketConnection>,
}

impl Drop for RegisteredSocket<'_> {
    fn drop(&mut self) {
        self.app.live.hub().remove(&self.connection);
    }
}

/// How many frames a client sends.
struct FrameRate {
    most: u32,
    minute: Instant,
    frames: u32,
}

impl FrameRate {
    fn new(most: u32) -> Self {
        Self { most, minute: Instant::now(), frames: 0 }
    }

    /// Counts a frame; returns whether it is one too many. Answers to pings do not count.
    fn exceeds(&mut self, message: &Message) -> bool {
        if matches!(message, Message::Pong(_)) {
            return false;
        }
        let now = Instant::now();
        if now - self.minute >= MINUTE {
            (self.minute, self.frames) = (now, 0);
        }
        self.frames = self.frames.saturating_add(1);
        self.frames > self.most
    }
}

/// Waits for the token and checks it. Other frames are ignored.
///
/// # Errors
/// Why it ends; `None` if the client disconnected.
async fn authenticate<'a>(
    app: &'a App,
    socket: &mut WebSocket,
) -> Result<RegisteredSocket<'a>, Option<CloseReason>> {
    let mut rate = FrameRate::new(app.live.timings().frames_per_minute);
    let token = loop {
        match socket.recv().await {
            Some(Ok(message)) if rate.exceeds(&message) => {
                return Err(Some(CloseReason::TooManyFrames));
            }
            Some(Ok(Message::Text(text))) => {
                if let ClientFrame::Identify(token) = ClientFrame::read(&text) {
                    break TokenHash::of(&token);
                }
            }
            Some(Ok(Message::Close(_))) | None => return Err(None),
            Some(Ok(_)) => {}
            Some(Err(_)) => return Err(Some(CloseReason::TooLarge)),
        }
    };
    let known = async || look_up_for_socket(app, token).await.map_err(|error| Some(failed(&error)));
    let session = known().await?.ok_or(Some(CloseReason::Unauthenticated))?;
    let connection = Arc::new(SocketConnection::new(session, token, app.live.timings()));
    app.live.hub().add(&connection, app.live.timings().per_user);
    let registered = RegisteredSocket { app, connection };
    // Once more, now that the hub has it: the session may have ended in between.
    registered.connection.set_session(known().await?);
    registered.connection.reply(frames::identified(registered.connection.user));
    Ok(registered)
}

/// A client whose session could not be looked up reconnects. An outage was logged when it began, not for each socket.
fn failed(error: &store::db::error::DbError) -> CloseReason {
    if !error.is_outage() {
        tracing::error!(%error, "a socket's session cannot be looked up");
    }
    CloseReason::TooSlow
}

/// What happened first.
enum SocketStep {
    Came(Option<Result<Message, axum::Error>>),
    Goes(NextAction),
}

/// Receives and sends until either side closes. Returns the reason if it is the server's.
async fn run(
    app: &App,
    socket: &mut WebSocket,
    connection: &Arc<SocketConnection>,
) -> Option<CloseReason> {
    let mut rate = FrameRate::new(app.live.timings().frames_per_minute);
    loop {
        let step = tokio::select! {
            biased;
            received = socket.recv() => SocketStep::Came(received),
            next = connection.next() => SocketStep::Goes(next),
        };
        let next = match step {
            SocketStep::Goes(next) => next,
            SocketStep::Came(Some(Ok(message))) => {
                connection.mark_alive();
                if rate.exceeds(&message) {
                    return Some(CloseReason::TooManyFrames);
                }
                match message {
                    Message::Text(text) => Box::pin(answer(app, connection, &text)).await,
                    Message::Binary(_) => connection.reply(frames::malformed()),
                    // The library answers these with the next read, which then reports the end.
                    Message::Close(_) | Message::Ping(_) | Message::Pong(_) => {}
                }
                continue;
            }
            SocketStep::Came(Some(Err(error))) => {
                return is_too_large(&error).then_some(CloseReason::TooLarge);
            }
            SocketStep::Came(None) => return None,
        };
        let message = match next {
            NextAction::Answer(text) | NextAction::Events(text) => {
                app.live.hub().note_frame(text.len());
                Message::Text(text)
            }
            NextAction::Ping => Message::Ping(bytes::Bytes::new()),
            NextAction::End(end) => return Some(end),
        };
        tokio::select! {
            biased;
            sent = socket.send(message) => if sent.is_err() { return None },
            end = connection.closed() => return Some(end),
        }
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    use std::error::Error as _;
    // The WebSocket library's message: its error type is not exported by axum.
    error.source().is_some_and(|source| source.to_string().contains("too long"))
        || error.to_string().contains("too long")
}

/// Answers a frame of an authenticated socket.
async fn answer(app: &App, connection: &Arc<SocketConnection>, text: &Utf8Bytes) {
    let rooms = match ClientFrame::read(text) {
        ClientFrame::Subscribe(rooms) => rooms,
        ClientFrame::Identify(_) | ClientFrame::Malformed => {
            return connection.reply(frames::malformed());
        }
    };
    let hub: &Hub = app.live.hub();
    let viewer = connection.with_session(subscriptions::viewer_of);
    match subscriptions::allowed(app, viewer.as_ref(), &rooms).await {
        Ok((allowed, refused)) => {
            // Queued here, sent when this task polls again.
            let above_limit = hub.subscribe(connection, &allowed);
            let above_limit = above_limit.iter().map(ToString::to_string);
            for room in refused.into_iter().chain(above_limit) {
                connection.reply(frames::forbidden(&room));
            }
        }
        Err(error) => {
            tracing::error!(%error, "rooms cannot be looked up");
            connection.end(CloseReason::TooSlow);
        }
    }
}

/// Sends the reason and drains the socket: closing with unread input would discard the reason.
async fn close(mut socket: WebSocket, end: CloseReason) {
    let Some(code) = end.code() else { return };
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
    let closing = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    // A client that does not answer in time is disconnected.
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
}

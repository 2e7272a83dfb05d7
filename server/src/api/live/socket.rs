//! One socket, from its opening to its end (contract, section 5).
//!
//! Its task is kept small, and what only the beginning needs is boxed: thousands of sockets say
//! nothing for hours.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use services::live::{
    connection::{CloseReason, NextAction, SocketConnection},
    frames::{self, ClientFrame},
    hub::Hub,
};
use store::token::TokenHash;
use tokio::time::timeout;

use crate::{api::live::subscriptions, app::App, http::session_lookup::look_up_for_socket};

/// The most bytes of a frame from a browser.
pub const MOST_BYTES: usize = 64 * 1024;
/// How long the other end may take to hear why a socket ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves a socket until either end closes it.
pub async fn serve(app: App, mut socket: WebSocket) {
    let greeted =
        timeout(app.live.timings().identify, Box::pin(authenticate(&app, &mut socket))).await;
    let seated = match greeted {
        Ok(Ok(seated)) => seated,
        Ok(Err(Some(end))) => return close(socket, end).await,
        Ok(Err(None)) => return,
        Err(_) => return close(socket, CloseReason::Unauthenticated).await,
    };
    let ended = run(&app, &mut socket, &seated.connection).await;
    if let Some(end) = ended {
        seated.connection.end(end);
        if end == CloseReason::TooSlow {
            app.live.hub().count_disconnect();
        }
        close(socket, end).await;
    }
}

/// A socket that the hub knows, until it is dropped: also while it hears why it ends.
struct RegisteredSocket<'a> {
    app: &'a App,
    connection: Arc<SocketConnection>,
}

impl Drop for RegisteredSocket<'_> {
    fn drop(&mut self) {
        self.app.live.hub().remove(&self.connection);
    }
}

/// Waits until the socket says whose it is, and makes sure. Everything else is passed over.
///
/// # Errors
/// Why it ends; nothing where the other end is gone.
async fn authenticate<'a>(
    app: &'a App,
    socket: &mut WebSocket,
) -> Result<RegisteredSocket<'a>, Option<CloseReason>> {
    let token = loop {
        match socket.recv().await {
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
    let line = Arc::new(SocketConnection::new(session, token, app.live.timings()));
    app.live.hub().add(&line);
    let seated = RegisteredSocket { app, connection: line };
    // Once more, now that the hub would tell: the session may have ended in between.
    seated.connection.set_session(known().await?);
    seated.connection.reply(frames::identified(seated.connection.user));
    Ok(seated)
}

/// Whose session could not be looked up comes again.
fn failed(error: &store::db::error::DbError) -> CloseReason {
    tracing::error!(%error, "a socket's session cannot be looked up");
    CloseReason::TooSlow
}

/// What came first.
enum SocketStep {
    Came(Option<Result<Message, axum::Error>>),
    Goes(NextAction),
}

/// Hears and says, until either end has had enough. Answers why, where it is for us to say.
async fn run(
    app: &App,
    socket: &mut WebSocket,
    line: &Arc<SocketConnection>,
) -> Option<CloseReason> {
    loop {
        let step = tokio::select! {
            biased;
            came = socket.recv() => SocketStep::Came(came),
            next = line.next() => SocketStep::Goes(next),
        };
        let next = match step {
            SocketStep::Goes(next) => next,
            SocketStep::Came(Some(Ok(message))) => {
                line.mark_alive();
                match message {
                    Message::Text(text) => Box::pin(answer(app, line, &text)).await,
                    Message::Binary(_) => line.reply(frames::malformed()),
                    // Its answer leaves with the next read, which then says that it is over.
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
            end = line.closed() => return Some(end),
        }
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    use std::error::Error as _;
    // The words of the WebSocket library: its own type is not for us to name.
    error.source().is_some_and(|source| source.to_string().contains("too long"))
        || error.to_string().contains("too long")
}

/// Answers a frame of somebody identified.
async fn answer(app: &App, line: &Arc<SocketConnection>, text: &Utf8Bytes) {
    let asked = match ClientFrame::read(text) {
        ClientFrame::Subscribe(rooms) => rooms,
        ClientFrame::Identify(_) | ClientFrame::Malformed => {
            return line.reply(frames::malformed());
        }
    };
    let hub: &Hub = app.live.hub();
    let company = line.session().membership.map(|membership| membership.company);
    match subscriptions::allowed(app, company, &asked).await {
        Ok((allowed, refused)) => {
            // Said first, so that no event comes before it; it leaves once this task is back at it.
            line.reply(frames::subscribed(&allowed));
            hub.join(line, &allowed);
            for room in refused {
                line.reply(frames::forbidden(&room));
            }
        }
        Err(error) => {
            tracing::error!(%error, "rooms cannot be looked up");
            line.end(CloseReason::TooSlow);
        }
    }
}

/// Says why, and hears the other end out: what it sent and nobody read would take the reason with it.
async fn close(mut socket: WebSocket, end: CloseReason) {
    let Some(code) = end.code() else { return };
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
    let last_words = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    // Who does not listen even now is left alone.
    let _ = timeout(CLOSE_TIMEOUT, last_words).await;
}

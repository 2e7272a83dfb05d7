//! `/api/socket`, and subscriptions of open sockets (contract, section 5).

use std::sync::Arc;

use axum::{
    Extension,
    extract::{WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::StatusCode,
};
use domain::chat::rooms::Subscribe;
use services::core::connection_activity::ConnectionActivity;
use store::db::event::{Event, Room};

use crate::{
    api::live::socket,
    http::{
        openapi::{
            operation::Operation,
            responses::{ResponseKind, TypedResponse},
        },
        prelude::*,
    },
};

/// The read buffer of every socket in bytes.
const SMALL: usize = 1_024;
/// The most rooms in one event; more are split into several.
const AT_ONCE: usize = 100;

pub fn routes() -> Routes {
    Routes::default().get("/api/socket", open).post("/api/chat/subscribe", subscribe)
}

/// The upgrade to a socket.
enum Socket {}

impl ResponseKind for Socket {
    fn answers(operation: &mut Operation<'_>) {
        operation.answers_nothing(StatusCode::SWITCHING_PROTOCOLS);
    }
}

/// Anyone may open one: the first frame has the token, so that no URL contains it and another site cannot
/// open a socket in a user's name.
async fn open(
    _: Visitor,
    State(app): State<App>,
    connection: Option<Extension<Arc<ConnectionActivity>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<TypedResponse<Socket>> {
    let upgrade = upgrade.map_err(|why| ApiError::Malformed(why.body_text()))?;
    let sized = upgrade
        .max_message_size(socket::MOST_BYTES)
        .max_frame_size(socket::MOST_BYTES)
        .read_buffer_size(SMALL)
        // A frame is sent immediately.
        .write_buffer_size(0);
    // Until the socket closes its connection is in use.
    let in_use = connection.and_then(|Extension(connection)| connection.begin());
    Ok(TypedResponse::of(sized.on_upgrade(async move |socket| {
        socket::serve(app, socket).await;
        drop(in_use);
    })))
}

/// Subscribes as a frame of a socket does, for the caller's open sockets, in every process.
async fn subscribe(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<Subscribe>,
) -> ApiResult<impl ApiResponse> {
    let (user, viewer) = (caller.user(), caller.viewer());
    let names = form.rooms.unwrap_or_default();
    let (allowed, _) = super::subscriptions::allowed(&app, Some(&viewer), &names).await?;
    let mut tx = app.db.write().await?;
    for rooms in allowed.chunks(AT_ONCE) {
        tx.publish(Event::Joined { user, rooms: rooms.to_vec() });
    }
    tx.commit().await?;
    // Sockets of this process join without waiting for the event.
    app.live.hub().join_all(user, &allowed);
    let names: Vec<String> = allowed.iter().map(Room::to_string).collect();
    Ok(named!("rooms": names))
}

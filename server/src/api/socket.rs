//! `/api/socket`, and which chats its sockets hear of (contract, section 5).

use axum::{
    extract::{State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    response::{IntoResponse, Response},
};

use super::{
    Routes,
    caller::Visitor,
    error::{ApiError, ApiResult},
};
use crate::{app::App, live::socket};

pub fn routes() -> Routes {
    Routes::default().get("/api/socket", open)
}

/// Anybody may open one: whose it is comes in its first frame, so that no token stands in an address
/// and no page elsewhere can open one in somebody's name.
async fn open(
    _: Visitor,
    State(app): State<App>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    let upgrade = upgrade.map_err(|why| ApiError::Malformed(why.body_text()))?;
    let sized = upgrade
        .max_message_size(socket::MOST_BYTES)
        .max_frame_size(socket::MOST_BYTES)
        // A browser says little: what it does say is read in pieces of this.
        .read_buffer_size(SMALL)
        // A frame goes out as soon as it is there; more than the backlog never waits here.
        .write_buffer_size(0);
    Ok(sized.on_upgrade(move |socket| socket::serve(app, socket)).into_response())
}

/// Bytes that every socket keeps for what its browser says.
const SMALL: usize = 1_024;

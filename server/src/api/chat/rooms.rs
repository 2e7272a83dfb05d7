//! `/api/chat/rooms`: the rooms of a user.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use domain::{
    chat::{
        all_rooms::{AllRooms, OneRoom, RoomSummary, RoomWithMembers},
        kinds::{ListedKinds, OpenJobRoom, RoomKind},
        rooms::ChatRoom,
    },
    types::ids::ChatRoomId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use services::files::Files;
use store::{
    chat::{
        opening,
        rooms::{self, RoomRow},
    },
    jobs::changes,
};

use crate::{api::chat::chat::shown, http::prelude::*};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/chat/rooms", list)
        .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
        .get("/api/chat/room/{id}", one)
        .post("/api/chat/rooms/job", open_for_job)
        .also_fails_with(StatusCode::CONFLICT)
}

/// Which rooms to list.
#[derive(Deserialize, JsonSchema)]
struct RoomsQuery {
    /// `all`; without it those of connections.
    kinds: Option<String>,
}

/// The rooms of connections, or those of every kind.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ListedRooms {
    Connections { rooms: Vec<ChatRoom> },
    All(AllRooms),
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    query: Result<Query<RoomsQuery>, QueryRejection>,
) -> ApiResult<impl ApiResponse> {
    let Query(query) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let kinds = ListedKinds::of(query.kinds.as_deref())?;
    let (now, files) = (app.clock.now(), &app.files);
    let mut tx = app.db.read().await?;
    let found = rooms::list(&mut tx, &caller.viewer(), kinds, now).await?;
    drop(tx);
    let rooms = found.rooms.into_iter();
    Ok(Reply(match kinds {
        ListedKinds::Connections => ListedRooms::Connections {
            rooms: rooms.filter_map(|room| of_connection(files, room, now).ok()).collect(),
        },
        ListedKinds::All => ListedRooms::All(AllRooms {
            rooms: rooms.map(|room| summary(files, room, now).room).collect(),
            people: found.people,
        }),
    }))
}

async fn one(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(room): PathId<ChatRoomId>,
) -> ApiResult<impl ApiResponse> {
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let room = rooms::find(&mut tx, &caller.viewer(), room, now).await?;
    Ok(named!("room": one_room(&app.files, room, now)))
}

/// Opens the room of an accepted job for both companies. Calling it again answers the same room.
async fn open_for_job(
    caller: Caller<gate::ChatSend>,
    State(app): State<App>,
    sent: UncheckedForm<OpenJobRoom>,
) -> ApiResult<impl ApiResponse> {
    let (now, viewer) = (app.clock.now(), caller.viewer());
    let mut tx = app.db.write().await?;
    // Locked: two who open it at once make one, and nobody loses the job meanwhile.
    let job = changes::find_seen(&mut tx, &viewer, sent.row_id(|form| form.job_id.0)?).await?;
    sent.checked()?;
    let state = job.assignment_state();
    state.check_room().map_err(ApiError::Conflict)?;
    let subcontractor = job.assigned_company_id.ok_or(ApiError::NotFound)?;
    let room = opening::open_for_job(&mut tx, job.id, job.company_id, subcontractor, now).await?;
    let room = rooms::find(&mut tx, &viewer, room, now).await?;
    tx.commit().await?;
    Ok(named!("room": one_room(&app.files, room, now)))
}

fn one_room(files: &Files, room: RoomRow, now: DateTime<Utc>) -> OneRoom {
    match of_connection(files, room, now) {
        Ok(room) => OneRoom::Connection(room),
        Err(room) => OneRoom::Other(summary(files, *room, now)),
    }
}

/// A connection's room; another one is handed back.
fn of_connection(
    files: &Files,
    room: RoomRow,
    now: DateTime<Utc>,
) -> Result<ChatRoom, Box<RoomRow>> {
    match room {
        RoomRow { kind: RoomKind::Connection, company: Some(company), .. } => Ok(ChatRoom {
            room_id: room.id,
            kind: room.kind,
            company,
            userlist: room.people,
            last_message: room.last_message.map(|row| shown(files, row, now)),
            unread: room.unread,
            is_open: room.is_open,
            seen: room.seen,
        }),
        other => Err(Box::new(other)),
    }
}

fn summary(files: &Files, room: RoomRow, now: DateTime<Utc>) -> RoomWithMembers {
    RoomWithMembers {
        room: RoomSummary {
            room_id: room.id,
            kind: room.kind,
            company: room.company,
            job: room.job,
            user_ids: room.people.iter().map(|person| person.id).collect(),
            last_message: room.last_message.map(|row| shown(files, row, now)),
            unread: room.unread,
            is_open: room.is_open,
            seen: room.seen,
        },
        userlist: room.people,
    }
}

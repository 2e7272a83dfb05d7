//! The rooms of every kind: of a connection, of a company, and of a job (contract-2, section 5).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    chat::{
        kinds::{RoomJob, RoomKind},
        rooms::{ChatMessage, ChatRoom, RoomCompany, RoomPerson, SeenUpTo},
    },
    types::ids::{ChatRoomId, UserId},
};

/// What every kind of room has, as one of its members sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct RoomSummary {
    /// The room.
    pub room_id: ChatRoomId,
    /// What it is for.
    pub kind: RoomKind,
    /// The other company; none in the room of one's own.
    pub company: Option<RoomCompany>,
    /// The job of a job's room.
    pub job: Option<RoomJob>,
    /// Its members, including the viewer.
    pub user_ids: Vec<UserId>,
    /// The newest message.
    pub last_message: Option<ChatMessage>,
    /// Messages of others after the last one the viewer has read.
    #[ts(type = "number")]
    pub unread: i64,
    /// Messages may be sent.
    pub is_open: bool,
    /// How far each other member has read; those who read nothing are left out.
    pub seen: Vec<SeenUpTo>,
}

/// The rooms of every kind, and each of their members once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct AllRooms {
    /// Open ones first, then by newest message.
    pub rooms: Vec<RoomSummary>,
    /// The members of these rooms.
    pub people: Vec<Arc<RoomPerson>>,
}

/// A room with its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct RoomWithMembers {
    /// The room.
    #[serde(flatten)]
    #[ts(flatten)]
    pub room: RoomSummary,
    /// Its members.
    pub userlist: Vec<Arc<RoomPerson>>,
}

/// One room: a connection's as in the list of those, another one with its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[ts(export, export_to = "index.ts")]
pub enum OneRoom {
    /// A connection's.
    Connection(ChatRoom),
    /// A company's or a job's.
    Other(RoomWithMembers),
}

//! Chats: their rooms and messages. Two connected companies have one, and a job's two companies another
//! ([`RoomKind`]).

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate;

use crate::{
    chat::kinds::RoomKind,
    forms::{
        error::{Code, ValidationError},
        form::{self, Form, OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    jobs::job::PersonName,
    permissions::permission::{CompanyType, UserType},
    types::{
        ids::{ChatMessageId, ChatRoomId, CompanyId, UserId},
        language::Language,
        limits::LIMITS,
    },
};

/// The chat of two connected companies, as one of their users sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ChatRoom {
    /// The room.
    pub room_id: ChatRoomId,
    /// A connection's.
    pub kind: RoomKind,
    /// The other company.
    pub company: RoomCompany,
    /// All users of both companies, including the viewer.
    // Rooms of one list share them.
    pub userlist: Vec<Arc<RoomPerson>>,
    /// The newest message.
    pub last_message: Option<ChatMessage>,
    /// Messages of others after the last one the viewer has read.
    #[ts(type = "number")]
    pub unread: i64,
    /// Messages may be sent: the companies are connected.
    pub is_open: bool,
    /// How far each other user has read; users who read nothing are left out.
    pub seen: Vec<SeenUpTo>,
}

/// What a room shows of the other company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct RoomCompany {
    pub id: CompanyId,
    pub name: String,
    pub logo_url: Option<String>,
    pub company_type: CompanyType,
}

/// A user in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct RoomPerson {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub company_id: CompanyId,
    pub user_type: UserType,
    pub position: String,
}

/// How far a user has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SeenUpTo {
    /// The user.
    pub user_id: UserId,
    /// The newest message they have seen.
    pub message_id: ChatMessageId,
    /// When they saw it.
    pub date_seen: DateTime<Utc>,
}

/// A message of a room: a text or a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ChatMessage {
    /// The message.
    pub id: ChatMessageId,
    /// The room.
    pub room_id: ChatRoomId,
    /// Its position in the room: 1, 2, 3 and so on, without gaps, in the order in which messages were stored.
    /// Messages are sorted and paged by it; their dates may be equal, or come from clocks that differ.
    #[ts(type = "number")]
    pub seq: i64,
    /// The author.
    pub user_id: UserId,
    /// The author's company when they wrote it.
    pub company_id: CompanyId,
    /// The text; empty for a picture.
    pub contents: String,
    /// The address of the picture; a link that is valid for an hour or two.
    pub attachment: Option<String>,
    /// The address of its thumbnail.
    pub thumb: Option<String>,
    /// Width of the picture in pixels, upright.
    #[ts(type = "number | null")]
    pub width: Option<u32>,
    /// Height of the picture in pixels, upright.
    #[ts(type = "number | null")]
    pub height: Option<u32>,
    /// The users it mentions.
    pub tags: Vec<TaggedPerson>,
    /// The temporary id that the author's browser gave it.
    pub temp_id: Option<String>,
    /// A stored message is always sent.
    pub status: StoredStatus,
    /// When it was stored.
    pub date_inserted: DateTime<Utc>,
    /// The language in which it is written; that of its author where the words do not show it.
    pub language: Language,
    /// The author's name, also after they leave their company.
    pub author: PersonName,
}

/// The status of a stored message; the browser has others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum StoredStatus {
    /// It is stored.
    Sent,
}

/// A user that a message mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct TaggedPerson {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
}

form! {
    /// A text message.
    SendMessage {
        #[ts(as = "UserId")]
        #[validate(required)]
        user_id: OptionalId<UserId> = "userId",
        #[ts(as = "ChatRoomId")]
        #[validate(required)]
        room_id: OptionalId<ChatRoomId> = "roomId",
        #[validate(custom(function = rules::required, message = "MessageEmpty"), custom(function = rules::at_most::<{ LIMITS.chat_message }>))]
        contents: String = "contents",
        #[validate(nested)]
        #[ts(flatten)]
        extras: SendPicture,
    }
}

form! {
    /// The fields that come with a picture: users of the room whom it mentions, and its temporary id; the
    /// same one sent again is the same message.
    SendPicture {
        #[ts(optional, as = "Option<Vec<UserId>>")]
        #[validate(custom(function = check_tags))]
        tags: Vec<OptionalId<UserId>> = "tags",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::at_most::<{ LIMITS.temp_id }>))]
        temp_id: String = "tempId",
    }
}

fn check_tags(tags: &[OptionalId<UserId>]) -> Verdict {
    if tags.iter().all(|tag| tag.0.is_some()) {
        return Ok(());
    }
    Err(rules::refused(Code::Choice, Text::TagStranger))
}

form! {
    /// Marks everything up to a message as read.
    ReadUpTo {
        #[ts(as = "ChatMessageId")]
        #[validate(required)]
        message_id: OptionalId<ChatMessageId> = "messageId",
    }
}

/// Names of rooms, as in a socket's own frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Validate)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subscribe {
    /// The rooms.
    #[validate(required)]
    pub rooms: Option<Vec<String>>,
}

impl Form for Subscribe {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        form::refusals(self.validate(), "rooms ")
    }
}

impl SendMessage {
    /// Refuses a message in another user's name.
    pub fn check_author(&self, caller: UserId) -> Result<(), ValidationError> {
        if self.user_id.0 == Some(caller) {
            Ok(())
        } else {
            Err(ValidationError::new("userId", Code::Choice, Text::NotYourself))
        }
    }
}

impl SendPicture {
    /// Each tagged user, once, in the order of the form.
    #[must_use]
    pub fn tagged(&self) -> Vec<UserId> {
        let mut tagged = Vec::new();
        for tag in self.tags.iter().filter_map(|tag| tag.0) {
            if !tagged.contains(&tag) {
                tagged.push(tag);
            }
        }
        tagged
    }

    /// The temporary id, where there is one.
    #[must_use]
    pub fn given_temp_id(&self) -> Option<&str> {
        Some(self.temp_id.as_str()).filter(|id| !id.is_empty())
    }

    /// Refuses tags of users who are not in the room.
    pub fn check_tags(&self, people: &[UserId]) -> Result<(), ValidationError> {
        if self.tags.iter().all(|tag| tag.0.is_some_and(|tag| people.contains(&tag))) {
            Ok(())
        } else {
            Err(ValidationError::new("tags", Code::Choice, Text::TagStranger))
        }
    }
}

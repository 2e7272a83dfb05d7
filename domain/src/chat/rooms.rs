//! Chats between two companies: their rooms, and what is written in them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
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

/// The chat of two connected companies, as one of their people sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ChatRoom {
    /// Which.
    pub room_id: ChatRoomId,
    /// The other company.
    pub company: RoomCompany,
    /// Everybody of both companies, the viewer too.
    pub userlist: Vec<RoomPerson>,
    /// The newest message.
    pub last_message: Option<ChatMessage>,
    /// Messages of others after the point up to which the viewer has read.
    #[ts(type = "number")]
    pub unread: i64,
    /// Messages may be sent: the companies are connected.
    pub is_open: bool,
    /// How far each other person has read; who read nothing is left out.
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

/// Somebody in a room.
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

/// How far somebody has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SeenUpTo {
    /// Who.
    pub user_id: UserId,
    /// The newest message they have seen.
    pub message_id: ChatMessageId,
    /// When they saw it.
    pub date_seen: DateTime<Utc>,
}

/// A message of a room: words, or a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ChatMessage {
    /// Which.
    pub id: ChatMessageId,
    /// In which room.
    pub room_id: ChatRoomId,
    /// Its place in the room: 1, 2, 3 and so on, without gaps, in the order in which messages were
    /// stored. Messages are sorted and paged by it; their dates may be equal, or of clocks that differ.
    #[ts(type = "number")]
    pub seq: i64,
    /// The author.
    pub user_id: UserId,
    /// The author's company when they wrote it.
    pub company_id: CompanyId,
    /// The words; empty for a picture.
    pub contents: String,
    /// Where the picture is; a link that lives for an hour or two.
    pub attachment: Option<String>,
    /// Where its small copy is.
    pub thumb: Option<String>,
    /// Pixels of the picture, upright.
    #[ts(type = "number | null")]
    pub width: Option<u32>,
    /// Pixels of the picture, upright.
    #[ts(type = "number | null")]
    pub height: Option<u32>,
    /// Who is meant in particular.
    pub tags: Vec<TaggedPerson>,
    /// What its author called it before it had an id.
    pub temp_id: Option<String>,
    /// What is stored was sent.
    pub status: StoredStatus,
    /// When.
    pub date_inserted: DateTime<Utc>,
    /// What its author reads and, as a rule, writes.
    pub language: Language,
    /// The author's name, also after they left their company.
    pub author: PersonName,
}

/// The status of a message that is stored; a browser knows others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum StoredStatus {
    /// It is there.
    Sent,
}

/// Somebody whom a message names.
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
    /// A message in words.
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
    /// What comes with a picture: people of the room who are meant, and its temporary id; the same one
    /// sent again is the same message.
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
    /// Says that everything up to a message was read.
    ReadUpTo {
        #[ts(as = "ChatMessageId")]
        #[validate(required)]
        message_id: OptionalId<ChatMessageId> = "messageId",
    }
}

impl SendMessage {
    /// Refuses a message in somebody else's name.
    pub fn check_author(&self, caller: UserId) -> Result<(), ValidationError> {
        if self.user_id.0 == Some(caller) {
            Ok(())
        } else {
            Err(ValidationError::new("userId", Code::Choice, Text::NotYourself))
        }
    }
}

impl SendPicture {
    /// Each person tagged, once, in the order of the form.
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

    /// Refuses tags of people who are not in the room.
    pub fn check_tags(&self, people: &[UserId]) -> Result<(), ValidationError> {
        if self.tags.iter().all(|tag| tag.0.is_some_and(|tag| people.contains(&tag))) {
            Ok(())
        } else {
            Err(ValidationError::new("tags", Code::Choice, Text::TagStranger))
        }
    }
}

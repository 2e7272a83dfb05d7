//! Messages in chats.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    chat::rooms::{ChatMessage, StoredStatus, TaggedPerson},
    jobs::job::PersonName,
    translations::written_language::written_language,
    types::{
        ids::{ChatMessageId, ChatRoomId, CompanyId, UserId},
        language::Language,
        limits::LIMITS,
    },
};

use crate::{
    chat::{
        members::people_of_room,
        pictures::{NewPicture, Picture},
        room_state::RoomState,
    },
    db::{bind::ToArg as _, prelude::*, statement::ROWS_AT_ONCE},
};

/// A message as it is stored.
#[derive(Clone, Debug)]
pub struct MessageRow {
    /// Its id.
    pub id: ChatMessageId,
    /// The room.
    pub room_id: ChatRoomId,
    /// Its number in the room.
    pub seq: i64,
    /// The author.
    pub author_id: UserId,
    /// The author's company at the time.
    pub company_id: CompanyId,
    /// The text.
    pub contents: String,
    /// The picture.
    pub picture: Option<Picture>,
    /// The temporary id that the author's app gave it.
    pub temp_id: Option<String>,
    /// The language in which it is written; its author's where the words do not show it.
    pub language: Language,
    /// When.
    pub date_inserted: DateTime<Utc>,
    /// The author's name.
    pub author: PersonName,
    /// The tagged people.
    pub tags: Vec<TaggedPerson>,
}

impl FromRow for MessageRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let contents: String = row.get("contents")?;
        let authors: Language = row.get("language")?;
        Ok(Self {
            id: row.get("id")?,
            room_id: row.get("room_id")?,
            seq: row.get("seq")?,
            author_id: row.get("person_id")?,
            company_id: row.get("company_id")?,
            picture: Picture::from_row(row)?,
            temp_id: row.get("temp_id")?,
            language: written_language(&contents).unwrap_or(authors),
            contents,
            date_inserted: row.get("date_inserted")?,
            author: PersonName {
                first_name: row.get("first_name")?,
                last_name: row.get("last_name")?,
            },
            tags: Vec::new(),
        })
    }
}

impl MessageRow {
    /// The message as everyone in the room sees it; `link` returns the address of a file's key.
    #[must_use]
    pub fn with_links(self, link: impl Fn(&str) -> String) -> ChatMessage {
        let picture = self.picture.as_ref();
        let pixels = |pixels: i64| u32::try_from(pixels).unwrap_or_default();
        ChatMessage {
            id: self.id,
            room_id: self.room_id,
            seq: self.seq,
            user_id: self.author_id,
            company_id: self.company_id,
            attachment: picture.map(|picture| link(&picture.key)),
            thumb: picture.map(|picture| link(&picture.thumbnail)),
            width: picture.map(|picture| pixels(picture.width)),
            height: picture.map(|picture| pixels(picture.height)),
            contents: self.contents,
            tags: self.tags,
            temp_id: self.temp_id,
            status: StoredStatus::Sent,
            date_inserted: self.date_inserted,
            language: self.language,
            author: self.author,
        }
    }
}

macro_rules! messages {
    ($tail:literal) => {
        sql!(concat!(
            "SELECT chat_message.id, chat_message.room_id, chat_message.seq,
                 chat_message.person_id, chat_message.company_id, chat_message.contents,
                 chat_message.picture, chat_message.thumbnail, chat_message.width,
                 chat_message.height, chat_message.temp_id, chat_message.language,
                 chat_message.date_inserted, person.first_name, person.last_name
             FROM chat_message JOIN person ON person.id = chat_message.person_id ",
            $tail
        ))
    };
}

/// A message by id; access is checked on its room.
pub async fn find(tx: &mut Tx, message: ChatMessageId) -> DbResult<MessageRow> {
    let mut found: [MessageRow; 1] =
        [messages!("WHERE chat_message.id = $1").bind(message).one(tx).await?];
    add_tags(tx, &mut found).await?;
    let [found] = found;
    Ok(found)
}

/// Which of a room's messages to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The newest.
    Newest,
    /// The messages before this number.
    Before(i64),
    /// The messages after this number.
    After(i64),
}

/// A page of a room's messages, oldest first: two statements.
pub async fn page(tx: &mut Tx, room: ChatRoomId, page: Page) -> DbResult<Vec<MessageRow>> {
    let most = i64::from(LIMITS.chat_page);
    let backwards = |before: i64| {
        messages!(
            "WHERE chat_message.room_id = $1 AND chat_message.seq < $2
             ORDER BY chat_message.seq DESC LIMIT $3"
        )
        .bind(room)
        .bind(before)
        .bind(most)
    };
    let mut rows: Vec<MessageRow> = match page {
        Page::Newest => backwards(i64::MAX).all(tx).await?,
        Page::Before(seq) => backwards(seq).all(tx).await?,
        Page::After(seq) => {
            messages!(
                "WHERE chat_message.room_id = $1 AND chat_message.seq > $2
                 ORDER BY chat_message.seq LIMIT $3"
            )
            .bind(room)
            .bind(seq)
            .bind(most)
            .all(tx)
            .await?
        }
    };
    if !matches!(page, Page::After(_)) {
        rows.reverse();
    }
    add_tags(tx, &mut rows).await?;
    Ok(rows)
}

/// The newest message of each room that has one: two statements, whatever the number of rooms.
pub(crate) async fn newest_of(
    tx: &mut Tx,
    rooms: &[ChatRoomId],
) -> DbResult<HashMap<ChatRoomId, MessageRow>> {
    let mut rows: Vec<MessageRow> = messages!(
        "JOIN chat_room ON chat_room.id = chat_message.room_id
             AND chat_room.last_seq = chat_message.seq
         WHERE chat_room.id IN ({rooms})"
    )
    .bind_list("rooms", rooms.iter().copied())
    .all(tx)
    .await?;
    add_tags(tx, &mut rows).await?;
    Ok(rows.into_iter().map(|row| (row.room_id, row)).collect())
}

struct TagRow {
    message_id: ChatMessageId,
    person: TaggedPerson,
}

impl FromRow for TagRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let person = TaggedPerson {
            id: row.get("id")?,
            first_name: row.get("first_name")?,
            last_name: row.get("last_name")?,
        };
        Ok(Self { message_id: row.get("message_id")?, person })
    }
}

async fn add_tags(tx: &mut Tx, messages: &mut [MessageRow]) -> DbResult<()> {
    let tags: Vec<TagRow> = sql!(
        "SELECT chat_tag.message_id, person.id, person.first_name, person.last_name
         FROM chat_tag JOIN person ON person.id = chat_tag.person_id
         WHERE chat_tag.message_id IN ({messages})
         ORDER BY chat_tag.message_id, chat_tag.place"
    )
    .bind_list("messages", messages.iter().map(|message| message.id))
    .all(tx)
    .await?;
    let mut tags = grouped(tags.into_iter().map(|tag| (tag.message_id, tag.person)));
    for message in messages {
        message.tags = tags.remove(&message.id).unwrap_or_default();
    }
    Ok(())
}

/// The number of a message, if it is in this room.
pub async fn place(tx: &mut Tx, room: ChatRoomId, message: ChatMessageId) -> DbResult<Option<i64>> {
    sql!("SELECT seq AS value FROM chat_message WHERE room_id = $1 AND id = $2")
        .bind(room)
        .bind(message)
        .optional_value(tx)
        .await
}

/// The message that a user already sent to a room under a temporary id.
pub async fn find_by_temp_id(
    tx: &mut Tx,
    room: ChatRoomId,
    author: UserId,
    temp_id: &str,
) -> DbResult<Option<ChatMessageId>> {
    sql!(
        "SELECT id AS value FROM chat_message
         WHERE room_id = $1 AND person_id = $2 AND temp_id = $3"
    )
    .bind(room)
    .bind(author)
    .bind(temp_id)
    .optional_value(tx)
    .await
}

/// A message to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewMessage<'a> {
    /// Its id.
    pub id: ChatMessageId,
    /// The author.
    pub author: UserId,
    /// The author's company.
    pub company: CompanyId,
    /// The text; empty for a picture.
    pub contents: &'a str,
    /// The picture; its files are stored and queued for deletion.
    pub picture: Option<&'a NewPicture>,
    /// The temporary id that the author's app gives it.
    pub temp_id: Option<&'a str>,
    /// The tagged people of the room, each once.
    pub tags: &'a [UserId],
    /// The author's language.
    pub language: Language,
    /// When.
    pub now: DateTime<Utc>,
}

/// Stores a message in a locked room.
pub async fn insert(tx: &mut Tx, room: &RoomState, new: &NewMessage<'_>) -> DbResult<()> {
    tx.publish(Event::ChatMessage { message: new.id, room: room.id, job: room.job_id });
    let seq: i64 = sql!(
        "UPDATE chat_room SET last_seq = last_seq + 1 WHERE id = $1 RETURNING last_seq AS value"
    )
    .bind(room.id)
    .value(tx)
    .await?;
    sql!(
        "INSERT INTO chat_message (id, room_id, seq, person_id, company_id, contents, picture,
             thumbnail, width, height, temp_id, language, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    )
    .bind(new.id)
    .bind(room.id)
    .bind(seq)
    .bind(new.author)
    .bind(new.company)
    .bind(new.contents)
    .bind(new.picture.map(|picture| picture.key.as_str()))
    .bind(new.picture.map(|picture| picture.thumbnail.as_str()))
    .bind(new.picture.map(|picture| i64::from(picture.width)))
    .bind(new.picture.map(|picture| i64::from(picture.height)))
    .bind(new.temp_id)
    .bind(new.language)
    .bind(new.now)
    .run_one(tx)
    .await?;
    let tags: Vec<_> =
        (0_i64..).zip(new.tags).map(|(place, tagged)| [tagged.to_arg(), place.to_arg()]).collect();
    for tags in tags.chunks(ROWS_AT_ONCE) {
        sql!("INSERT INTO chat_tag (message_id, person_id, place) VALUES {rows: ($1, ?, ?)}")
            .bind(new.id)
            .bind_rows(tags.iter().cloned())
            .run(tx)
            .await?;
    }
    match new.picture {
        Some(picture) => picture.spare(tx).await,
        None => Ok(()),
    }
}

/// Notes a new message of an open room for other software, as everyone in the room sees it.
pub fn note_for_software(tx: &mut Tx, room: &RoomState, message: &ChatMessage) {
    tx.set_time(message.date_inserted);
    let companies = [Some(room.first_side_id), room.second_side_id].into_iter().flatten();
    let changed = Changed::Message {
        message: message.id,
        room: room.id,
        companies: companies.collect(),
        data: serde_json::to_value(message).unwrap_or_default(),
    };
    tx.note_change(ChangeType::ChatMessage, changed);
}

/// An unread message, as a mail shows it.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The text; blank for a picture.
    pub contents: String,
    /// The author's name.
    pub author: PersonName,
    /// The author's company.
    pub company: String,
}

impl FromRow for Unread {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            contents: row.get("contents")?,
            author: PersonName {
                first_name: row.get("first_name")?,
                last_name: row.get("last_name")?,
            },
            company: row.get("company_name")?,
        })
    }
}

/// The newest unread messages of others in a room, oldest first; none if the reader is no longer in it.
pub async fn unread(
    tx: &mut Tx,
    room: ChatRoomId,
    reader: UserId,
    most: i64,
) -> DbResult<Vec<Unread>> {
    let mut newest: Vec<Unread> = sql!(concat!(
        "SELECT chat_message.contents, author.first_name, author.last_name,
                company.name AS company_name
         FROM chat_message
         JOIN person AS author ON author.id = chat_message.person_id
         JOIN company ON company.id = chat_message.company_id
         LEFT JOIN chat_read AS mark ON mark.room_id = chat_message.room_id
             AND mark.person_id = $2
         WHERE chat_message.room_id = $1 AND chat_message.person_id <> $2
             AND chat_message.seq > COALESCE(mark.seq, 0)
             AND EXISTS (SELECT 1 FROM chat_room JOIN person ON person.id = $2
                         WHERE chat_room.id = $1 AND ",
        people_of_room!(),
        ") ORDER BY chat_message.seq DESC LIMIT $3"
    ))
    .bind(room)
    .bind(reader)
    .bind(most)
    .all(tx)
    .await?;
    newest.reverse();
    Ok(newest)
}

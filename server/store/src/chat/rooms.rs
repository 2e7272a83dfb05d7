//! Chats: the rooms of connected companies, and the people in them.

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, Utc};
use domain::{
    chat::rooms::{RoomCompany, RoomPerson, SeenUpTo},
    types::ids::{ChatMessageId, ChatRoomId, CompanyId, ConnectionId, UserId},
};

use crate::{
    chat::{
        messages::{self, MessageRow},
        room_state::RoomState,
    },
    db::prelude::*,
    scope::Scope,
};

/// Two companies in the order in which a room stores them.
fn pair(one: CompanyId, other: CompanyId) -> (CompanyId, CompanyId) {
    if one < other { (one, other) } else { (other, one) }
}

/// Opens a room for two newly connected companies; reopens their former one, if any.
pub async fn open_room(
    tx: &mut Tx,
    connection: ConnectionId,
    one: CompanyId,
    other: CompanyId,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let (first, second) = pair(one, other);
    let room: ChatRoomId = sql!(
        "INSERT INTO chat_room (id, first_company_id, second_company_id, date_opened)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (first_company_id, second_company_id) DO UPDATE SET is_open = TRUE
         RETURNING id AS value"
    )
    .bind(connection.0)
    .bind(first)
    .bind(second)
    .bind(now)
    .value(tx)
    .await?;
    tx.publish(Event::ChatRoom { room, companies: [first, second] });
    Ok(())
}

/// Closes the room of two companies that are no longer connected: it stays readable.
pub async fn close_room(tx: &mut Tx, one: CompanyId, other: CompanyId) -> DbResult<()> {
    let (first, second) = pair(one, other);
    let closed: Vec<ChatRoomId> = sql!(
        "UPDATE chat_room SET is_open = FALSE
         WHERE first_company_id = $1 AND second_company_id = $2
         RETURNING id AS value"
    )
    .bind(first)
    .bind(second)
    .values(tx)
    .await?;
    for room in closed {
        tx.publish(Event::ChatRoom { room, companies: [first, second] });
    }
    Ok(())
}

/// The time zones are read without a lock on their companies.
macro_rules! own_room {
    ($tail:literal) => {
        sql!(concat!(
            "SELECT id, first_company_id, second_company_id, is_open, last_seq,
                 (SELECT time_zone FROM company
                  WHERE company.id = chat_room.first_company_id) AS first_time_zone,
                 (SELECT time_zone FROM company
                  WHERE company.id = chat_room.second_company_id) AS second_time_zone
             FROM chat_room
             WHERE id = $2 AND (first_company_id = $1 OR second_company_id = $1)",
            $tail
        ))
    };
}

/// One of the company's rooms; a writing transaction locks it until it ends.
pub async fn find_own(tx: &mut Tx, scope: Scope, room: ChatRoomId) -> DbResult<RoomState> {
    own_room!(" {lock}").bind(scope).bind(room).one(tx).await
}

/// One of the company's rooms, with a shared lock: until the transaction ends, its newest message stays the
/// newest, and others may take the same lock.
pub async fn lock_own_shared(tx: &mut Tx, scope: Scope, room: ChatRoomId) -> DbResult<RoomState> {
    own_room!(" {keep}").bind(scope).bind(room).one(tx).await
}

/// The rooms of a company.
pub async fn rooms_of(tx: &mut Tx, scope: Scope) -> DbResult<Vec<ChatRoomId>> {
    sql!(
        "SELECT id AS value FROM chat_room
         WHERE first_company_id = $1 OR second_company_id = $1 ORDER BY id"
    )
    .bind(scope)
    .values(tx)
    .await
}

/// Those of these rooms that belong to the company, in one statement.
pub async fn filter_own(
    tx: &mut Tx,
    scope: Scope,
    rooms: &[ChatRoomId],
) -> DbResult<Vec<ChatRoomId>> {
    sql!(
        "SELECT id AS value FROM chat_room
         WHERE id IN ({rooms}) AND (first_company_id = $1 OR second_company_id = $1)"
    )
    .bind(scope)
    .bind_list("rooms", rooms.iter().copied())
    .values(tx)
    .await
}

/// Everyone in a room: the people of both companies.
pub async fn people_of_room(tx: &mut Tx, room: ChatRoomId) -> DbResult<Vec<RoomPerson>> {
    sql!(
        "SELECT person.id, person.first_name, person.last_name, person.company_id,
             person.user_type, person.position
         FROM chat_room
         JOIN person ON person.company_id
             IN (chat_room.first_company_id, chat_room.second_company_id)
         WHERE chat_room.id = $1 AND person.account_creation_complete
         ORDER BY person.last_name, person.first_name, person.id"
    )
    .bind(room)
    .all(tx)
    .await
}

/// A room as a viewer sees it, its pictures not yet linked.
#[derive(Clone, Debug)]
pub struct RoomRow {
    /// Its id.
    pub id: ChatRoomId,
    /// The other company.
    pub company: RoomCompany,
    /// The people of both companies. Rooms of one list share them.
    pub people: Vec<Arc<RoomPerson>>,
    /// The newest message.
    pub last_message: Option<MessageRow>,
    /// The number of others' messages that the viewer has not read.
    pub unread: i64,
    /// Whether it accepts messages.
    pub is_open: bool,
    /// How far the others have read.
    pub seen: Vec<SeenUpTo>,
}

impl FromRow for RoomRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get("id")?,
            company: RoomCompany {
                id: row.get("other_id")?,
                name: row.get("name")?,
                logo_url: row.get("logo_url")?,
                company_type: row.get("company_type")?,
            },
            people: Vec::new(),
            last_message: None,
            unread: row.get("unread")?,
            is_open: row.get("is_open")?,
            seen: Vec::new(),
        })
    }
}

/// Unread are the messages after the read position without the viewer's own. Messages are numbered without
/// gaps, so only the viewer's own must be counted.
macro_rules! rooms {
    ($tail:literal) => {
        sql!(concat!(
            "SELECT chat_room.id, chat_room.is_open, other.id AS other_id, other.name,
                 other.logo_url, other.company_type,
                 chat_room.last_seq - COALESCE(mark.seq, 0)
                     - (SELECT COUNT(*) FROM chat_message AS own
                        WHERE own.room_id = chat_room.id AND own.person_id = $2
                            AND own.seq > COALESCE(mark.seq, 0)) AS unread
             FROM chat_room
             JOIN company AS other ON other.id = CASE WHEN chat_room.first_company_id = $1
                 THEN chat_room.second_company_id ELSE chat_room.first_company_id END
             LEFT JOIN chat_read AS mark ON mark.room_id = chat_room.id AND mark.person_id = $2
             LEFT JOIN chat_message AS newest
                 ON newest.room_id = chat_room.id AND newest.seq = chat_room.last_seq
             WHERE (chat_room.first_company_id = $1 OR chat_room.second_company_id = $1)",
            $tail
        ))
    };
}

/// The company's rooms: open ones first, then by newest message. Five statements, whatever the number of
/// rooms, and each person is read once, however many rooms they are in.
pub async fn list(tx: &mut Tx, scope: Scope, viewer: UserId) -> DbResult<Vec<RoomRow>> {
    let rooms = rooms!(
        " ORDER BY CASE WHEN chat_room.is_open THEN 0 ELSE 1 END,
              COALESCE(newest.date_inserted, chat_room.date_opened) DESC, chat_room.id DESC"
    );
    let rooms = rooms.bind(scope).bind(viewer).all(tx).await?;
    with_details(tx, scope, viewer, rooms).await
}

/// One of the company's rooms.
pub async fn find(
    tx: &mut Tx,
    scope: Scope,
    viewer: UserId,
    room: ChatRoomId,
) -> DbResult<RoomRow> {
    let rooms = rooms!(" AND chat_room.id = $3");
    let found: RoomRow = rooms.bind(scope).bind(viewer).bind(room).one(tx).await?;
    let mut found = with_details(tx, scope, viewer, vec![found]).await?;
    found.pop().ok_or(DbError::Missing)
}

/// Adds people, newest messages and read positions of others to rooms.
async fn with_details(
    tx: &mut Tx,
    scope: Scope,
    viewer: UserId,
    mut rooms: Vec<RoomRow>,
) -> DbResult<Vec<RoomRow>> {
    let own = scope.company();
    let ids: Vec<ChatRoomId> = rooms.iter().map(|room| room.id).collect();
    let mut newest = messages::newest_of(tx, &ids).await?;
    let companies = rooms.iter().map(|room| room.company.id).chain([own]);
    let people: Vec<RoomPerson> = sql!(
        "SELECT id, first_name, last_name, company_id, user_type, position FROM person
         WHERE company_id IN ({companies}) AND account_creation_complete
         ORDER BY last_name, first_name, id"
    )
    .bind_list("companies", companies)
    .all(tx)
    .await?;
    let seen = positions_of_others(tx, viewer, &ids).await?;
    let mut marks = grouped(seen.into_iter().map(|row| (row.room_id, row.seen)));
    let company_of: HashMap<UserId, CompanyId> =
        people.iter().map(|person| (person.id, person.company_id)).collect();
    // Each person once, with their place in the order of all.
    let people = people.into_iter().map(Arc::new).enumerate();
    let people = grouped(people.map(|(place, person)| (person.company_id, (place, person))));
    let of = |company: CompanyId| people.get(&company).map_or(&[][..], Vec::as_slice);
    for room in &mut rooms {
        let mut in_room: Vec<_> = of(own).iter().chain(of(room.company.id)).collect();
        // Both are in order already, which this sort makes use of.
        in_room.sort_by_key(|(place, _)| *place);
        room.people = in_room.into_iter().map(|(_, person)| person.clone()).collect();
        room.last_message = newest.remove(&room.id);
        room.seen = marks.remove(&room.id).unwrap_or_default();
        let companies = [own, room.company.id];
        room.seen.retain(|seen| {
            company_of.get(&seen.user_id).is_some_and(|company| companies.contains(company))
        });
    }
    Ok(rooms)
}

struct SeenRow {
    room_id: ChatRoomId,
    seen: SeenUpTo,
}

impl FromRow for SeenRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let message_id: ChatMessageId = row.get("message_id")?;
        let seen = SeenUpTo {
            user_id: row.get("person_id")?,
            message_id,
            date_seen: row.get("date_seen")?,
        };
        Ok(Self { room_id: row.get("room_id")?, seen })
    }
}

async fn positions_of_others(
    tx: &mut Tx,
    viewer: UserId,
    rooms: &[ChatRoomId],
) -> DbResult<Vec<SeenRow>> {
    sql!(
        "SELECT chat_read.room_id, chat_read.person_id, chat_read.date_seen,
             chat_message.id AS message_id
         FROM chat_read
         JOIN chat_message ON chat_message.room_id = chat_read.room_id
             AND chat_message.seq = chat_read.seq
         WHERE chat_read.room_id IN ({rooms}) AND chat_read.person_id <> $1
             AND chat_read.date_seen IS NOT NULL
         ORDER BY chat_read.room_id, chat_read.person_id"
    )
    .bind(viewer)
    .bind_list("rooms", rooms.iter().copied())
    .all(tx)
    .await
}

//! The read positions of people in chats.

use chrono::{DateTime, Utc};
use domain::types::ids::{ChatMessageId, ChatRoomId, CompanyId, NotificationId, UserId};

use crate::{
    chat::{members::rooms_of_member, room_state::RoomState},
    db::prelude::*,
    jobs::visibility::Viewer,
};

/// A person's read position in a room.
#[derive(Clone, Copy, Debug)]
pub struct ReadPosition {
    /// The number of the newest read message.
    pub seq: i64,
    /// When they saw it; `None` if it is older than their membership.
    pub date_seen: Option<DateTime<Utc>>,
}

/// A notification that was marked seen together with the room.
struct Seen {
    id: NotificationId,
    company_id: CompanyId,
}

columns! {
    ReadPosition { seq, date_seen }
    Seen { id, company_id }
}

impl ReadPosition {
    /// Whether this message was read.
    #[must_use]
    pub const fn covers(&self, seq: i64) -> bool {
        seq < self.seq || (seq == self.seq && self.date_seen.is_some())
    }
}

/// A person's read position in a room.
pub async fn find(tx: &mut Tx, room: ChatRoomId, reader: UserId) -> DbResult<Option<ReadPosition>> {
    sql!("SELECT seq, date_seen FROM chat_read WHERE room_id = $1 AND person_id = $2")
        .bind(room)
        .bind(reader)
        .optional(tx)
        .await
}

/// The message up to which a person has read a room.
pub async fn seen_up_to(
    tx: &mut Tx,
    room: ChatRoomId,
    reader: UserId,
) -> DbResult<Option<ChatMessageId>> {
    sql!(
        "SELECT chat_message.id AS value
         FROM chat_read
         JOIN chat_message ON chat_message.room_id = chat_read.room_id
             AND chat_message.seq = chat_read.seq
         WHERE chat_read.room_id = $1 AND chat_read.person_id = $2
             AND chat_read.date_seen IS NOT NULL"
    )
    .bind(room)
    .bind(reader)
    .optional_value(tx)
    .await
}

/// Stores that a person has read a locked room up to a message; the position never moves back. Reading all of
/// it also marks its notification as seen.
pub async fn set(
    tx: &mut Tx,
    room: &RoomState,
    reader: UserId,
    seq: i64,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let further = sql!(
        "INSERT INTO chat_read (room_id, person_id, seq, date_seen) VALUES ($1, $2, $3, $4)
         ON CONFLICT (room_id, person_id) DO UPDATE
         SET seq = excluded.seq, date_seen = excluded.date_seen
         WHERE chat_read.seq < excluded.seq
             OR (chat_read.seq = excluded.seq AND chat_read.date_seen IS NULL)"
    )
    .bind(room.id)
    .bind(reader)
    .bind(seq)
    .bind(now)
    .run(tx)
    .await?;
    if further > 0 {
        tx.publish(Event::ChatRead { room: room.id, reader, job: room.job_id });
    }
    if seq < room.last_seq {
        return Ok(());
    }
    let seen: Vec<Seen> = sql!(
        "UPDATE notification SET is_new = FALSE, date_seen = $3, mail_by = NULL, mail_at = NULL
         WHERE person_id = $1 AND subject_id = $2 AND topic IN ('message', 'tag') AND is_new
         RETURNING id, company_id"
    )
    .bind(reader)
    .bind(room.id.0)
    .bind(now)
    .all(tx)
    .await?;
    for Seen { id, company_id } in seen {
        tx.publish(Event::Notification { notification: id, reader, company: company_id });
    }
    Ok(())
}

/// The number of others' messages that a person has not read in a room.
pub async fn unread(tx: &mut Tx, room: ChatRoomId, reader: UserId) -> DbResult<i64> {
    sql!(
        "SELECT chat_room.last_seq - COALESCE(mark.seq, 0)
             - (SELECT COUNT(*) FROM chat_message AS own
                WHERE own.room_id = chat_room.id AND own.person_id = $2
                    AND own.seq > COALESCE(mark.seq, 0)) AS value
         FROM chat_room
         LEFT JOIN chat_read AS mark ON mark.room_id = chat_room.id AND mark.person_id = $2
         WHERE chat_room.id = $1"
    )
    .bind(room)
    .bind(reader)
    .value(tx)
    .await
}

/// The number of others' messages that a user has not read in all rooms of which they are a member.
pub async fn unread_in_all(tx: &mut Tx, viewer: &Viewer) -> DbResult<i64> {
    sql!(concat!(
        "SELECT CAST(COALESCE(SUM(chat_room.last_seq - COALESCE(mark.seq, 0)
             - (SELECT COUNT(*) FROM chat_message AS own
                WHERE own.room_id = chat_room.id AND own.person_id = $2
                    AND own.seq > COALESCE(mark.seq, 0))), 0) AS BIGINT) AS value
         FROM chat_room
         LEFT JOIN chat_read AS mark ON mark.room_id = chat_room.id AND mark.person_id = $2
         WHERE ",
        rooms_of_member!("$1", "$3")
    ))
    .bind(viewer.scope)
    .bind(viewer.user)
    .bind(viewer.only_assigned_to())
    .value(tx)
    .await
}

/// Marks the existing messages of a company's rooms as read for a person who joins it.
pub(crate) async fn begin(tx: &mut Tx, company: CompanyId, reader: UserId) -> DbResult<()> {
    sql!(
        "INSERT INTO chat_read (room_id, person_id, seq)
         SELECT id, $2, last_seq FROM chat_room
         WHERE (first_company_id = $1 OR second_company_id = $1 OR company_id = $1
                OR assigned_company_id = $1) AND last_seq > 0
         ON CONFLICT (room_id, person_id) DO UPDATE
         SET seq = excluded.seq, date_seen = NULL"
    )
    .bind(company)
    .bind(reader)
    .run(tx)
    .await?;
    Ok(())
}

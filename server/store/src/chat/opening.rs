//! The opening and closing of rooms.

use chrono::{DateTime, Utc};
use domain::types::ids::{ChatRoomId, CompanyId, ConnectionId, JobId};
use uuid::Uuid;

use crate::db::prelude::*;

/// Two companies in the order in which a room stores them.
fn pair(one: CompanyId, other: CompanyId) -> (CompanyId, CompanyId) {
    if one < other { (one, other) } else { (other, one) }
}

/// Opens a room for two newly connected companies; reopens their former one, if any.
pub async fn open_for_connection(
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
    tx.publish(Event::ChatRoom { room, companies: [first, second], job: None });
    Ok(())
}

/// Closes the room of two companies that are no longer connected: it stays readable.
pub async fn close_of_connection(tx: &mut Tx, one: CompanyId, other: CompanyId) -> DbResult<()> {
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
        tx.publish(Event::ChatRoom { room, companies: [first, second], job: None });
    }
    Ok(())
}

/// The room of a job and its subcontractor, which is opened if there is none. The job is locked.
pub async fn open_for_job(
    tx: &mut Tx,
    job: JobId,
    owner: CompanyId,
    subcontractor: CompanyId,
    now: DateTime<Utc>,
) -> DbResult<ChatRoomId> {
    let room = ChatRoomId(Uuid::now_v7());
    let opened = sql!(
        "INSERT INTO chat_room (id, kind, company_id, job_id, assigned_company_id, date_opened)
         VALUES ($1, 'job', $2, $3, $4, $5)
         ON CONFLICT (job_id, assigned_company_id) WHERE job_id IS NOT NULL DO NOTHING"
    )
    .bind(room)
    .bind(owner)
    .bind(job)
    .bind(subcontractor)
    .bind(now)
    .run(tx)
    .await?;
    if opened > 0 {
        tx.publish(Event::ChatRoom { room, companies: [owner, subcontractor], job: Some(job) });
        return Ok(room);
    }
    sql!("SELECT id AS value FROM chat_room WHERE job_id = $1 AND assigned_company_id = $2")
        .bind(job)
        .bind(subcontractor)
        .value(tx)
        .await
}

/// A room of a job, and the subcontractor that it was opened with.
#[derive(Clone, Copy, Debug)]
pub struct JobRoom {
    /// The room.
    pub id: ChatRoomId,
    /// The subcontractor.
    pub assigned_company_id: CompanyId,
}

columns! {
    JobRoom { id, assigned_company_id }
}

/// The rooms of a job, for its events: one with each subcontractor that it was opened with. A statement without a
/// scope, as that of [`crate::chat::members::find`].
pub async fn of_job(tx: &mut Tx, job: JobId) -> DbResult<Vec<JobRoom>> {
    sql!("SELECT id, assigned_company_id FROM chat_room WHERE job_id = $1 ORDER BY id")
        .bind(job)
        .all(tx)
        .await
}

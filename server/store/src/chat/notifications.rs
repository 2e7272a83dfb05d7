//! Whom a message is told of. A room tells each person once while they have not seen it, and later in
//! the same line again: a lively chat is one thing to look at, not a hundred.

use domain::{
    notifications::notifications::NotificationEvent,
    types::ids::{NotificationId, UserId},
};

use crate::{
    actor::ActionContext,
    chat::room_state::RoomState,
    db::prelude::*,
    notifications::{
        notifications, push_deliveries,
        recipients::{MailSchedule, Recipient},
    },
};

/// Somebody in the room who has nothing unseen of it.
struct Member {
    reader: Recipient,
    /// What they were told of the room before, and have seen.
    previous: Option<NotificationId>,
}

impl FromRow for Member {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self { reader: Recipient::from_row(row)?, previous: row.get("told")? })
    }
}

/// Tells everybody in a room that was found of a message, but not its author, those who were told
/// otherwise, and those who have not seen the last one.
pub async fn insert(
    tx: &mut Tx,
    act: ActionContext,
    room: &RoomState,
    told_otherwise: &[UserId],
    happening: &NotificationEvent,
) -> DbResult<()> {
    let mut members: Vec<Member> = sql!(
        "SELECT person.id, person.company_id, company.time_zone, notification_choice.choice,
                notification.id AS told
         FROM person
         JOIN company ON company.id = person.company_id
         LEFT JOIN notification_choice ON notification_choice.person_id = person.id
             AND notification_choice.kind = $5
         LEFT JOIN notification ON notification.person_id = person.id
             AND notification.subject_id = $1 AND notification.topic = 'message'
             AND notification.company_id = person.company_id
         WHERE person.company_id IN ($2, $3) AND person.id <> $4
             AND person.account_creation_complete
             AND (notification.id IS NULL OR NOT notification.is_new)
         ORDER BY person.id"
    )
    .bind(room.id.0)
    .bind(room.first_company_id)
    .bind(room.second_company_id)
    .bind(act.user)
    .bind(happening.kind())
    .all(tx)
    .await?;
    members.retain(|Member { reader, .. }| {
        reader.wants_notification() && !told_otherwise.contains(&reader.id)
    });
    let mut told = Vec::with_capacity(members.len());
    let mut again: Vec<(MailSchedule, Vec<NotificationId>)> = Vec::new();
    for Member { reader, previous: before } in &members {
        let mailed = reader.mail_schedule(happening, act.now, &[]);
        let Some(id) = *before else {
            told.push(notifications::insert_one(tx, act, reader, happening, mailed).await?);
            continue;
        };
        told.push(id);
        let (reader, company) = (reader.id, reader.company_id);
        tx.publish(Event::Notification { notification: id, reader, company });
        match again.iter_mut().find(|(by, _)| *by == mailed) {
            Some((_, ids)) => ids.push(id),
            None => again.push((mailed, vec![id])),
        }
    }
    // One statement, unless people of the room chose to be told in different ways.
    for (mailed, ids) in again {
        let (mail_by, mail_at) = mailed.unzip();
        sql!(
            "UPDATE notification
             SET is_new = TRUE, by_person_id = $1, by_company_id = $2, happening = $3,
                 date_inserted = $4, mail_by = $5, mail_at = $6
             WHERE id IN ({ids})"
        )
        .bind(act.user)
        .bind(act.company)
        .bind(Json(happening))
        .bind(act.now)
        .bind(mail_by)
        .bind(mail_at)
        .bind_list("ids", ids)
        .run(tx)
        .await?;
    }
    push_deliveries::queue(tx, &told, act.now).await
}

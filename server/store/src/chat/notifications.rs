//! Notifications of chat messages. A room has at most one unseen notification per person, and reuses it
//! after it was seen: a busy chat is one notification, not a hundred.

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

/// A person in the room who has no unseen notification of it.
struct Member {
    reader: Recipient,
    /// Their earlier notification of the room, which they have seen.
    previous: Option<NotificationId>,
}

impl FromRow for Member {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self { reader: Recipient::from_row(row)?, previous: row.get("told")? })
    }
}

/// Notifies everyone in a room of a message, except its author, people who are notified in another way, and
/// people who have not seen the last notification.
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
    let mut notified = Vec::with_capacity(members.len());
    let mut again: Vec<(MailSchedule, Vec<NotificationId>)> = Vec::new();
    for Member { reader, previous: before } in &members {
        let mailed = reader.mail_schedule(happening, act.now, &[]);
        let Some(id) = *before else {
            notified.push(notifications::insert_one(tx, act, reader, happening, mailed).await?);
            continue;
        };
        notified.push(id);
        let (reader, company) = (reader.id, reader.company_id);
        tx.publish(Event::Notification { notification: id, reader, company });
        match again.iter_mut().find(|(by, _)| *by == mailed) {
            Some((_, ids)) => ids.push(id),
            None => again.push((mailed, vec![id])),
        }
    }
    // One statement, unless people of the room chose different ways of notification.
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
    push_deliveries::queue(tx, &notified, act.now).await
}

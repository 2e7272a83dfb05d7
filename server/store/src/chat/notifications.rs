//! Notifications of chat messages. A room has at most one unseen notification per person, and reuses it
//! after it was seen: a busy chat is one notification, not a hundred.

use domain::{
    notifications::notifications::NotificationEvent,
    types::ids::{CompanyId, NotificationId, UserId},
};

use crate::{
    actor::ActionContext,
    chat::{members::person_sees_job, room_state::RoomState},
    db::prelude::*,
    notifications::{
        digest_hour, notifications, push_deliveries,
        recipients::{find_people, mail_time},
    },
};

/// A notification that is now new for its reader.
struct Notified {
    id: NotificationId,
    person_id: UserId,
    company_id: CompanyId,
}

columns! {
    Notified { id, person_id, company_id }
}

/// Notifies everyone in a room of a message, except its author, people who are notified in another way, and
/// people who have not seen the last notification. One statement finds and notifies them, however many they
/// are: it runs while the room is locked, on SQLite while nobody else writes.
pub async fn insert(
    tx: &mut Tx,
    act: ActionContext,
    room: &RoomState,
    told_otherwise: &[UserId],
    event: &NotificationEvent,
) -> DbResult<()> {
    // Without another company, nobody is of its time zone.
    let second = room.second_side_id.unwrap_or(room.first_side_id);
    let second_time_zone = room.second_time_zone.unwrap_or(room.first_time_zone);
    let notified: Vec<Notified> = sql!(concat!(
        "INSERT INTO notification (id, person_id, company_id, by_person_id, by_company_id,
             subject_id, topic, happening, is_new, date_inserted, mail_by, mail_at)
         SELECT {new_id}, person.id, person.company_id, $1, $2, $3, 'message', $4, TRUE, $5,
             CASE WHEN chosen.choice IN ('mail', 'digest') THEN chosen.choice END,
             CASE WHEN chosen.choice = 'mail' THEN $6
                  WHEN chosen.choice = 'digest' AND person.company_id = $8 THEN $7
                  WHEN chosen.choice = 'digest' THEN $9
                  ELSE CAST(NULL AS TIMESTAMPTZ) END
         FROM person
         LEFT JOIN notification_choice AS chosen ON chosen.person_id = person.id
             AND chosen.kind = $11
         WHERE person.company_id IN ($8, $10) AND person.id NOT IN ({others})
             AND person.account_creation_complete AND COALESCE(chosen.choice, 'app') <> 'none'
             AND (CAST($12 AS UUID) IS NULL
                  OR EXISTS (SELECT 1 FROM job WHERE job.id = $12 AND ",
        person_sees_job!(),
        "))
         ON CONFLICT (person_id, subject_id, company_id) WHERE topic = 'message' DO UPDATE
         SET is_new = TRUE, by_person_id = excluded.by_person_id,
             by_company_id = excluded.by_company_id, happening = excluded.happening,
             date_inserted = excluded.date_inserted, mail_by = excluded.mail_by,
             mail_at = excluded.mail_at
         WHERE NOT notification.is_new
         RETURNING id, person_id, company_id"
    ))
    .bind(act.user)
    .bind(act.company)
    .bind(room.id.0)
    .bind(Json(event))
    .bind(act.now)
    .bind(mail_time(act.now))
    .bind(digest_hour::next(act.now, room.first_time_zone))
    .bind(room.first_side_id)
    .bind(digest_hour::next(act.now, second_time_zone))
    .bind(second)
    .bind(event.kind())
    .bind(room.job_id)
    .bind_list("others", [&[act.user], told_otherwise].concat())
    .all(tx)
    .await?;
    let mut ids = Vec::with_capacity(notified.len());
    for Notified { id, person_id: reader, company_id: company } in notified {
        tx.publish(Event::Notification { notification: id, reader, company });
        ids.push(id);
    }
    push_deliveries::queue(tx, &ids, act.now).await
}

/// Notifies people of a room, who are in it, that a message mentions them.
pub async fn insert_for_tagged(
    tx: &mut Tx,
    act: ActionContext,
    room: &RoomState,
    tagged: &[UserId],
    event: &NotificationEvent,
) -> DbResult<()> {
    let companies = [room.first_side_id, room.second_side_id.unwrap_or(room.first_side_id)];
    let readers = find_people(tx, act, tagged, companies, event.kind()).await?;
    notifications::insert_for(tx, act, readers, event).await
}

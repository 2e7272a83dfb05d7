//! Whom a message is told of. A room tells each person once while they have not seen it, and later in
//! the same line again: a lively chat is one thing to look at, not a hundred.

use domain::{
    ids::{CompanyId, NotificationId, UserId},
    notifications::Happening,
};

use super::{
    chat::RoomState,
    notifications::{self, Act, Reader},
};
use crate::{
    columns,
    db::{DbResult, Json, Tx},
    sql,
};

/// Somebody in the room who has nothing unseen of it.
struct Member {
    id: UserId,
    company_id: CompanyId,
    /// What they were told of the room before, and have seen.
    told: Option<NotificationId>,
}

columns! {
    Member { id, company_id, told }
}

/// Tells everybody in a room that was found of a message, but not its author, those who were told
/// otherwise, and those who have not seen the last one. Two statements where nobody is told for the
/// first time.
pub async fn insert(
    tx: &mut Tx,
    act: Act,
    room: &RoomState,
    told_otherwise: &[UserId],
    happening: &Happening,
) -> DbResult<()> {
    let mut members: Vec<Member> = sql!(
        "SELECT person.id, person.company_id, notification.id AS told
         FROM person
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
    .all(tx)
    .await?;
    members.retain(|member| !told_otherwise.contains(&member.id));
    let again: Vec<NotificationId> = members.iter().filter_map(|member| member.told).collect();
    if !again.is_empty() {
        sql!(
            "UPDATE notification
             SET is_new = TRUE, by_person_id = $1, by_company_id = $2, happening = $3,
                 date_inserted = $4
             WHERE id IN ({again})"
        )
        .bind(act.user)
        .bind(act.company)
        .bind(Json(happening))
        .bind(act.now)
        .bind_list("again", again)
        .run(tx)
        .await?;
    }
    for Member { id, company_id, .. } in members.iter().filter(|member| member.told.is_none()) {
        let reader = Reader { id: *id, company_id: *company_id };
        notifications::insert_one(tx, act, &reader, happening).await?;
    }
    Ok(())
}

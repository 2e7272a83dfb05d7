//! Notification preferences; defaults are not stored.

use domain::{
    notifications::preferences::{NotificationChannel, NotificationKind},
    types::ids::UserId,
};

use crate::db::prelude::*;

struct PreferenceRow(NotificationKind, NotificationChannel);

impl FromRow for PreferenceRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(row.get("kind")?, row.get("choice")?))
    }
}

/// A user's preferences.
pub async fn list(
    tx: &mut Tx,
    user: UserId,
) -> DbResult<Vec<(NotificationKind, NotificationChannel)>> {
    let rows: Vec<PreferenceRow> =
        sql!("SELECT kind, choice FROM notification_choice WHERE person_id = $1")
            .bind(user)
            .all(tx)
            .await?;
    Ok(rows.into_iter().map(|PreferenceRow(kind, way)| (kind, way)).collect())
}

/// Stores a user's preference.
pub async fn set(
    tx: &mut Tx,
    user: UserId,
    kind: NotificationKind,
    way: NotificationChannel,
) -> DbResult<()> {
    if way == NotificationChannel::default() {
        sql!("DELETE FROM notification_choice WHERE person_id = $1 AND kind = $2")
            .bind(user)
            .bind(kind)
            .run(tx)
            .await?;
        return Ok(());
    }
    sql!(
        "INSERT INTO notification_choice (person_id, kind, choice) VALUES ($1, $2, $3)
         ON CONFLICT (person_id, kind) DO UPDATE SET choice = excluded.choice"
    )
    .bind(user)
    .bind(kind)
    .bind(way)
    .run_one(tx)
    .await
}

/// Those of these people who have not turned a group off.
pub async fn subscribed(
    tx: &mut Tx,
    kind: NotificationKind,
    mut people: Vec<UserId>,
) -> DbResult<Vec<UserId>> {
    if people.is_empty() {
        return Ok(people);
    }
    let silent: Vec<UserId> = sql!(
        "SELECT person_id AS value FROM notification_choice
         WHERE person_id IN ({people}) AND kind = $1 AND choice = 'none'"
    )
    .bind(kind)
    .bind_list("people", people.iter().copied())
    .values(tx)
    .await?;
    people.retain(|person| !silent.contains(person));
    Ok(people)
}

/// Turns off the mails of these groups; groups that are turned off completely stay off.
pub async fn end_mails(tx: &mut Tx, user: UserId, kinds: &[NotificationKind]) -> DbResult<()> {
    sql!(
        "DELETE FROM notification_choice
         WHERE person_id = $1 AND kind IN ({kinds}) AND choice <> 'none'"
    )
    .bind(user)
    .bind_list("kinds", kinds.iter().copied())
    .run(tx)
    .await?;
    Ok(())
}

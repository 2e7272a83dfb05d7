//! Notifications on their way to devices, and what became of them.

use chrono::{DateTime, Utc};
use domain::{
    notifications::notifications::NotificationEvent,
    types::{
        ids::{CompanyId, NotificationId, PushDeviceId, UserId},
        language::Language,
    },
};
use uuid::Uuid;

use crate::{db::prelude::*, delivery_queue};

/// Queues notifications to every device of their readers whose session lives. They are pushed after
/// this transaction is committed, and never when it is not.
pub async fn queue(tx: &mut Tx, told: &[NotificationId], now: DateTime<Utc>) -> DbResult<()> {
    let queued = sql!(
        "INSERT INTO push_delivery (notification_id, device_id, since, attempts, next_try)
         SELECT notification.id, push_device.id, $1, 0, $1
         FROM notification
         JOIN push_device ON push_device.person_id = notification.person_id
         JOIN session ON session.token_hash = push_device.session_hash
         WHERE notification.id IN ({told}) AND session.last_used > $2
         ON CONFLICT (notification_id, device_id) DO NOTHING"
    )
    .bind(now)
    .bind(crate::notifications::push_subscriptions::session_cutoff(now))
    .bind_list("told", told.iter().copied())
    .run(tx)
    .await?;
    if queued > 0 {
        tx.queue_push();
    }
    Ok(())
}

/// A delivery that was taken in order to be sent.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct Claimed {
    pub notification_id: NotificationId,
    pub device_id: PushDeviceId,
    /// This attempt included.
    pub attempts: i64,
    /// When it was queued.
    pub since: DateTime<Utc>,
    pub claim: Uuid,
}

columns! {
    Claimed { notification_id, device_id, attempts, since, claim }
}

/// Takes the delivery that is due longest; until `lease` nobody else takes it. Of several servers
/// that ask at once, one gets it.
pub async fn claim(
    tx: &mut Tx,
    now: DateTime<Utc>,
    lease: DateTime<Utc>,
) -> DbResult<Option<Claimed>> {
    let due = sql!(
        "UPDATE push_delivery SET claim = $1, next_try = $2, attempts = attempts + 1
         WHERE (notification_id, device_id) =
                 (SELECT notification_id, device_id FROM push_delivery WHERE next_try <= $3
                  ORDER BY next_try, notification_id, device_id LIMIT 1 {lock})
             AND next_try <= $3
         RETURNING notification_id, device_id, attempts, since, claim"
    );
    delivery_queue::claim(tx, due, now, lease).await
}

/// When the next delivery may be taken.
pub async fn next_due(tx: &mut Tx) -> DbResult<Option<DateTime<Utc>>> {
    sql!(
        "SELECT next_try AS value FROM push_delivery
         ORDER BY next_try, notification_id, device_id LIMIT 1"
    )
    .optional_value(tx)
    .await
}

/// How many deliveries wait, and since when the oldest of them does.
pub async fn waiting(tx: &mut Tx) -> DbResult<(i64, Option<DateTime<Utc>>)> {
    // Each of them is due at some time: the index of those times is a list of them all.
    let counted = sql!(
        "SELECT COUNT(*) AS waiting, MIN(since) AS since FROM push_delivery
         WHERE next_try > $1"
    );
    delivery_queue::waiting(tx, counted.bind(DateTime::UNIX_EPOCH)).await
}

/// A device, its owner, and what is to be said there.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct PushTarget {
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    pub reader: UserId,
    pub company: CompanyId,
    pub language: Language,
    /// None where a newer server told of what this one does not know.
    pub event: Option<NotificationEvent>,
}

impl FromRow for PushTarget {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let Json(happening): Json<serde_json::Value> = row.get("happening")?;
        Ok(Self {
            endpoint: row.get("endpoint")?,
            p256dh: row.get("p256dh")?,
            auth: row.get("auth")?,
            reader: row.get("person_id")?,
            company: row.get("company_id")?,
            language: row.get("language")?,
            event: serde_json::from_value(happening).ok(),
        })
    }
}

/// What a delivery is about, while it still is to be pushed: its reader has not seen it, is where
/// they were told of it, and signed in on the device.
pub async fn find(
    tx: &mut Tx,
    claimed: &Claimed,
    now: DateTime<Utc>,
) -> DbResult<Option<PushTarget>> {
    sql!(
        "SELECT push_device.endpoint, push_device.p256dh, push_device.auth, person.language,
                notification.person_id, notification.company_id, notification.happening
         FROM push_delivery
         JOIN notification ON notification.id = push_delivery.notification_id
         JOIN push_device ON push_device.id = push_delivery.device_id
             AND push_device.person_id = notification.person_id
         JOIN session ON session.token_hash = push_device.session_hash
         JOIN person ON person.id = notification.person_id
             AND person.company_id = notification.company_id
         WHERE push_delivery.notification_id = $1 AND push_delivery.device_id = $2
             AND notification.is_new AND session.last_used > $3"
    )
    .bind(claimed.notification_id)
    .bind(claimed.device_id)
    .bind(crate::notifications::push_subscriptions::session_cutoff(now))
    .optional(tx)
    .await
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushOutcome {
    /// The push service has it, or it need not be sent, or never will be.
    Done,
    /// It will be tried again then.
    Again(DateTime<Utc>),
    /// The browser wants to hear no more.
    Gone,
}

impl PushOutcome {
    /// The word for it in figures and traces.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Again(_) => "again",
            Self::Gone => "gone",
        }
    }
}

/// Notes how an attempt ended.
pub async fn settle(tx: &mut Tx, attempt: &Claimed, ended: PushOutcome) -> DbResult<()> {
    match ended {
        PushOutcome::Done => {
            sql!(
                "DELETE FROM push_delivery
                 WHERE notification_id = $1 AND device_id = $2 AND claim = $3"
            )
            .bind(attempt.notification_id)
            .bind(attempt.device_id)
            .bind(attempt.claim)
            .run(tx)
            .await?;
        }
        PushOutcome::Again(next) => {
            sql!(
                "UPDATE push_delivery SET next_try = $4, claim = NULL
                 WHERE notification_id = $1 AND device_id = $2 AND claim = $3"
            )
            .bind(attempt.notification_id)
            .bind(attempt.device_id)
            .bind(attempt.claim)
            .bind(next)
            .run(tx)
            .await?;
        }
        PushOutcome::Gone => {
            sql!("DELETE FROM push_device WHERE id = $1").bind(attempt.device_id).run(tx).await?;
        }
    }
    Ok(())
}

/// Lets go of every delivery that was being sent when this database's only server stopped.
pub async fn release_all(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<()> {
    sql!("UPDATE push_delivery SET next_try = $1, claim = NULL WHERE next_try > $1 AND claim IS NOT NULL")
        .bind(now)
        .run(tx)
        .await?;
    Ok(())
}

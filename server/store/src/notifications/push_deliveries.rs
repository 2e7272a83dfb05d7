//! The queue of push deliveries to devices, and their outcomes.

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

/// Queues notifications to every device of their readers with a valid session. They are pushed only after this
/// transaction is committed. What one company causes at once takes one turn.
pub async fn queue(
    tx: &mut Tx,
    notifications: &[NotificationId],
    now: DateTime<Utc>,
) -> DbResult<()> {
    let companies: Vec<CompanyId> =
        sql!("SELECT DISTINCT company_id AS value FROM notification WHERE id IN ({told})")
            .bind_list("told", notifications.iter().copied())
            .values(tx)
            .await?;
    for company in companies {
        let turn = next_turn(tx, Some(company), now).await?;
        let queued = sql!(
            "INSERT INTO push_delivery (notification_id, device_id, since, attempts, next_try, host, turn_of, turn)
             SELECT notification.id, push_device.id, $1, 0, $1, push_device.host, notification.company_id, $4
             FROM notification
             JOIN push_device ON push_device.person_id = notification.person_id
             JOIN session ON session.token_hash = push_device.session_hash
             WHERE notification.id IN ({told}) AND notification.company_id = $3
                 AND session.last_used > $2
             ON CONFLICT (notification_id, device_id) DO NOTHING"
        )
        .bind(now)
        .bind(crate::notifications::push_subscriptions::session_cutoff(now))
        .bind(company)
        .bind(turn)
        .bind_list("told", notifications.iter().copied())
        .run(tx)
        .await?;
        if queued > 0 {
            tx.queue_push();
        }
    }
    Ok(())
}

/// The next turn of a company for a push that is due at this time, behind its waiting pushes.
async fn next_turn(tx: &mut Tx, turn_of: Option<CompanyId>, due: DateTime<Utc>) -> DbResult<i64> {
    let last: Option<i64> = match turn_of {
        None => None,
        Some(company) => {
            sql!("SELECT MAX(turn) AS value FROM push_delivery WHERE turn_of = $1")
                .bind(company)
                .value(tx)
                .await?
        }
    };
    Ok(delivery_queue::turn_after(last, due))
}

/// A claimed delivery.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct Claimed {
    pub notification_id: NotificationId,
    pub device_id: PushDeviceId,
    /// Attempts so far, including this one.
    pub attempts: i64,
    /// When it was queued.
    pub since: DateTime<Utc>,
    pub claim: Uuid,
    /// The host that it goes to.
    pub host: String,
    /// The company whose turn it took.
    pub turn_of: Option<CompanyId>,
}

columns! {
    Claimed { notification_id, device_id, attempts, since, claim, host, turn_of }
}

/// To which hosts a push may go now.
#[derive(Clone, Debug, Default)]
pub struct HostFilter {
    /// Not to these.
    pub full: Vec<String>,
    /// If set, to these only.
    pub only: Option<Vec<String>>,
}

/// No host has this name; a list must have a value, or it matches nothing.
const NO_HOST: &str = "-";

/// Claims the due delivery whose turn it is among those that may go now; no other server can claim it until
/// `lease`. Of several concurrent calls only one gets it.
pub async fn claim(
    tx: &mut Tx,
    hosts: &HostFilter,
    now: DateTime<Utc>,
    lease: DateTime<Utc>,
) -> DbResult<Option<Claimed>> {
    sql!(
        "UPDATE push_delivery SET claim = $1, next_try = $2, attempts = attempts + 1
         WHERE (notification_id, device_id) =
                 (SELECT notification_id, device_id FROM push_delivery
                  WHERE turn >= 0 AND next_try <= $3 AND host NOT IN ({full})
                      AND ($4 OR host IN ({only}))
                  ORDER BY turn, next_try, notification_id, device_id LIMIT 1 {lock})
             AND next_try <= $3
         RETURNING notification_id, device_id, attempts, since, claim, host, turn_of"
    )
    .bind(Uuid::now_v7())
    .bind(lease)
    .bind(now)
    .bind(hosts.only.is_none())
    .bind_list("full", hosts.full())
    .bind_list("only", hosts.only())
    .optional(tx)
    .await
}

impl HostFilter {
    fn full(&self) -> impl Iterator<Item = String> {
        self.full.iter().cloned().chain([NO_HOST.to_owned()])
    }

    fn only(&self) -> impl Iterator<Item = String> {
        self.only.iter().flatten().cloned()
    }
}

/// When the next delivery that may go now can be claimed.
pub async fn next_due(tx: &mut Tx, hosts: &HostFilter) -> DbResult<Option<DateTime<Utc>>> {
    sql!(
        "SELECT next_try AS value FROM push_delivery
         WHERE host NOT IN ({full}) AND ($1 OR host IN ({only}))
         ORDER BY next_try, notification_id, device_id LIMIT 1"
    )
    .bind(hosts.only.is_none())
    .bind_list("full", hosts.full())
    .bind_list("only", hosts.only())
    .optional_value(tx)
    .await
}

/// The number of queued deliveries, and since when the oldest one is queued.
pub async fn waiting(tx: &mut Tx) -> DbResult<(i64, Option<DateTime<Utc>>)> {
    // Every delivery has a due time, so the index of these times covers all of them.
    let counted = sql!(
        "SELECT COUNT(*) AS waiting, MIN(since) AS since FROM push_delivery
         WHERE next_try > $1"
    );
    delivery_queue::waiting(tx, counted.bind(DateTime::UNIX_EPOCH)).await
}

/// A device, its owner, and the notification to push.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct PushTarget {
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    pub reader: UserId,
    pub company: CompanyId,
    pub language: Language,
    /// `None` for an event of a newer server that this one does not know.
    pub event: Option<NotificationEvent>,
}

impl FromRow for PushTarget {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let Json(event): Json<serde_json::Value> = row.get("happening")?;
        Ok(Self {
            endpoint: row.get("endpoint")?,
            p256dh: row.get("p256dh")?,
            auth: row.get("auth")?,
            reader: row.get("person_id")?,
            company: row.get("company_id")?,
            language: row.get("language")?,
            event: serde_json::from_value(event).ok(),
        })
    }
}

/// The target of a delivery, as long as it is still to be pushed: its reader has not seen it, is still in the
/// same company, and is signed in on the device.
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

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushOutcome {
    /// The push service accepted it, or it is not to be sent any more.
    Done,
    /// It will be retried at this time.
    Again(DateTime<Utc>),
    /// The browser has unsubscribed.
    Gone,
}

impl PushOutcome {
    /// The label in metrics and traces.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Again(_) => "again",
            Self::Gone => "gone",
        }
    }
}

/// Stores the outcome of an attempt.
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
            // Behind what its company has queued meanwhile, as a mail.
            let turn = next_turn(tx, attempt.turn_of, next).await?;
            sql!(
                "UPDATE push_delivery SET next_try = $4, claim = NULL, turn = $5
                 WHERE notification_id = $1 AND device_id = $2 AND claim = $3"
            )
            .bind(attempt.notification_id)
            .bind(attempt.device_id)
            .bind(attempt.claim)
            .bind(next)
            .bind(turn)
            .run(tx)
            .await?;
        }
        PushOutcome::Gone => {
            sql!("DELETE FROM push_device WHERE id = $1").bind(attempt.device_id).run(tx).await?;
        }
    }
    Ok(())
}

/// Releases every claimed delivery after the database's only server was restarted.
pub async fn release_all(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<()> {
    sql!("UPDATE push_delivery SET next_try = $1, claim = NULL WHERE next_try > $1 AND claim IS NOT NULL")
        .bind(now)
        .run(tx)
        .await?;
    Ok(())
}

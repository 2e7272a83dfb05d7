//! The tries of deliveries: a worker claims one with a lease, and stores its outcome. One change of a subject goes at a
//! time, the next one once it was taken.

use chrono::{DateTime, TimeDelta, Utc};
use domain::types::ids::{CompanyId, WebhookDeliveryId, WebhookId};
use uuid::Uuid;

use crate::{
    changes::feed::ChangeRow,
    db::prelude::*,
    webhooks::{
        deliveries::message_id,
        webhooks::{self, WebhookState},
    },
};

/// What waits longer than this is tried at once when a receiver answers again.
const LONG_WAIT: TimeDelta = TimeDelta::minutes(1);

/// A claimed delivery.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The delivery.
    pub id: WebhookDeliveryId,
    /// Tries so far, including this one.
    pub tries: i64,
    /// The first try.
    pub since: DateTime<Utc>,
    claim: Uuid,
    message_id: Uuid,
    company_id: CompanyId,
    position: Option<i64>,
    body: Option<String>,
    subject_id: Option<Uuid>,
}

columns! {
    Claimed { id, tries, since, claim, message_id, company_id, position, body, subject_id }
}

impl Claimed {
    /// Its `webhook-id`.
    #[must_use]
    pub fn message_id(&self) -> String {
        message_id(self.message_id)
    }
}

/// Claims the due delivery of an active webhook that waits longest; no other server can claim it until `lease`. Of
/// several concurrent calls only one gets it.
pub async fn claim(
    tx: &mut Tx,
    webhook: WebhookId,
    now: DateTime<Utc>,
    lease: DateTime<Utc>,
) -> DbResult<Option<(WebhookState, Claimed)>> {
    let active: Option<WebhookState> = sql!(
        "SELECT id, company_id, person_id, url, active, secrets FROM webhook WHERE id = $1 AND active"
    )
    .bind(webhook)
    .optional(tx)
    .await?;
    let Some(active) = active else { return Ok(None) };
    let claimed: Option<Claimed> = sql!(
        "UPDATE webhook_delivery SET claim = $1, next_try = $2, tries = tries + 1,
             since = COALESCE(since, $3)
         WHERE id = (SELECT id FROM webhook_delivery
                     WHERE webhook_id = $4 AND status = 'pending' AND next_try <= $3
                     ORDER BY next_try, id LIMIT 1 {lock})
             AND status = 'pending' AND next_try <= $3
         RETURNING id, tries, since, claim, message_id, company_id, position, body, subject_id"
    )
    .bind(Uuid::now_v7())
    .bind(lease)
    .bind(now)
    .bind(webhook)
    .optional(tx)
    .await?;
    Ok(claimed.map(|claimed| (active, claimed)))
}

/// The body of a delivery; none if its change was deleted meanwhile.
pub async fn body(tx: &mut Tx, claimed: &Claimed) -> DbResult<Option<String>> {
    if claimed.body.is_some() {
        return Ok(claimed.body.clone());
    }
    let row: Option<ChangeRow> = sql!(
        "SELECT position, at, change_type, subject_id, data FROM change_event
         WHERE company_id = $1 AND position = $2"
    )
    .bind(claimed.company_id)
    .bind(claimed.position)
    .optional(tx)
    .await?;
    let event = row.and_then(|row| row.to_event());
    Ok(event.and_then(|event| serde_json::to_string(&event).ok()))
}

/// The receiver's answer to a try.
#[derive(Clone, Debug, Default)]
pub struct TryAnswer {
    /// The status; none if there was no answer.
    pub status: Option<u16>,
    /// The beginning of the answer, or why there was none.
    pub text: Option<String>,
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryOutcome {
    /// The receiver took it.
    Taken,
    /// It is tried again at this time.
    Again(DateTime<Utc>),
    /// It is not tried again, and the webhook is disabled.
    Disable,
    /// It is not tried again: there is nothing to send.
    Nothing,
}

impl TryOutcome {
    /// The label in metrics and traces.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Again(_) => "again",
            Self::Disable => "disabled",
            Self::Nothing => "nothing",
        }
    }
}

/// Stores the outcome of a try. Returns the webhook if this disables it.
pub async fn settle(
    tx: &mut Tx,
    webhook: WebhookId,
    claimed: &Claimed,
    outcome: TryOutcome,
    answer: &TryAnswer,
    now: DateTime<Utc>,
) -> DbResult<Option<WebhookState>> {
    // What is collected at the same time would not see that it may go.
    let locked: Option<WebhookState> = sql!(
        "SELECT id, company_id, person_id, url, active, secrets FROM webhook WHERE id = $1 {lock}"
    )
    .bind(webhook)
    .optional(tx)
    .await?;
    let (status, next) = match outcome {
        TryOutcome::Taken => ("delivered", None),
        TryOutcome::Again(next) => ("pending", Some(next)),
        TryOutcome::Disable | TryOutcome::Nothing => ("failed", None),
    };
    let noted = sql!(
        "UPDATE webhook_delivery SET status = $3, next_try = $4, claim = NULL, response_status = $5,
             response = $6
         WHERE id = $1 AND claim = $2"
    )
    .bind(claimed.id)
    .bind(claimed.claim)
    .bind(status)
    .bind(next)
    .bind(answer.status.map(i64::from))
    .bind(&answer.text)
    .run(tx)
    .await?;
    // Otherwise its lease expired and another server has claimed it, or the webhook is gone.
    let Some(locked) = locked.filter(|_| noted > 0) else { return Ok(None) };
    match outcome {
        TryOutcome::Again(_) => Ok(None),
        TryOutcome::Disable if locked.active => {
            webhooks::disable(tx, &locked, now).await?;
            Ok(Some(locked))
        }
        TryOutcome::Taken | TryOutcome::Nothing | TryOutcome::Disable => {
            release_next(tx, webhook, claimed, now).await?;
            if outcome == TryOutcome::Taken && claimed.tries > 1 {
                hurry(tx, webhook, now).await?;
            }
            Ok(None)
        }
    }
}

/// Lets the next change of the same subject go.
async fn release_next(
    tx: &mut Tx,
    webhook: WebhookId,
    claimed: &Claimed,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let Some(subject) = claimed.subject_id else { return Ok(()) };
    let released = sql!(
        "UPDATE webhook_delivery SET next_try = $3
         WHERE next_try IS NULL
             AND id = (SELECT id FROM webhook_delivery
                       WHERE webhook_id = $1 AND subject_id = $2 AND status = 'pending'
                       ORDER BY position LIMIT 1)"
    )
    .bind(webhook)
    .bind(subject)
    .bind(now)
    .run(tx)
    .await?;
    if released > 0 {
        tx.queue_delivery();
    }
    Ok(())
}

/// A receiver that answers again gets at once what waits for long.
async fn hurry(tx: &mut Tx, webhook: WebhookId, now: DateTime<Utc>) -> DbResult<()> {
    let hurried = sql!(
        "UPDATE webhook_delivery SET next_try = $2
         WHERE webhook_id = $1 AND status = 'pending' AND claim IS NULL AND next_try > $3"
    )
    .bind(webhook)
    .bind(now)
    .bind(now + LONG_WAIT)
    .run(tx)
    .await?;
    if hurried > 0 {
        tx.queue_delivery();
    }
    Ok(())
}

/// Releases every claimed delivery after the database's only server was restarted.
pub async fn release_all(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<()> {
    sql!(
        "UPDATE webhook_delivery SET next_try = $1, claim = NULL
         WHERE claim IS NOT NULL AND next_try > $1"
    )
    .bind(now)
    .run(tx)
    .await?;
    Ok(())
}

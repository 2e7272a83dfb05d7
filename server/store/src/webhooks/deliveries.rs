//! Deliveries as admins see them, tests, and deliveries that are sent once more.

use chrono::{DateTime, Utc};
use domain::{
    types::ids::{CompanyId, WebhookDeliveryId, WebhookId},
    webhooks::{DeliveryStatus, LISTED_DELIVERIES, WebhookDelivery},
};
use uuid::Uuid;

use crate::{db::prelude::*, scope::Scope, webhooks::webhooks::WebhookState};

impl FromRow for WebhookDelivery {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let id: WebhookDeliveryId = row.get("id")?;
        Ok(Self {
            id,
            created_at: queued_at(id),
            message_id: message_id(row.get("message_id")?),
            event: row.get("change_type")?,
            status: row.get("status")?,
            tries: row.get("tries")?,
            next_try_at: row.get("next_try_at")?,
            response_status: row.get("response_status")?,
            response: row.get("response")?,
        })
    }
}

/// When a delivery was queued: its id begins with that time.
fn queued_at(id: WebhookDeliveryId) -> DateTime<Utc> {
    let at = id.0.get_timestamp().map(|at| at.to_unix());
    at.and_then(|(seconds, nanos)| DateTime::from_timestamp(seconds.cast_signed(), nanos))
        .unwrap_or_default()
}

/// The `webhook-id` of a message.
pub(super) fn message_id(id: Uuid) -> String {
    format!("msg_{}", id.simple())
}

/// A claimed delivery is under way, and its lease is no time of a try. Nothing is tried while the webhook is inactive.
macro_rules! deliveries {
    ($where:literal) => {
        concat!(
            "SELECT webhook_delivery.id, webhook_delivery.message_id, webhook_delivery.change_type,
                 webhook_delivery.status, webhook_delivery.tries, webhook_delivery.response_status,
                 webhook_delivery.response,
                 CASE WHEN webhook.active AND webhook_delivery.claim IS NULL
                     THEN webhook_delivery.next_try END AS next_try_at
             FROM webhook_delivery JOIN webhook ON webhook.id = webhook_delivery.webhook_id WHERE ",
            $where
        )
    };
}

/// The newest deliveries of a webhook, newest first.
pub async fn list(tx: &mut Tx, webhook: WebhookId) -> DbResult<Vec<WebhookDelivery>> {
    sql!(deliveries!("webhook_delivery.webhook_id = $1 ORDER BY webhook_delivery.id DESC LIMIT $2"))
        .bind(webhook)
        .bind(LISTED_DELIVERIES)
        .all(tx)
        .await
}

/// One delivery of one of the company's webhooks.
///
/// # Errors
/// [`DbError::Missing`] when there is none.
pub async fn find(tx: &mut Tx, scope: Scope, id: WebhookDeliveryId) -> DbResult<WebhookDelivery> {
    sql!(deliveries!("webhook.company_id = $1 AND webhook_delivery.id = $2"))
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// A delivery that is to be sent once more.
#[derive(Clone, Debug)]
pub struct DeliveryState {
    id: WebhookDeliveryId,
    message_id: Uuid,
    change_type: String,
    company_id: CompanyId,
    position: Option<i64>,
    body: Option<String>,
    status: DeliveryStatus,
}

columns! {
    DeliveryState { id, message_id, change_type, company_id, position, body, status }
}

/// Locks the webhook of a delivery of the company, and finds the delivery.
///
/// # Errors
/// [`DbError::Missing`] when there is none.
pub async fn lock(
    tx: &mut Tx,
    scope: Scope,
    id: WebhookDeliveryId,
) -> DbResult<(WebhookState, DeliveryState)> {
    let webhook: WebhookState = sql!(
        "SELECT id, company_id, person_id, url, active, secrets FROM webhook
         WHERE company_id = $1
             AND id = (SELECT webhook_id FROM webhook_delivery WHERE webhook_delivery.id = $2) {lock}"
    )
    .bind(scope)
    .bind(id)
    .one(tx)
    .await?;
    let delivery: DeliveryState = sql!(
        "SELECT id, message_id, change_type, company_id, position, body, status
         FROM webhook_delivery WHERE webhook_id = $1 AND id = $2"
    )
    .bind(webhook.id)
    .bind(id)
    .one(tx)
    .await?;
    Ok((webhook, delivery))
}

/// Sends a delivery once more, at once; returns the new one. One that is pending is tried now, unless another change of
/// its subject goes first.
pub async fn redeliver(
    tx: &mut Tx,
    webhook: &WebhookState,
    delivery: &DeliveryState,
    now: DateTime<Utc>,
) -> DbResult<WebhookDeliveryId> {
    tx.queue_delivery();
    if delivery.status == DeliveryStatus::Pending {
        sql!(
            "UPDATE webhook_delivery SET next_try = $3
             WHERE webhook_id = $1 AND id = $2 AND claim IS NULL AND next_try > $3"
        )
        .bind(webhook.id)
        .bind(delivery.id)
        .bind(now)
        .run(tx)
        .await?;
        return Ok(delivery.id);
    }
    let id = WebhookDeliveryId(Uuid::now_v7());
    sql!(
        "INSERT INTO webhook_delivery
             (id, webhook_id, message_id, change_type, company_id, position, body, status, tries,
              next_try)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', 0, $8)"
    )
    .bind(id)
    .bind(webhook.id)
    .bind(delivery.message_id)
    .bind(&delivery.change_type)
    .bind(delivery.company_id)
    .bind(delivery.position)
    .bind(&delivery.body)
    .bind(now)
    .run_one(tx)
    .await?;
    Ok(id)
}

/// Counts a test of a webhook; returns how many there were.
pub async fn count_test(tx: &mut Tx, webhook: &WebhookState) -> DbResult<i64> {
    sql!(
        "UPDATE webhook SET tests = tests + 1 WHERE company_id = $1 AND id = $2
         RETURNING tests AS value"
    )
    .bind(webhook.company_id)
    .bind(webhook.id)
    .value(tx)
    .await
}

/// Queues a test with this body.
pub async fn insert_test(
    tx: &mut Tx,
    webhook: &WebhookState,
    body: &str,
    now: DateTime<Utc>,
) -> DbResult<WebhookDeliveryId> {
    tx.queue_delivery();
    let id = WebhookDeliveryId(Uuid::now_v7());
    sql!(
        "INSERT INTO webhook_delivery
             (id, webhook_id, message_id, change_type, company_id, body, status, tries, next_try)
         VALUES ($1, $2, $3, $4, $5, $6, 'pending', 0, $7)"
    )
    .bind(id)
    .bind(webhook.id)
    .bind(Uuid::now_v7())
    .bind(ChangeType::WebhookTest.as_str())
    .bind(webhook.company_id)
    .bind(body)
    .bind(now)
    .run_one(tx)
    .await?;
    Ok(id)
}

/// Deletes a batch of ended deliveries that are not listed any more; returns how many. The last listed one is found once for
/// each webhook: found for each delivery, a batch took PostgreSQL more than ten seconds after an outage.
pub async fn delete_unlisted(tx: &mut Tx) -> DbResult<u64> {
    sql!(
        "WITH last_listed AS MATERIALIZED
             (SELECT webhook.id AS webhook_id,
                  (SELECT listed.id FROM webhook_delivery AS listed
                   WHERE listed.webhook_id = webhook.id
                   ORDER BY listed.id DESC LIMIT 1 OFFSET $1) AS id
              FROM webhook)
         DELETE FROM webhook_delivery WHERE id IN
             (SELECT old.id FROM last_listed CROSS JOIN webhook_delivery AS old
              WHERE old.webhook_id = last_listed.webhook_id AND old.status <> 'pending'
                  AND old.id < last_listed.id
              LIMIT $2)"
    )
    .bind(LISTED_DELIVERIES - 1)
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

//! Makes deliveries of the changes that a webhook asks for.

use chrono::{DateTime, Utc};
use domain::{
    types::ids::{CompanyId, WebhookDeliveryId, WebhookId},
    webhooks::{includes, names_in},
};
use uuid::Uuid;

use crate::db::{bind::ToArg as _, prelude::*};

/// How many changes are looked at in one transaction.
const AT_ONCE: i64 = 500;

/// An active webhook, and what there is to do for it.
#[derive(Clone, Copy, Debug)]
pub struct ActiveWebhook {
    /// The webhook.
    pub id: WebhookId,
    /// Whether there are changes without deliveries.
    pub lags: bool,
    /// When its next delivery is due; that of one under way is when its lease ends.
    pub next_try: Option<DateTime<Utc>>,
}

columns! {
    ActiveWebhook { id, lags, next_try }
}

/// Every active webhook with something to do now or later.
pub async fn active(tx: &mut Tx) -> DbResult<Vec<ActiveWebhook>> {
    let all: Vec<ActiveWebhook> = sql!(
        "SELECT webhook.id,
             EXISTS (SELECT 1 FROM change_event
                     WHERE change_event.company_id = webhook.company_id
                         AND change_event.position > webhook.position) AS lags,
             (SELECT next_try FROM webhook_delivery
              WHERE webhook_delivery.webhook_id = webhook.id
                  AND webhook_delivery.status = 'pending' AND next_try IS NOT NULL
              ORDER BY next_try LIMIT 1) AS next_try
         FROM webhook WHERE active ORDER BY webhook.id"
    )
    .all(tx)
    .await?;
    Ok(all.into_iter().filter(|webhook| webhook.lags || webhook.next_try.is_some()).collect())
}

struct Collecting {
    company_id: CompanyId,
    events: String,
    position: i64,
}

struct Noted {
    position: i64,
    change_type: String,
    subject_id: Uuid,
}

columns! {
    Collecting { company_id, events, position }
    Noted { position, change_type, subject_id }
}

/// Makes deliveries of a batch of changes behind the last one that was looked at; returns whether there may be more.
pub async fn collect(tx: &mut Tx, webhook: WebhookId, now: DateTime<Utc>) -> DbResult<bool> {
    // Another server may do the same, or an outcome may be stored that lets a subject's next change go.
    let found: Option<Collecting> =
        sql!("SELECT company_id, events, position FROM webhook WHERE id = $1 AND active {lock}")
            .bind(webhook)
            .optional(tx)
            .await?;
    let Some(Collecting { company_id, events, position }) = found else { return Ok(false) };
    let noted: Vec<Noted> = sql!(
        "SELECT position, change_type, subject_id FROM change_event
         WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $3"
    )
    .bind(company_id)
    .bind(position)
    .bind(AT_ONCE)
    .all(tx)
    .await?;
    let Some(last) = noted.last() else { return Ok(false) };
    let newest = last.position;
    let may_be_more = i64::try_from(noted.len()) == Ok(AT_ONCE);
    let names = names_in(&events);
    let asked = noted.iter().filter(|change| {
        ChangeType::from_word(&change.change_type).is_some_and(|change| includes(&names, change))
    });
    let asked: Vec<_> = asked.map(|change| (WebhookDeliveryId(Uuid::now_v7()), change)).collect();
    let rows: Vec<_> = asked
        .iter()
        .map(|(id, change)| {
            [
                id.to_arg(),
                Uuid::now_v7().to_arg(),
                change.change_type.as_str().to_arg(),
                change.position.to_arg(),
                change.subject_id.to_arg(),
            ]
        })
        .collect();
    if !rows.is_empty() {
        sql!(
            "INSERT INTO webhook_delivery
                 (webhook_id, company_id, id, message_id, change_type, position, subject_id, status,
                  tries)
             VALUES {rows: ($1, $2, ?, ?, ?, ?, ?, 'pending', 0)}"
        )
        .bind(webhook)
        .bind(company_id)
        .bind_rows(rows)
        .run(tx)
        .await?;
        release_first(tx, webhook, asked.iter().map(|(id, _)| *id), now).await?;
    }
    sql!("UPDATE webhook SET position = $2 WHERE id = $1")
        .bind(webhook)
        .bind(newest)
        .run_one(tx)
        .await?;
    Ok(may_be_more)
}

/// Lets those of these deliveries go that are the first of their subject.
pub(super) async fn release_first(
    tx: &mut Tx,
    webhook: WebhookId,
    deliveries: impl Iterator<Item = WebhookDeliveryId>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "UPDATE webhook_delivery SET next_try = $2
         WHERE id IN ({deliveries}) AND status = 'pending' AND next_try IS NULL
             AND NOT EXISTS (SELECT 1 FROM webhook_delivery AS earlier
                             WHERE earlier.webhook_id = $1 AND earlier.status = 'pending'
                                 AND earlier.subject_id = webhook_delivery.subject_id
                                 AND earlier.position < webhook_delivery.position)"
    )
    .bind(webhook)
    .bind(now)
    .bind_list("deliveries", deliveries)
    .run(tx)
    .await?;
    Ok(())
}

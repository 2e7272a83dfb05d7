//! The webhooks of a company.

use chrono::{DateTime, Utc};
use domain::{
    types::ids::{CompanyId, UserId, WebhookDeliveryId, WebhookId},
    webhooks::{FORMER_SECRET, Webhook, names_in},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    changes::feed,
    db::{prelude::*, statement::ROWS_AT_ONCE},
    scope::Scope,
    webhooks::collecting::{self, release_first},
};

/// How many secrets a webhook has: the newest, and the former ones that still sign.
const MOST_SECRETS: usize = 10;

/// What a secret is derived from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretSeed {
    /// The seed.
    pub seed: Uuid,
    /// Until when a former secret signs; none of the newest.
    pub until: Option<DateTime<Utc>>,
}

/// The seeds of a webhook's secrets, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretSeeds(Vec<SecretSeed>);

impl SecretSeeds {
    /// One secret.
    #[must_use]
    pub fn of(seed: Uuid) -> Self {
        Self(vec![SecretSeed { seed, until: None }])
    }

    /// The seeds whose secrets sign at this time, the newest first.
    pub fn valid(&self, now: DateTime<Utc>) -> impl Iterator<Item = Uuid> {
        let is_valid = move |seed: &&SecretSeed| seed.until.is_none_or(|until| now < until);
        self.0.iter().filter(is_valid).map(|seed| seed.seed)
    }

    /// These with a new one. The former one signs for another day.
    #[must_use]
    pub fn renewed(self, seed: Uuid, now: DateTime<Utc>) -> Self {
        let mut seeds = vec![SecretSeed { seed, until: None }];
        for mut former in self.0 {
            let until = *former.until.get_or_insert(now + FORMER_SECRET);
            if now < until {
                seeds.push(former);
            }
        }
        seeds.truncate(MOST_SECRETS);
        Self(seeds)
    }
}

/// A webhook, locked for a change.
#[derive(Clone, Debug)]
pub struct WebhookState {
    /// Its id.
    pub id: WebhookId,
    /// The company that it belongs to.
    pub company_id: CompanyId,
    /// Who made it.
    pub person_id: UserId,
    /// Its address.
    pub url: String,
    /// Whether changes are sent.
    pub active: bool,
    /// The seeds of its secrets.
    pub secrets: Json<SecretSeeds>,
}

columns! {
    WebhookState { id, company_id, person_id, url, active, secrets }
}

impl WebhookState {
    /// Its company.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        Scope::of_row(self.company_id)
    }
}

impl FromRow for Webhook {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get("id")?,
            url: row.get("url")?,
            events: names_in(&row.get::<String>("events")?),
            active: row.get("active")?,
            disabled_at: row.get("disabled_at")?,
        })
    }
}

/// The company's webhooks, oldest first.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Webhook>> {
    sql!(
        "SELECT id, url, events, active, disabled_at FROM webhook WHERE company_id = $1 ORDER BY id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// One of the company's webhooks.
///
/// # Errors
/// [`DbError::Missing`] when there is none.
pub async fn find(tx: &mut Tx, scope: Scope, id: WebhookId) -> DbResult<Webhook> {
    sql!(
        "SELECT id, url, events, active, disabled_at FROM webhook WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(id)
    .one(tx)
    .await
}

/// How many webhooks the company has.
pub async fn count(tx: &mut Tx, scope: Scope) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM webhook WHERE company_id = $1").bind(scope).value(tx).await
}

/// A webhook to store.
#[derive(Clone, Debug)]
pub struct NewWebhookRow<'a> {
    /// Its id.
    pub id: WebhookId,
    /// Who makes it.
    pub maker: UserId,
    /// Its address.
    pub url: &'a str,
    /// The names of changes.
    pub events: &'a [String],
    /// What its secret is derived from.
    pub seed: Uuid,
    /// When.
    pub now: DateTime<Utc>,
}

/// Adds an active webhook, which gets what changes from now on.
pub async fn insert(tx: &mut Tx, scope: Scope, new: &NewWebhookRow<'_>) -> DbResult<()> {
    let newest = feed::newest(tx, scope).await?;
    sql!(
        "INSERT INTO webhook
             (id, company_id, person_id, url, events, active, secrets, position, tests, date_inserted)
         VALUES ($1, $2, $3, $4, $5, TRUE, $6, $7, 0, $8)"
    )
    .bind(new.id)
    .bind(scope)
    .bind(new.maker)
    .bind(new.url)
    .bind(new.events.join(","))
    .bind(Json(SecretSeeds::of(new.seed)))
    .bind(newest.position)
    .bind(new.now)
    .run_one(tx)
    .await
}

/// Locks one of the company's webhooks before its change.
///
/// # Errors
/// [`DbError::Missing`] when there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: WebhookId) -> DbResult<WebhookState> {
    sql!(
        "SELECT id, company_id, person_id, url, active, secrets FROM webhook
         WHERE company_id = $1 AND id = $2 {lock}"
    )
    .bind(scope)
    .bind(id)
    .one(tx)
    .await
}

/// Changes the address and the names of changes; `None` leaves one as it is.
pub async fn set(
    tx: &mut Tx,
    webhook: &WebhookState,
    url: Option<&str>,
    events: Option<&[String]>,
) -> DbResult<()> {
    sql!(
        "UPDATE webhook SET url = COALESCE($3, url), events = COALESCE($4, events)
         WHERE company_id = $1 AND id = $2"
    )
    .bind(webhook.company_id)
    .bind(webhook.id)
    .bind(url)
    .bind(events.map(|events| events.join(",")))
    .run_one(tx)
    .await
}

/// Pauses a webhook, or activates it: it gets what changes from then on, and what was on its way before is tried for
/// three days from then on.
pub async fn set_active(
    tx: &mut Tx,
    scope: Scope,
    webhook: &WebhookState,
    (active, now): (bool, DateTime<Utc>),
) -> DbResult<()> {
    if webhook.active == active {
        return Ok(());
    }
    if !active {
        // What changed until now is still delivered.
        while collecting::collect(tx, webhook.id, now).await? {}
        return sql!("UPDATE webhook SET active = FALSE WHERE company_id = $1 AND id = $2")
            .bind(scope)
            .bind(webhook.id)
            .run_one(tx)
            .await;
    }
    let newest = feed::newest(tx, scope).await?;
    sql!(
        "UPDATE webhook SET active = TRUE, disabled_at = NULL, position = $3
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(webhook.id)
    .bind(newest.position)
    .run_one(tx)
    .await?;
    let waiting: Vec<WebhookDeliveryId> = sql!(
        "UPDATE webhook_delivery SET since = NULL WHERE webhook_id = $1 AND status = 'pending'
         RETURNING id AS value"
    )
    .bind(webhook.id)
    .values(tx)
    .await?;
    // The change that one of them waits for may have expired meanwhile.
    for waiting in waiting.chunks(ROWS_AT_ONCE) {
        release_first(tx, webhook.id, waiting.iter().copied(), now).await?;
    }
    tx.queue_delivery();
    Ok(())
}

/// Gives a webhook another secret.
pub async fn renew(
    tx: &mut Tx,
    webhook: WebhookState,
    seed: Uuid,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!("UPDATE webhook SET secrets = $3 WHERE company_id = $1 AND id = $2")
        .bind(webhook.company_id)
        .bind(webhook.id)
        .bind(Json(webhook.secrets.0.renewed(seed, now)))
        .run_one(tx)
        .await
}

/// Deletes a webhook with its deliveries.
pub async fn delete(tx: &mut Tx, webhook: &WebhookState) -> DbResult<()> {
    sql!("DELETE FROM webhook WHERE company_id = $1 AND id = $2")
        .bind(webhook.company_id)
        .bind(webhook.id)
        .run_one(tx)
        .await
}

/// Disables a webhook whose receiver does not answer, or asks for it. What was on its way is not sent.
pub async fn disable(tx: &mut Tx, webhook: &WebhookState, now: DateTime<Utc>) -> DbResult<()> {
    sql!("UPDATE webhook SET active = FALSE, disabled_at = $3 WHERE company_id = $1 AND id = $2")
        .bind(webhook.company_id)
        .bind(webhook.id)
        .bind(now)
        .run_one(tx)
        .await?;
    sql!(
        "UPDATE webhook_delivery SET status = 'failed', next_try = NULL, claim = NULL
         WHERE webhook_id = $1 AND status = 'pending'"
    )
    .bind(webhook.id)
    .run(tx)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_former_secret_signs_for_a_day_however_often_there_is_a_new_one() {
        let now = DateTime::from_timestamp(1_772_452_800, 0).expect("a time");
        let seed = Uuid::from_u128;
        let hour = TimeDelta::hours;
        let seeds = SecretSeeds::of(seed(1)).renewed(seed(2), now).renewed(seed(3), now + hour(12));
        let valid = |seeds: &SecretSeeds, at| seeds.valid(at).collect::<Vec<_>>();
        assert_eq!(valid(&seeds, now + hour(12)), [seed(3), seed(2), seed(1)]);
        assert_eq!(valid(&seeds, now + hour(24)), [seed(3), seed(2)]);
        assert_eq!(valid(&seeds, now + hour(36)), [seed(3)]);
        let mut many = seeds;
        for n in 4..40 {
            many = many.renewed(seed(n), now + hour(13));
        }
        assert_eq!(many.0.len(), MOST_SECRETS);
    }
}

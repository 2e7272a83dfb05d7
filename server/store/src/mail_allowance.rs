//! How many new addresses a company may mail in a day, and how many it has mailed.

use std::collections::HashSet;

use chrono::{DateTime, Duration, Utc};
use domain::{
    limits::mail_allowance::{AT_FIRST, HOURS, MailedAddresses, REVIEW_DAYS, reviewed},
    notifications::mails::{MailFailure, MailState},
    types::email,
};

use crate::{db::prelude::*, scope::Scope};

/// A mail that is over the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverAllowance {
    /// The allowance.
    pub new_addresses: i64,
    /// When some of it is free again.
    pub free_at: DateTime<Utc>,
}

struct Allowance {
    new_addresses: i64,
    reviewed_at: DateTime<Utc>,
}

struct MailedToday {
    addresses: i64,
    since: Option<DateTime<Utc>>,
}

struct Mailed {
    delivered: i64,
    refused: i64,
}

columns! {
    Allowance { new_addresses, reviewed_at }
    MailedToday { addresses, since }
    Mailed { delivered, refused }
}

/// Whether a mail to these typed addresses is over the company's allowance. If not, the mail is queued in the same
/// transaction: until its end no other mail of the company to a new address is counted.
pub async fn find_excess(
    tx: &mut Tx,
    scope: Scope,
    to: impl IntoIterator<Item = &str>,
    now: DateTime<Utc>,
) -> DbResult<Option<OverAllowance>> {
    let day = now - Duration::hours(HOURS);
    let mut new: HashSet<String> = to.into_iter().map(email::normalized).collect();
    let keys: Vec<String> = new.iter().cloned().collect();
    // An address that was mailed stays so: the lock is only needed for new ones.
    for known in mailed_before(tx, scope, &keys, day).await? {
        new.remove(&known);
    }
    if new.is_empty() {
        return Ok(None);
    }
    let allowance = lock(tx, scope, now).await?;
    let new_addresses = if now - allowance.reviewed_at >= Duration::days(REVIEW_DAYS) {
        review(tx, scope, &allowance, now).await?
    } else {
        allowance.new_addresses
    };
    for known in mailed_before(tx, scope, &keys, day).await? {
        new.remove(&known);
    }
    let today = mailed_today(tx, scope, day).await?;
    let wanted = i64::try_from(new.len()).unwrap_or(i64::MAX);
    let free_at = today.since.unwrap_or(now) + Duration::hours(HOURS);
    let is_over = today.addresses.saturating_add(wanted) > new_addresses;
    Ok(is_over.then_some(OverAllowance { new_addresses, free_at }))
}

/// The company's allowance. No other transaction gets it until this one ends.
async fn lock(tx: &mut Tx, scope: Scope, now: DateTime<Utc>) -> DbResult<Allowance> {
    sql!(
        "INSERT INTO mail_allowance (company_id, new_addresses, reviewed_at) VALUES ($1, $2, $3)
         ON CONFLICT (company_id) DO UPDATE SET new_addresses = mail_allowance.new_addresses
         RETURNING new_addresses, reviewed_at"
    )
    .bind(scope)
    .bind(AT_FIRST)
    .bind(now)
    .one(tx)
    .await
}

/// Those of the addresses that are not new, or are counted already.
async fn mailed_before(
    tx: &mut Tx,
    scope: Scope,
    keys: &[String],
    day: DateTime<Utc>,
) -> DbResult<Vec<String>> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    sql!(
        "SELECT DISTINCT lower(mail_delivery.email) AS value
         FROM mail_delivery JOIN mail ON mail.id = mail_delivery.mail_id
         WHERE lower(mail_delivery.email) IN ({keys}) AND mail.company_id = $1
             AND (mail_delivery.state = $2 OR (mail.typed_addresses AND mail.written > $3))"
    )
    .bind(scope)
    .bind(MailState::Taken)
    .bind(day)
    .bind_list("keys", keys)
    .values(tx)
    .await
}

/// The addresses that were new when they were mailed within the day.
async fn mailed_today(tx: &mut Tx, scope: Scope, day: DateTime<Utc>) -> DbResult<MailedToday> {
    sql!(
        "SELECT COUNT(DISTINCT lower(mail_delivery.email)) AS addresses,
             MIN(mail.written) AS since
         FROM mail JOIN mail_delivery ON mail_delivery.mail_id = mail.id
         WHERE mail.company_id = $1 AND mail.typed_addresses AND mail.written > $2
             AND NOT EXISTS (SELECT 1 FROM mail_delivery AS earlier
                             JOIN mail AS earlier_mail ON earlier_mail.id = earlier.mail_id
                             WHERE lower(earlier.email) = lower(mail_delivery.email)
                                 AND earlier.state = $3
                                 AND earlier_mail.company_id = $1
                                 AND earlier_mail.written <= $2)"
    )
    .bind(scope)
    .bind(day)
    .bind(MailState::Taken)
    .one(tx)
    .await
}

/// Reviews the allowance by the company's mails since the last review.
async fn review(
    tx: &mut Tx,
    scope: Scope,
    allowance: &Allowance,
    now: DateTime<Utc>,
) -> DbResult<i64> {
    let Mailed { delivered, refused } = sql!(
        "SELECT COUNT(DISTINCT CASE WHEN mail_delivery.state = $3
                                    THEN lower(mail_delivery.email) END) AS delivered,
             COUNT(DISTINCT CASE WHEN mail_delivery.trouble = $4
                                 THEN lower(mail_delivery.email) END) AS refused
         FROM mail JOIN mail_delivery ON mail_delivery.mail_id = mail.id
         WHERE mail.company_id = $1 AND mail.typed_addresses AND mail.written >= $2"
    )
    .bind(scope)
    .bind(allowance.reviewed_at)
    .bind(MailState::Taken)
    .bind(MailFailure::Refused)
    .one(tx)
    .await?;
    let new_addresses = reviewed(allowance.new_addresses, MailedAddresses { delivered, refused });
    sql!("UPDATE mail_allowance SET new_addresses = $2, reviewed_at = $3 WHERE company_id = $1")
        .bind(scope)
        .bind(new_addresses)
        .bind(now)
        .run_one(tx)
        .await?;
    Ok(new_addresses)
}

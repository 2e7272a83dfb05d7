//! Deletes what has expired, in small transactions: requests wait for SQLite's single writer.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::types::limits::LIMITS;
use services::{push, translation};
use store::{
    accounts::{
        attempts, email_tokens, identities, passwords, second_factors, sessions, used_sign_ins,
    },
    changes::feed,
    companies::invitations,
    db::{Db, Tx, company_changes, error::DbResult},
    files::uploads,
    idempotency_keys, idempotent_calls,
    imports::{imports, staging, undo},
    jobs::{bulk, geocoder_answers},
    limit_uses, mail_queue,
    notifications::{notifications, push_subscriptions},
    planning::shifts,
    webhooks::deliveries,
};

use crate::{app::App, tasks::job_areas};

const EVERY: Duration = Duration::from_hours(1);

/// An import that began before this long has ended, or its server was killed.
const LONGEST_IMPORT: TimeDelta = TimeDelta::hours(1);

/// What expires (`docs/operating.md` says when).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expiring {
    Sessions,
    RawIdTokens,
    SignInFailures,
    Attempts,
    AttemptLocks,
    EmailLinks,
    SecondFactorSteps,
    ExchangeCodes,
    UsedSignIns,
    Invitations,
    IdempotencyKeys,
    IdempotentCalls,
    GuestCalls,
    Uploads,
    BulkChanges,
    Shifts,
    ImportEnds,
    ImportedRows,
    StoredImports,
    Notifications,
    Mails,
    HostlessDevices,
    CompanyChanges,
    Changes,
    WebhookDeliveries,
    GeocoderAnswers,
    LimitUses,
}

const ALL: [Expiring; 27] = [
    Expiring::Sessions,
    Expiring::RawIdTokens,
    Expiring::SignInFailures,
    Expiring::Attempts,
    Expiring::AttemptLocks,
    Expiring::EmailLinks,
    Expiring::SecondFactorSteps,
    Expiring::ExchangeCodes,
    Expiring::UsedSignIns,
    Expiring::Invitations,
    Expiring::IdempotencyKeys,
    Expiring::IdempotentCalls,
    Expiring::GuestCalls,
    Expiring::Uploads,
    Expiring::BulkChanges,
    Expiring::Shifts,
    Expiring::ImportEnds,
    Expiring::ImportedRows,
    Expiring::StoredImports,
    Expiring::Notifications,
    Expiring::Mails,
    Expiring::HostlessDevices,
    Expiring::CompanyChanges,
    Expiring::Changes,
    Expiring::WebhookDeliveries,
    Expiring::GeocoderAnswers,
    Expiring::LimitUses,
];

/// Deletes unused files and expired rows now and every hour.
pub async fn run(app: App) {
    let started = app.clock.now();
    let mut hours = tokio::time::interval(EVERY);
    loop {
        hours.tick().await;
        // Other servers of this database may be importing.
        let unfinished =
            if app.db.is_sole_writer() { started } else { app.clock.now() - LONGEST_IMPORT };
        if let Err(error) = staging::delete_leftovers(&app.db, unfinished).await {
            tracing::warn!(%error, "what is left of unfinished imports could not be deleted");
        }
        if let Err(error) = app.files.sweep(&app.db, app.clock.now()).await {
            tracing::warn!(error = format!("{error:#}"), "unused files could not be deleted");
        }
        if let Err(error) = sweep_old_rows(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "expired rows could not be deleted");
        }
        if let Err(error) = job_areas::find_out(&app.db).await {
            tracing::warn!(%error, "it could not be found out how exact the places of jobs are");
        }
        if let Err(error) = translation::sweep(&app.db, &app.clock).await {
            tracing::warn!(%error, "old translations could not be deleted");
        }
    }
}

/// Deletes every row that has expired. What fails does not keep the rest from being deleted.
///
/// # Errors
/// The last error of the database.
pub async fn sweep_old_rows(db: &Db, now: DateTime<Utc>) -> DbResult<()> {
    let mut result = Ok(());
    for expiring in ALL {
        if let Err(error) = delete_all(db, expiring, now).await {
            result = Err(error);
        }
    }
    result
}

async fn delete_all(db: &Db, expiring: Expiring, now: DateTime<Utc>) -> DbResult<()> {
    loop {
        let mut tx = db.write().await?;
        let deleted = delete_batch(&mut tx, expiring, now).await?;
        tx.commit().await?;
        if deleted == 0 {
            return Ok(());
        }
    }
}

async fn delete_batch(tx: &mut Tx, expiring: Expiring, now: DateTime<Utc>) -> DbResult<u64> {
    let told_before = now - TimeDelta::days(LIMITS.told_days);
    match expiring {
        Expiring::Sessions => sessions::delete_expired(tx, now).await,
        Expiring::RawIdTokens => sessions::forget_raw_id_tokens(tx).await,
        Expiring::SignInFailures => passwords::delete_expired_failures(tx, now).await,
        Expiring::Attempts => attempts::delete_expired(tx, now).await,
        Expiring::AttemptLocks => attempts::delete_expired_locks(tx, now).await,
        Expiring::EmailLinks => email_tokens::delete_expired(tx, now).await,
        Expiring::SecondFactorSteps => second_factors::delete_expired_steps(tx, now).await,
        Expiring::ExchangeCodes => identities::delete_expired(tx, now).await,
        Expiring::UsedSignIns => used_sign_ins::delete_expired(tx, now).await,
        Expiring::Invitations => invitations::delete_expired(tx, now).await,
        Expiring::IdempotencyKeys => idempotency_keys::delete_expired(tx, now).await,
        Expiring::IdempotentCalls => idempotent_calls::delete_expired(tx, now).await,
        Expiring::GuestCalls => idempotent_calls::delete_expired_of_guests(tx, now).await,
        Expiring::Uploads => uploads::delete_expired(tx, now).await,
        Expiring::BulkChanges => bulk::delete_expired(tx, now).await,
        Expiring::Shifts => shifts::delete_expired(tx, now).await,
        Expiring::ImportEnds => imports::delete_expired(tx, now).await,
        Expiring::ImportedRows => undo::delete_expired_rows(tx, now).await,
        Expiring::StoredImports => undo::delete_expired(tx, now).await,
        Expiring::Notifications => notifications::delete_seen(tx, told_before).await,
        Expiring::Mails => mail_queue::retention::delete_done(tx, told_before).await,
        Expiring::HostlessDevices => name_hosts(tx).await,
        Expiring::CompanyChanges => company_changes::delete_old(tx).await,
        Expiring::Changes => feed::delete_expired(tx, now).await,
        Expiring::WebhookDeliveries => deliveries::delete_unlisted(tx).await,
        Expiring::GeocoderAnswers => geocoder_answers::delete_expired(tx, now).await,
        Expiring::LimitUses => limit_uses::delete_expired(tx, now).await,
    }
}

/// Stores the hosts of devices that a server of an older version stored.
async fn name_hosts(tx: &mut Tx) -> DbResult<u64> {
    let devices = push_subscriptions::without_host(tx).await?;
    let mut named = 0;
    for device in devices {
        push_subscriptions::set_host(tx, device.id, &push::host_of(&device.endpoint)).await?;
        named += 1;
    }
    Ok(named)
}

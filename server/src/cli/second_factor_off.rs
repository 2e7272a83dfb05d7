//! `ridgeline second-factor-off`: for a user who lost both their phone and their recovery codes.

use anyhow::{Context as _, bail};
use services::core::{clock::Clock, config::Storage};
use store::{
    accounts::{
        attempts::{self, AttemptKind},
        identities, second_factors, sessions, sign_in_proofs,
    },
    companies::people,
    db::Db,
};

use crate::notify::account_mails;

/// Turns it off in the configured database; returns the text for the operator.
///
/// # Errors
/// As [`turn_off_in`], and if the database cannot be written while a server is running.
pub async fn turn_off(storage: &Storage, address: &str) -> anyhow::Result<String> {
    let (db, _claim) = crate::storage::open_for_maintenance(storage).await?;
    let summary = turn_off_in(&db, &Clock::Real, address).await;
    db.close().await;
    summary
}

/// Turns it off for the user with this address, ends their sessions and pending sign-ins, and queues the mail
/// to them.
///
/// # Errors
/// In one sentence for the operator: no user has the address, or there is nothing to turn off.
pub async fn turn_off_in(db: &Db, clock: &Clock, address: &str) -> anyhow::Result<String> {
    let mut tx = db.write().await.context("the database does not answer")?;
    let owner = people::find_by_email(&mut tx, address).await?;
    let owner = owner.with_context(|| format!("nobody signs in with {}", address.trim()))?;
    let Some(factor) = second_factors::find(&mut tx, owner.id).await? else {
        bail!("two-step sign-in is not on for {}", owner.email);
    };
    if !factor.is_on {
        bail!("two-step sign-in is not on for {}", owner.email);
    }
    second_factors::delete(&mut tx, owner.id).await?;
    second_factors::delete_steps(&mut tx, owner.id).await?;
    attempts::clear(&mut tx, AttemptKind::Code, &owner.id.to_string()).await?;
    sessions::delete_of(&mut tx, owner.id).await?;
    identities::delete_codes(&mut tx, owner.id).await?;
    sign_in_proofs::delete_unproven(&mut tx, owner.id).await?;
    if let Some(company) = owner.company_id {
        tx.touch_people(company);
    }
    account_mails::queue_second_factor_removed(&mut tx, &owner, clock.now()).await?;
    tx.commit().await?;
    Ok(format!(
        "Two-step sign-in is off for {}. They are signed out everywhere, and a mail tells them as soon as \
         the server runs.",
        owner.email
    ))
}

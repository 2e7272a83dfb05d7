//! Embedded accounts: password hashes and failed sign-ins.

use chrono::{DateTime, Duration, Utc};
use domain::types::{ids::UserId, limits::LIMITS};
use uuid::Uuid;

use crate::db::prelude::*;

/// The data to check a sign-in against.
#[derive(Debug)]
pub struct Account {
    /// The user.
    pub user: UserId,
    /// The argon2id hash.
    pub hash: String,
}

impl FromRow for Account {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self { user: row.get("person_id")?, hash: row.get("hash")? })
    }
}

/// The account of a normalized address.
pub async fn find(tx: &mut Tx, email_key: &str) -> DbResult<Option<Account>> {
    sql!(
        "SELECT password.person_id, password.hash
         FROM password JOIN person ON person.id = password.person_id
         WHERE person.email_key = $1"
    )
    .bind(email_key)
    .optional(tx)
    .await
}

/// Stores a user's first password.
pub async fn insert(tx: &mut Tx, user: UserId, hash: &str) -> DbResult<()> {
    sql!("INSERT INTO password (person_id, hash) VALUES ($1, $2)")
        .bind(user)
        .bind(hash)
        .run_one(tx)
        .await
}

/// The hash of a user's password, if they have one.
pub async fn find_of(tx: &mut Tx, user: UserId) -> DbResult<Option<String>> {
    sql!("SELECT hash AS value FROM password WHERE person_id = $1")
        .bind(user)
        .optional_value(tx)
        .await
}

/// Sets or replaces a user's password.
pub async fn set(tx: &mut Tx, user: UserId, hash: &str) -> DbResult<()> {
    sql!(
        "INSERT INTO password (person_id, hash) VALUES ($1, $2)
         ON CONFLICT (person_id) DO UPDATE SET hash = excluded.hash"
    )
    .bind(user)
    .bind(hash)
    .run_one(tx)
    .await
}

/// Deletes a user's password.
pub async fn delete_of(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM password WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}

/// The number of recent failed sign-ins with this address, and of those that are being checked.
pub async fn failures(tx: &mut Tx, email_key: &str, now: DateTime<Utc>) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM sign_in_failure WHERE email_key = $1 AND failed_at > $2")
        .bind(email_key)
        .bind(now - Duration::minutes(LIMITS.sign_in_window_minutes))
        .value(tx)
        .await
}

/// Records a sign-in as failed before its password is checked, also for unknown addresses, and deletes failures
/// that no longer count. [`clear_failures`] ends that after the right password.
pub async fn insert_failure(tx: &mut Tx, email_key: &str, now: DateTime<Utc>) -> DbResult<Uuid> {
    let id = Uuid::now_v7();
    sql!("DELETE FROM sign_in_failure WHERE email_key = $1 AND failed_at <= $2")
        .bind(email_key)
        .bind(now - Duration::minutes(LIMITS.sign_in_window_minutes))
        .run(tx)
        .await?;
    sql!("INSERT INTO sign_in_failure (id, email_key, failed_at) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(email_key)
        .bind(now)
        .run_one(tx)
        .await?;
    Ok(id)
}

/// Deletes one failure: its password was never checked.
pub async fn delete_failure(tx: &mut Tx, id: Uuid) -> DbResult<()> {
    sql!("DELETE FROM sign_in_failure WHERE id = $1").bind(id).run(tx).await?;
    Ok(())
}

/// Deletes the failures of an address after a successful sign-in.
pub async fn clear_failures(tx: &mut Tx, email_key: &str) -> DbResult<()> {
    sql!("DELETE FROM sign_in_failure WHERE email_key = $1").bind(email_key).run(tx).await?;
    Ok(())
}

/// Deletes a batch of failures that no longer count; returns how many.
pub async fn delete_expired_failures(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM sign_in_failure
         WHERE id IN (SELECT id FROM sign_in_failure WHERE failed_at <= $1
                      ORDER BY failed_at LIMIT $2)"
    )
    .bind(now - Duration::minutes(LIMITS.sign_in_window_minutes))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

//! Embedded accounts: password hashes and failed sign-ins.

use chrono::{DateTime, Duration, Utc};
use domain::types::{ids::UserId, limits::LIMITS};
use uuid::Uuid;

use crate::db::prelude::*;

/// What a sign-in is checked against.
#[derive(Debug)]
pub struct Account {
    /// Whose it is.
    pub user: UserId,
    /// The argon2id hash.
    pub hash: String,
}

impl FromRow for Account {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self { user: row.get("person_id")?, hash: row.get("hash")? })
    }
}

/// The account of an address, as the domain compares addresses.
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

/// Gives a person a password.
pub async fn insert(tx: &mut Tx, user: UserId, hash: &str) -> DbResult<()> {
    sql!("INSERT INTO password (person_id, hash) VALUES ($1, $2)")
        .bind(user)
        .bind(hash)
        .run_one(tx)
        .await
}

/// What somebody's password is checked against, where they have one.
pub async fn find_of(tx: &mut Tx, user: UserId) -> DbResult<Option<String>> {
    sql!("SELECT hash AS value FROM password WHERE person_id = $1")
        .bind(user)
        .optional_value(tx)
        .await
}

/// Gives somebody a password, in place of one they may have.
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

/// Takes somebody's password away.
pub async fn delete_of(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM password WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}

/// How often signing in with this address failed lately.
pub async fn failures(tx: &mut Tx, email_key: &str, now: DateTime<Utc>) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM sign_in_failure WHERE email_key = $1 AND failed_at > $2")
        .bind(email_key)
        .bind(now - Duration::minutes(LIMITS.sign_in_window_minutes))
        .value(tx)
        .await
}

/// Notes a failed sign-in, for addresses that nobody has, too; and drops those that no longer
/// count.
pub async fn insert_failure(tx: &mut Tx, email_key: &str, now: DateTime<Utc>) -> DbResult<()> {
    sql!("DELETE FROM sign_in_failure WHERE email_key = $1 AND failed_at <= $2")
        .bind(email_key)
        .bind(now - Duration::minutes(LIMITS.sign_in_window_minutes))
        .run(tx)
        .await?;
    sql!("INSERT INTO sign_in_failure (id, email_key, failed_at) VALUES ($1, $2, $3)")
        .bind(Uuid::now_v7())
        .bind(email_key)
        .bind(now)
        .run_one(tx)
        .await
}

/// Forgets the failures of an address that signed in.
pub async fn clear_failures(tx: &mut Tx, email_key: &str) -> DbResult<()> {
    sql!("DELETE FROM sign_in_failure WHERE email_key = $1").bind(email_key).run(tx).await?;
    Ok(())
}

//! Counters of limited attempts, in the database so that every server sees them.

use chrono::{DateTime, Duration, Utc};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::db::prelude::*;

/// The kind of attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptKind {
    /// Requesting a link to reset the password, by address.
    Reset,
    /// Requesting a link to verify the address, by person.
    Verify,
    /// Entering a code of a second factor, by person.
    Code,
    /// Entering the password while signed in, by person.
    Password,
    /// Opening a link that does not exist or has ended, by network.
    Link,
}

impl AttemptKind {
    const fn word(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Verify => "verify",
            Self::Code => "code",
            Self::Password => "password",
            Self::Link => "link",
        }
    }
}

/// Locks the attempts of a kind and key until the end of the transaction, so that [`count`] sees all that were made
/// before. There may be none yet: so the lock is a row of its own.
pub async fn lock(tx: &mut Tx, kind: AttemptKind, key: &str, now: DateTime<Utc>) -> DbResult<()> {
    sql!(
        "INSERT INTO attempt_lock (kind, key, used_at) VALUES ($1, $2, $3)
         ON CONFLICT (kind, key) DO UPDATE SET used_at = excluded.used_at"
    )
    .bind(kind.word())
    // A hash: the row stays when the account is deleted.
    .bind(hex::encode(Sha256::digest(key)))
    .bind(now)
    .run_one(tx)
    .await
}

/// The number of attempts since a time.
pub async fn count(
    tx: &mut Tx,
    kind: AttemptKind,
    key: &str,
    since: DateTime<Utc>,
) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM attempt WHERE kind = $1 AND key = $2 AND made_at > $3")
        .bind(kind.word())
        .bind(key)
        .bind(since)
        .value(tx)
        .await
}

/// Records an attempt, and deletes a batch of those that no longer count. What takes long is recorded before it is tried,
/// so that attempts at the same time are all counted.
pub async fn insert(
    tx: &mut Tx,
    kind: AttemptKind,
    key: &str,
    now: DateTime<Utc>,
) -> DbResult<Uuid> {
    let id = Uuid::now_v7();
    delete_expired(tx, now).await?;
    sql!("INSERT INTO attempt (id, kind, key, made_at) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(kind.word())
        .bind(key)
        .bind(now)
        .run_one(tx)
        .await?;
    Ok(id)
}

/// Deletes one attempt that was recorded and then not made.
pub async fn delete(tx: &mut Tx, id: Uuid) -> DbResult<()> {
    sql!("DELETE FROM attempt WHERE id = $1").bind(id).run(tx).await?;
    Ok(())
}

/// Deletes the attempts after a success.
pub async fn clear(tx: &mut Tx, kind: AttemptKind, key: &str) -> DbResult<()> {
    sql!("DELETE FROM attempt WHERE kind = $1 AND key = $2")
        .bind(kind.word())
        .bind(key)
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes a batch of attempts that no longer count; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM attempt
         WHERE id IN (SELECT id FROM attempt WHERE made_at < $1 ORDER BY made_at LIMIT $2)"
    )
    .bind(now - Duration::days(1))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

/// Deletes a batch of locks that nobody used for as long as attempts are kept; returns how many.
pub async fn delete_expired_locks(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    // The time is compared twice: a lock that was taken while this waited for it stays.
    sql!(
        "DELETE FROM attempt_lock
         WHERE used_at < $1 AND (kind, key) IN (SELECT kind, key FROM attempt_lock
                                                WHERE used_at < $1 ORDER BY used_at LIMIT $2)"
    )
    .bind(now - Duration::days(1))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

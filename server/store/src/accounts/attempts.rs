//! What may be tried so many times only, counted where every server sees it.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;

use crate::db::prelude::*;

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptKind {
    /// To be sent the way to a new password, by address.
    Reset,
    /// To be sent the proof of an address, by person.
    Verify,
    /// A code of a second factor, by person.
    Code,
    /// The password of somebody who is signed in, by person.
    Password,
}

impl AttemptKind {
    const fn word(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Verify => "verify",
            Self::Code => "code",
            Self::Password => "password",
        }
    }
}

/// How often it was tried since then.
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

/// Notes that it was tried, and forgets what nobody counts any more.
pub async fn insert(tx: &mut Tx, kind: AttemptKind, key: &str, now: DateTime<Utc>) -> DbResult<()> {
    sql!("DELETE FROM attempt WHERE made_at < $1").bind(now - Duration::days(1)).run(tx).await?;
    sql!("INSERT INTO attempt (id, kind, key, made_at) VALUES ($1, $2, $3, $4)")
        .bind(Uuid::now_v7())
        .bind(kind.word())
        .bind(key)
        .bind(now)
        .run_one(tx)
        .await
}

/// Forgets what was tried: it succeeded.
pub async fn clear(tx: &mut Tx, kind: AttemptKind, key: &str) -> DbResult<()> {
    sql!("DELETE FROM attempt WHERE kind = $1 AND key = $2")
        .bind(kind.word())
        .bind(key)
        .run(tx)
        .await?;
    Ok(())
}

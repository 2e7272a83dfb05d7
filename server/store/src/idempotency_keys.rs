//! What people handed in under a key of their own making, so that what is sent twice is done once.

use chrono::{DateTime, Duration, Utc};
use domain::types::ids::UserId;
use uuid::Uuid;

use crate::db::prelude::*;

/// A phone that comes back after longer than that has been somewhere else than on a roof.
const KEPT_DAYS: i64 = 30;

/// A key, and what it was taken for.
#[derive(Clone, Copy, Debug)]
pub struct KeyClaim<'a> {
    /// Whose key.
    pub person: UserId,
    /// Their key.
    pub key: &'a str,
    /// A hash of what was asked.
    pub asked: &'a [u8],
}

/// What was handed in before.
#[derive(Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// A hash of what was asked.
    pub asked: Vec<u8>,
    /// What came of it.
    pub made_id: Uuid,
}

columns! {
    StoredResult { asked, made_id }
}

/// What was handed in under this key.
pub async fn find(tx: &mut Tx, hand: &KeyClaim<'_>) -> DbResult<Option<StoredResult>> {
    sql!("SELECT asked, made_id FROM handed_in WHERE person_id = $1 AND key = $2")
        .bind(hand.person)
        .bind(hand.key)
        .optional(tx)
        .await
}

/// Takes a key for what is made with this transaction, or answers what was made under it before. Whoever
/// comes at the same moment waits until it is known which of both it is.
pub async fn take(
    tx: &mut Tx,
    hand: &KeyClaim<'_>,
    made: Uuid,
    now: DateTime<Utc>,
) -> DbResult<Option<StoredResult>> {
    let taken = sql!(
        "INSERT INTO handed_in (person_id, key, asked, made_id, date_inserted)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (person_id, key) DO NOTHING"
    )
    .bind(hand.person)
    .bind(hand.key)
    .bind(hand.asked.to_vec())
    .bind(made)
    .bind(now)
    .run(tx)
    .await?;
    if taken > 0 { Ok(None) } else { find(tx, hand).await }
}

/// Forgets what nobody will send again.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!("DELETE FROM handed_in WHERE date_inserted < $1")
        .bind(now - Duration::days(KEPT_DAYS))
        .run(tx)
        .await
}

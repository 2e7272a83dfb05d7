//! Idempotency keys, which the client creates, so that a request that is sent twice is executed once.

use chrono::{DateTime, Duration, Utc};
use domain::types::ids::UserId;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::db::prelude::*;

/// A phone that is offline on a roof reconnects sooner than this.
const RETENTION_DAYS: i64 = 30;

/// A key, and the request it was used for.
#[derive(Clone, Copy, Debug)]
pub struct KeyClaim<'a> {
    /// The user.
    pub person: UserId,
    /// The key.
    pub key: &'a str,
    /// A hash of the request.
    pub request_hash: &'a [u8],
}

/// The stored result of an earlier request.
#[derive(Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// A hash of the request.
    pub request_hash: Vec<u8>,
    /// The id of the created row.
    pub made_id: Uuid,
}

columns! {
    StoredResult { request_hash, made_id }
}

impl KeyClaim<'_> {
    /// The key as it is stored. Answers are sealed with the key itself, which nobody finds in the database.
    fn hash(&self) -> String {
        let hash = Sha256::new_with_prefix(self.person.0.as_bytes()).chain_update(self.key);
        hex::encode(hash.finalize())
    }
}

/// The earlier request with this key. Servers of former versions stored the key itself.
pub async fn find(tx: &mut Tx, claim: &KeyClaim<'_>) -> DbResult<Option<StoredResult>> {
    sql!(
        "SELECT asked AS request_hash, made_id FROM handed_in
         WHERE person_id = $1 AND key IN ($2, $3)"
    )
    .bind(claim.person)
    .bind(claim.hash())
    .bind(claim.key)
    .optional(tx)
    .await
}

/// Stores a key for the row that this transaction creates, or returns the earlier result of the key. A
/// concurrent call with the key waits for this transaction.
pub async fn take(
    tx: &mut Tx,
    claim: &KeyClaim<'_>,
    created_id: Uuid,
    now: DateTime<Utc>,
) -> DbResult<Option<StoredResult>> {
    if let Some(earlier) = find(tx, claim).await? {
        return Ok(Some(earlier));
    }
    let taken = sql!(
        "INSERT INTO handed_in (person_id, key, asked, made_id, date_inserted)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (person_id, key) DO NOTHING"
    )
    .bind(claim.person)
    .bind(claim.hash())
    .bind(claim.request_hash.to_vec())
    .bind(created_id)
    .bind(now)
    .run(tx)
    .await?;
    if taken > 0 { Ok(None) } else { find(tx, claim).await }
}

/// Deletes a batch of keys that no client will send again; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM handed_in
         WHERE (person_id, key) IN (SELECT person_id, key FROM handed_in WHERE date_inserted < $1
                                    ORDER BY date_inserted LIMIT $2)"
    )
    .bind(now - Duration::days(RETENTION_DAYS))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

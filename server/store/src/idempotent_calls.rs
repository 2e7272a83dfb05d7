//! What was answered to calls with an idempotency key.

use chrono::{DateTime, Duration, Utc};

use crate::db::{
    idempotent_call::{CallClaim, CallHash, of_owner},
    prelude::*,
};

/// How long a key is valid (contract-2, section 5).
const RETENTION_HOURS: i64 = 24;

/// An earlier call with a key.
#[derive(Debug)]
pub struct EarlierCall {
    request_hash: Vec<u8>,
    /// The encrypted answer; none until it is stored.
    pub answer: Option<Vec<u8>>,
    date_inserted: DateTime<Utc>,
}

columns! {
    EarlierCall { request_hash, answer, date_inserted }
}

impl EarlierCall {
    /// Whether it was the same request.
    #[must_use]
    pub fn is_of(&self, request: &CallHash) -> bool {
        self.request_hash == request
    }

    /// Whether its key may be used again.
    #[must_use]
    pub fn is_expired(&self, now: DateTime<Utc>) -> bool {
        self.date_inserted < now - Duration::hours(RETENTION_HOURS)
    }
}

macro_rules! earlier {
    ($table:literal, $owner:literal) => {
        concat!(
            "SELECT request_hash, answer, date_inserted FROM ",
            $table,
            " WHERE ",
            $owner,
            " = $1 AND key_hash = $2"
        )
    };
}

/// The earlier call with this key.
pub async fn find(tx: &mut Tx, claim: &CallClaim) -> DbResult<Option<EarlierCall>> {
    of_owner!(claim.owner, earlier).bind(claim.key_hash.to_vec()).optional(tx).await
}

macro_rules! answered {
    ($table:literal, $owner:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (",
            $owner,
            ", key_hash, request_hash, answer, date_inserted)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (",
            $owner,
            ", key_hash) DO UPDATE SET answer = excluded.answer"
        )
    };
}

/// Stores the answer to a call, also where it changed nothing.
pub async fn store_answer(tx: &mut Tx, claim: &CallClaim, answer: Vec<u8>) -> DbResult<()> {
    of_owner!(claim.owner, answered)
        .bind(claim.key_hash.to_vec())
        .bind(claim.request_hash.to_vec())
        .bind(answer)
        .bind(claim.now)
        .run_one(tx)
        .await
}

macro_rules! freed {
    ($table:literal, $owner:literal) => {
        concat!("DELETE FROM ", $table, " WHERE ", $owner, " = $1 AND key_hash = $2")
    };
}

/// Frees the key of a call that was refused, or that has expired.
pub async fn delete(tx: &mut Tx, claim: &CallClaim) -> DbResult<()> {
    of_owner!(claim.owner, freed).bind(claim.key_hash.to_vec()).run(tx).await.map(drop)
}

/// Deletes a batch of expired calls of holders of links; returns how many.
pub async fn delete_expired_of_guests(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM guest_call
         WHERE (link_id, key_hash) IN (SELECT link_id, key_hash FROM guest_call
                                       WHERE date_inserted < $1
                                       ORDER BY date_inserted LIMIT $2)"
    )
    .bind(now - Duration::hours(RETENTION_HOURS))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

/// Deletes a batch of expired calls; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM idempotent_call
         WHERE (person_id, key_hash) IN (SELECT person_id, key_hash FROM idempotent_call
                                         WHERE date_inserted < $1
                                         ORDER BY date_inserted LIMIT $2)"
    )
    .bind(now - Duration::hours(RETENTION_HOURS))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

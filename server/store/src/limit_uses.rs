//! What all servers of a PostgreSQL database take of the limits that they share (migration 97).

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::db::{Db, prelude::*};

/// A limit, and whom it limits.
#[derive(Clone, Debug, Serialize)]
pub struct LimitUse {
    /// A hash of both, in hexadecimal.
    pub subject: String,
    /// The most that may be taken in a period.
    pub most: u64,
    /// The period, in milliseconds.
    pub lasts: i64,
    /// What is taken within this many milliseconds is counted as one.
    pub part: i64,
}

/// Whether an amount was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitAnswer {
    /// Milliseconds until it can be taken; zero if it was.
    pub wait: i64,
    /// The place of the limit that refuses it.
    pub place: i64,
}

columns! {
    LimitAnswer { wait, place }
}

/// Takes an amount of each of these limits, or of none. `now` is in milliseconds since 1970.
///
/// # Errors
/// The engine's error; on SQLite always, where nothing is shared.
pub async fn take(db: &Db, uses: &[LimitUse], amount: u64, now: i64) -> DbResult<LimitAnswer> {
    // Numbers and hexadecimal always serialize.
    let uses = serde_json::to_string(uses).unwrap_or_default();
    let mut tx = db.write_one_statement().await?;
    let answer = sql!("SELECT wait, place FROM take_of_limits($1, $2, $3)")
        .bind(uses)
        .bind(i64::try_from(amount).unwrap_or(i64::MAX))
        .bind(now)
        .one(&mut tx)
        .await?;
    tx.commit().await?;
    Ok(answer)
}

/// Deletes a batch of what no longer counts; returns how many rows.
///
/// # Errors
/// The engine's error.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM limit_use WHERE (subject, began) IN
             (SELECT subject, began FROM limit_use WHERE ends < $1 LIMIT $2)"
    )
    .bind(now.timestamp_millis())
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

//! Second factors: the seed of an authenticator app, recovery codes, and sign-ins that wait for a code.

use chrono::{DateTime, Duration, Utc};
use domain::{accounts::accounts::STEP_MINUTES, types::ids::UserId};
use uuid::Uuid;

use crate::{accounts::sign_in_proofs::SignInProof, db::prelude::*, token::TokenHash};

/// A second factor, active or being set up.
#[derive(Clone, Debug)]
pub struct SecondFactor {
    /// The seed of its secret.
    pub seed: Uuid,
    /// Whether it is active.
    pub is_on: bool,
    /// The time step of the newest used code.
    pub last_step: i64,
}

columns! {
    SecondFactor { seed, is_on, last_step }
}

/// A user's second factor; a writing transaction locks it until it ends.
pub async fn find(tx: &mut Tx, user: UserId) -> DbResult<Option<SecondFactor>> {
    sql!("SELECT seed, is_on, last_step FROM second_factor WHERE person_id = $1 {lock}")
        .bind(user)
        .optional(tx)
        .await
}

/// Whether a user needs a code after the password.
pub async fn is_on(tx: &mut Tx, user: UserId) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM second_factor WHERE person_id = $1 AND is_on) AS value")
        .bind(user)
        .value(tx)
        .await
}

/// Starts the setup, replacing one that was started before.
pub async fn begin(tx: &mut Tx, user: UserId, seed: Uuid, now: DateTime<Utc>) -> DbResult<()> {
    sql!(
        "INSERT INTO second_factor (person_id, seed, is_on, last_step, since)
         VALUES ($1, $2, FALSE, 0, $3)
         ON CONFLICT (person_id) DO UPDATE
             SET seed = excluded.seed, is_on = FALSE, last_step = 0, since = excluded.since"
    )
    .bind(user)
    .bind(seed)
    .bind(now)
    .run_one(tx)
    .await
}

/// Records that the code of this step was used, and activates the factor.
pub async fn set_used(tx: &mut Tx, user: UserId, step: i64) -> DbResult<()> {
    sql!("UPDATE second_factor SET is_on = TRUE, last_step = $2 WHERE person_id = $1")
        .bind(user)
        .bind(step)
        .run_one(tx)
        .await
}

/// Deletes the factor and its recovery codes.
pub async fn delete(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM second_factor WHERE person_id = $1").bind(user).run(tx).await?;
    sql!("DELETE FROM recovery_code WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}

/// Replaces a user's recovery codes.
pub async fn set_recovery_codes(tx: &mut Tx, user: UserId, codes: &[TokenHash]) -> DbResult<()> {
    sql!("DELETE FROM recovery_code WHERE person_id = $1").bind(user).run(tx).await?;
    for code in codes {
        sql!("INSERT INTO recovery_code (code_hash, person_id) VALUES ($1, $2)")
            .bind(code.bytes())
            .bind(user)
            .run_one(tx)
            .await?;
    }
    Ok(())
}

/// Uses up a recovery code; returns whether it was valid.
pub async fn take_recovery_code(tx: &mut Tx, user: UserId, code: TokenHash) -> DbResult<bool> {
    let taken = sql!("DELETE FROM recovery_code WHERE code_hash = $1 AND person_id = $2")
        .bind(code.bytes())
        .bind(user)
        .run(tx)
        .await?;
    Ok(taken == 1)
}

/// The number of recovery codes that a user has left.
pub async fn recovery_codes(tx: &mut Tx, user: UserId) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM recovery_code WHERE person_id = $1")
        .bind(user)
        .value(tx)
        .await
}

/// Stores that a user proved who they are but for the code, and deletes expired entries.
pub async fn insert_step(
    tx: &mut Tx,
    step: TokenHash,
    (user, proof): (UserId, &SignInProof),
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!("DELETE FROM sign_in_step WHERE person_id = $1 AND began <= $2")
        .bind(user)
        .bind(now - Duration::minutes(STEP_MINUTES))
        .run(tx)
        .await?;
    sql!(
        "INSERT INTO sign_in_step (token_hash, person_id, began, issuer, authenticated_at)
         VALUES ($1, $2, $3, $4, $5)"
    )
    .bind(step.bytes())
    .bind(user)
    .bind(now)
    .bind(&proof.issuer)
    .bind(proof.authenticated_at)
    .run_one(tx)
    .await
}

/// A sign-in that waits for a code.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct PendingStep {
    pub person_id: UserId,
    pub issuer: Option<String>,
    pub authenticated_at: Option<DateTime<Utc>>,
}

columns! {
    PendingStep { person_id, issuer, authenticated_at }
}

/// The sign-in that waits for a code, unless it has expired.
pub async fn find_step(
    tx: &mut Tx,
    step: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<Option<PendingStep>> {
    sql!(
        "SELECT person_id, issuer, authenticated_at FROM sign_in_step
         WHERE token_hash = $1 AND began > $2"
    )
    .bind(step.bytes())
    .bind(now - Duration::minutes(STEP_MINUTES))
    .optional(tx)
    .await
}

/// Ends every sign-in of a user that waits for a code.
pub async fn delete_steps(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM sign_in_step WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}

/// Deletes a batch of sign-ins that waited too long for a code; returns how many.
pub async fn delete_expired_steps(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM sign_in_step
         WHERE token_hash IN (SELECT token_hash FROM sign_in_step WHERE began <= $1
                              ORDER BY began LIMIT $2)"
    )
    .bind(now - Duration::minutes(STEP_MINUTES))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

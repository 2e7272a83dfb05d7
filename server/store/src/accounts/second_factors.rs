//! Second factors: what an authenticator app makes codes from, the codes that stand in for it, and
//! sign-ins that wait for one.

use chrono::{DateTime, Duration, Utc};
use domain::{accounts::accounts::STEP_MINUTES, types::ids::UserId};
use uuid::Uuid;

use crate::{db::prelude::*, token::TokenHash};

/// A second factor, set up or about to be.
#[derive(Clone, Debug)]
pub struct SecondFactor {
    /// What its secret is made from.
    pub seed: Uuid,
    /// Whether it is asked for.
    pub is_on: bool,
    /// The step of the newest code that was used.
    pub last_step: i64,
}

columns! {
    SecondFactor { seed, is_on, last_step }
}

/// Somebody's second factor; in a writing transaction, yours until it ends.
pub async fn find(tx: &mut Tx, user: UserId) -> DbResult<Option<SecondFactor>> {
    sql!("SELECT seed, is_on, last_step FROM second_factor WHERE person_id = $1 {lock}")
        .bind(user)
        .optional(tx)
        .await
}

/// Whether a code is asked for after somebody's password.
pub async fn is_on(tx: &mut Tx, user: UserId) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM second_factor WHERE person_id = $1 AND is_on) AS value")
        .bind(user)
        .value(tx)
        .await
}

/// Begins to set one up, in place of one that was begun before.
pub async fn begin(tx: &mut Tx, user: UserId, seed: Uuid) -> DbResult<()> {
    sql!(
        "INSERT INTO second_factor (person_id, seed, is_on, last_step) VALUES ($1, $2, FALSE, 0)
         ON CONFLICT (person_id) DO UPDATE SET seed = excluded.seed, is_on = FALSE, last_step = 0"
    )
    .bind(user)
    .bind(seed)
    .run_one(tx)
    .await
}

/// Notes that the code of this step was used, and that the factor is on from then on.
pub async fn set_used(tx: &mut Tx, user: UserId, step: i64) -> DbResult<()> {
    sql!("UPDATE second_factor SET is_on = TRUE, last_step = $2 WHERE person_id = $1")
        .bind(user)
        .bind(step)
        .run_one(tx)
        .await
}

/// Gives it up, and what stood in for it.
pub async fn delete(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM second_factor WHERE person_id = $1").bind(user).run(tx).await?;
    sql!("DELETE FROM recovery_code WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}

/// Gives somebody these recovery codes in place of those they had.
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

/// Uses a recovery code up; answers whether it was one.
pub async fn take_recovery_code(tx: &mut Tx, user: UserId, code: TokenHash) -> DbResult<bool> {
    let taken = sql!("DELETE FROM recovery_code WHERE code_hash = $1 AND person_id = $2")
        .bind(code.bytes())
        .bind(user)
        .run(tx)
        .await?;
    Ok(taken == 1)
}

/// How many recovery codes somebody has left.
pub async fn recovery_codes(tx: &mut Tx, user: UserId) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM recovery_code WHERE person_id = $1")
        .bind(user)
        .value(tx)
        .await
}

/// Writes down that somebody gave the right password, and forgets where they did so too long ago.
pub async fn insert_step(
    tx: &mut Tx,
    step: TokenHash,
    user: UserId,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!("DELETE FROM sign_in_step WHERE person_id = $1 AND began <= $2")
        .bind(user)
        .bind(now - Duration::minutes(STEP_MINUTES))
        .run(tx)
        .await?;
    sql!("INSERT INTO sign_in_step (token_hash, person_id, began) VALUES ($1, $2, $3)")
        .bind(step.bytes())
        .bind(user)
        .bind(now)
        .run_one(tx)
        .await
}

/// Who gave the right password, if that is not too long ago.
pub async fn find_step(
    tx: &mut Tx,
    step: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<Option<UserId>> {
    sql!("SELECT person_id AS value FROM sign_in_step WHERE token_hash = $1 AND began > $2")
        .bind(step.bytes())
        .bind(now - Duration::minutes(STEP_MINUTES))
        .optional_value(tx)
        .await
}

/// Ends every sign-in of somebody that waits for a code.
pub async fn delete_steps(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM sign_in_step WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}

//! Which sign-ins at an identity provider were used: the browser could send the same answer again.

use chrono::{DateTime, Duration, Utc};
use domain::accounts::accounts::OIDC_STATE_MINUTES;

use crate::{db::prelude::*, token::TokenHash};

/// Uses up a sign-in; `false` if it was used before. Of two at the same time one gets `true`. Also deletes some
/// that have expired.
pub async fn insert(tx: &mut Tx, browser: TokenHash, now: DateTime<Utc>) -> DbResult<bool> {
    delete_expired(tx, now).await?;
    let inserted = sql!(
        "INSERT INTO used_sign_in (browser_hash, used_at) VALUES ($1, $2)
         ON CONFLICT (browser_hash) DO NOTHING"
    )
    .bind(browser.bytes())
    .bind(now)
    .run(tx)
    .await?;
    Ok(inserted == 1)
}

/// Makes a sign-in usable again after the provider could not be reached.
pub async fn delete(tx: &mut Tx, browser: TokenHash) -> DbResult<()> {
    sql!("DELETE FROM used_sign_in WHERE browser_hash = $1").bind(browser.bytes()).run(tx).await?;
    Ok(())
}

/// Deletes a batch of sign-ins whose cookie has expired; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM used_sign_in
         WHERE browser_hash IN (SELECT browser_hash FROM used_sign_in WHERE used_at < $1
                                ORDER BY used_at LIMIT $2)"
    )
    .bind(now - Duration::minutes(OIDC_STATE_MINUTES))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

//! The secrets of links, of which only hashes are stored.

use chrono::{DateTime, Utc};
use domain::{limits::guest_links::SECRETS, types::ids::GuestLinkId};

use crate::{db::prelude::*, token::TokenHash};

/// Adds a secret to a locked link. If there are too many, the oldest end, but for the first one: that is the one which was
/// handed out, and the others were mailed.
pub async fn insert(
    tx: &mut Tx,
    link: GuestLinkId,
    secret: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!("INSERT INTO guest_secret (hash, link_id, date_inserted) VALUES ($1, $2, $3)")
        .bind(secret.bytes())
        .bind(link)
        .bind(now)
        .run_one(tx)
        .await?;
    sql!(
        "DELETE FROM guest_secret
         WHERE link_id = $1
             AND hash NOT IN (SELECT hash FROM guest_secret WHERE link_id = $1
                              ORDER BY date_inserted DESC, hash LIMIT $2)
             AND hash <> (SELECT hash FROM guest_secret WHERE link_id = $1
                          ORDER BY date_inserted, hash LIMIT 1)"
    )
    .bind(link)
    .bind(SECRETS - 1)
    .run(tx)
    .await?;
    Ok(())
}

/// Ends all secrets of a link.
pub async fn delete_of(tx: &mut Tx, link: GuestLinkId) -> DbResult<()> {
    sql!("DELETE FROM guest_secret WHERE link_id = $1").bind(link).run(tx).await?;
    Ok(())
}

/// Whether a secret still opens this link.
pub async fn opens(tx: &mut Tx, link: GuestLinkId, secret: TokenHash) -> DbResult<bool> {
    sql!("SELECT link_id AS value FROM guest_secret WHERE hash = $1 AND link_id = $2")
        .bind(secret.bytes())
        .bind(link)
        .exists(tx)
        .await
}

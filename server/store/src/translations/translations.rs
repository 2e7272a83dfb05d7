//! Machine translations of a company's texts, stored so that each text is translated once.

use chrono::{DateTime, Utc};
use domain::types::language::Language;

use crate::{db::prelude::*, scope::Scope};

/// A stored translation.
#[derive(Clone, Debug)]
pub struct StoredTranslation {
    /// The hash of the original: see [`crate::translation`].
    pub original_hash: Vec<u8>,
    /// The language of the original.
    pub written_in: Language,
    /// The translation.
    pub content: String,
}

columns! {
    StoredTranslation { original_hash, written_in, content }
}

/// The company's stored translations of these texts.
pub async fn find_all(
    tx: &mut Tx,
    scope: Scope,
    hashes: &[Vec<u8>],
) -> DbResult<Vec<StoredTranslation>> {
    sql!(
        "SELECT original_hash, written_in, content FROM translation
         WHERE company_id = $1 AND original_hash IN ({hashes})"
    )
    .bind(scope)
    .bind_list("hashes", hashes.iter().cloned())
    .all(tx)
    .await
}

/// Stores a translation; an existing one stays.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    new: &StoredTranslation,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO translation (company_id, original_hash, written_in, content, date_inserted)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, original_hash) DO NOTHING"
    )
    .bind(scope)
    .bind(new.original_hash.clone())
    .bind(new.written_in)
    .bind(&new.content)
    .bind(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Deletes a batch of all companies' translations from before a time, because their texts may have been deleted
/// since; returns how many.
pub async fn delete_before(tx: &mut Tx, time: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM translation
         WHERE (company_id, original_hash) IN
             (SELECT company_id, original_hash FROM translation WHERE date_inserted < $1
              ORDER BY date_inserted LIMIT $2)"
    )
    .bind(time)
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

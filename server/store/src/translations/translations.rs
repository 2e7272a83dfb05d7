//! What a machine made of a company's texts, kept so that each is translated once.

use chrono::{DateTime, Utc};
use domain::types::language::Language;

use crate::{db::prelude::*, scope::Scope};

/// A translation that is kept.
#[derive(Clone, Debug)]
pub struct StoredTranslation {
    /// Which text it is of: see [`crate::translation`].
    pub original_hash: Vec<u8>,
    /// The language the original is in.
    pub written_in: Language,
    /// The translation.
    pub content: String,
}

columns! {
    StoredTranslation { original_hash, written_in, content }
}

/// Those of the company's translations that are there.
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

/// Keeps a translation; where somebody was faster, theirs stays.
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

/// Forgets what was made before a time, whoever's it is, and counts it: the texts themselves may
/// have been deleted since.
pub async fn delete_before(tx: &mut Tx, time: DateTime<Utc>) -> DbResult<u64> {
    sql!("DELETE FROM translation WHERE date_inserted < $1").bind(time).run(tx).await
}

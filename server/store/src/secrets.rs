//! Secrets of this installation.

use crate::db::prelude::*;

/// The secret with this name; stores `fresh` if there is none yet.
pub async fn find_or_add(tx: &mut Tx, name: &str, fresh: Vec<u8>) -> DbResult<Vec<u8>> {
    sql!("INSERT INTO secret (name, content) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(fresh)
        .run(tx)
        .await?;
    sql!("SELECT content AS value FROM secret WHERE name = $1").bind(name).value(tx).await
}

/// The secret with this name, if there is one.
pub async fn find(tx: &mut Tx, name: &str) -> DbResult<Option<Vec<u8>>> {
    sql!("SELECT content AS value FROM secret WHERE name = $1").bind(name).optional_value(tx).await
}

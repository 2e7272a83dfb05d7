//! The number of rows of each table.

use std::collections::BTreeMap;

use store::db::Tx;

/// Counts the rows of each table.
pub(crate) async fn count_all(tx: &mut Tx) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut rows = BTreeMap::new();
    for table in tx.tables().await? {
        let count = tx.count_rows(&table).await?;
        rows.insert(table.name, count);
    }
    Ok(rows)
}

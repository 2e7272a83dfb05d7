//! How many rows each table holds.

use std::collections::BTreeMap;

use store::db::Tx;

/// How many rows are in each table.
pub(crate) async fn count_all(tx: &mut Tx) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut rows = BTreeMap::new();
    for table in tx.tables().await? {
        let count = tx.count_rows(&table).await?;
        rows.insert(table.name, count);
    }
    Ok(rows)
}

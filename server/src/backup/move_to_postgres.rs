//! `ridgeline move`: from SQLite to PostgreSQL. All rows are copied in one transaction, and every row of
//! every table is compared before it commits: a copy that differs is rolled back.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use sha2::{Digest as _, Sha256};
use store::db::{
    Db, Engine, Tx,
    bind::Arg,
    migrations::migrations,
    tables::{RowFilter, Table},
};

use crate::app::database_file;

/// How many rows are in memory at once.
const ROWS_AT_ONCE: usize = 5_000;

/// A copied table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its name.
    pub table: String,
    /// The number of its rows, the same in both databases.
    pub rows: u64,
    /// The SHA-256 of the sorted SHA-256s of its rows, the same in both databases.
    pub sha256: String,
}

/// Copies the database of a data folder into an empty PostgreSQL database.
///
/// # Errors
/// In one sentence for the operator. The data folder never changes, and after an error the other database has
/// no rows.
pub async fn move_to_postgres(data: &Path, url: &str) -> anyhow::Result<Vec<Moved>> {
    if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
        bail!("--to must start with postgres://");
    }
    let file = database_file(data);
    if !file.exists() {
        bail!("there is no database in {}; name its folder with --data", data.display());
    }
    let claim = crate::storage::lock_data_folder(data)?;
    let from = Db::open_sqlite_unmigrated(&file).await?;
    check_target(url).await?;
    let to = Db::open_postgres(url).await?;
    let moved = move_rows(&from, &to).await;
    from.close().await;
    to.close().await;
    drop(claim);
    moved
}

/// Refuses a database with rows, or with tables of another application. Empty tables of Ridgeline are left by an
/// interrupted move.
async fn check_target(url: &str) -> anyhow::Result<()> {
    let to = Db::open_postgres_unmigrated(url).await?;
    let mut tx = to.read().await?;
    let is_ours = !tx.migrations_run().await?.is_empty();
    if !is_ours && !tx.is_empty_database().await? {
        bail!("that database has tables of another application; make a new one");
    }
    for table in tx.tables().await? {
        let rows = tx.count_rows(&table).await?;
        if rows > 0 {
            bail!(
                "there are {rows} rows in the table {} of that database; make a new one",
                table.name
            );
        }
    }
    drop(tx);
    to.close().await;
    Ok(())
}

/// Copies every row of a SQLite database of this version into an empty PostgreSQL database of this version,
/// and compares them.
///
/// # Errors
/// In one sentence for the operator.
pub async fn move_rows(from: &Db, to: &Db) -> anyhow::Result<Vec<Moved>> {
    let mut here = from.read().await?;
    let known: Vec<i64> = migrations(Engine::Sqlite).iter().map(|step| step.version).collect();
    if here.migrations_run().await? != known {
        bail!("start this version of Ridgeline on the data folder once, and move it then");
    }
    let mut there = to.write().await?;
    let tables = here.tables().await?;
    let target = there.tables().await?;
    for table in &tables {
        ensure!(target.contains(table), "the table {} is another one in PostgreSQL", table.name);
    }
    // In the target's order: referenced tables first.
    for table in &target {
        copy(&mut here, &mut there, table).await?;
    }
    let mut moved = Vec::with_capacity(tables.len());
    for table in &tables {
        let (before, after) =
            (checksum_table(&mut here, table).await?, checksum_table(&mut there, table).await?);
        ensure!(
            before == after,
            "the table {} did not arrive as it was ({} rows here, {} there); nothing was moved",
            table.name,
            before.rows,
            after.rows
        );
        moved.push(after);
    }
    there.commit().await?;
    Ok(moved)
}

async fn copy(here: &mut Tx, there: &mut Tx, table: &Table) -> anyhow::Result<()> {
    here.each_batch(table, ROWS_AT_ONCE, async |rows| Ok(there.add_rows(table, &rows).await?))
        .await
        .with_context(|| format!("the table {} could not be copied; nothing was moved", table.name))
}

/// The number of a table's rows and their hash, independent of their order.
async fn checksum_table(tx: &mut Tx, table: &Table) -> anyhow::Result<Moved> {
    let mut hashes: Vec<[u8; 32]> = Vec::new();
    let rows = tx
        .each_row(table, RowFilter::all(), |row| {
            let mut hash = Sha256::new();
            for value in &row {
                hash_value(&mut hash, value);
            }
            hashes.push(hash.finalize().into());
            Ok(())
        })
        .await?;
    hashes.sort_unstable();
    let sha256 = hex::encode(Sha256::digest(hashes.concat()));
    Ok(Moved { table: table.name.clone(), rows, sha256 })
}

/// Hashes a value as both engines store it, with its length first, so that no two rows hash alike.
fn hash_value(hash: &mut Sha256, value: &Arg) {
    let bytes = match value {
        Arg::Bool(value) => value.map(|value| vec![u8::from(value)]),
        Arg::Bytes(value) => value.clone(),
        Arg::Date(value) => value.map(|value| value.to_string().into_bytes()),
        Arg::Int(value) => value.map(|value| value.to_be_bytes().to_vec()),
        Arg::Json(value) => value.as_ref().map(|value| value.to_string().into_bytes()),
        Arg::Real(value) => value.map(|value| value.to_bits().to_be_bytes().to_vec()),
        Arg::Text(value) => value.clone().map(String::into_bytes),
        Arg::Time(value) => value.map(|value| value.timestamp_micros().to_be_bytes().to_vec()),
        Arg::Uuid(value) => value.map(|value| value.as_bytes().to_vec()),
    };
    match bytes {
        None => hash.update([0]),
        Some(bytes) => {
            hash.update([1]);
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        }
    }
}

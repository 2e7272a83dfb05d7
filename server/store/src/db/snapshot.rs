//! Snapshots of a database for a backup, while the server keeps running.

use std::path::Path;

use sqlx::{Connection as _, Executor as _, SqliteConnection};

use super::{Db, Engine, Tx, open};
use crate::db::{error::DbResult, open::OpenError};

/// Copies a snapshot of the SQLite database in this file to another file, while it is in use.
///
/// `VACUUM INTO` and not the backup API: it is one statement in one read transaction, so writers do not wait
/// for it and do not make it restart, it needs no raw handle, and its output is small and complete without a
/// write-ahead log.
///
/// # Errors
/// If the database cannot be read, or the file cannot be written.
pub async fn copy_sqlite(file: &Path, to: &Path) -> Result<(), OpenError> {
    let mut conn = SqliteConnection::connect_with(&open::sqlite(file)).await?;
    #[expect(clippy::disallowed_methods, reason = "PostgreSQL has pg_dump: no text for both")]
    sqlx::query::<sqlx::Sqlite>("VACUUM INTO $1")
        .bind(to.to_string_lossy().into_owned())
        .execute(&mut conn)
        .await?;
    conn.close().await?;
    Ok(())
}

/// Checks the SQLite database in this file; returns what is wrong with it, if anything.
///
/// # Errors
/// If it cannot be read at all.
pub async fn check_sqlite_integrity(file: &Path) -> Result<Option<String>, OpenError> {
    let mut conn = SqliteConnection::connect_with(&open::sqlite(file)).await?;
    let report: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut conn).await?;
    conn.close().await?;
    Ok((report != "ok").then_some(report))
}

impl Tx {
    /// The name by which another program can use this reading transaction's snapshot while it lasts; `None` on
    /// SQLite, which has no such feature.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn export_snapshot(&mut self) -> DbResult<Option<String>> {
        match self.engine() {
            Engine::Sqlite => Ok(None),
            Engine::Postgres => export_postgres_snapshot(self).await.map(Some),
        }
    }

    /// The major version of the PostgreSQL server; `None` on SQLite.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn server_version(&mut self) -> DbResult<Option<u32>> {
        if self.engine() == Engine::Sqlite {
            return Ok(None);
        }
        let super::RawConnection::Postgres(conn) = self.wire() else { return Ok(None) };
        let number: String = sqlx::query_scalar("SHOW server_version_num").fetch_one(conn).await?;
        Ok(number.parse::<u32>().ok().map(|number| number / 10_000))
    }
}

async fn export_postgres_snapshot(tx: &mut Tx) -> DbResult<String> {
    let super::RawConnection::Postgres(conn) = tx.wire() else { return Ok(String::new()) };
    Ok(sqlx::query_scalar("SELECT pg_export_snapshot()").fetch_one(conn).await?)
}

/// Renames the PostgreSQL schema that contains everything, and creates an empty one in its place. Extensions
/// move to the new one.
///
/// # Errors
/// The engine's error.
pub async fn move_schema_aside(db: &Db, name: &str) -> DbResult<()> {
    let mut tx = db.write().await?;
    let own = current_schema(&mut tx).await?;
    run(&mut tx, format!("ALTER SCHEMA \"{own}\" RENAME TO \"{name}\"")).await?;
    run(&mut tx, format!("CREATE SCHEMA \"{own}\"")).await?;
    take_extensions(&mut tx, name, &own).await?;
    tx.commit().await
}

/// Undoes [`move_schema_aside`] while the new schema contains nothing of value: drops it and renames the old
/// one back.
///
/// # Errors
/// The engine's error.
pub async fn restore_schema(db: &Db, name: &str) -> DbResult<()> {
    let mut tx = db.write().await?;
    let own = current_schema(&mut tx).await?;
    take_extensions(&mut tx, &own, name).await?;
    run(&mut tx, format!("DROP SCHEMA \"{own}\" CASCADE")).await?;
    run(&mut tx, format!("ALTER SCHEMA \"{name}\" RENAME TO \"{own}\"")).await?;
    tx.commit().await
}

async fn current_schema(tx: &mut Tx) -> DbResult<String> {
    let super::RawConnection::Postgres(conn) = tx.wire() else { return Ok(String::new()) };
    Ok(sqlx::query_scalar("SELECT CAST(current_schema() AS TEXT)").fetch_one(conn).await?)
}

async fn take_extensions(tx: &mut Tx, from: &str, to: &str) -> DbResult<()> {
    let super::RawConnection::Postgres(conn) = tx.wire() else { return Ok(()) };
    let found: Vec<String> = sqlx::query_scalar(
        "SELECT CAST(extname AS TEXT) FROM pg_extension
         JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE nspname = $1",
    )
    .bind(from)
    .fetch_all(conn)
    .await?;
    for extension in found {
        run(tx, format!("ALTER EXTENSION \"{extension}\" SET SCHEMA \"{to}\"")).await?;
    }
    Ok(())
}

async fn run(tx: &mut Tx, text: String) -> DbResult<()> {
    let super::RawConnection::Postgres(conn) = tx.wire() else { return Ok(()) };
    conn.execute(sqlx::AssertSqlSafe(text)).await?;
    Ok(())
}

//! One moment of a database, for a backup, while everybody goes on working.

use std::path::Path;

use sqlx::{Connection as _, Executor as _, SqliteConnection};

use super::{Db, Engine, Tx, open};
use crate::db::{error::DbResult, open::OpenError};

/// Writes one moment of the SQLite database in this file to another file, beside whoever uses it.
///
/// `VACUUM INTO` and not the backup interface: it is one statement over one read transaction, so
/// nobody who writes waits for it or makes it begin again, it needs no raw handle, and what it writes
/// is small and whole without a log beside it.
///
/// # Errors
/// When the database cannot be read, or the file not be written.
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

/// Whether the SQLite database in this file is whole; what is wrong with it where it is not.
///
/// # Errors
/// When it cannot be read at all.
pub async fn check_sqlite_integrity(file: &Path) -> Result<Option<String>, OpenError> {
    let mut conn = SqliteConnection::connect_with(&open::sqlite(file)).await?;
    let told: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut conn).await?;
    conn.close().await?;
    Ok((told != "ok").then_some(told))
}

impl Tx {
    /// The name by which another program sees what this reading transaction sees, for as long as it
    /// lasts; none on SQLite, whose programs cannot.
    ///
    /// # Errors
    /// What the engine said.
    pub async fn export_snapshot(&mut self) -> DbResult<Option<String>> {
        match self.engine() {
            Engine::Sqlite => Ok(None),
            Engine::Postgres => export_postgres_snapshot(self).await.map(Some),
        }
    }

    /// The major version of the PostgreSQL server; none on SQLite.
    ///
    /// # Errors
    /// What the engine said.
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

/// Gives the schema that everything of PostgreSQL is in another name, and makes an empty one in its
/// place. What other schemas share with it stays where it is looked for.
///
/// # Errors
/// What the engine said.
pub async fn move_schema_aside(db: &Db, name: &str) -> DbResult<()> {
    let mut tx = db.write().await?;
    let own = current_schema(&mut tx).await?;
    run(&mut tx, format!("ALTER SCHEMA \"{own}\" RENAME TO \"{name}\"")).await?;
    run(&mut tx, format!("CREATE SCHEMA \"{own}\"")).await?;
    take_extensions(&mut tx, name, &own).await?;
    tx.commit().await
}

/// The way back, where nothing came into the place.
///
/// # Errors
/// What the engine said.
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

//! Snapshots of a database for a backup, while the server keeps running.

use std::{collections::BTreeMap, fmt::Write as _, path::Path, str::FromStr as _};

use sqlx::{Connection as _, SqliteConnection, postgres::PgConnectOptions};

use super::{Engine, Tx, open};
use crate::db::{error::DbResult, open::OpenError, postgres::usage};

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
    // The check above does not look at references.
    let orphans: Option<String> =
        sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")
            .fetch_optional(&mut conn)
            .await?;
    conn.close().await?;
    let orphans = orphans.map(|table| format!("a row of {table} refers to one that is missing"));
    Ok(if report == "ok" { orphans } else { Some(report) })
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
        let number = sqlx::query_scalar("SHOW server_version_num");
        let number: String = number.fetch_one(conn.transaction().await?).await?;
        Ok(number.parse::<u32>().ok().map(|number| number / 10_000))
    }
}

async fn export_postgres_snapshot(tx: &mut Tx) -> DbResult<String> {
    let super::RawConnection::Postgres(conn) = tx.wire() else { return Ok(String::new()) };
    let name = sqlx::query_scalar("SELECT pg_export_snapshot()");
    Ok(name.fetch_one(conn.transaction().await?).await?)
}

/// The name of the PostgreSQL schema that contains everything.
///
/// # Errors
/// The engine's error.
pub async fn current_schema(tx: &mut Tx) -> DbResult<String> {
    let super::RawConnection::Postgres(conn) = tx.wire() else { return Ok(String::new()) };
    let name = sqlx::query_scalar("SELECT CAST(current_schema() AS TEXT)");
    Ok(name.fetch_one(conn.transaction().await?).await?)
}

/// SQL for `psql` before the statements of a restored dump, in the same transaction: refuses a database in
/// use, and renames the schema that contains everything to `aside` if one is named. Extensions move to the new
/// schema.
///
/// # Errors
/// If the database's URL cannot be read.
pub fn script_before_restore(
    url: &str,
    schema: &str,
    aside: Option<&str>,
) -> Result<String, OpenError> {
    let mut script = refuse_if_used(url)?;
    if let Some(aside) = aside {
        let (own, old) = (identifier(schema), identifier(aside));
        let (own_text, old_text) = (literal(schema), literal(aside));
        let _ = write!(
            script,
            "ALTER SCHEMA {own} RENAME TO {old};
             CREATE SCHEMA {own};
             DO $restore$ DECLARE extension text; BEGIN
                 FOR extension IN SELECT extname FROM pg_catalog.pg_extension
                     JOIN pg_catalog.pg_namespace ON pg_namespace.oid = extnamespace
                     WHERE nspname = {old_text} LOOP
                     EXECUTE format('ALTER EXTENSION %I SET SCHEMA %I', extension, {own_text});
                 END LOOP;
             END $restore$;\n"
        );
    }
    Ok(script)
}

/// SQL for `psql` after them: fails, which rolls everything back, unless every table has the number of rows of the
/// backup and no server uses the database.
///
/// # Errors
/// If the database's URL cannot be read.
pub fn script_after_restore(
    url: &str,
    schema: &str,
    rows: &BTreeMap<String, u64>,
) -> Result<String, OpenError> {
    let mut script = String::new();
    for (table, wanted) in rows {
        let from = format!("{}.{}", identifier(schema), identifier(table));
        let message = literal(&format!(
            "the backup has another number of rows of {table} than the {wanted} that it says; it cannot be trusted"
        ));
        let _ = write!(
            script,
            "DO $restore$ BEGIN
                 IF (SELECT COUNT(*) FROM {from}) <> {wanted} THEN
                     RAISE EXCEPTION USING MESSAGE = {message};
                 END IF;
             END $restore$;\n"
        );
    }
    script.push_str(&refuse_if_used(url)?);
    Ok(script)
}

/// What an operator reads who restores into a database in use.
pub const IN_USE: &str = "another ridgeline is using this database; stop every server, backup and other \
                          command on it, and restore again";

fn refuse_if_used(url: &str) -> Result<String, OpenError> {
    let name = usage::name_of(&PgConnectOptions::from_str(url)?);
    let (is_used, message) = (usage::is_used(&name), literal(IN_USE));
    Ok(format!(
        "DO $restore$ BEGIN
             IF {is_used} THEN RAISE EXCEPTION USING MESSAGE = {message}; END IF;
         END $restore$;\n"
    ))
}

fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    // A backslash would be an escape on a server with old settings, and the quotes of a body end at its tag.
    format!("'{}'", text.replace('\'', "''").replace(['\\', '$'], "?"))
}

//! Detects whether a PostgreSQL database is in use. Every connection of a server holds a shared advisory lock while
//! it is open, and a restore takes the exclusive one: it replaces no database that a server uses, and no server
//! starts on a database that is being replaced.

use std::str::FromStr as _;

use sqlx::{Connection as _, PgConnection, PgExecutor, postgres::PgConnectOptions};

/// The lock's key within the database: `ridgelin` in ASCII.
const KEY: i64 = 0x7269_6467_656c_696e;

/// The name of Ridgeline's connections in `pg_stat_activity`, unless the URL sets another one.
pub(in crate::db) const NAME: &str = "ridgeline";

/// Takes the shared lock for a connection; returns whether it succeeded.
pub(in crate::db) async fn share(conn: impl PgExecutor<'_>) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT pg_try_advisory_lock_shared($1)").bind(KEY).fetch_one(conn).await
}

/// Names the connections of a server, so that an operator recognizes them.
pub(in crate::db) fn named(options: PgConnectOptions) -> PgConnectOptions {
    if options.get_application_name().is_some() { options } else { options.application_name(NAME) }
}

/// The name of the connections of a restore, whatever the URL sets: a restore must not count itself as a server.
const RESTORE: &str = "ridgeline restore";

/// Names the connections of a restore.
pub(in crate::db) fn of_restore(options: PgConnectOptions) -> PgConnectOptions {
    options.application_name(RESTORE)
}

/// Whether a server or a command of Ridgeline uses this PostgreSQL database.
///
/// # Errors
/// If it cannot be reached.
pub async fn is_in_use(url: &str) -> Result<bool, sqlx::Error> {
    let options = PgConnectOptions::from_str(url)?;
    let is_used = format!("SELECT {}", is_used(&name_of(&options)));
    let mut conn = PgConnection::connect_with(&of_restore(options)).await?;
    let mut tx = conn.begin().await?;
    let is_used: bool =
        sqlx::query_scalar(sqlx::AssertSqlSafe(is_used)).fetch_one(&mut *tx).await?;
    tx.rollback().await?;
    conn.close().await?;
    Ok(is_used)
}

/// An SQL expression that takes the lock for the transaction and is false, or that is true if a server uses the
/// database. Servers of older versions hold no lock; their connections are recognized by their name, which is
/// that of the URL or empty.
pub(in crate::db) fn is_used(name: &str) -> String {
    let name = name.replace('\'', "''");
    format!(
        "NOT pg_try_advisory_xact_lock({KEY}) OR EXISTS (
             SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
                 AND COALESCE(backend_type, 'client backend') = 'client backend'
                 AND application_name IN ('', '{NAME}', '{name}'))"
    )
}

/// The name of the connections that a URL asks for.
pub(in crate::db) fn name_of(options: &PgConnectOptions) -> String {
    options.get_application_name().unwrap_or(NAME).to_owned()
}

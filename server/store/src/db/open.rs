//! Opening a database and bringing its schema up to date.

use std::{path::Path, str::FromStr as _, sync::Arc};

use sqlx::{
    Connection as _, PgConnection, SqliteConnection,
    migrate::{MigrateError, Migrator},
    postgres::PgConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{Db, Engine, Writer};
use crate::db::{
    event_bus::EventBus,
    health::{CircuitBreaker, WriteHealth},
    metrics::DbMetrics,
    migrations::migrations,
    pool::Pool,
    postgres::{
        commit_turns::CommitTurns, connections::Connections, event_outbox::EventOutbox,
        replica::Replica, usage,
    },
    sqlite::connection::{AppliedMigration, BUSY_TIMEOUT},
};

/// How many rows SQLite's thread reads ahead of the task that takes them. Each time that the buffer is full or empty
/// costs a switch between the two threads.
const ROWS_AHEAD: usize = 512;
/// The most prepared statements of a connection to PostgreSQL: as many as of SQLite's.
const PREPARED_STATEMENTS: usize = 256;

/// Why a database could not be opened, with a message for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A newer Ridgeline has migrated it.
    #[error(
        "this database was written by a newer Ridgeline (its migration {0} is unknown here); \
         start the newer version, or restore a backup made before the upgrade"
    )]
    Newer(i64),
    /// The schema could not be brought up to date.
    #[error("the database could not be brought up to date: {0}")]
    Migration(MigrateError),
    /// A restore is replacing it.
    #[error(
        "this database is being restored; wait until `ridgeline restore` has ended, and start again"
    )]
    Restoring,
    /// It cannot be reached or read.
    #[error("the database cannot be opened: {0}")]
    Unreachable(#[from] sqlx::Error),
    /// The same, of SQLite's writing connection.
    #[error("the database cannot be opened: {0}")]
    Unwritable(#[from] rusqlite::Error),
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(version) => Self::Newer(version),
            other => Self::Migration(other),
        }
    }
}

impl Db {
    /// Opens the SQLite database in this file; creates it if it does not exist.
    ///
    /// # Errors
    /// If the file cannot be used or a migration fails.
    pub async fn open_sqlite(file: &Path) -> Result<Self, OpenError> {
        let (db, writer) = Self::connect_sqlite(file, true).await?;
        let all = migrations(Engine::Sqlite);
        if writer.applied_migrations().await? != all_applied(all) {
            // Without waiting for the disk twice for each of them. If the machine crashes, the newest may be undone and
            // run again; a commit of the writer waits until all before it is on the disk.
            let quick = sqlite(file).synchronous(SqliteSynchronous::Normal);
            let mut migrating = SqliteConnection::connect_with(&quick).await?;
            all.run(&mut migrating).await?;
            migrating.close().await?;
        }
        Ok(db)
    }

    /// Opens the SQLite database in this file without migrating it, to read it beside the server that uses it.
    ///
    /// # Errors
    /// If the file does not exist or cannot be used.
    pub async fn open_sqlite_unmigrated(file: &Path) -> Result<Self, OpenError> {
        Ok(Self::connect_sqlite(file, false).await?.0)
    }

    async fn connect_sqlite(file: &Path, create: bool) -> Result<(Self, Writer), OpenError> {
        // The writer is first: it creates the file and turns on WAL, which readers need.
        let events = EventBus::default();
        let metrics = DbMetrics::default();
        let writer = Writer::open(file, create, events.clone(), metrics.clone())?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(sqlite(file).pragma("query_only", "ON"))
            .await?;
        let pool = Pool::Sqlite { readers, writer: writer.clone(), file: file.into() };
        Ok((Self::over(pool, events, metrics, CircuitBreaker::default()), writer))
    }

    /// Opens a PostgreSQL database by its URL.
    ///
    /// # Errors
    /// If it cannot be reached or a migration fails.
    pub async fn open_postgres(url: &str) -> Result<Self, OpenError> {
        let (connections, first) = connect_postgres(url, true).await?;
        Self::migrate_postgres(connections, first).await
    }

    /// Opens a PostgreSQL database whose calls go through PgBouncer, which may give each transaction another
    /// connection. What belongs to a connection, such as locks and live events, goes to PostgreSQL itself.
    ///
    /// # Errors
    /// If either cannot be reached or a migration fails.
    pub async fn open_postgres_through(pooler: &str, direct: &str) -> Result<Self, OpenError> {
        let direct = direct_options(direct)?;
        let first = connect_first(&direct, true).await?;
        let pooler = usage::named(PgConnectOptions::from_str(pooler)?);
        let connections = Connections::through_pooler(pooler, direct);
        Self::migrate_postgres(connections, first).await
    }

    /// Also reads from a standby of this PostgreSQL, at this address. It need not be there yet.
    ///
    /// # Errors
    /// If the address cannot be read.
    pub fn with_replica(mut self, url: &str) -> Result<Self, OpenError> {
        self.replica = Some(Replica::over(Connections::new(direct_options(url)?, false)));
        Ok(self)
    }

    async fn migrate_postgres(
        connections: Connections,
        mut first: PgConnection,
    ) -> Result<Self, OpenError> {
        migrations(Engine::Postgres).run(&mut first).await?;
        // A restore makes all tables anew.
        let database: String = sqlx::query_scalar(
            "SELECT CAST(oid AS TEXT) || 'x' || CAST('company'::regclass::oid AS TEXT)
             FROM pg_database WHERE datname = current_database()",
        )
        .fetch_one(&mut first)
        .await?;
        // Before the lock of the first one is released: no restore begins between them.
        connections.open_first().await?;
        connections.release_first(first).await?;
        let outbox = EventOutbox::start(connections.direct_options().clone());
        Ok(Self { database: database.into(), outbox, ..Self::over_postgres(connections) })
    }

    /// Opens a PostgreSQL database by its URL without migrating it, to read it beside the servers that use it.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn open_postgres_unmigrated(url: &str) -> Result<Self, OpenError> {
        let (connections, first) = connect_postgres(url, true).await?;
        first.close().await?;
        Ok(Self::over_postgres(connections))
    }

    /// Opens a PostgreSQL database by its URL for the restore that will replace it: it does not count as in use.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn open_postgres_for_restore(url: &str) -> Result<Self, OpenError> {
        let (connections, first) = connect_postgres(url, false).await?;
        first.close().await?;
        Ok(Self::over_postgres(connections))
    }

    fn over_postgres(connections: Connections) -> Self {
        let circuit_breaker = connections.circuit_breaker().clone();
        let (events, metrics) = (EventBus::default(), DbMetrics::default());
        Self::over(Pool::Postgres(connections), events, metrics, circuit_breaker)
    }

    fn over(
        pool: Pool,
        events: EventBus,
        metrics: DbMetrics,
        circuit_breaker: CircuitBreaker,
    ) -> Self {
        Self {
            pool,
            replica: None,
            database: Arc::from(""),
            metrics,
            mail_queued: Arc::default(),
            events,
            outbox: EventOutbox::default(),
            commit_turns: CommitTurns::default(),
            push_queued: Arc::default(),
            changes_written: Arc::default(),
            circuit_breaker,
            write_health: WriteHealth::default(),
        }
    }
}

/// What a database keeps when all of these migrations have ended well.
fn all_applied(migrator: &Migrator) -> Vec<AppliedMigration> {
    let applied = |version, checksum: &[u8]| {
        let checksum = checksum.to_vec();
        AppliedMigration { version, checksum, has_succeeded: true }
    };
    migrator.iter().map(|each| applied(each.version, &each.checksum)).collect()
}

pub(super) fn sqlite(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .row_buffer_size(ROWS_AHEAD)
}

/// A pool, and a connection of its own: once before the pool, which would retry for seconds and then report only a
/// timeout. `holds_usage_lock` is false for the restore that will replace the database.
async fn connect_postgres(
    url: &str,
    holds_usage_lock: bool,
) -> Result<(Connections, PgConnection), OpenError> {
    let options = if holds_usage_lock {
        direct_options(url)?
    } else {
        usage::of_restore(PgConnectOptions::from_str(url)?)
    };
    let first = connect_first(&options, holds_usage_lock).await?;
    Ok((Connections::new(options, holds_usage_lock), first))
}

fn direct_options(url: &str) -> Result<PgConnectOptions, OpenError> {
    let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(PREPARED_STATEMENTS);
    Ok(usage::named(options))
}

async fn connect_first(
    options: &PgConnectOptions,
    holds_usage_lock: bool,
) -> Result<PgConnection, OpenError> {
    let mut first = PgConnection::connect_with(options).await?;
    if holds_usage_lock && !usage::share(&mut first).await? {
        return Err(OpenError::Restoring);
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_start_finds_that_all_migrations_are_applied_and_opens_no_connection_for_them() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("ridgeline.db");
        Db::open_sqlite(&file).await.expect("a new database").close().await;
        let (_, writer) = Db::connect_sqlite(&file, false).await.expect("opened");
        let applied = writer.applied_migrations().await.expect("read");
        assert_eq!(applied, all_applied(migrations(Engine::Sqlite)));
    }
}

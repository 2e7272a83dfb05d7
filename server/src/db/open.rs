//! Opening a database and bringing its schema up to date.

use std::{path::Path, str::FromStr as _, sync::Arc, time::Duration};

use sqlx::{
    PgPool,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{Db, Pool, Writer};

/// Why a database could not be opened, in a sentence for whoever started the server.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A newer Ridgeline has been here.
    #[error(
        "this database was written by a newer Ridgeline (its migration {0} is unknown here); \
         start the newer version, or restore a backup made before the upgrade"
    )]
    Newer(i64),
    /// The schema could not be brought up to date.
    #[error("the database could not be brought up to date: {0}")]
    Migration(MigrateError),
    /// It cannot be reached or read.
    #[error("the database cannot be opened: {0}")]
    Unreachable(#[from] sqlx::Error),
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
    /// Opens the SQLite database in this file, making it when it is not there.
    ///
    /// # Errors
    /// When the file cannot be used or a migration fails.
    pub async fn open_sqlite(file: &Path) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        // The writer comes first: it makes the file and turns on WAL, which readers need.
        let writer = Writer::open(&options).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.clone().pragma("query_only", "ON"))
            .await?;
        let migrating = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        migrations().run(&migrating).await?;
        migrating.close().await;
        let pool = Pool::Sqlite { readers, writer };
        Ok(Self::over(pool))
    }

    /// Opens a PostgreSQL database by its URL.
    ///
    /// # Errors
    /// When it cannot be reached or a migration fails.
    pub async fn open_postgres(url: &str) -> Result<Self, OpenError> {
        let options = PgConnectOptions::from_str(url)?;
        let pool: PgPool = PgPoolOptions::new()
            .max_connections(16)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options)
            .await?;
        migrations().run(&pool).await?;
        Ok(Self::over(Pool::Postgres(pool)))
    }

    fn over(pool: Pool) -> Self {
        Self {
            pool,
            abandoned: Arc::default(),
            statements: Arc::default(),
            mail_queued: Arc::default(),
            push_queued: Arc::default(),
        }
    }
}

/// The migrations, one text for both engines. A change that must be spelled in two ways gets a pair
/// of folders beside these files; so far none has (`migrations/README.md`).
#[must_use]
pub fn migrations() -> &'static Migrator {
    static SHARED: Migrator = sqlx::migrate!("../migrations");
    &SHARED
}

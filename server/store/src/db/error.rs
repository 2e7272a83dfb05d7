//! Database errors, and how the engines' errors map to them.

/// A database error.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The row does not exist, or belongs to another company.
    #[error("no such row")]
    Missing,
    /// The row violates a unique index.
    #[error("already there: {0}")]
    Duplicate(String),
    /// SQLite's file was locked by another program for longer than its timeout.
    #[error("another writer got there first")]
    Busy,
    /// PostgreSQL rolled the transaction back because of a concurrent one: a deadlock, or a serialization
    /// failure. The same transaction is expected to succeed if it runs again.
    #[error("rolled back because of a concurrent transaction")]
    RolledBack,
    /// The statement's text and values do not match: a bug in a store function.
    #[error("{at}: {why}")]
    Statement {
        /// Where it is in the source.
        at: &'static str,
        /// The mismatch.
        why: String,
    },
    /// A column contains an invalid value.
    #[error("column {column} holds a bad value: {why}")]
    BadColumn {
        /// The column's name.
        column: String,
        /// The type's error.
        why: String,
    },
    /// The change could not be written to disk, for example because it is full. Nothing of it is stored.
    #[error("not stored: {0}")]
    NotStored(String),
    /// The database takes no changes: PostgreSQL is a replica, or was set to read only. Nothing was changed.
    #[error("read only: {0}")]
    ReadOnly(String),
    /// The database does not answer, or the connection broke. Nothing was changed.
    #[error("the database is out of reach")]
    Unreachable,
    /// The connection broke during a commit: the change may or may not be stored.
    #[error("the line broke during a commit")]
    OutcomeUnknown,
    /// Any other error of the engine.
    #[error(transparent)]
    Engine(sqlx::Error),
    /// Any other error of SQLite's writing connection.
    #[error(transparent)]
    SqliteWriter(rusqlite::Error),
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        Self::of(&error).unwrap_or(Self::Engine(error))
    }
}

impl From<rusqlite::Error> for DbError {
    fn from(error: rusqlite::Error) -> Self {
        let rusqlite::Error::SqliteFailure(failure, _) = &error else {
            return Self::SqliteWriter(error);
        };
        match failure.extended_code {
            rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE
            | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY => Self::Duplicate(error.to_string()),
            rusqlite::ffi::SQLITE_BUSY | rusqlite::ffi::SQLITE_BUSY_SNAPSHOT => Self::Busy,
            code if is_disk_failure(code.unsigned_abs()) => Self::NotStored(error.to_string()),
            _ => Self::SqliteWriter(error),
        }
    }
}

/// SQLite's primary code is the last byte: read-only, I/O error, disk full, cannot open the file.
const fn is_disk_failure(code: u32) -> bool {
    matches!(code & 0xff, 8 | 10 | 13 | 14)
}

impl DbError {
    /// The variant that an engine's error maps to, if there is a specific one.
    pub(super) fn of(error: &sqlx::Error) -> Option<Self> {
        let refusal = match error {
            sqlx::Error::RowNotFound => return Some(Self::Missing),
            // The connection broke, or none could be opened.
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => return Some(Self::Unreachable),
            sqlx::Error::Database(refusal) => refusal,
            _ => return None,
        };
        if refusal.is_unique_violation() {
            return Some(Self::Duplicate(refusal.message().to_string()));
        }
        let code = refusal.code()?;
        match (code.len(), &*code) {
            // Serialization failure, deadlock.
            (5, "40001" | "40P01") => Some(Self::RolledBack),
            (_, "5" | "517") => Some(Self::Busy),
            // PostgreSQL is being stopped or started, or closed the connection.
            (5, "57P01" | "57P02" | "57P03" | "57P05") => Some(Self::Unreachable),
            (5, code) if code.starts_with("08") => Some(Self::Unreachable),
            (5, "25006") => Some(Self::ReadOnly(refusal.message().to_string())),
            // PostgreSQL has no space or no free connection, or its disk fails.
            (5, code) if code.starts_with("53") || code == "58030" => {
                Some(Self::NotStored(refusal.message().to_string()))
            }
            (5, _) => None,
            (_, code) => is_disk_failure(code.parse().ok()?)
                .then(|| Self::NotStored(refusal.message().to_string())),
        }
    }

    /// Whether the database failed and not the request: a temporary failure that was logged when it began.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::NotStored(_) | Self::ReadOnly(_) | Self::Unreachable | Self::OutcomeUnknown
        )
    }

    /// The variant if the error occurred during a commit.
    pub(super) fn during_commit(self) -> Self {
        if matches!(self, Self::Unreachable) { Self::OutcomeUnknown } else { self }
    }
}

/// The result of every store function.
pub type DbResult<T> = Result<T, DbError>;

//! What can go wrong below the store, and what an engine's own errors mean to us.

/// What can go wrong below the store.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The row asked for is not there, or not this company's.
    #[error("no such row")]
    Missing,
    /// A unique index refused the row.
    #[error("already there: {0}")]
    Duplicate(String),
    /// Another writer got there first; the same request may well succeed a moment later.
    #[error("another writer got there first")]
    Busy,
    /// Text and values disagree; a bug in a store function.
    #[error("{at}: {why}")]
    Statement {
        /// Where it is written.
        at: &'static str,
        /// What disagrees.
        why: String,
    },
    /// A column holds what no rule allows.
    #[error("column {column} holds a bad value: {why}")]
    BadColumn {
        /// Its name.
        column: String,
        /// What the type said.
        why: String,
    },
    /// The change did not reach the disk, or there is no room for it there. Nothing of it stands.
    #[error("not stored: {0}")]
    NotStored(String),
    /// The database does not answer, or the line to it broke. Nothing was changed.
    #[error("the database is out of reach")]
    Unreachable,
    /// The line broke while a change was being committed: it may stand, and it may not.
    #[error("the line broke during a commit")]
    OutcomeUnknown,
    /// Anything else the engine said.
    #[error(transparent)]
    Engine(sqlx::Error),
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        Self::of(&error).unwrap_or(Self::Engine(error))
    }
}

impl DbError {
    /// What an engine's error means to us, where it means anything of its own.
    pub(super) fn of(error: &sqlx::Error) -> Option<Self> {
        let refusal = match error {
            sqlx::Error::RowNotFound => return Some(Self::Missing),
            // The line broke, or there was none to be had.
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
            // PostgreSQL: serialization failure, deadlock. SQLite: busy past its timeout.
            (_, "40001" | "40P01" | "5" | "517") => Some(Self::Busy),
            // PostgreSQL is being stopped or started, or broke the line.
            (5, "57P01" | "57P02" | "57P03" | "57P05") => Some(Self::Unreachable),
            (5, code) if code.starts_with("08") => Some(Self::Unreachable),
            // It has no room on its disk or for one more of us, its disk fails, or it is a copy that only
            // reads.
            (5, code) if code.starts_with("53") || matches!(code, "58030" | "25006") => {
                Some(Self::NotStored(refusal.message().to_string()))
            }
            (5, _) => None,
            // SQLite's own numbers are in the last byte: read-only, a disk that fails, one that is full, a
            // file that cannot be opened.
            (_, code) => match code.parse::<u32>().ok()? & 0xff {
                8 | 10 | 13 | 14 => Some(Self::NotStored(refusal.message().to_string())),
                _ => None,
            },
        }
    }

    /// Whether it is about the database and not about what was asked of it: it was said in the log when it
    /// began, and passes.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        matches!(self, Self::NotStored(_) | Self::Unreachable | Self::OutcomeUnknown)
    }

    /// What it means where it happened to a commit that was already on its way.
    pub(super) fn during_commit(self) -> Self {
        if matches!(self, Self::Unreachable) { Self::OutcomeUnknown } else { self }
    }
}

/// Short for what every store function returns.
pub type DbResult<T> = Result<T, DbError>;

//! SQLite's writing connection. It has no thread of its own, unlike those that read: a switch to another thread and
//! back takes several times as long as most statements, and everybody who writes waits for it ([decision
//! 21](../../../../../docs/decisions/0021-the-writer-has-no-thread.md)).

use std::{
    cell::Cell,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use chrono::SecondsFormat;
use rusqlite::{Connection, ErrorCode, OpenFlags, Statement};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::db::{
    bind::Arg,
    error::{DbError, DbResult},
    sqlite::writer_row::WriterRow,
};

/// How long it waits for another program that writes, such as a command of the operator.
pub(in crate::db) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How many prepared statements are kept. Each takes some ten kilobytes.
const PREPARED_STATEMENTS: usize = 256;

/// A statement with more values has a long list or many rows: its text seldom comes again, and takes much memory.
const MOST_PREPARED_VALUES: usize = 64;

/// What the database keeps of a migration.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::db) struct AppliedMigration {
    pub(in crate::db) version: i64,
    pub(in crate::db) checksum: Vec<u8>,
    /// False if it was left halfway.
    pub(in crate::db) has_succeeded: bool,
}

/// The connection.
#[derive(Debug)]
pub(in crate::db) struct WriterConnection {
    /// Never locked: the mutex lets other threads hold references to what contains it.
    conn: Mutex<Connection>,
    /// Set during a transaction of many statements.
    pub(in crate::db) is_long: bool,
    /// Whether the pages that a savepoint changes are kept in memory until it ends.
    keeps_pages: bool,
}

impl WriterConnection {
    /// Opens the file; with `create` also one that does not exist.
    pub(in crate::db) fn open(file: &Path, create: bool) -> rusqlite::Result<Self> {
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
        let conn = Connection::open_with_flags(file, flags)?;
        conn.busy_timeout(BUSY_TIMEOUT)?;
        conn.pragma_update(None, "journal_mode", "WAL")?;
        conn.pragma_update(None, "synchronous", "FULL")?;
        conn.pragma_update(None, "foreign_keys", "ON")?;
        conn.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
        Ok(Self { conn: Mutex::new(conn), is_long: false, keeps_pages: false })
    }

    /// The migrations that this database keeps, in their order; none in a new one.
    pub(in crate::db) fn applied_migrations(&mut self) -> rusqlite::Result<Vec<AppliedMigration>> {
        let conn = self.conn();
        if !conn.table_exists(None, "_sqlx_migrations")? {
            return Ok(Vec::new());
        }
        let text = "SELECT version, checksum, success FROM _sqlx_migrations ORDER BY version";
        let mut statement = conn.prepare(text)?;
        let rows = statement.query_map((), |row| {
            Ok(AppliedMigration {
                version: row.get(0)?,
                checksum: row.get(1)?,
                has_succeeded: row.get(2)?,
            })
        })?;
        rows.collect()
    }

    /// Runs statements without values or rows.
    pub(in crate::db) fn run_batch(&mut self, text: &str) -> rusqlite::Result<()> {
        self.conn().execute_batch(text)
    }

    /// Begins a transaction. If another program is writing, it waits without keeping other tasks waiting.
    pub(in crate::db) fn begin(&mut self, text: &str) -> rusqlite::Result<()> {
        self.choose_temp_store()?;
        let conn = self.conn();
        conn.busy_timeout(Duration::ZERO)?;
        let begun = conn.execute_batch(text);
        conn.busy_timeout(BUSY_TIMEOUT)?;
        match begun {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                blocking(|| conn.execute_batch(text))
            }
            begun => begun,
        }
    }

    /// A savepoint copies each page before it changes it. Above 64 KB SQLite writes these copies to a temporary file: more
    /// than the change itself for most changes, so they stay in memory. Only a transaction of many statements, which
    /// changes any number of pages, uses the file. SQLite looks at this when a transaction begins.
    fn choose_temp_store(&mut self) -> rusqlite::Result<()> {
        let keeps_pages = !self.is_long;
        if self.keeps_pages != keeps_pages {
            let store = if keeps_pages { "MEMORY" } else { "FILE" };
            self.conn().pragma_update(None, "temp_store", store)?;
            self.keeps_pages = keeps_pages;
        }
        Ok(())
    }

    /// Prepares a statement, and does not run it; the names of its columns.
    pub(in crate::db) fn prepare_only(&mut self, text: &str) -> rusqlite::Result<Vec<String>> {
        let statement = self.conn().prepare(text)?;
        Ok(statement.column_names().into_iter().map(str::to_owned).collect())
    }

    /// Passes each row.
    pub(in crate::db) fn each_row<E: From<DbError>>(
        &mut self,
        text: &str,
        args: &[Arg],
        mut take: impl FnMut(WriterRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        // Many values are many rows to insert, which takes a few milliseconds. On yet another thread their memory
        // would come from yet another heap.
        let takes_long = self.is_long && args.len() <= MOST_PREPARED_VALUES;
        let conn = self.conn();
        let mut work = || {
            if args.len() > MOST_PREPARED_VALUES {
                let mut statement = conn.prepare(text).map_err(DbError::from)?;
                pass_rows(&mut statement, args, &mut take)
            } else {
                let mut statement = conn.prepare_cached(text).map_err(DbError::from)?;
                pass_rows(&mut statement, args, &mut take)
            }
        };
        if takes_long { blocking(work) } else { work() }
    }

    /// Runs a statement; the number of changed rows.
    pub(in crate::db) fn execute(&mut self, text: &str, args: &[Arg]) -> DbResult<u64> {
        self.each_row(text, args, |_| Ok::<(), DbError>(()))?;
        Ok(self.conn().changes())
    }

    fn conn(&mut self) -> &mut Connection {
        self.conn.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

fn pass_rows<E: From<DbError>>(
    statement: &mut Statement<'_>,
    args: &[Arg],
    take: &mut impl FnMut(WriterRow<'_>) -> Result<(), E>,
) -> Result<(), E> {
    for at in 1..=statement.parameter_count() {
        // SQLite numbers `$2, $1` by their order in the text.
        let name = statement.parameter_name(at).and_then(|name| name.get(1..));
        let number: usize = name.and_then(|digits| digits.parse().ok()).unwrap_or(at);
        bind(statement, at, args.get(number - 1)).map_err(DbError::from)?;
    }
    let next_column = Cell::new(0);
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(DbError::from)? {
        take(WriterRow::new(row, &next_column))?;
    }
    Ok(())
}

/// Runs work that takes milliseconds, while the other tasks of this thread go on on another one.
fn blocking<T>(work: impl FnOnce() -> T) -> T {
    let flavor = Handle::try_current().map(|handle| handle.runtime_flavor());
    if matches!(flavor, Ok(RuntimeFlavor::MultiThread)) {
        tokio::task::block_in_place(work)
    } else {
        work()
    }
}

/// Binds a value in the form in which `sqlx` stores it.
fn bind(statement: &mut Statement<'_>, at: usize, arg: Option<&Arg>) -> rusqlite::Result<()> {
    match arg {
        Some(Arg::Bool(Some(value))) => statement.raw_bind_parameter(at, value),
        Some(Arg::Bytes(Some(value))) => statement.raw_bind_parameter(at, value),
        Some(Arg::Date(Some(value))) => {
            // Its own form is `%F`, which would have to be read first.
            statement.raw_bind_parameter(at, value.to_string())
        }
        Some(Arg::Int(Some(value))) => statement.raw_bind_parameter(at, value),
        Some(Arg::Json(Some(value))) => statement.raw_bind_parameter(at, value.to_string()),
        Some(Arg::Real(Some(value))) => statement.raw_bind_parameter(at, value),
        Some(Arg::Text(Some(value))) => statement.raw_bind_parameter(at, value),
        Some(Arg::Time(Some(value))) => {
            statement.raw_bind_parameter(at, value.to_rfc3339_opts(SecondsFormat::AutoSi, false))
        }
        Some(Arg::Uuid(Some(value))) => {
            statement.raw_bind_parameter(at, value.as_bytes().as_slice())
        }
        _ => statement.raw_bind_parameter(at, rusqlite::types::Null),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The temporary files of this process that SQLite has open.
    fn temporary_files() -> usize {
        let open = std::fs::read_dir("/proc/self/fd").expect("the open files");
        let is_temporary = |file: &std::fs::DirEntry| {
            std::fs::read_link(file.path())
                .is_ok_and(|target| target.to_string_lossy().contains("etilqs"))
        };
        open.filter_map(Result::ok).filter(is_temporary).count()
    }

    #[test]
    fn a_change_of_many_pages_writes_no_temporary_file_unless_it_is_long() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut conn = WriterConnection::open(&folder.path().join("test.db"), true).expect("opens");
        let rows = "CREATE TABLE page (text TEXT NOT NULL);
             WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 200)
             INSERT INTO page SELECT hex(zeroblob(2000)) FROM number";
        conn.run_batch(rows).expect("two hundred pages");
        let before = temporary_files();
        let mut opened = Vec::new();
        for is_long in [false, true, false] {
            conn.is_long = is_long;
            conn.begin("BEGIN IMMEDIATE; SAVEPOINT turn_0").expect("begins");
            conn.run_batch("UPDATE page SET text = replace(text, '0', '1')")
                .expect("changes every page");
            opened.push(temporary_files() - before);
            conn.run_batch("ROLLBACK").expect("ends");
        }
        assert_eq!(opened, [0, 1, 0]);
    }
}

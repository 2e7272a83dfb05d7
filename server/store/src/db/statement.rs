//! SQL statements: text, values, and how to run them.

use futures_util::future::BoxFuture;
use linkme::distributed_slice;
use sqlx::{
    AssertSqlSafe, Executor as _, Postgres, Row as _, SqlSafeStr as _, SqlStr, Sqlite,
    postgres::PgArguments, sqlite::SqliteArguments,
};
use tracing::Instrument as _;

use super::{Conn, RawConnection, Tx};
use crate::db::{
    bind::{Arg, ToArg, fill},
    column::Column,
    error::{DbError, DbResult},
    metrics::Timer,
    placeholders::{
        Lists, ROWS, expand, expand_rows, highest_placeholder, replace_markers, write_placeholders,
    },
    row::{FromRow, Row},
    trace,
};

/// A statement as written in the source. All are listed in [`STATEMENTS`], so that a test can prepare them on
/// both engines.
#[derive(Debug)]
pub struct Statement {
    /// Portable SQL with `$1`.., `{name}` for a list, `{rows: (?, $1)}` for rows to insert, `{new_id}` for a
    /// random id, a closing `{lock}` if the row will be changed (`{lock_for_change}` for a person or a
    /// company), and a closing `{keep}` if it must not change because another row will reference it.
    pub text: &'static str,
    /// Where it is in the source.
    pub at: &'static str,
    /// The number of its values.
    values: usize,
    /// Whether it contains markers to expand.
    has_markers: bool,
}

/// How many rows one statement inserts: SQLite binds at most 32,766 values.
pub const ROWS_AT_ONCE: usize = 1_000;

/// Every statement of the server.
#[distributed_slice]
pub static STATEMENTS: [Statement];

/// Declares a statement.
#[macro_export]
macro_rules! sql {
    ($text:expr) => {{
        #[$crate::linkme::distributed_slice($crate::db::statement::STATEMENTS)]
        #[linkme(crate = $crate::linkme)]
        #[expect(unsafe_code, reason = "linkme names the linker section of the list")]
        static STATEMENT: $crate::db::statement::Statement =
            $crate::db::statement::Statement::new($text, concat!(file!(), ":", line!()));
        $crate::db::statement::Sql::new(&STATEMENT)
    }};
}

/// What takes each row of a statement.
pub(super) type TakeRow<'t> = &'t mut (dyn FnMut(Row<'_>) -> DbResult<()> + Send);

/// A statement with its values.
#[derive(Debug)]
#[must_use = "a statement does nothing until it is run"]
pub struct Sql {
    pub(super) statement: &'static Statement,
    args: Vec<Arg>,
    lists: Lists,
    rows: Vec<Vec<Arg>>,
    by_index: bool,
}

impl Sql {
    /// Use [`sql!`](crate::sql).
    pub const fn new(statement: &'static Statement) -> Self {
        let args = Vec::new();
        Self { statement, args, lists: Vec::new(), rows: Vec::new(), by_index: false }
    }

    /// Binds the next `$n`.
    pub fn bind(mut self, value: impl ToArg) -> Self {
        self.args.push(value.to_arg());
        self
    }

    /// Binds `{name}`, as in `id IN ({ids})`. An empty list matches no row.
    pub fn bind_list<T: ToArg>(
        mut self,
        name: &'static str,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        self.lists.push((name, values.into_iter().map(ToArg::to_arg).collect()));
        self
    }

    /// Binds `{rows: (?, ?, $1)}`, as in `VALUES {rows: (?, ?, $1)}`: each `?` is the row's own value. At least
    /// one row, and at most [`ROWS_AT_ONCE`].
    pub fn bind_rows<const N: usize>(mut self, rows: impl IntoIterator<Item = [Arg; N]>) -> Self {
        self.rows.extend(rows.into_iter().map(Vec::from));
        self
    }

    /// Plans it for these values, and prefers an index. SQLite always does; PostgreSQL would reuse one plan
    /// for patterns that match many rows and patterns that match none, and scan the whole table if it guesses
    /// wrong.
    pub const fn by_index(mut self) -> Self {
        self.by_index = true;
        self
    }

    /// All rows.
    ///
    /// # Errors
    /// The error of the engine or a column.
    pub async fn all<T: FromRow>(self, tx: &mut Tx) -> DbResult<Vec<T>> {
        let mut rows = Vec::new();
        let mut keep = |row: Row<'_>| {
            rows.push(T::from_row(row)?);
            Ok(())
        };
        self.pass_all(tx, &mut keep).await?;
        Ok(rows)
    }

    /// Boxed, and one function for every type of row: what a statement does would be compiled again for each of them, and
    /// be a part of the future of everything that awaits one, which took most of the server's compile time.
    fn pass_all<'t>(self, tx: &'t mut Tx, take: TakeRow<'t>) -> BoxFuture<'t, DbResult<()>> {
        Box::pin(async move {
            let (_took, span) = tx.begin_statement(self.statement);
            let result = self.fetch(tx, take).instrument(span).await;
            tx.note_result(&result);
            result
        })
    }

    async fn fetch(self, tx: &mut Tx, take: TakeRow<'_>) -> DbResult<()> {
        let (by_index, circuit_breaker) = (self.by_index, tx.circuit_breaker.clone());
        let (text, args) = self.finish(tx)?;
        match tx.wire() {
            RawConnection::Sqlite(conn) => {
                let query = sqlx::query_with::<Sqlite, SqliteArguments>(text, fill(args)?);
                let rows = query.fetch_all(conn).await?;
                rows.iter().try_for_each(|row| take(Row::Sqlite(row)))
            }
            RawConnection::SqliteWriter(conn) => {
                conn.each_row(text.as_str(), &args, |row| take(Row::SqliteWriter(row)))
            }
            RawConnection::Postgres(conn) => {
                if by_index {
                    let raw = conn.transaction().await?;
                    circuit_breaker.wait(raw.execute("SET LOCAL enable_seqscan = off")).await?;
                }
                let rows = conn.fetch_all(text, args, !by_index).await?;
                if by_index {
                    let raw = conn.transaction().await?;
                    circuit_breaker.wait(raw.execute("SET LOCAL enable_seqscan = on")).await?;
                }
                rows.iter().try_for_each(|row| take(Row::Postgres(row)))
            }
        }
    }

    /// The engine's query plan with these values, for tests.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn explain(self, tx: &mut Tx) -> DbResult<Vec<String>> {
        let by_index = self.by_index;
        let (text, args) = self.finish(tx)?;
        let text = text.as_str();
        match tx.wire() {
            RawConnection::Sqlite(conn) => {
                let text = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {text}"));
                let query = sqlx::query_with::<Sqlite, SqliteArguments>(text, fill(args)?);
                let steps = query.fetch_all(conn).await?;
                steps.iter().map(|step| Ok(step.try_get("detail")?)).collect()
            }
            RawConnection::SqliteWriter(conn) => {
                let mut steps = Vec::new();
                conn.each_row(&format!("EXPLAIN QUERY PLAN {text}"), &args, |step| {
                    steps.push(Row::SqliteWriter(step).get("detail")?);
                    Ok::<(), DbError>(())
                })?;
                Ok(steps)
            }
            RawConnection::Postgres(conn) => {
                let conn = conn.transaction().await?;
                if by_index {
                    conn.execute("SET LOCAL enable_seqscan = off").await?;
                }
                let text = AssertSqlSafe(format!("EXPLAIN {text}"));
                let query = sqlx::query_with::<Postgres, PgArguments>(text, fill(args)?);
                let steps = query.persistent(false).fetch_all(conn).await?;
                steps.iter().map(|step| Ok(step.try_get(0)?)).collect()
            }
        }
    }

    /// The row, if there is one.
    ///
    /// # Errors
    /// The error of the engine or a column.
    pub async fn optional<T: FromRow>(self, tx: &mut Tx) -> DbResult<Option<T>> {
        Ok(self.all(tx).await?.pop())
    }

    /// Whether a row exists.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn exists(self, tx: &mut Tx) -> DbResult<bool> {
        Ok(self.optional::<()>(tx).await?.is_some())
    }

    /// The row.
    ///
    /// # Errors
    /// [`DbError::Missing`] if there is none.
    pub async fn one<T: FromRow>(self, tx: &mut Tx) -> DbResult<T> {
        self.optional(tx).await?.ok_or(DbError::Missing)
    }

    /// The single column `value` of the row.
    ///
    /// # Errors
    /// [`DbError::Missing`] if there is no row.
    pub async fn value<T: Column>(self, tx: &mut Tx) -> DbResult<T> {
        self.optional_value(tx).await?.ok_or(DbError::Missing)
    }

    /// The single column `value` of the row, if there is one.
    ///
    /// # Errors
    /// The error of the engine or the column.
    pub async fn optional_value<T: Column>(self, tx: &mut Tx) -> DbResult<Option<T>> {
        Ok(self.optional::<(T,)>(tx).await?.map(|(value,)| value))
    }

    /// The single column `value` of all rows.
    ///
    /// # Errors
    /// The error of the engine or the column.
    pub async fn values<T: Column>(self, tx: &mut Tx) -> DbResult<Vec<T>> {
        Ok(self.all::<(T,)>(tx).await?.into_iter().map(|(value,)| value).collect())
    }

    /// Runs it and returns the number of changed rows.
    ///
    /// # Errors
    /// The engine's error.
    pub fn run(self, tx: &mut Tx) -> BoxFuture<'_, DbResult<u64>> {
        Box::pin(async move {
            let (_took, span) = tx.begin_statement(self.statement);
            let result = self.execute(tx).instrument(span).await;
            tx.note_result(&result);
            result
        })
    }

    async fn execute(self, tx: &mut Tx) -> DbResult<u64> {
        let (text, args) = self.finish(tx)?;
        Ok(match tx.wire() {
            RawConnection::Sqlite(conn) => {
                let query = sqlx::query_with::<Sqlite, SqliteArguments>(text, fill(args)?);
                query.execute(conn).await?.rows_affected()
            }
            RawConnection::SqliteWriter(conn) => conn.execute(text.as_str(), &args)?,
            RawConnection::Postgres(conn) => conn.execute(text, args).await?.rows_affected(),
        })
    }

    /// Runs it on exactly one row.
    ///
    /// # Errors
    /// [`DbError::Missing`] if it changed none.
    pub async fn run_one(self, tx: &mut Tx) -> DbResult<()> {
        let at = self.statement.at;
        match self.run(tx).await? {
            1 => Ok(()),
            0 => Err(DbError::Missing),
            n => Err(DbError::Statement { at, why: format!("touched {n} rows") }),
        }
    }

    /// Expands the markers and checks that text and values match. The only place where text that is not a
    /// literal becomes a statement; only `$n`, `NULL`, `FOR UPDATE`, `FOR NO KEY UPDATE` and `FOR SHARE` are
    /// ever inserted, and the expression of a random id.
    pub(super) fn finish(self, tx: &Tx) -> DbResult<(SqlStr, Vec<Arg>)> {
        let Self { statement, args, lists, rows, by_index: _ } = self;
        let fault = |why: String| DbError::Statement { at: statement.at, why };
        let expected = statement.values;
        if expected != args.len() {
            return Err(fault(format!("text wants {expected} values, {} bound", args.len())));
        }
        if !statement.has_markers && lists.is_empty() {
            return Ok((statement.text.into_sql_str(), args));
        }
        let engine = |marker: &str| tx.expansion(marker);
        let (text, args) = expand(statement.text, engine, args, lists, rows).map_err(fault)?;
        Ok((AssertSqlSafe(text).into_sql_str(), args))
    }
}

impl Statement {
    /// Use [`sql!`](crate::sql).
    #[must_use]
    pub const fn new(text: &'static str, at: &'static str) -> Self {
        let mut has_markers = false;
        let mut byte = 0;
        while byte < text.len() {
            has_markers |= text.as_bytes()[byte] == b'{';
            byte += 1;
        }
        Self { text, at, values: highest_placeholder(text), has_markers }
    }

    /// The text with one value in every list and one row, for the test that prepares all statements.
    ///
    /// # Panics
    /// If a marker of the text has no end.
    #[must_use]
    pub fn with_sample_lists(&self) -> String {
        let mut bound = self.values;
        let write = |text: &mut String, marker: &str| {
            if let Some(template) = marker.strip_prefix(ROWS) {
                text.push_str(&expand_rows(template.trim(), bound, 1));
                bound += template.matches('?').count();
            } else if marker == "new_id" {
                text.push_str("NULL");
            } else if !["lock", "lock_for_change", "keep"].contains(&marker) {
                write_placeholders(text, bound, 1);
                bound += 1;
            }
            Ok(())
        };
        replace_markers(self.text, write).expect("every marker has an end")
    }
}

impl Tx {
    /// Starts the timer and the trace span of a statement. Its text contains none of the values.
    pub(super) fn begin_statement(&self, statement: &Statement) -> (Timer, tracing::Span) {
        let span = trace::of_statement(statement.at, statement.text);
        (self.metrics.statement(self.writes.is_some()), span)
    }

    /// What replaces a marker that is neither a list nor rows.
    fn expansion(&self, marker: &str) -> Option<&'static str> {
        match marker {
            "lock" => Some(self.lock()),
            "lock_for_change" => Some(self.lock_for_change()),
            "keep" => Some(self.keep()),
            "new_id" => Some(self.new_id()),
            _ => None,
        }
    }

    const fn lock(&self) -> &'static str {
        match (&self.conn, &self.writes) {
            (Conn::Postgres(_), Some(_)) => "FOR UPDATE",
            _ => "",
        }
    }

    /// For a row that is changed and never deleted, such as a person or a company. Almost every row references
    /// these two: a lock that blocked new references could make two calls deadlock.
    const fn lock_for_change(&self) -> &'static str {
        match (&self.conn, &self.writes) {
            (Conn::Postgres(_), Some(_)) => "FOR NO KEY UPDATE",
            _ => "",
        }
    }

    /// Unlike `{lock}` it does not block other references to the row: a user can write a note while they are
    /// assigned to a job.
    const fn keep(&self) -> &'static str {
        match (&self.conn, &self.writes) {
            (Conn::Postgres(_), Some(_)) => "FOR SHARE",
            _ => "",
        }
    }
}

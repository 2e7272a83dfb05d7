//! Generic access to tables: for backups, for moving to another engine, and for a company's export. The only
//! place where names of tables and columns are inserted into statements; they are read from the engine.

mod schema;

use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Postgres, Sqlite, postgres::PgArguments, sqlite::SqliteArguments};

use super::{
    RawConnection, Tx,
    bind::{self, fill},
};
use crate::db::{
    bind::{Arg, ToArg},
    error::{DbError, DbResult},
    kind::Kind,
    row::Row,
};

/// The number of rows inserted into PostgreSQL per statement.
const ROWS_AT_ONCE: usize = 1_000;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: Kind,
}

/// A table of the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns, by name.
    pub columns: Vec<TableColumn>,
}

/// A filter for the rows of a table.
#[derive(Clone, Debug, Default)]
pub struct RowFilter {
    condition: Option<&'static str>,
    args: Vec<Arg>,
}

impl RowFilter {
    /// All rows.
    #[must_use]
    pub fn all() -> Self {
        Self::default()
    }

    /// The rows that match a condition with this value as `$1`.
    #[must_use]
    pub fn where_(condition: &'static str, value: impl ToArg) -> Self {
        Self { condition: Some(condition), args: vec![value.to_arg()] }
    }
}

impl Tx {
    /// The number of rows in a table.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn count_rows(&mut self, table: &Table) -> DbResult<u64> {
        let text = AssertSqlSafe(format!("SELECT COUNT(*) AS value FROM {}", quoted(&table.name)));
        let count: i64 = match self.wire() {
            RawConnection::Sqlite(conn) => sqlx::query_scalar(text).fetch_one(conn).await?,
            RawConnection::SqliteWriter(conn) => {
                let mut count = 0;
                conn.each_row(&text.0, &[], |row| {
                    count = Row::SqliteWriter(row).get("value")?;
                    Ok::<(), DbError>(())
                })?;
                count
            }
            RawConnection::Postgres(conn) => {
                sqlx::query_scalar(text).fetch_one(conn.transaction().await?).await?
            }
        };
        Ok(count.unsigned_abs())
    }

    /// Passes the rows of a table one by one, each with its columns in table order, sorted by the first
    /// column; returns how many there were. They are never all in memory.
    ///
    /// # Errors
    /// The error of the engine, a column or the callback.
    pub async fn each_row(
        &mut self,
        table: &Table,
        which: RowFilter,
        mut take: impl FnMut(Vec<Arg>) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<u64> {
        let text = selection(table, &which);
        let mut count = 0;
        match self.wire() {
            RawConnection::Sqlite(conn) => {
                let args = fill(which.args)?;
                let mut rows = sqlx::query_with::<Sqlite, SqliteArguments>(text, args).fetch(conn);
                while let Some(row) = rows.try_next().await? {
                    take(values(table, Row::Sqlite(&row))?)?;
                    count += 1;
                }
            }
            RawConnection::SqliteWriter(conn) => {
                conn.each_row(&text.0, &which.args, |row| {
                    count += 1;
                    take(values(table, Row::SqliteWriter(row))?)
                })?;
            }
            RawConnection::Postgres(conn) => {
                let args = fill(which.args)?;
                let query = sqlx::query_with::<Postgres, PgArguments>(text, args);
                let mut rows = query.fetch(conn.transaction().await?);
                while let Some(row) = rows.try_next().await? {
                    take(values(table, Row::Postgres(&row))?)?;
                    count += 1;
                }
            }
        }
        Ok(count)
    }

    /// Passes all rows of a table in batches.
    ///
    /// # Errors
    /// The error of the engine, a column or the callback.
    pub async fn each_batch(
        &mut self,
        table: &Table,
        at_once: usize,
        mut take: impl AsyncFnMut(Vec<Vec<Arg>>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let text = selection(table, &RowFilter::all());
        let mut batch = Vec::new();
        macro_rules! hand_over {
            ($rows:expr, $engine:ident) => {
                while let Some(row) = $rows.try_next().await? {
                    batch.push(values(table, Row::$engine(&row))?);
                    if batch.len() == at_once {
                        take(std::mem::take(&mut batch)).await?;
                    }
                }
            };
        }
        match self.wire() {
            RawConnection::Sqlite(conn) => {
                let query = sqlx::query_with::<Sqlite, _>(text, SqliteArguments::default());
                let mut rows = query.fetch(conn);
                hand_over!(rows, Sqlite);
            }
            RawConnection::SqliteWriter(_) => {
                anyhow::bail!("batches are read by a transaction that only reads")
            }
            RawConnection::Postgres(conn) => {
                let query = sqlx::query_with::<Postgres, _>(text, PgArguments::default());
                let mut rows = query.fetch(conn.transaction().await?);
                hand_over!(rows, Postgres);
            }
        }
        if batch.is_empty() { Ok(()) } else { take(batch).await }
    }

    /// Inserts rows into a PostgreSQL table with the columns of `table`.
    ///
    /// # Errors
    /// The engine's error.
    ///
    /// # Panics
    /// On SQLite, which is never the target of a move.
    pub async fn add_rows(&mut self, table: &Table, rows: &[Vec<Arg>]) -> DbResult<()> {
        let columns: Vec<String> = table.columns.iter().map(|c| quoted(&c.name)).collect();
        let lists: Vec<String> = table
            .columns
            .iter()
            .enumerate()
            .map(|(place, column)| format!("${}::{}[]", place + 1, column.kind.in_postgres()))
            .collect();
        let text = format!(
            "INSERT INTO {} ({}) SELECT * FROM UNNEST({})",
            quoted(&table.name),
            columns.join(", "),
            lists.join(", ")
        );
        for rows in rows.chunks(ROWS_AT_ONCE) {
            let mut args = PgArguments::default();
            for (place, column) in table.columns.iter().enumerate() {
                let list = rows.iter().map(|row| row[place].clone());
                bind::push_list(&mut args, column.kind, list)
                    .map_err(|error| DbError::Engine(sqlx::Error::Encode(error)))?;
            }
            let RawConnection::Postgres(conn) = self.wire() else {
                panic!("rows are moved to PostgreSQL")
            };
            sqlx::query_with::<Postgres, PgArguments>(AssertSqlSafe(text.clone()), args)
                .execute(conn.transaction().await?)
                .await?;
        }
        Ok(())
    }
}

/// The statement that reads the filtered rows of a table.
fn selection(table: &Table, which: &RowFilter) -> AssertSqlSafe<String> {
    let columns: Vec<String> = table.columns.iter().map(|column| quoted(&column.name)).collect();
    let has_id = table.columns.iter().any(|column| column.name == "id");
    let order = if has_id { "\"id\"" } else { columns.first().map_or("1", String::as_str) };
    AssertSqlSafe(format!(
        "SELECT {} FROM {} WHERE {} ORDER BY {order}",
        columns.join(", "),
        quoted(&table.name),
        which.condition.unwrap_or("TRUE")
    ))
}

/// A quoted name, which both engines accept even if it is a keyword.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn values(table: &Table, row: Row<'_>) -> DbResult<Vec<Arg>> {
    table
        .columns
        .iter()
        .map(|column| {
            let name = column.name.as_str();
            Ok(match column.kind {
                Kind::Bool => Arg::Bool(row.get(name)?),
                Kind::Bytes => Arg::Bytes(row.get(name)?),
                Kind::Date => Arg::Date(row.get(name)?),
                Kind::Int => Arg::Int(row.get(name)?),
                Kind::Json => {
                    let value: Option<super::Json<serde_json::Value>> = row.get(name)?;
                    Arg::Json(value.map(|super::Json(value)| value))
                }
                Kind::Real => Arg::Real(row.get(name)?),
                Kind::Text => Arg::Text(row.get(name)?),
                Kind::Time => Arg::Time(row.get(name)?),
                Kind::Uuid => Arg::Uuid(row.get(name)?),
            })
        })
        .collect()
}

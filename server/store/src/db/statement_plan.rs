//! What the engines think of a statement, for the tests that prepare all of them and look at the plans of lists.

use sqlx::{AssertSqlSafe, Executor as _, SqlSafeStr as _, Statement as _};

use super::{RawConnection, Tx};
use crate::db::{
    error::{DbError, DbResult},
    row::{FromRow, Row},
    statement::Statement,
};

fn names<C: sqlx::Column>(columns: &[C]) -> Vec<String> {
    columns.iter().map(|column| column.name().to_owned()).collect()
}

impl Tx {
    /// Prepares a statement without running it, for the test that prepares all of them; the names of its columns.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn prepare(&mut self, statement: &Statement) -> DbResult<Vec<String>> {
        let text = AssertSqlSafe(statement.with_sample_lists()).into_sql_str();
        Ok(match self.wire() {
            RawConnection::Sqlite(conn) => names(conn.prepare(text).await?.columns()),
            RawConnection::SqliteWriter(conn) => conn.prepare_only(text.as_str())?,
            RawConnection::Postgres(conn) => {
                names(conn.transaction().await?.prepare(text).await?.columns())
            }
        })
    }
}

impl Tx {
    /// SQLite's query plan of a statement, for the test that checks all lists.
    ///
    /// # Errors
    /// The engine's error.
    ///
    /// # Panics
    /// On PostgreSQL, whose plans depend on the size of the tables.
    pub async fn explain<T: FromRow>(&mut self, statement: &Statement) -> DbResult<Vec<T>> {
        let text = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {}", statement.with_sample_lists()));
        match self.wire() {
            RawConnection::Sqlite(conn) => {
                let steps = conn.fetch_all(text.into_sql_str()).await?;
                steps.iter().map(|row| T::from_row(Row::Sqlite(row))).collect()
            }
            RawConnection::SqliteWriter(conn) => {
                let mut steps = Vec::new();
                conn.each_row(&text.0, &[], |step| {
                    steps.push(T::from_row(Row::SqliteWriter(step))?);
                    Ok::<(), DbError>(())
                })?;
                Ok(steps)
            }
            RawConnection::Postgres(_) => panic!("plans are looked at on SQLite"),
        }
    }
}

//! Statements whose rows are read one by one, so that memory does not grow with their number.

use futures_util::TryStreamExt as _;
use sqlx::{Postgres, Sqlite, postgres::PgArguments, sqlite::SqliteArguments};
use tracing::Instrument as _;

use super::{RawConnection, Tx};
use crate::db::{
    bind::fill,
    error::DbResult,
    row::{FromRow, Row},
    statement::Sql,
};

impl Sql {
    /// Passes each row, and keeps none.
    ///
    /// # Errors
    /// The error of the engine or a column.
    pub async fn each<T: FromRow>(self, tx: &mut Tx, take: impl FnMut(T) + Send) -> DbResult<()> {
        let (_took, span) = tx.begin_statement(self.statement);
        let result = self.pass_each(tx, take).instrument(span).await;
        tx.note_result(&result);
        result
    }

    async fn pass_each<T: FromRow>(
        self,
        tx: &mut Tx,
        mut take: impl FnMut(T) + Send,
    ) -> DbResult<()> {
        let circuit_breaker = tx.circuit_breaker.clone();
        let (text, args) = self.finish(tx)?;
        match tx.wire() {
            RawConnection::Sqlite(conn) => {
                let query = sqlx::query_with::<Sqlite, SqliteArguments>(text, fill(args)?);
                let mut rows = query.fetch(conn);
                while let Some(row) = rows.try_next().await? {
                    take(T::from_row(Row::Sqlite(&row))?);
                }
            }
            RawConnection::SqliteWriter(conn) => {
                conn.each(text.as_str(), &args, |row| {
                    take(row);
                    Ok(())
                })?;
            }
            RawConnection::Postgres(conn) => {
                let query = sqlx::query_with::<Postgres, PgArguments>(text, fill(args)?);
                let query = query.persistent(conn.keeps_statements());
                let mut rows = query.fetch(conn.transaction().await?);
                while let Some(row) = circuit_breaker.wait(rows.try_next()).await? {
                    take(T::from_row(Row::Postgres(&row))?);
                }
            }
        }
        Ok(())
    }
}

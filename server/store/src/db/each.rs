//! Statements whose rows are read one by one, so that memory does not grow with their number.

use futures_util::{TryStreamExt as _, future::BoxFuture};
use sqlx::{Postgres, Sqlite, postgres::PgArguments, sqlite::SqliteArguments};
use tracing::Instrument as _;

use super::{RawConnection, Tx};
use crate::db::{
    bind::fill,
    error::DbResult,
    row::{FromRow, Row},
    statement::{Sql, TakeRow},
};

impl Sql {
    /// Passes each row, and keeps none.
    ///
    /// # Errors
    /// The error of the engine or a column.
    pub async fn each<T: FromRow>(
        self,
        tx: &mut Tx,
        mut take: impl FnMut(T) + Send,
    ) -> DbResult<()> {
        let mut pass = |row: Row<'_>| {
            take(T::from_row(row)?);
            Ok(())
        };
        self.pass_each(tx, &mut pass).await
    }

    fn pass_each<'t>(self, tx: &'t mut Tx, take: TakeRow<'t>) -> BoxFuture<'t, DbResult<()>> {
        Box::pin(async move {
            let (_took, span) = tx.begin_statement(self.statement);
            let result = self.stream(tx, take).instrument(span).await;
            tx.note_result(&result);
            result
        })
    }

    async fn stream(self, tx: &mut Tx, take: TakeRow<'_>) -> DbResult<()> {
        let circuit_breaker = tx.circuit_breaker.clone();
        let (text, args) = self.finish(tx)?;
        match tx.wire() {
            RawConnection::Sqlite(conn) => {
                let query = sqlx::query_with::<Sqlite, SqliteArguments>(text, fill(args)?);
                let mut rows = query.fetch(conn);
                while let Some(row) = rows.try_next().await? {
                    take(Row::Sqlite(&row))?;
                }
            }
            RawConnection::SqliteWriter(conn) => {
                conn.each_row(text.as_str(), &args, |row| take(Row::SqliteWriter(row)))?;
            }
            RawConnection::Postgres(conn) => {
                let query = sqlx::query_with::<Postgres, PgArguments>(text, fill(args)?);
                let query = query.persistent(conn.keeps_statements());
                let mut rows = query.fetch(conn.transaction().await?);
                while let Some(row) = circuit_breaker.wait(rows.try_next()).await? {
                    take(Row::Postgres(&row))?;
                }
            }
        }
        Ok(())
    }
}

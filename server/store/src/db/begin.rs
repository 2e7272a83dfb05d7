//! Beginning transactions. The futures are boxed: each caller's future would contain them, down to opening a connection.

use futures_util::future::BoxFuture;

use super::{Conn, Db, PendingWrites, Tx, error::DbResult};
use crate::db::{
    changes::pending::PendingChanges,
    pool::Pool,
    postgres::connection::{READ_SNAPSHOT, WRITING},
};

impl Db {
    /// Starts a transaction that only reads, from one snapshot.
    ///
    /// # Errors
    /// If no connection is available in time.
    #[must_use]
    pub fn read(&self) -> BoxFuture<'_, DbResult<Tx>> {
        Box::pin(self.begin_reading())
    }

    async fn begin_reading(&self) -> DbResult<Tx> {
        let _wait = self.metrics.wait(false);
        let conn = match &self.pool {
            Pool::Sqlite { readers, .. } => Conn::SqliteReader(readers.begin().await?),
            Pool::Postgres(connections) => Conn::Postgres(connections.begin(READ_SNAPSHOT).await?),
        };
        Ok(self.tx(conn, None))
    }

    /// Starts a transaction like [`Db::read`], for what takes long: on the replica, if there is one.
    ///
    /// # Errors
    /// If no connection is available in time.
    #[must_use]
    pub fn read_long(&self) -> BoxFuture<'_, DbResult<Tx>> {
        let (Some(replica), Pool::Postgres(primary)) = (&self.replica, &self.pool) else {
            return self.read();
        };
        Box::pin(async move {
            let Some(connection) = replica.snapshot(primary).await else {
                return self.read().await;
            };
            let mut tx = self.tx(Conn::Postgres(connection), None);
            tx.circuit_breaker = replica.circuit_breaker().clone();
            Ok(tx)
        })
    }

    /// Starts a read of a single statement: on PostgreSQL it takes one trip and not three, because a statement needs
    /// no transaction to see one moment. Statements that belong together need [`Db::read`].
    ///
    /// # Errors
    /// If no connection is available in time.
    #[must_use]
    pub fn read_one_statement(&self) -> BoxFuture<'_, DbResult<Tx>> {
        let Pool::Postgres(connections) = &self.pool else { return self.read() };
        Box::pin(async {
            let _wait = self.metrics.wait(false);
            Ok(self.tx(Conn::Postgres(connections.take().await?), None))
        })
    }

    /// Starts a change of a single `SELECT` of a function, which is a transaction of its own on PostgreSQL. It may run
    /// twice if the connection breaks. PgBouncer needs a transaction around it, so the caller commits.
    ///
    /// # Errors
    /// If no connection is available in time.
    #[must_use]
    pub fn write_one_statement(&self) -> BoxFuture<'_, DbResult<Tx>> {
        Box::pin(async {
            let _wait = self.metrics.wait(true);
            let conn = match &self.pool {
                Pool::Sqlite { readers, .. } => Conn::SqliteReader(readers.begin().await?),
                Pool::Postgres(connections) if connections.is_pooled() => {
                    Conn::Postgres(connections.begin(WRITING).await?)
                }
                Pool::Postgres(connections) => Conn::Postgres(connections.take().await?),
            };
            Ok(self.tx(conn, None))
        })
    }

    /// Starts a transaction that writes. On SQLite it waits for the single writer; PostgreSQL locks each row
    /// found by a `{lock}` statement. Either way, no other transaction can change a found row until the
    /// commit, nor delete one found with `{keep}`.
    ///
    /// # Errors
    /// If no connection is available in time.
    #[must_use]
    pub fn write(&self) -> BoxFuture<'_, DbResult<Tx>> {
        Box::pin(self.begin_writing(false))
    }

    /// Like [`Db::write`], for a transaction of many statements (an import): other transactions that are
    /// written but not yet on disk are committed first, so that they do not wait for it.
    ///
    /// # Errors
    /// If no connection is available in time.
    #[must_use]
    pub fn write_long(&self) -> BoxFuture<'_, DbResult<Tx>> {
        Box::pin(self.begin_writing(true))
    }

    async fn begin_writing(&self, alone: bool) -> DbResult<Tx> {
        let _wait = self.metrics.wait(true);
        let conn = match &self.pool {
            Pool::Sqlite { writer, .. } => {
                let transaction = writer.begin(alone).await;
                self.write_health.note_write_error(&transaction);
                Conn::SqliteWriter(transaction?)
            }
            Pool::Postgres(connections) => Conn::Postgres(connections.begin(WRITING).await?),
        };
        let writes = PendingWrites {
            touched: Vec::new(),
            events: Vec::new(),
            outbox: self.outbox.clone(),
            commit_turns: self.commit_turns.clone(),
            holds_company: false,
            queues_mail: false,
            mail_queued: self.mail_queued.clone(),
            queues_push: false,
            push_queued: self.push_queued.clone(),
            changes: PendingChanges::default(),
            changes_written: self.changes_written.clone(),
        };
        Ok(self.tx(conn, Some(writes)))
    }

    fn tx(&self, conn: Conn, writes: Option<PendingWrites>) -> Tx {
        let (metrics, circuit_breaker) = (self.metrics.clone(), self.circuit_breaker.clone());
        Tx { conn, writes, metrics, circuit_breaker, write_health: self.write_health.clone() }
    }
}

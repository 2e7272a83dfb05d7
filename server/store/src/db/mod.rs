//! The single access to SQLite and PostgreSQL: same text, same values, same rows.
//!
//! Store functions write portable SQL once with [`sql!`](crate::sql) and never learn which engine
//! runs it. Everything engine-specific is in this folder.

mod begin;
pub mod bind;
pub(crate) mod changes;
pub mod column;
pub mod commit_watch;
pub mod company_changes;
mod each;
pub mod error;
pub mod event;
pub mod event_bus;
pub mod health;
pub mod idempotent_call;
pub mod kind;
mod listen;
pub mod metrics;
pub mod migrations;
pub mod open;
mod placeholders;
pub mod pool;
pub mod postgres;
pub(crate) mod prelude;
pub mod revisions;
pub mod row;
pub mod snapshot;
mod sqlite;
pub mod statement;
mod statement_plan;
pub mod tables;
pub mod trace;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::types::ids::CompanyId;
use futures_util::future::BoxFuture;
pub use sqlx::types::Json;
use sqlx::{Sqlite, SqliteConnection, Transaction};
use tokio::sync::Notify;
use uuid::Uuid;

use self::{
    error::{DbError, DbResult},
    postgres::{
        commit_turns::CommitTurns, connection::Connection, event_outbox::EventOutbox,
        replica::Replica,
    },
    revisions::Touched,
    sqlite::connection::WriterConnection,
    sqlite::group_commit::{WriteTransaction, Writer},
};
use crate::db::{
    changes::pending::PendingChanges,
    commit_watch::CommitWatch,
    event::{Event, ListKind},
    event_bus::EventBus,
    health::{CircuitBreaker, WriteHealth},
    metrics::DbMetrics,
    pool::Pool,
};

/// The supported engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Embedded, the default.
    Sqlite,
    /// For several servers on one database.
    Postgres,
}

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    pool: Pool,
    replica: Option<Replica>,
    /// Names a PostgreSQL database: another one for each restore.
    database: Arc<str>,
    metrics: DbMetrics,
    mail_queued: Arc<Notify>,
    events: EventBus,
    outbox: EventOutbox,
    commit_turns: CommitTurns,
    push_queued: Arc<Notify>,
    changes_written: Arc<Notify>,
    circuit_breaker: CircuitBreaker,
    write_health: WriteHealth,
}

/// One transaction. Rolled back if dropped without [`Tx::commit`].
#[derive(Debug)]
pub struct Tx {
    conn: Conn,
    writes: Option<PendingWrites>,
    metrics: DbMetrics,
    circuit_breaker: CircuitBreaker,
    write_health: WriteHealth,
}

/// What a writing transaction collects until its commit.
#[derive(Debug)]
struct PendingWrites {
    touched: Vec<Touched>,
    events: Vec<Event>,
    outbox: EventOutbox,
    commit_turns: CommitTurns,
    /// It has locked the row of a company already.
    holds_company: bool,
    queues_mail: bool,
    mail_queued: Arc<Notify>,
    queues_push: bool,
    push_queued: Arc<Notify>,
    changes: PendingChanges,
    changes_written: Arc<Notify>,
}

#[derive(Debug)]
enum Conn {
    SqliteReader(Transaction<'static, Sqlite>),
    SqliteWriter(WriteTransaction),
    Postgres(Connection),
    Committed,
}

/// The connection of a transaction, of either engine.
enum RawConnection<'t> {
    Sqlite(&'t mut SqliteConnection),
    SqliteWriter(&'t mut WriterConnection),
    Postgres(&'t mut Connection),
}

impl Db {
    /// The engine. Used only by this folder, the health page and tests.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self.pool {
            Pool::Sqlite { .. } => Engine::Sqlite,
            Pool::Postgres(_) => Engine::Postgres,
        }
    }

    /// Whether only this process writes this database, so that its caches stay valid.
    #[must_use]
    pub const fn is_sole_writer(&self) -> bool {
        matches!(self.pool, Pool::Sqlite { .. })
    }

    /// The revision of everything that this company may see. Read it before the rows, so that the rows are at
    /// least as new.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn revision(&self, company: CompanyId) -> DbResult<u64> {
        if let Pool::Sqlite { writer, .. } = &self.pool {
            return Ok(writer.revisions().of(company));
        }
        let mut tx = self.read_one_statement().await?;
        self.revision_within(&mut tx, company).await
    }

    /// The revision, where the caller may have read it from the database since their call began, with their session. It
    /// saves a trip on PostgreSQL; SQLite's are in memory alone.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn revision_unless_known(
        &self,
        company: CompanyId,
        known: Option<u64>,
    ) -> DbResult<u64> {
        match known {
            Some(known) if !self.is_sole_writer() => Ok(known),
            _ => self.revision(company).await,
        }
    }

    /// The revision as this transaction sees it. It cannot change until the end of one that writes alone, or
    /// has locked the company.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn revision_within(&self, tx: &mut Tx, company: CompanyId) -> DbResult<u64> {
        if let Pool::Sqlite { writer, .. } = &self.pool {
            return Ok(writer.revisions().of(company));
        }
        let revision: Option<i64> =
            crate::sql!("SELECT revision AS value FROM company WHERE id = $1")
                .bind(company)
                .optional_value(tx)
                .await?;
        Ok(revision.map_or(0, i64::unsigned_abs))
    }

    /// The revision of a company's people and their sessions in this process, without a query: exact if it is
    /// the database's sole writer, otherwise meaningless.
    #[must_use]
    pub fn people_revision(&self, company: CompanyId) -> u64 {
        match &self.pool {
            Pool::Sqlite { writer, .. } => writer.revisions().of_people(company),
            Pool::Postgres(_) => 0,
        }
    }

    /// Waits until this process has queued a mail since the last return.
    pub async fn mail_queued(&self) {
        self.mail_queued.notified().await;
    }

    /// Waits until this process has queued a push since the last return.
    pub async fn push_queued(&self) {
        self.push_queued.notified().await;
    }

    /// Waits until this process has written changes, or queued a delivery to a webhook, since the last return.
    pub async fn changes_written(&self) {
        self.changes_written.notified().await;
    }

    /// Checks that the database answers. On PostgreSQL it uses none of the connections that callers share.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn ping(&self) -> DbResult<()> {
        if let Pool::Postgres(connections) = &self.pool {
            return connections.check().await;
        }
        let mut tx = self.read().await?;
        let _: i64 = crate::sql!("SELECT CAST(1 AS BIGINT) AS value").value(&mut tx).await?;
        Ok(())
    }

    /// Closes every connection.
    pub async fn close(&self) {
        match &self.pool {
            Pool::Sqlite { readers, writer, .. } => {
                readers.close().await;
                writer.close().await;
            }
            Pool::Postgres(connections) => {
                connections.close().await;
                self.outbox.close().await;
            }
        }
        if let Some(replica) = &self.replica {
            replica.close().await;
        }
    }
}

impl Tx {
    /// Publishes that lists of a company change with this transaction.
    pub fn publish_lists(&mut self, company: CompanyId, lists: impl IntoIterator<Item = ListKind>) {
        for list in lists {
            self.publish(Event::List { company, list });
        }
    }

    /// Publishes an event, which subscribers receive after the commit.
    pub fn publish(&mut self, event: Event) {
        if let Some(writes) = &mut self.writes {
            writes.events.push(event);
        }
    }

    /// The database's own clock at the beginning of this transaction; `None` on SQLite, which has none.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn clock(&mut self) -> DbResult<Option<DateTime<Utc>>> {
        if !matches!(self.conn, Conn::Postgres(_)) {
            return Ok(None);
        }
        crate::sql!("SELECT CURRENT_TIMESTAMP AS value").value(self).await.map(Some)
    }

    /// Marks that this transaction queues a mail: the sender is woken after the commit.
    pub fn queue_mail(&mut self) {
        if let Some(writes) = &mut self.writes {
            writes.queues_mail = true;
        }
    }

    /// Marks that this transaction queues a push: the sender is woken after the commit.
    pub fn queue_push(&mut self) {
        if let Some(writes) = &mut self.writes {
            writes.queues_push = true;
        }
    }

    /// Commits the transaction; it is durable when this returns.
    ///
    /// # Errors
    /// If the engine refuses.
    #[must_use]
    pub fn commit(self) -> BoxFuture<'static, DbResult<()>> {
        // Boxed: each caller's future would contain it.
        Box::pin(self.commit_now())
    }

    async fn commit_now(mut self) -> DbResult<()> {
        let mut changes = self.read_changes().await?;
        let (mut touched, published) = self
            .writes
            .as_mut()
            .map(|writes| (std::mem::take(&mut writes.touched), std::mem::take(&mut writes.events)))
            .unwrap_or_default();
        let events = event::coalesced(published);
        let claimed = if self.writes.is_some() { self.claim_key().await? } else { None };
        let _commit = self.writes.is_some().then(|| self.metrics.commit());
        // Until the commit has ended.
        let turn = self.wait_for_turn(&touched).await;
        let stored = if matches!(self.conn, Conn::Postgres(_)) {
            self.raise_revisions(&mut touched, &mut changes, &events).await?
        } else {
            Vec::new()
        };
        self.write_changes(changes).await?;
        let committed = self.end(touched, events, stored).await;
        drop(turn);
        if self.writes.is_some() {
            self.write_health.note(&committed);
            if matches!(committed, Ok(()) | Err(DbError::OutcomeUnknown)) {
                CommitWatch::note_commit();
            }
        }
        committed?;
        if let Some(call) = claimed {
            call.note_stored();
        }
        if let Some(writes) = self.writes.as_ref().filter(|writes| writes.queues_mail) {
            writes.mail_queued.notify_one();
        }
        if let Some(writes) = self.writes.as_ref().filter(|writes| writes.queues_push) {
            writes.push_queued.notify_one();
        }
        if let Some(writes) = self.writes.as_ref().filter(|writes| writes.changes.are_written) {
            writes.changes_written.notify_one();
        }
        Ok(())
    }

    async fn end(
        &mut self,
        touched: Vec<Touched>,
        events: Vec<Event>,
        stored: Vec<Uuid>,
    ) -> DbResult<()> {
        match std::mem::replace(&mut self.conn, Conn::Committed) {
            Conn::SqliteReader(tx) => Ok(tx.commit().await?),
            Conn::SqliteWriter(transaction) => transaction.commit(touched, events).await,
            Conn::Postgres(tx) => {
                tx.commit().await.map_err(DbError::during_commit)?;
                if let Some(writes) = &self.writes {
                    writes.outbox.committed(stored);
                }
                Ok(())
            }
            Conn::Committed => unreachable!("commit takes the transaction"),
        }
    }

    fn wire(&mut self) -> RawConnection<'_> {
        match &mut self.conn {
            Conn::SqliteReader(tx) => RawConnection::Sqlite(tx),
            Conn::SqliteWriter(transaction) => RawConnection::SqliteWriter(transaction.conn()),
            Conn::Postgres(tx) => RawConnection::Postgres(tx),
            Conn::Committed => unreachable!("commit takes the transaction"),
        }
    }
}

impl Tx {
    /// Takes all changes back on purpose: a dry run only asked what they would be.
    pub fn roll_back(mut self) {
        self.writes = None;
    }

    /// Notes how a statement ended.
    fn note_result<T>(&mut self, result: &DbResult<T>) {
        self.write_health.note_write_error(result);
        if matches!(result, Err(DbError::RolledBack)) && self.writes.take().is_some() {
            self.metrics.note_rollback();
        }
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        if self.writes.is_some() && !matches!(self.conn, Conn::Committed) {
            self.metrics.abandon();
        }
    }
}

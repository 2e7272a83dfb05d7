//! The one door to SQLite and PostgreSQL: same text, same values, same rows.
//!
//! Store functions write portable SQL once with [`sql!`](crate::sql) and never learn which engine
//! answers. Everything engine-specific lives in this folder.

pub mod bind;
pub mod column;
pub mod error;
pub mod event;
pub mod event_bus;
mod group_commit;
pub mod health;
pub mod kind;
mod listen;
pub mod metrics;
mod metrics_registry;
pub mod migrations;
pub mod open;
mod placeholders;
pub mod pool;
pub(crate) mod prelude;
pub mod raw;
mod revisions;
pub mod row;
pub mod snapshot;
pub mod statement;
pub mod tables;
pub mod trace;

use std::sync::Arc;

use domain::types::ids::CompanyId;
pub use sqlx::types::Json;
use sqlx::{Postgres, Sqlite, SqliteConnection, Transaction};
use tokio::sync::Notify;

use self::{
    error::{DbError, DbResult},
    group_commit::{WriteTransaction, Writer},
    revisions::Touched,
};
use crate::db::{
    event::{Event, ListKind},
    event_bus::EventBus,
    health::{CircuitBreaker, WriteHealth},
    metrics::DbMetrics,
    pool::Pool,
};

/// The engines we speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Embedded, the default.
    Sqlite,
    /// When one machine is not enough.
    Postgres,
}

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    pool: Pool,
    metrics: DbMetrics,
    mail_queued: Arc<Notify>,
    events: EventBus,
    push_queued: Arc<Notify>,
    circuit_breaker: CircuitBreaker,
    write_health: WriteHealth,
}

/// One transaction. Dropped without [`Tx::commit`], it never happened.
#[derive(Debug)]
pub struct Tx {
    conn: Conn,
    writes: Option<PendingWrites>,
    metrics: DbMetrics,
    circuit_breaker: CircuitBreaker,
    write_health: WriteHealth,
}

/// What a writing transaction remembers until it ends.
#[derive(Debug)]
struct PendingWrites {
    touched: Vec<Touched>,
    news: Vec<Event>,
    queues_mail: bool,
    mail_queued: Arc<Notify>,
    queues_push: bool,
    push_queued: Arc<Notify>,
}

#[derive(Debug)]
enum Conn {
    SqliteReader(Transaction<'static, Sqlite>),
    SqliteWriter(WriteTransaction),
    Postgres(Transaction<'static, Postgres>),
    Committed,
}

/// The connection under a transaction, whichever it is.
enum RawConnection<'t> {
    Sqlite(&'t mut SqliteConnection),
    Postgres(&'t mut sqlx::PgConnection),
}

impl Db {
    /// Which engine this is. Only this folder, the health page and tests ask.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self.pool {
            Pool::Sqlite { .. } => Engine::Sqlite,
            Pool::Postgres(_) => Engine::Postgres,
        }
    }

    /// Whether this process alone writes this database, so that what it remembers stays true.
    #[must_use]
    pub const fn is_sole_writer(&self) -> bool {
        matches!(self.pool, Pool::Sqlite { .. })
    }

    /// Starts a transaction that only reads, and sees one moment throughout.
    ///
    /// # Errors
    /// When no connection is to be had in time.
    pub async fn read(&self) -> DbResult<Tx> {
        const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let _wait = self.metrics.wait(false);
        let conn = match &self.pool {
            Pool::Sqlite { readers, .. } => Conn::SqliteReader(readers.begin().await?),
            Pool::Postgres(pool) => {
                Conn::Postgres(self.circuit_breaker.wait(pool.begin_with(ONE_MOMENT)).await?)
            }
        };
        Ok(self.tx(conn, None))
    }

    /// Starts a transaction that writes. On SQLite it waits for the one writer's desk; PostgreSQL
    /// locks each row found through a `{lock}` statement. Either way, what you found is yours
    /// until you commit, and what you found with `{keep}` stays.
    ///
    /// # Errors
    /// When no connection is to be had in time.
    pub async fn write(&self) -> DbResult<Tx> {
        self.begin_writing(false).await
    }

    /// Like [`Db::write`], for a transaction of many statements (an import): changes of others
    /// that are written but not yet on disk are committed first, so that nobody waits for it.
    ///
    /// # Errors
    /// When no connection is to be had in time.
    pub async fn write_long(&self) -> DbResult<Tx> {
        self.begin_writing(true).await
    }

    async fn begin_writing(&self, alone: bool) -> DbResult<Tx> {
        let _wait = self.metrics.wait(true);
        let conn = match &self.pool {
            Pool::Sqlite { writer, .. } => {
                let begun = writer.begin(alone).await;
                self.write_health.note_write_error(&begun);
                Conn::SqliteWriter(begun?)
            }
            Pool::Postgres(pool) => Conn::Postgres(self.circuit_breaker.wait(pool.begin()).await?),
        };
        let writes = PendingWrites {
            touched: Vec::new(),
            news: Vec::new(),
            queues_mail: false,
            mail_queued: self.mail_queued.clone(),
            queues_push: false,
            push_queued: self.push_queued.clone(),
        };
        Ok(self.tx(conn, Some(writes)))
    }

    fn tx(&self, conn: Conn, writes: Option<PendingWrites>) -> Tx {
        let (metrics, circuit_breaker) = (self.metrics.clone(), self.circuit_breaker.clone());
        Tx { conn, writes, metrics, circuit_breaker, write_health: self.write_health.clone() }
    }

    /// The revision of what this company may see. Read it before the rows: then the rows are at
    /// least as new as the number says.
    ///
    /// # Errors
    /// What the engine said.
    pub async fn revision(&self, company: CompanyId) -> DbResult<u64> {
        if let Pool::Sqlite { writer, .. } = &self.pool {
            return Ok(writer.revisions().of(company).everything);
        }
        let mut tx = self.read().await?;
        let revision: Option<i64> =
            crate::sql!("SELECT revision AS value FROM company WHERE id = $1")
                .bind(company)
                .optional_value(&mut tx)
                .await?;
        Ok(revision.map_or(0, i64::unsigned_abs))
    }

    /// The revision of a company's people and their sessions as this process knows it, without
    /// asking anybody: exact where it is the database's sole writer, nothing to rely on elsewhere.
    #[must_use]
    pub fn people_revision(&self, company: CompanyId) -> u64 {
        match &self.pool {
            Pool::Sqlite { writer, .. } => writer.revisions().of(company).people,
            Pool::Postgres(_) => 0,
        }
    }

    /// Returns once this process has queued a mail since it last returned.
    pub async fn mail_queued(&self) {
        self.mail_queued.notified().await;
    }

    /// Returns once this process has queued something to be pushed since it last returned.
    pub async fn push_queued(&self) {
        self.push_queued.notified().await;
    }

    /// Whether the database answers at all.
    ///
    /// # Errors
    /// What the engine said.
    pub async fn ping(&self) -> DbResult<()> {
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
            Pool::Postgres(pool) => {
                self.circuit_breaker.stop();
                pool.close().await;
            }
        }
    }
}

impl Tx {
    /// Says that something this company may see changes with this transaction: what is kept of
    /// its lists is read anew after the commit.
    pub fn touch(&mut self, company: CompanyId) {
        self.note(Touched::Everything(company));
    }

    /// Says that who this company's people are, or which of their sessions live, changes with this
    /// transaction: what is remembered of them is looked up anew after the commit.
    pub fn touch_people(&mut self, company: CompanyId) {
        self.note(Touched::People(company));
    }

    /// Says which lists of a company change with this transaction.
    pub fn publish_lists(&mut self, company: CompanyId, lists: impl IntoIterator<Item = ListKind>) {
        for list in lists {
            self.publish(Event::List { company, list });
        }
    }

    /// Says what changes with this transaction. Whoever listens hears it after the commit.
    pub fn publish(&mut self, news: Event) {
        if let Some(writes) = &mut self.writes {
            writes.news.push(news);
        }
    }

    /// Says that a mail is queued with this transaction: whoever sends mails looks after the commit.
    pub fn queue_mail(&mut self) {
        if let Some(writes) = &mut self.writes {
            writes.queues_mail = true;
        }
    }

    /// Says that something to be pushed is queued with this transaction: whoever pushes looks after
    /// the commit.
    pub fn queue_push(&mut self) {
        if let Some(writes) = &mut self.writes {
            writes.queues_push = true;
        }
    }

    fn note(&mut self, touched: Touched) {
        if let Some(writes) = &mut self.writes
            && !writes.touched.contains(&touched)
        {
            writes.touched.push(touched);
        }
    }

    /// Makes everything since the start true, and durable, before it returns.
    ///
    /// # Errors
    /// When the engine refuses.
    pub async fn commit(mut self) -> DbResult<()> {
        let (mut touched, said) = self
            .writes
            .as_mut()
            .map(|writes| (std::mem::take(&mut writes.touched), std::mem::take(&mut writes.news)))
            .unwrap_or_default();
        let news = event::coalesced(said);
        let _commit = self.writes.is_some().then(|| self.metrics.commit());
        if matches!(self.conn, Conn::Postgres(_)) {
            // One order for everybody, so that two transactions cannot wait for each other.
            touched.sort_unstable();
            for touched in &touched {
                // Nobody remembers sessions where several servers share a database.
                let Touched::Everything(company) = touched else { continue };
                crate::sql!("UPDATE company SET revision = revision + 1 WHERE id = $1")
                    .bind(*company)
                    .run(&mut self)
                    .await?;
            }
        }
        let committed = self.end(touched, news).await;
        if self.writes.is_some() {
            self.write_health.note(&committed);
        }
        committed?;
        if let Some(writes) = self.writes.as_ref().filter(|writes| writes.queues_mail) {
            writes.mail_queued.notify_one();
        }
        if let Some(writes) = self.writes.as_ref().filter(|writes| writes.queues_push) {
            writes.push_queued.notify_one();
        }
        Ok(())
    }

    async fn end(&mut self, touched: Vec<Touched>, news: Vec<Event>) -> DbResult<()> {
        match std::mem::replace(&mut self.conn, Conn::Committed) {
            Conn::SqliteReader(tx) => Ok(tx.commit().await?),
            Conn::SqliteWriter(turn) => turn.commit(touched, news).await,
            Conn::Postgres(mut tx) => {
                // Last of all: whoever notifies waits for everybody else who does.
                self.circuit_breaker.wait(event_bus::notify(&mut tx, &news)).await?;
                self.circuit_breaker.wait(tx.commit()).await.map_err(DbError::during_commit)
            }
            Conn::Committed => unreachable!("commit takes the transaction"),
        }
    }

    fn wire(&mut self) -> RawConnection<'_> {
        match &mut self.conn {
            Conn::SqliteReader(tx) => RawConnection::Sqlite(tx),
            Conn::SqliteWriter(turn) => RawConnection::Sqlite(turn.conn()),
            Conn::Postgres(tx) => RawConnection::Postgres(tx),
            Conn::Committed => unreachable!("commit takes the transaction"),
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

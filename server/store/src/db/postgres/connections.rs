//! The pool of connections to PostgreSQL.
//!
//! The pool of `sqlx` asks every connection that is given back whether it works: one more trip for each call. It also
//! takes back connections inside a transaction (`connection.rs`).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use deadpool::managed::{Manager as _, Object, Pool, PoolConfig, PoolError, QueueMode};
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};
use tokio::sync::{Mutex, watch};

use crate::db::{
    error::{DbError, DbResult},
    health::CircuitBreaker,
    postgres::{
        connector::{Connector, MOST_AGE, OpenConnection},
        readiness::{self, Readiness},
    },
};

/// The most connections of the pool.
const MAX_CONNECTIONS: usize = 16;
/// How long a call waits for a connection: for one in use, or a new one.
pub(super) const WAIT: Duration = Duration::from_secs(10);
/// A connection that is not used for this long is closed.
const MOST_IDLE: Duration = Duration::from_mins(10);
/// The pause between two looks for connections to close.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
/// How long the end of an unused connection may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The pool. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Connections {
    pool: Pool<Connector>,
    /// How many are in use, or are rolled back.
    in_use: watch::Sender<usize>,
    readiness: Readiness,
    pooler: Option<Arc<Pooler>>,
}

/// What goes to PostgreSQL itself where calls go through PgBouncer.
#[derive(Debug)]
struct Pooler {
    direct: PgConnectOptions,
    /// Holds the lock that tells a restore of this server. The connection of the live events holds it, too.
    usage_lock: Mutex<Option<PgConnection>>,
}

/// A connection is in use as long as this exists.
#[derive(Debug)]
pub struct UseGuard(watch::Sender<usize>);

impl Drop for UseGuard {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl Connections {
    /// A pool without connections yet.
    ///
    /// # Panics
    /// If it had timeouts of its own without a runtime, which it has not.
    pub fn new(options: PgConnectOptions, holds_usage_lock: bool) -> Self {
        let circuit_breaker = CircuitBreaker::of(options.clone());
        // The last one used is the least likely to be dead, and the others may be closed.
        let config = PoolConfig { queue_mode: QueueMode::Lifo, ..PoolConfig::new(MAX_CONNECTIONS) };
        let pool =
            Pool::builder(Connector { options, holds_usage_lock, circuit_breaker }).config(config);
        let pool = pool.build().expect("a pool without timeouts");
        let connections = Self {
            pool,
            in_use: watch::Sender::new(0),
            readiness: Readiness::default(),
            pooler: None,
        };
        connections.sweep();
        connections
    }

    /// A pool of connections to PgBouncer, which may give each transaction another connection to PostgreSQL.
    pub fn through_pooler(options: PgConnectOptions, direct: PgConnectOptions) -> Self {
        let pooler = Arc::new(Pooler { direct, usage_lock: Mutex::default() });
        Self { pooler: Some(pooler), ..Self::new(options, false) }
    }

    /// Closes connections that are not used, until the pool is closed or dropped.
    fn sweep(&self) {
        let pool = self.pool.weak();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP_INTERVAL).await;
                let Some(pool) = pool.upgrade().filter(|pool| !pool.is_closed()) else { return };
                let is_used = |connection: &OpenConnection| {
                    connection.answered.elapsed() < MOST_IDLE
                        && connection.opened.elapsed() < MOST_AGE
                };
                close_all(pool.retain(|connection, _| is_used(connection)).removed).await;
            }
        });
    }

    /// Takes a connection from the pool, or opens one.
    pub(super) async fn get(&self) -> Result<Object<Connector>, sqlx::Error> {
        match tokio::time::timeout(WAIT, self.pool.get()).await {
            Ok(Ok(taken)) => Ok(taken),
            Ok(Err(PoolError::Backend(error))) => Err(error),
            Ok(Err(PoolError::Closed)) => Err(sqlx::Error::PoolClosed),
            Ok(Err(_)) | Err(_) => Err(sqlx::Error::PoolTimedOut),
        }
    }

    /// Opens the first connection, for the calls to come.
    ///
    /// # Errors
    /// If PostgreSQL cannot be reached.
    pub async fn open_first(&self) -> Result<(), sqlx::Error> {
        self.get().await.map(drop)
    }

    /// Closes the connection that was opened before the pool, unless the pool's hold no lock.
    ///
    /// # Errors
    /// If it broke.
    pub async fn release_first(&self, first: PgConnection) -> Result<(), sqlx::Error> {
        match &self.pooler {
            None => first.close().await,
            Some(pooler) => {
                *pooler.usage_lock.lock().await = Some(first);
                Ok(())
            }
        }
    }

    /// Whether PgBouncer is between this server and PostgreSQL.
    pub fn is_pooled(&self) -> bool {
        self.pooler.is_some()
    }

    /// Opens a connection in place of one that broke.
    pub(super) async fn open(&self) -> Result<OpenConnection, sqlx::Error> {
        self.pool.manager().create().await
    }

    /// Drops the connections that nobody uses and that were open at this moment: one broke since, so these may have
    /// broken too.
    pub(super) fn forget_opened_before(&self, moment: Instant) {
        self.pool.retain(|connection, _| connection.opened > moment);
    }

    /// Lets the pool wait, when it closes, until this is dropped.
    pub(super) fn mark_used(&self) -> UseGuard {
        self.in_use.send_modify(|count| *count += 1);
        UseGuard(self.in_use.clone())
    }

    /// How a connection to PostgreSQL itself is opened.
    pub fn direct_options(&self) -> &PgConnectOptions {
        self.pooler.as_ref().map_or(&self.pool.manager().options, |pooler| &pooler.direct)
    }

    /// Whether PostgreSQL answers.
    pub fn circuit_breaker(&self) -> &CircuitBreaker {
        &self.pool.manager().circuit_breaker
    }

    /// Checks that PostgreSQL answers, without waiting for a connection of the pool.
    ///
    /// # Errors
    /// If it does not.
    pub async fn check(&self) -> DbResult<()> {
        if self.is_closed() || self.circuit_breaker().is_open() {
            return Err(DbError::Unreachable);
        }
        self.circuit_breaker().wait(self.readiness.check(self.pool.manager())).await?;
        // Without a connection of the pool, nobody knows yet whether a call would get one.
        if self.pool.status().size == 0 {
            let taken = tokio::time::timeout(readiness::ANSWER, self.get());
            drop(taken.await.map_err(|_| DbError::Unreachable)??);
        }
        Ok(())
    }

    /// How many are open, how many of them nobody uses, and how many there can be.
    pub fn counts(&self) -> [usize; 3] {
        let status = self.pool.status();
        [status.size, status.available, MAX_CONNECTIONS]
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.pool.is_closed()
    }

    /// Closes them, those in use as soon as they are given back.
    pub async fn close(&self) {
        self.circuit_breaker().stop();
        let unused = self.pool.retain(|_, _| false).removed;
        self.pool.close();
        close_all(unused).await;
        self.readiness.close().await;
        if let Some(pooler) = &self.pooler
            && let Some(first) = pooler.usage_lock.lock().await.take()
        {
            // It may have broken since; PostgreSQL frees the lock by itself then.
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, first.close()).await;
        }
        // Fails only without a sender, and this is one.
        let _ = self.in_use.subscribe().wait_for(|count| *count == 0).await;
    }
}

/// Sends Terminate on each: a connection that is only dropped takes its place in PostgreSQL until the network tells.
async fn close_all(connections: Vec<OpenConnection>) {
    for connection in connections {
        // A connection that cannot be closed properly is dropped.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, connection.raw.close()).await;
    }
}

/// The error of a connection that broke.
pub(super) const fn is_lost<T>(result: &DbResult<T>) -> bool {
    matches!(result, Err(DbError::Unreachable))
}

//! The pool of connections to PostgreSQL.
//!
//! The pool of `sqlx` asks every connection that is given back whether it works: one more trip for each call. It also
//! takes back connections inside a transaction (`connection.rs`).

use std::time::{Duration, Instant};

use deadpool::managed::{
    Manager, Metrics, Object, Pool, PoolConfig, PoolError, QueueMode, RecycleError, RecycleResult,
};
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};
use tokio::sync::watch;

use crate::db::{
    error::{DbError, DbResult},
    health::CircuitBreaker,
    postgres::{readiness::Readiness, usage},
};

/// The most connections of the pool.
const MOST: usize = 16;
/// How long a call waits for a connection: for one in use, or a new one.
const WAIT: Duration = Duration::from_secs(10);
/// A connection that has not answered for this long is asked whether it works before it is used again. One that broke
/// since is found by its next statement; what has had no effect yet then begins again on a new connection.
const PING_AFTER: Duration = Duration::from_secs(10);
/// A connection is replaced at this age: the memory of its process in PostgreSQL only grows.
const MOST_AGE: Duration = Duration::from_mins(30);
/// A connection that is not used for this long is closed.
const MOST_IDLE: Duration = Duration::from_mins(10);
/// The pause between two looks for connections to close.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
/// The pauses between two attempts to connect while PostgreSQL starts or is full.
const CONNECT_PAUSES: [Duration; 2] = [Duration::from_millis(10), Duration::from_secs(2)];
/// How long the end of an unused connection may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The pool. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Connections {
    pool: Pool<Connector>,
    /// How many are in use, or are rolled back.
    in_use: watch::Sender<usize>,
    readiness: Readiness,
}

/// Opens connections.
#[derive(Debug)]
pub struct Connector {
    options: PgConnectOptions,
    /// False for the restore that will replace the database.
    uses: bool,
    circuit_breaker: CircuitBreaker,
}

/// A connection is in use as long as this exists.
#[derive(Debug)]
pub struct InUse(watch::Sender<usize>);

impl Drop for InUse {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// An open connection.
#[derive(Debug)]
pub struct OpenConnection {
    pub(super) raw: PgConnection,
    opened: Instant,
    /// When PostgreSQL last answered on it.
    pub(super) answered: Instant,
}

impl Manager for Connector {
    type Type = OpenConnection;
    type Error = sqlx::Error;

    async fn create(&self) -> Result<OpenConnection, sqlx::Error> {
        let [mut pause, longest] = CONNECT_PAUSES;
        loop {
            match self.connect().await {
                Ok(raw) => {
                    let now = Instant::now();
                    return Ok(OpenConnection { raw, opened: now, answered: now });
                }
                Err(error) if is_temporary(&error) => {
                    tokio::time::sleep(pause).await;
                    pause = longest.min(pause * 2);
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn recycle(
        &self,
        connection: &mut OpenConnection,
        _: &Metrics,
    ) -> RecycleResult<sqlx::Error> {
        let unheard = connection.answered.elapsed();
        if self.circuit_breaker.is_stale(unheard) || connection.opened.elapsed() > MOST_AGE {
            return Err(RecycleError::message("it may be dead, or is old"));
        }
        if unheard > PING_AFTER {
            let answer = self.circuit_breaker.wait(connection.raw.ping()).await;
            answer.map_err(|_| RecycleError::message("it is dead"))?;
            connection.answered = Instant::now();
        }
        Ok(())
    }
}

impl Connector {
    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let mut connection = PgConnection::connect_with(&self.options).await?;
        // Held as long as the connection lives, so that no restore replaces a database in use.
        if self.uses && !usage::share(&mut connection).await? {
            tracing::error!("the database is being restored");
            return Err(sqlx::Error::Io(std::io::ErrorKind::ConnectionRefused.into()));
        }
        Ok(connection)
    }
}

/// Whether the next attempt to connect may succeed: PostgreSQL is starting, has no free connection, or is being
/// restored.
fn is_temporary(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        sqlx::Error::Database(error) => error.is_transient_in_connect_phase(),
        _ => false,
    }
}

impl Connections {
    /// A pool without connections yet.
    ///
    /// # Panics
    /// If it had timeouts of its own without a runtime, which it has not.
    pub fn new(options: PgConnectOptions, uses: bool) -> Self {
        let circuit_breaker = CircuitBreaker::of(options.clone());
        // The last one used is the least likely to be dead, and the others may be closed.
        let config = PoolConfig { queue_mode: QueueMode::Lifo, ..PoolConfig::new(MOST) };
        let pool = Pool::builder(Connector { options, uses, circuit_breaker }).config(config);
        let pool = pool.build().expect("a pool without timeouts");
        let connections =
            Self { pool, in_use: watch::Sender::new(0), readiness: Readiness::default() };
        connections.sweep();
        connections
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

    /// Drops the connections that nobody uses: one broke, so these may have broken too.
    pub(super) fn forget_unused(&self) {
        self.pool.retain(|_, _| false);
    }

    /// Lets the pool wait, when it closes, until this is dropped.
    pub(super) fn mark_used(&self) -> InUse {
        self.in_use.send_modify(|count| *count += 1);
        InUse(self.in_use.clone())
    }

    /// How they are opened.
    pub fn options(&self) -> &PgConnectOptions {
        &self.pool.manager().options
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
        Ok(self.readiness.check(self.options()).await?)
    }

    /// How many are open, how many of them nobody uses, and how many there can be.
    pub fn counts(&self) -> [usize; 3] {
        let status = self.pool.status();
        [status.size, status.available, MOST]
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
        // Fails only without a sender, and this is one.
        let _ = self.in_use.subscribe().wait_for(|count| *count == 0).await;
    }
}

/// Takes leave of PostgreSQL, which would otherwise learn only from the network that nobody is there any more.
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

//! A standby of PostgreSQL. What takes long is read there, and sees everything that was committed when it began: the standby
//! is asked whether it has come as far as the primary. One that lags, is away or was promoted costs a read a moment, and
//! the primary answers instead.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{Row as _, SqlSafeStr as _};
use tokio::time::{sleep, timeout_at};

use crate::db::{
    bind::ToArg,
    error::{DbError, DbResult},
    health::CircuitBreaker,
    postgres::{
        connection::{Connection, READ_SNAPSHOT},
        connections::Connections,
    },
};

/// How long a read waits for the standby to come as far as the primary.
const CATCH_UP_TIMEOUT: Duration = Duration::from_millis(100);
/// The pause between two questions.
const PAUSE: Duration = Duration::from_millis(5);
/// How long a standby that failed, or lagged, is left alone.
const REST: Duration = Duration::from_secs(5);

/// Up to where the primary's changes are on its disk: everything that was acknowledged is before it.
const FLUSHED: &str = "SELECT CAST(pg_current_wal_flush_lsn() AS TEXT)";
/// Whether a standby has replayed the primary's changes so far. One that was promoted has changes of its own, so it never
/// has.
const HAS_REPLAYED: &str =
    "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn)";

/// The standby. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Replica(Arc<State>);

#[derive(Debug)]
struct State {
    connections: Connections,
    resting_until: Mutex<Option<Instant>>,
    reads: AtomicU64,
    refusals: AtomicU64,
}

impl Replica {
    /// The standby of these connections, of which none need be open yet.
    pub fn over(connections: Connections) -> Self {
        Self(Arc::new(State {
            connections,
            resting_until: Mutex::default(),
            reads: AtomicU64::new(0),
            refusals: AtomicU64::new(0),
        }))
    }

    /// How many reads it answered, and how many the primary answered in its place.
    pub fn counts(&self) -> [u64; 2] {
        [&self.0.reads, &self.0.refusals].map(|count| count.load(Ordering::Relaxed))
    }

    /// Whether it answers.
    pub fn circuit_breaker(&self) -> &CircuitBreaker {
        self.0.connections.circuit_breaker()
    }

    /// Closes its connections.
    pub async fn close(&self) {
        self.0.connections.close().await;
    }

    /// A snapshot of everything that the primary has acknowledged until now; `None` if there is none in time, and the primary
    /// has to answer.
    pub async fn snapshot(&self, primary: &Connections) -> Option<Connection> {
        let snapshot = if self.is_resting() { None } else { self.snapshot_in_time(primary).await };
        let count = if snapshot.is_some() { &self.0.reads } else { &self.0.refusals };
        count.fetch_add(1, Ordering::Relaxed);
        snapshot
    }

    async fn snapshot_in_time(&self, primary: &Connections) -> Option<Connection> {
        // A primary that does not answer says so to the read itself.
        let position: String = ask(primary, FLUSHED, None).await.ok()?;
        let deadline = Instant::now() + CATCH_UP_TIMEOUT;
        match timeout_at(deadline.into(), self.begin_after(&position)).await {
            Ok(Ok(connection)) => return Some(connection),
            Ok(Err(error)) => self.rest(&error.to_string()),
            Err(_) => self.rest("it lags, or does not answer"),
        }
        None
    }

    async fn begin_after(&self, position: &str) -> DbResult<Connection> {
        while !ask::<bool>(&self.0.connections, HAS_REPLAYED, Some(position)).await? {
            sleep(PAUSE).await;
        }
        self.0.connections.begin(READ_SNAPSHOT).await
    }

    fn is_resting(&self) -> bool {
        let until = *self.0.resting_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn rest(&self, why: &str) {
        let until = Instant::now() + REST;
        let mut resting = self.0.resting_until.lock().unwrap_or_else(PoisonError::into_inner);
        if resting.replace(until).is_none_or(|until| until.elapsed() > REST) {
            tracing::warn!(why, "the primary answers what the replica should");
        }
    }
}

/// The one value that a statement without rows of its own returns.
async fn ask<T>(of: &Connections, text: &'static str, value: Option<&str>) -> DbResult<T>
where
    T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    let args = value.into_iter().map(ToArg::to_arg).collect();
    let mut connection = of.take().await?;
    let rows = connection.fetch_all(text.into_sql_str(), args, true).await?;
    let row = rows.first().ok_or(DbError::Missing)?;
    Ok(row.try_get(0)?)
}

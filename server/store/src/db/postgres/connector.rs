//! Opens connections to PostgreSQL, and tells which can be used again.

use std::time::{Duration, Instant};

use deadpool::managed::{Manager, Metrics, RecycleError, RecycleResult};
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};

use crate::db::{
    health::CircuitBreaker,
    postgres::{connect::connect, usage},
};

/// A connection that has not answered for this long is asked whether it works before it is used again. One that broke
/// since is found by its next statement; what has had no effect yet then begins again on a new connection.
const PING_AFTER: Duration = Duration::from_secs(10);
/// A connection is replaced at this age: the memory of its process in PostgreSQL only grows.
pub(super) const MOST_AGE: Duration = Duration::from_mins(30);
/// The pauses between two attempts to connect while PostgreSQL starts or is full.
const CONNECT_PAUSES: [Duration; 2] = [Duration::from_millis(10), Duration::from_secs(2)];

/// Opens connections.
#[derive(Debug)]
pub struct Connector {
    pub(super) options: PgConnectOptions,
    /// False for the restore that will replace the database.
    pub(super) holds_usage_lock: bool,
    pub(super) circuit_breaker: CircuitBreaker,
}

/// An open connection.
#[derive(Debug)]
pub struct OpenConnection {
    pub(super) raw: PgConnection,
    pub(super) opened: Instant,
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
        let since_answer = connection.answered.elapsed();
        if self.circuit_breaker.is_stale(since_answer) || connection.opened.elapsed() > MOST_AGE {
            return Err(RecycleError::message("it may be dead, or is old"));
        }
        if since_answer > PING_AFTER {
            let answer = self.circuit_breaker.wait(connection.raw.ping()).await;
            answer.map_err(|_| RecycleError::message("it is dead"))?;
            connection.answered = Instant::now();
        }
        Ok(())
    }
}

impl Connector {
    /// Opens a connection of this server.
    ///
    /// # Errors
    /// If PostgreSQL cannot be reached or refuses, or the database is being restored.
    pub(super) async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let mut connection = connect(&self.options).await?;
        // Held as long as the connection lives, so that no restore replaces a database in use.
        if self.holds_usage_lock && !usage::share(&mut connection).await? {
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

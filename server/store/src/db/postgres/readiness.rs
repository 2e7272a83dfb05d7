//! Whether PostgreSQL answers, asked on a connection that no caller uses: a server whose callers wait for each other
//! works, and must not be taken from a load balancer.

use std::{sync::Arc, time::Duration};

use sqlx::{Connection as _, Executor as _, PgConnection, postgres::PgConnectOptions};
use tokio::sync::Mutex;

/// How long the answer may take, with the wait for the one connection.
const ANSWER: Duration = Duration::from_secs(2);

/// The connection, once it was needed. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<Mutex<Option<PgConnection>>>);

impl Readiness {
    /// Checks that PostgreSQL answers.
    ///
    /// # Errors
    /// If it cannot be reached, or does not answer in time.
    pub async fn check(&self, options: &PgConnectOptions) -> Result<(), sqlx::Error> {
        let answer = tokio::time::timeout(ANSWER, self.ask(options)).await;
        answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    async fn ask(&self, options: &PgConnectOptions) -> Result<(), sqlx::Error> {
        let mut kept = self.0.lock().await;
        // It is put back once it has answered: a check that ends before drops it.
        if let Some(mut connection) = kept.take()
            && connection.execute("SELECT 1").await.is_ok()
        {
            *kept = Some(connection);
            return Ok(());
        }
        let mut connection = PgConnection::connect_with(options).await?;
        connection.execute("SELECT 1").await?;
        *kept = Some(connection);
        Ok(())
    }

    /// Closes the connection.
    pub async fn close(&self) {
        drop(self.0.lock().await.take());
    }
}

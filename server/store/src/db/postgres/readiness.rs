//! Whether PostgreSQL answers, asked on a connection that no caller uses: a server whose callers wait for each other
//! works, and must not be taken from a load balancer.

use std::{sync::Arc, time::Duration};

use sqlx::{Executor as _, PgConnection};
use tokio::sync::Mutex;

use crate::db::postgres::connector::Connector;

/// How long the answer may take, with the wait for the one connection.
pub(super) const ANSWER: Duration = Duration::from_secs(2);

/// The connection, once it was needed. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    connection: Option<PgConnection>,
    is_closed: bool,
}

impl Readiness {
    /// Checks that PostgreSQL answers.
    ///
    /// # Errors
    /// If it cannot be reached, or does not answer in time.
    pub async fn check(&self, connector: &Connector) -> Result<(), sqlx::Error> {
        let answer = tokio::time::timeout(ANSWER, self.ask(connector)).await;
        answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    async fn ask(&self, connector: &Connector) -> Result<(), sqlx::Error> {
        let mut kept = self.0.lock().await;
        if kept.is_closed {
            return Err(sqlx::Error::PoolClosed);
        }
        // It is put back once it has answered: a check that ends before drops it.
        if let Some(mut connection) = kept.connection.take()
            && connection.execute("SELECT 1").await.is_ok()
        {
            kept.connection = Some(connection);
            return Ok(());
        }
        let mut connection = connector.connect().await?;
        connection.execute("SELECT 1").await?;
        kept.connection = Some(connection);
        Ok(())
    }

    /// Closes the connection; no other is opened.
    pub async fn close(&self) {
        *self.0.lock().await = Kept { connection: None, is_closed: true };
    }
}

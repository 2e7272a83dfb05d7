//! Subscribing to the events of all processes.

use super::{Db, error::DbResult, event_bus::EventSubscriber, pool::Pool};

impl Db {
    /// Subscribes from now on.
    ///
    /// # Errors
    /// If PostgreSQL cannot be reached.
    pub async fn subscribe(&self) -> DbResult<EventSubscriber> {
        match &self.pool {
            Pool::Sqlite { .. } => Ok(EventSubscriber::in_process(&self.events)),
            Pool::Postgres(connections) => Ok(EventSubscriber::over_postgres(connections).await?),
        }
    }
}

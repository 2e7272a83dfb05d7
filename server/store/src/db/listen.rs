//! Listening to the events of all processes.

use super::{Db, error::DbResult, event_bus::NewsReader, pool::Pool};

impl Db {
    /// Listens from now on.
    ///
    /// # Errors
    /// When PostgreSQL cannot be reached.
    pub async fn listen(&self) -> DbResult<NewsReader> {
        match &self.pool {
            Pool::Sqlite { .. } => Ok(NewsReader::of_this_process(&self.news)),
            Pool::Postgres(pool) => Ok(NewsReader::of_all_processes(pool).await?),
        }
    }
}

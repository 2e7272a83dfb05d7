//! Ends offers of jobs whose time is over, and tells both sides (contract-2, section 3: within a minute).

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::{
    db::{Db, error::DbResult},
    planning::offers,
};

use crate::app::App;

const EVERY: Duration = Duration::from_secs(10);

/// Ends offers until the process ends. Each is ended in a transaction of its own, under the lock of its job: of two
/// servers of one database only one tells.
pub async fn run(app: App) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = end_due(&app.db, app.clock.now()).await
            && !error.is_outage()
        {
            tracing::warn!(%error, "offers of jobs could not be ended");
        }
    }
}

/// Ends every offer whose time is over.
///
/// # Errors
/// The database's.
pub async fn end_due(db: &Db, now: DateTime<Utc>) -> DbResult<()> {
    loop {
        let mut tx = db.read().await?;
        let jobs = offers::due_jobs(&mut tx, now).await?;
        drop(tx);
        if jobs.is_empty() {
            return Ok(());
        }
        for job in jobs {
            let mut tx = db.write().await?;
            offers::end_due(&mut tx, job, now).await?;
            tx.commit().await?;
        }
    }
}

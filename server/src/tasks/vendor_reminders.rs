//! Mails the reminders of purchase orders that are due.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::types::ids::PurchaseOrderId;
use store::{db::error::DbResult, orders::vendor_reminders};

use crate::{app::App, notify};

const EVERY: Duration = Duration::from_mins(1);

/// Sends reminders until the process ends. Each is taken and queued in one transaction, under the lock of its order: of
/// two servers of one database only one sends it.
pub async fn run(app: App) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = send_due(&app).await
            && !error.is_outage()
        {
            tracing::warn!(%error, "reminders of purchase orders could not be sent");
        }
    }
}

/// Sends every reminder that is due now. One that fails does not keep the others from being sent.
///
/// # Errors
/// The last error of the database.
pub async fn send_due(app: &App) -> DbResult<()> {
    let now = app.clock.now();
    loop {
        let mut tx = app.db.read().await?;
        let orders = vendor_reminders::due(&mut tx, now).await?;
        drop(tx);
        if orders.is_empty() {
            return Ok(());
        }
        let mut result = Ok(());
        for order in orders {
            if let Err(error) = send(app, order, now).await {
                result = Err(error);
            }
        }
        result?;
    }
}

async fn send(app: &App, order: PurchaseOrderId, now: DateTime<Utc>) -> DbResult<()> {
    let mut tx = app.db.write().await?;
    if let Some(due) = vendor_reminders::take(&mut tx, order, now).await? {
        notify::vendor_reminders::send(&mut tx, app, &due, now).await?;
    }
    tx.commit().await
}

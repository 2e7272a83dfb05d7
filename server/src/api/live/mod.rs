//! Sockets: routes, subscriptions, and publishing of events.

use std::time::Instant;

use domain::types::limits::LIMITS;
use store::db::{
    error::DbResult,
    event_bus::{BusMessage, EventSubscriber},
};

use crate::{app::App, http::callers::session_lookup::look_up_for_socket};

pub(crate) mod publisher;
pub(crate) mod routes;
pub mod socket;
pub mod subscriptions;

/// Subscribes to events and runs the heartbeats as long as the runtime runs. No socket may open before this
/// returns.
///
/// # Errors
/// If the database's events cannot be subscribed to.
pub async fn start(app: &App) -> DbResult<()> {
    let events = app.db.subscribe().await?;
    tokio::spawn(forward_events(app.clone(), events));
    let hub = app.live.hub.clone();
    tokio::spawn(async move { hub.run_batches().await });
    tokio::spawn(run_heartbeats(app.clone()));
    Ok(())
}

async fn forward_events(app: App, mut reader: EventSubscriber) {
    while let Some(message) = reader.next().await {
        let published = match message {
            BusMessage::Events(events) => crate::api::live::publisher::publish(&app, events).await,
            BusMessage::Lagged => {
                app.live.hub.disconnect_all();
                Ok(())
            }
        };
        if let Err(error) = published {
            if !error.is_outage() {
                tracing::error!(%error, "events could not be published");
            }
            app.live.hub.disconnect_all();
        }
    }
}

/// Pings sockets, disconnects those that do not answer or read, and ends those with an expired session.
async fn run_heartbeats(app: App) {
    let mut rounds = tokio::time::interval(app.live.timings.ping / 25);
    loop {
        rounds.tick().await;
        let (now, day) = (Instant::now(), app.clock.now());
        for connection in app.live.hub.all() {
            connection.check_heartbeat(now);
            let used = connection.with_session(|session| session.last_used);
            if day - used >= chrono::Duration::days(LIMITS.session_days) {
                match look_up_for_socket(&app, connection.token).await {
                    Ok(session) => connection.set_session(session),
                    Err(error) => tracing::warn!(%error, "a session cannot be looked up"),
                }
            }
        }
    }
}

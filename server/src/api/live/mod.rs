//! The socket: its routes, subscriptions, and publishing of events.

use std::time::Instant;

use domain::types::limits::LIMITS;
use store::db::{
    error::DbResult,
    event_bus::{BusMessage, EventSubscriber},
};

use crate::{app::App, http::session_lookup::look_up_for_socket};

pub(crate) mod publisher;
pub(crate) mod routes;
pub mod socket;
pub mod subscriptions;

/// Listens to news from now on, and looks after the sockets, for as long as the runtime runs. No socket
/// is to be let in before this returns.
///
/// # Errors
/// When the database cannot be listened to.
pub async fn start(app: &App) -> DbResult<()> {
    let news = app.db.subscribe().await?;
    tokio::spawn(forward_events(app.clone(), news));
    let hub = app.live.hub.clone();
    tokio::spawn(async move { hub.run_batches().await });
    tokio::spawn(run_heartbeats(app.clone()));
    Ok(())
}

async fn forward_events(app: App, mut reader: EventSubscriber) {
    while let Some(heard) = reader.next().await {
        let told = match heard {
            BusMessage::Events(news) => crate::api::live::publisher::publish(&app, news).await,
            BusMessage::Lagged => {
                app.live.hub.disconnect_all();
                Ok(())
            }
        };
        if let Err(error) = told {
            if !error.is_outage() {
                tracing::error!(%error, "what changed could not be told");
            }
            app.live.hub.disconnect_all();
        }
    }
}

/// Pings, cuts who does not answer or read, and ends sockets whose session has come to its end.
async fn run_heartbeats(app: App) {
    let mut rounds = tokio::time::interval(app.live.timings.ping / 25);
    loop {
        rounds.tick().await;
        let (now, day) = (Instant::now(), app.clock.now());
        for line in app.live.hub.all() {
            line.check_heartbeat(now);
            let used = line.with_session(|session| session.last_used);
            if day - used >= chrono::Duration::days(LIMITS.session_days) {
                match look_up_for_socket(&app, line.token).await {
                    Ok(session) => line.set_session(session),
                    Err(error) => tracing::warn!(%error, "a session cannot be looked up"),
                }
            }
        }
    }
}

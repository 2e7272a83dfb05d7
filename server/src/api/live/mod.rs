//! The socket: its routes, subscriptions, and publishing of events.

use std::time::Instant;

use domain::types::limits::LIMITS;
use store::db::{
    error::DbResult,
    event_bus::{Heard, NewsReader},
};

use crate::{app::App, http::session_lookup::look_up_listener};

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
    let news = app.db.listen().await?;
    tokio::spawn(hear(app.clone(), news));
    let hub = app.live.hub.clone();
    tokio::spawn(async move { hub.run_pool().await });
    tokio::spawn(look_after(app.clone()));
    Ok(())
}

async fn hear(app: App, mut reader: NewsReader) {
    while let Some(heard) = reader.next().await {
        let told = match heard {
            Heard::News(news) => crate::api::live::publisher::tell(&app, news).await,
            Heard::Missed => {
                app.live.hub.cut_all();
                Ok(())
            }
        };
        if let Err(error) = told {
            if !error.is_outage() {
                tracing::error!(%error, "what changed could not be told");
            }
            app.live.hub.cut_all();
        }
    }
}

/// Pings, cuts who does not answer or read, and ends sockets whose session has come to its end.
async fn look_after(app: App) {
    let mut rounds = tokio::time::interval(app.live.pace.ping / 25);
    loop {
        rounds.tick().await;
        let (now, day) = (Instant::now(), app.clock.now());
        for line in app.live.hub.all() {
            line.look_after(now);
            let used = line.with_session(|session| session.last_used);
            if day - used >= chrono::Duration::days(LIMITS.session_days) {
                match look_up_listener(&app, line.token).await {
                    Ok(session) => line.renew(session),
                    Err(error) => tracing::warn!(%error, "a session cannot be looked up"),
                }
            }
        }
    }
}

//! Everything live: sockets, who listens to what, and what they are told of what changed.
//!
//! A change announces [`News`](crate::news::News) in its transaction; once it is durable every process
//! hears it, reads the thing as each kind of listener sees it, spells that out once and puts it on
//! their [lines](line::Line). Where nobody listens nothing is read.

pub mod frames;
pub mod hub;
pub mod line;
mod pool;
mod prepared;
mod rooms;
pub mod socket;
mod teller;

use std::{sync::Arc, time::Instant};

use domain::limits::LIMITS;

use self::hub::Hub;
pub use self::{line::Pace, rooms::allowed};
use crate::{
    app::App,
    db::{DbResult, Heard, NewsReader},
    sign_in::look_up_listener,
};

/// The sockets of this process, and how they are paced.
#[derive(Clone, Debug, Default)]
pub struct Live {
    hub: Arc<Hub>,
    pace: Pace,
}

impl Live {
    /// Sockets at another pace, for tests.
    #[must_use]
    pub fn paced(pace: Pace) -> Self {
        Self { hub: Arc::default(), pace }
    }

    /// The open sockets.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// How they are paced.
    #[must_use]
    pub const fn pace(&self) -> Pace {
        self.pace
    }
}

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
            Heard::News(news) => teller::tell(&app, news).await,
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

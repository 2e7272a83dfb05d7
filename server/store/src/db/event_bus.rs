//! Delivers events from a commit to the subscribers: within this process if it is the sole writer, and through
//! `LISTEN` and `NOTIFY` if several servers share a database. There a process also receives its own events
//! through `LISTEN`.

use std::{sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use sqlx::{
    Executor as _,
    postgres::{PgListener, PgPoolOptions},
};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::db::{
    event::Event,
    postgres::{
        connections::Connections,
        event_outbox::{self, CHANNEL},
        usage,
    },
};

/// A connection that was quiet for this long is checked.
const KEEPALIVE_AFTER: Duration = Duration::from_secs(30);
/// The timeout of the check.
const ANSWER: Duration = Duration::from_secs(5);
/// The pause between two attempts to reconnect.
const TRY_AGAIN: Duration = Duration::from_millis(250);

/// Events are received in batches of about this size: the last notification of a batch may exceed it.
const EVENTS_AT_ONCE: usize = 256;

/// Commits whose events may wait for a subscriber of this process. If one falls further behind, the oldest are
/// dropped and it receives [`BusMessage::Lagged`].
const WAITING_COMMITS: usize = 4_096;

/// The subscribers of this process, if it is the database's sole writer.
#[derive(Clone, Debug)]
pub(super) struct EventBus(broadcast::Sender<Arc<[Event]>>);

impl Default for EventBus {
    fn default() -> Self {
        Self(broadcast::Sender::new(WAITING_COMMITS))
    }
}

impl EventBus {
    /// Sends events to all subscribers. The changes are already durable.
    pub(super) fn publish(&self, events: &[Event]) {
        if !events.is_empty() {
            // Fails if nobody subscribes.
            let _ = self.0.send(events.into());
        }
    }
}

/// A message to a subscriber.
#[derive(Debug)]
pub enum BusMessage {
    /// Events, in the order of their commits.
    Events(Vec<Event>),
    /// Events may have been missed: the connection was down and is up again, or the subscriber was too slow.
    Lagged,
}

/// A subscriber's end of the bus.
#[derive(Debug)]
pub struct EventSubscriber(EventSource);

#[derive(Debug)]
enum EventSource {
    Here(broadcast::Receiver<Arc<[Event]>>),
    Postgres { pool: Connections, listener: Option<Box<PgListener>> },
}

impl EventSubscriber {
    /// Subscribes to the events of this process.
    pub(super) fn in_process(bus: &EventBus) -> Self {
        Self(EventSource::Here(bus.0.subscribe()))
    }

    /// Subscribes to the events of all processes on this database.
    pub(super) async fn over_postgres(pool: &Connections) -> Result<Self, sqlx::Error> {
        let listener = Some(Box::new(connect(pool).await?));
        Ok(Self(EventSource::Postgres { pool: pool.clone(), listener }))
    }

    /// The next message; `None` once the database is closed.
    pub async fn next(&mut self) -> Option<BusMessage> {
        match &mut self.0 {
            EventSource::Here(receiver) => match receiver.recv().await {
                Ok(events) => Some(BusMessage::Events(events.to_vec())),
                Err(RecvError::Lagged(commits)) => {
                    tracing::warn!(commits, "events were missed");
                    Some(BusMessage::Lagged)
                }
                Err(RecvError::Closed) => None,
            },
            EventSource::Postgres { pool, listener } => {
                if let Some(up) = listener {
                    if let Some(events) = receive(up).await {
                        return Some(BusMessage::Events(events));
                    }
                    tracing::warn!("the connection to the other servers is lost");
                    *listener = None;
                }
                while !pool.is_closed() {
                    match connect(pool).await {
                        Ok(up) => {
                            *listener = Some(Box::new(up));
                            tracing::warn!("the connection to the other servers is back");
                            return Some(BusMessage::Lagged);
                        }
                        Err(error) => {
                            tracing::debug!(%error, "no connection to the other servers");
                            tokio::time::sleep(TRY_AGAIN).await;
                        }
                    }
                }
                None
            }
        }
    }
}

/// Opens a separate connection, which runs no statements.
async fn connect(pool: &Connections) -> Result<PgListener, sqlx::Error> {
    let options = pool.direct_options().clone();
    let own =
        PgPoolOptions::new().max_connections(1).acquire_timeout(ANSWER).connect_lazy_with(options);
    let mut listener = PgListener::connect_with(&own).await?;
    listener.eager_reconnect(false);
    if pool.is_pooled() && !usage::share(&mut listener).await? {
        return Err(sqlx::Error::Io(std::io::ErrorKind::ConnectionRefused.into()));
    }
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// The next events, with those that have arrived behind them; `None` if the connection is down.
async fn receive(listener: &mut PgListener) -> Option<Vec<Event>> {
    loop {
        let Ok(notification) = tokio::time::timeout(KEEPALIVE_AFTER, listener.try_recv()).await
        else {
            let check = tokio::time::timeout(ANSWER, listener.execute("SELECT 1")).await;
            check.ok()?.ok()?;
            continue;
        };
        let mut known = event_outbox::read(notification.ok()??.payload());
        // Their rows are read together: one by one, the events of a busy company would arrive ever later.
        while known.len() < EVENTS_AT_ONCE
            && let Some(next) = listener.try_recv().now_or_never()
        {
            known.extend(event_outbox::read(next.ok()??.payload()));
        }
        if !known.is_empty() {
            return Some(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::types::ids::UserId;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn a_slow_subscriber_learns_that_events_were_dropped_and_the_queue_stays_bounded() {
        let bus = EventBus::default();
        let mut slow = EventSubscriber::in_process(&bus);
        let event = Event::Person { user: UserId(Uuid::now_v7()) };
        for _ in 0..=WAITING_COMMITS {
            bus.publish(std::slice::from_ref(&event));
        }
        assert_eq!(bus.0.len(), WAITING_COMMITS);
        assert!(matches!(slow.next().await, Some(BusMessage::Lagged)));
        for _ in 0..WAITING_COMMITS {
            let Some(BusMessage::Events(events)) = slow.next().await else { panic!("no events") };
            assert_eq!(events, std::slice::from_ref(&event));
        }
    }
}

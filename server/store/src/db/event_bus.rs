//! The way of news from a commit to whoever listens: within this process where it alone writes, and
//! through `LISTEN` and `NOTIFY` where several servers share a database. There a process hears its own
//! news the same way as everybody else's.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sqlx::{
    Executor as _, PgConnection, PgPool, Postgres,
    postgres::{PgListener, PgPoolOptions},
};
use tokio::sync::mpsc;

use crate::db::event::Event;

/// PostgreSQL's name for the channel. Servers of an older version listen to it too, so it stays.
const CHANNEL: &str = "ridgeline_news";
/// PostgreSQL takes 8,000 bytes in one notification; a little is left for what it adds.
const MOST_BYTES: usize = 7_900;
/// A line that was quiet for so long is asked whether it is still there.
const KEEPALIVE_AFTER: Duration = Duration::from_secs(30);
/// How long that may take.
const ANSWER: Duration = Duration::from_secs(5);
/// Between two tries to get the line back.
const TRY_AGAIN: Duration = Duration::from_millis(250);

/// The listeners of this process, where it is the database's sole writer.
#[derive(Clone, Debug, Default)]
pub(super) struct EventBus(Arc<Mutex<Vec<mpsc::UnboundedSender<Vec<Event>>>>>);

impl EventBus {
    /// Tells whoever listens. What changed is durable by now.
    pub(super) fn publish(&self, news: &[Event]) {
        if news.is_empty() {
            return;
        }
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.send(news.to_vec()).is_ok());
    }

    fn subscribe(&self) -> mpsc::UnboundedReceiver<Vec<Event>> {
        let (telling, hearing) = mpsc::unbounded_channel();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(telling);
        hearing
    }
}

/// What came over the line.
#[derive(Debug)]
pub enum BusMessage {
    /// Things changed, in the order of their commits.
    Events(Vec<Event>),
    /// The line was down for a while and is up again: nobody knows what was said meanwhile.
    Lagged,
}

/// Somebody's end of the line.
#[derive(Debug)]
pub struct EventSubscriber(EventSource);

#[derive(Debug)]
enum EventSource {
    Here(mpsc::UnboundedReceiver<Vec<Event>>),
    Postgres { pool: PgPool, listener: Option<Box<PgListener>> },
}

impl EventSubscriber {
    /// Hears what this process itself says.
    pub(super) fn in_process(line: &EventBus) -> Self {
        Self(EventSource::Here(line.subscribe()))
    }

    /// Hears what all processes on this database say.
    pub(super) async fn over_postgres(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let listener = Some(Box::new(connect(pool).await?));
        Ok(Self(EventSource::Postgres { pool: pool.clone(), listener }))
    }

    /// What is said next; nothing once the database is closed.
    pub async fn next(&mut self) -> Option<BusMessage> {
        match &mut self.0 {
            EventSource::Here(hearing) => hearing.recv().await.map(BusMessage::Events),
            EventSource::Postgres { pool, listener } => {
                if let Some(up) = listener {
                    if let Some(news) = receive(up).await {
                        return Some(BusMessage::Events(news));
                    }
                    tracing::warn!("the line to the other servers is down");
                    *listener = None;
                }
                while !pool.is_closed() {
                    match connect(pool).await {
                        Ok(up) => {
                            *listener = Some(Box::new(up));
                            tracing::warn!("the line to the other servers is up again");
                            return Some(BusMessage::Lagged);
                        }
                        Err(error) => {
                            tracing::debug!(%error, "no line to the other servers");
                            tokio::time::sleep(TRY_AGAIN).await;
                        }
                    }
                }
                None
            }
        }
    }
}

/// A connection of its own: it is never at anybody's disposal for statements.
async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let options = pool.connect_options().as_ref().clone();
    let own =
        PgPoolOptions::new().max_connections(1).acquire_timeout(ANSWER).connect_lazy_with(options);
    let mut listener = PgListener::connect_with(&own).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// The next news, or nothing when the line is down.
async fn receive(listener: &mut PgListener) -> Option<Vec<Event>> {
    loop {
        let Ok(heard) = tokio::time::timeout(KEEPALIVE_AFTER, listener.try_recv()).await else {
            let asked = tokio::time::timeout(ANSWER, listener.execute("SELECT 1")).await;
            asked.ok()?.ok()?;
            continue;
        };
        let heard = heard.ok()??;
        // A newer server may say what this one does not know; the rest is heard all the same.
        let said: Vec<serde_json::Value> =
            serde_json::from_str(heard.payload()).unwrap_or_default();
        let known: Vec<Event> =
            said.into_iter().filter_map(|news| serde_json::from_value(news).ok()).collect();
        if !known.is_empty() {
            return Some(known);
        }
    }
}

/// Says all this when the transaction commits, in as many notifications as it takes.
pub(super) async fn notify(conn: &mut PgConnection, news: &[Event]) -> Result<(), sqlx::Error> {
    for payload in payloads(news) {
        #[expect(clippy::disallowed_methods, reason = "SQLite has no NOTIFY: no text for both")]
        sqlx::query::<Postgres>("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(payload)
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}

/// The news as lists in JSON, none larger than a notification may be.
fn payloads(news: &[Event]) -> Vec<String> {
    let mut lists: Vec<String> = Vec::new();
    for news in news {
        // Ids and plain words always have a JSON form.
        let Ok(said) = serde_json::to_string(news) else { continue };
        match lists.last_mut() {
            Some(list) if list.len() + said.len() + 2 <= MOST_BYTES => {
                list.push(',');
                list.push_str(&said);
            }
            _ => lists.push(format!("[{said}")),
        }
    }
    for list in &mut lists {
        list.push(']');
    }
    lists
}

#[cfg(test)]
mod tests {
    use domain::types::ids::{CompanyId, NotificationId, UserId};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn more_news_than_one_notification_holds_is_told_in_several_and_whole() {
        let one = || Event::Notification {
            notification: NotificationId(Uuid::now_v7()),
            reader: UserId(Uuid::now_v7()),
            company: CompanyId(Uuid::now_v7()),
        };
        let news: Vec<Event> = (0..1_000).map(|_| one()).collect();
        let lists = payloads(&news);
        assert!(lists.len() > 1 && lists.iter().all(|list| list.len() <= MOST_BYTES));
        let told: Vec<Event> = lists
            .iter()
            .flat_map(|list| serde_json::from_str::<Vec<Event>>(list).expect("a list"))
            .collect();
        assert_eq!(told, news);
        assert!(payloads(&[]).is_empty());
    }
}

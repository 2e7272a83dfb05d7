//! Sends committed events to the servers of a PostgreSQL database, with `NOTIFY` on a connection of its own.
//!
//! A `NOTIFY` in the transaction of a change would make all commits of all servers wait for each other, because
//! PostgreSQL holds one lock of the whole cluster from before such a commit until it is on the disk. So a transaction
//! stores its events in `event_outbox`. After the commit this task takes the rows of as many commits as there are, and
//! deletes and notifies them together, in one statement: each row is sent once, whoever deletes it. What a server that
//! crashed left there, another one sends.

use std::time::{Duration, Instant};

use serde_json::Value;
use sqlx::{Connection as _, PgConnection, Postgres, postgres::PgConnectOptions};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::db::{event::Event, postgres::usage};

/// The channel's name in PostgreSQL. Servers of older versions use it too, so it must not change.
pub(in crate::db) const CHANNEL: &str = "ridgeline_news";
/// PostgreSQL limits a notification to 8,000 bytes; this leaves room for its overhead.
const MOST_BYTES: usize = 7_900;
/// Rows that wait for this task. Those beyond are sent with what crashed servers left.
const WAITING_ROWS: usize = 4_096;
/// The most rows that are sent together.
const ROWS_AT_ONCE: usize = 256;
/// The pause between two looks for events that nobody sent.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// How long PostgreSQL may take to answer.
const ANSWER: Duration = Duration::from_secs(5);

/// A row of `event_outbox`: events of one transaction, as many as one notification takes.
#[derive(Debug)]
pub(in crate::db) struct OutboxRow {
    /// Rises with each row of this server, so that rows are sent in their order.
    pub(in crate::db) id: Uuid,
    /// A list, as JSON.
    events: String,
}

impl OutboxRow {
    /// The rows for these events.
    pub(in crate::db) fn of(events: &[Event]) -> Vec<Self> {
        let mut lists: Vec<String> = Vec::new();
        for event in events {
            // Ids and enum words always serialize.
            let Ok(json) = serde_json::to_string(event) else { continue };
            match lists.last_mut() {
                Some(list) if list.len() + json.len() + 2 <= MOST_BYTES => {
                    list.push(',');
                    list.push_str(&json);
                }
                _ => lists.push(format!("[{json}")),
            }
        }
        lists.into_iter().map(|list| Self { id: Uuid::now_v7(), events: list + "]" }).collect()
    }

    /// The rows as a list of `[id, events]`, as JSON; `None` if there are none.
    pub(in crate::db) fn list(rows: &[Self]) -> Option<String> {
        let columns: Vec<(Uuid, &str)> = rows.iter().map(|row| (row.id, &*row.events)).collect();
        // Ids and texts always serialize.
        let list = serde_json::to_string(&columns).ok()?;
        (!rows.is_empty()).then_some(list)
    }
}

/// A message to the task.
#[derive(Debug)]
enum Message {
    /// A row with this id is committed.
    Committed(Uuid),
    /// Send what came before, and end.
    Close(oneshot::Sender<()>),
}

/// Passes committed events on. Cheap to clone; the task ends with the last one.
#[derive(Clone, Debug, Default)]
pub(in crate::db) struct EventOutbox(Option<mpsc::Sender<Message>>);

impl EventOutbox {
    /// Starts the task, which connects with these options when it has something to send.
    pub(in crate::db) fn start(options: PgConnectOptions) -> Self {
        let (sender, messages) = mpsc::channel(WAITING_ROWS);
        tokio::spawn(Sending { options, connection: None }.run(messages));
        Self(Some(sender))
    }

    /// Rows with these ids were committed. Without the task, or while too many wait, servers find them later.
    pub(in crate::db) fn committed(&self, rows: Vec<Uuid>) {
        if let Some(sender) = &self.0 {
            for id in rows {
                let _ = sender.try_send(Message::Committed(id));
            }
        }
    }

    /// Returns when the events of all commits before are sent, or PostgreSQL does not answer.
    pub(in crate::db) async fn close(&self) {
        let Some(sender) = &self.0 else { return };
        let (done, sent) = oneshot::channel();
        let closed = async {
            if sender.send(Message::Close(done)).await.is_ok() {
                // An error means that the task has ended.
                let _ = sent.await;
            }
        };
        let _ = tokio::time::timeout(ANSWER, closed).await;
    }
}

/// The task.
struct Sending {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Sending {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        let mut swept = Instant::now();
        loop {
            let mut taken = Vec::new();
            let wait = SWEEP_INTERVAL.saturating_sub(swept.elapsed());
            let received = messages.recv_many(&mut taken, ROWS_AT_ONCE);
            if tokio::time::timeout(wait, received).await == Ok(0) {
                return;
            }
            let mut closing = None;
            let mut rows = Vec::new();
            for message in taken {
                match message {
                    Message::Committed(id) => rows.push(id),
                    Message::Close(done) => closing = Some(done),
                }
            }
            if !rows.is_empty() {
                self.attempt(&Work::Send(rows)).await;
            }
            if let Some(done) = closing {
                if let Some(connection) = self.connection.take() {
                    // One that cannot be closed properly is dropped.
                    let _ = tokio::time::timeout(ANSWER, connection.close()).await;
                }
                // Fails if nobody waits any more.
                let _ = done.send(());
                return;
            }
            if swept.elapsed() >= SWEEP_INTERVAL {
                self.attempt(&Work::Sweep).await;
                swept = Instant::now();
            }
        }
    }

    /// Works on the connection, and opens it if there is none or it broke. What fails is in the table, where the next
    /// sweep finds it.
    async fn attempt(&mut self, work: &Work) {
        let worked = tokio::time::timeout(ANSWER, async {
            // It is put back once it has answered.
            if let Some(mut connection) = self.connection.take()
                && work.run(&mut connection).await.is_ok()
            {
                self.connection = Some(connection);
                return Ok(());
            }
            let options = usage::named(self.options.clone());
            let mut connection = PgConnection::connect_with(&options).await?;
            // For a list of ids PostgreSQL makes a plan each time otherwise, which takes longer than the statement.
            sqlx::raw_sql("SET plan_cache_mode = force_generic_plan")
                .execute(&mut connection)
                .await?;
            work.run(&mut connection).await?;
            self.connection = Some(connection);
            Ok::<(), sqlx::Error>(())
        })
        .await;
        match worked {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "events wait for PostgreSQL"),
            Err(_) => tracing::debug!("events wait for PostgreSQL, which does not answer"),
        }
    }
}

/// What the task does with its connection. Of rows with the same events PostgreSQL notifies once, which is enough: events
/// say what is to be read again.
enum Work {
    /// Send the rows with these ids.
    Send(Vec<Uuid>),
    /// Send the rows that their own server has not sent for a second.
    Sweep,
}

impl Work {
    #[expect(clippy::disallowed_methods, reason = "SQLite has no NOTIFY: no text for both")]
    async fn run(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let statement = match self {
            Self::Send(rows) => sqlx::query::<Postgres>(
                "WITH sent AS (DELETE FROM event_outbox WHERE id = ANY($2) RETURNING id, events)
                 SELECT pg_notify($1, events) FROM (SELECT events FROM sent ORDER BY id) AS in_order",
            )
            .bind(CHANNEL)
            .bind(rows),
            Self::Sweep => sqlx::query::<Postgres>(
                "WITH unsent AS (
                     SELECT id FROM event_outbox
                     WHERE stored_at < CURRENT_TIMESTAMP - INTERVAL '1 second'
                     ORDER BY stored_at LIMIT $2 FOR UPDATE SKIP LOCKED
                 ), sent AS (
                     DELETE FROM event_outbox WHERE id IN (SELECT id FROM unsent) RETURNING id, events
                 )
                 SELECT pg_notify($1, events) FROM (SELECT events FROM sent ORDER BY id) AS in_order",
            )
            .bind(CHANNEL)
            .bind(i64::try_from(ROWS_AT_ONCE).unwrap_or(i64::MAX)),
        };
        statement.execute(connection).await?;
        Ok(())
    }
}

/// The events of a list, except those of a newer server.
pub(in crate::db) fn read(text: &str) -> Vec<Event> {
    let values: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
    values.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect()
}

#[cfg(test)]
mod tests {
    use domain::types::ids::{CompanyId, NotificationId, UserId};

    use super::*;

    fn event() -> Event {
        Event::Notification {
            notification: NotificationId(Uuid::now_v7()),
            reader: UserId(Uuid::now_v7()),
            company: CompanyId(Uuid::now_v7()),
        }
    }

    #[test]
    fn events_too_large_for_one_notification_are_sent_in_several_without_loss() {
        let events: Vec<Event> = (0..1_000).map(|_| event()).collect();
        let rows = OutboxRow::of(&events);
        assert!(rows.len() > 1 && rows.iter().all(|row| row.events.len() <= MOST_BYTES));
        assert!(rows.is_sorted_by_key(|row| row.id), "sent in their order");
        let received: Vec<Event> = rows.iter().flat_map(|row| read(&row.events)).collect();
        assert_eq!(received, events);
        assert_eq!(OutboxRow::list(&OutboxRow::of(&[])), None);
    }

    #[test]
    fn events_of_a_newer_server_are_passed_over() {
        let known = serde_json::to_value(event()).expect("JSON");
        let list = serde_json::json!([{ "Unknown": { "id": 1 } }, known, 7]).to_string();
        assert_eq!(read(&list).len(), 1);
    }

    #[tokio::test]
    async fn while_postgres_is_away_at_most_4096_rows_wait_in_memory() {
        // Nobody takes them.
        let (sender, messages) = mpsc::channel(WAITING_ROWS);
        let outbox = EventOutbox(Some(sender));
        outbox.committed((0..WAITING_ROWS + 10).map(|_| Uuid::now_v7()).collect());
        assert_eq!(messages.len(), 4_096);
    }
}

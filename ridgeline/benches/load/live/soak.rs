//! Clients whose connection breaks repeatedly while others write: in the end each has the server's
//! messages in the server's order.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::StreamExt as _;
use serde_json::Value;
use tokio::{task::JoinSet, time::timeout};
use tokio_tungstenite::tungstenite::Message;

use super::people::People;
use crate::{Bench, client::Connection, table::Row};

const CLIENTS: usize = 40;
const PEOPLE: usize = 20;
/// Between two messages.
const PAUSE: Duration = Duration::from_millis(100);
/// Longer than any message takes.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The page size of the server.
const PAGE: usize = 50;

/// The state that all clients share.
struct Soak {
    people: People,
    at: SocketAddr,
    over: AtomicBool,
    breaks: AtomicU64,
    caught_up: AtomicU64,
}

/// Lets the clients disconnect and reconnect for the configured time.
pub async fn measure(bench: &Bench) -> Result<Vec<Row>> {
    let people = People::create(bench, PEOPLE).await?;
    let server = people.serve(bench)?;
    let soak = Arc::new(Soak {
        people,
        at: server.address,
        over: AtomicBool::new(false),
        breaks: AtomicU64::new(0),
        caught_up: AtomicU64::new(0),
    });
    let mut connection = Connection::open(soak.at).await?;
    let first = write(&soak, &mut connection, 0).await?;
    let mut clients = JoinSet::new();
    for n in 0..CLIENTS {
        clients.spawn(client(soak.clone(), n, Log::from(&first)?));
    }
    let mut written = vec![first];
    let until = Instant::now() + bench.soak;
    let mut pace = tokio::time::interval(PAUSE);
    while Instant::now() < until {
        pace.tick().await;
        written.push(write(&soak, &mut connection, written.len()).await?);
    }
    soak.over.store(true, Ordering::SeqCst);
    let mut log = Log::from(&written[0])?;
    log.catch_up(&soak, 0).await?;
    let log = log.ids()?;
    let written: Vec<&str> = written.iter().filter_map(|message| message["id"].as_str()).collect();
    ensure!(log == written, "the server has other messages than were written");
    let written = written.len();
    let mut wrong = 0;
    while let Some(ended) = clients.join_next().await {
        let theirs = ended??;
        if theirs != log {
            println!(
                "  a client has {} of {} messages, or in another order",
                theirs.len(),
                log.len()
            );
            wrong += 1;
        }
    }
    let (breaks, caught_up) =
        (soak.breaks.load(Ordering::Relaxed), soak.caught_up.load(Ordering::Relaxed));
    println!("  {written} messages, {breaks} broken lines, {caught_up} messages caught up with");
    Ok(vec![Row {
        wanted: "none".to_string(),
        met: Some(wrong == 0),
        ..Row::reported(
            format!("soak: of {CLIENTS} clients with {breaks} broken lines, logs that differ"),
            wrong.to_string(),
        )
    }])
}

/// Sends a message; returns it as the server stored it.
async fn write(soak: &Soak, connection: &mut Connection, number: usize) -> Result<Value> {
    let request = soak.people.message(number, &number.to_string(), super::room::WORDS);
    let mut body = Vec::new();
    let status = connection.send(&request, Some(&mut body)).await?;
    ensure!(status == 200, "a message was answered with {status}");
    let mut answer: Value = serde_json::from_slice(&body)?;
    Ok(answer["message"].take())
}

/// The messages of a client, by `seq`.
#[derive(Default)]
struct Log(Vec<Option<String>>);

impl Log {
    /// A log with the first message.
    fn from(first: &Value) -> Result<Self> {
        let mut log = Self::default();
        log.add(first)?;
        Ok(log)
    }

    /// Stores a message at its `seq`; returns whether it is new.
    fn add(&mut self, message: &Value) -> Result<bool> {
        let id = message["id"].as_str().context("an id")?;
        let seq = usize::try_from(message["seq"].as_u64().context("a place")?)? - 1;
        if self.0.len() <= seq {
            self.0.resize(seq + 1, None);
        }
        match &self.0[seq] {
            Some(known) if known == id => Ok(false),
            Some(known) => bail!("{id} has the same place as {known}"),
            None => {
                self.0[seq] = Some(id.to_string());
                Ok(true)
            }
        }
    }

    /// The last message without a gap before it.
    fn last(&self) -> Option<&str> {
        let count = self.0.iter().take_while(|message| message.is_some()).count();
        self.0.get(count.checked_sub(1)?)?.as_deref()
    }

    /// Fetches the messages after the last one without a gap before it.
    async fn catch_up(&mut self, soak: &Soak, n: usize) -> Result<()> {
        loop {
            let page = soak.people.read(soak.at, n, self.last()).await?;
            for message in &page {
                if self.add(message)? {
                    soak.caught_up.fetch_add(1, Ordering::Relaxed);
                }
            }
            if page.len() < PAGE {
                return Ok(());
            }
        }
    }

    fn ids(self) -> Result<Vec<String>> {
        self.0.into_iter().collect::<Option<_>>().context("a message is missing")
    }
}

/// Listens, disconnects, reconnects and catches up, until the soak is over and nothing is missing.
async fn client(soak: Arc<Soak>, n: usize, mut log: Log) -> Result<Vec<String>> {
    let mut dice = Dice(n as u64 + 1);
    loop {
        let mut socket = soak.people.listen(soak.at, n).await?;
        log.catch_up(&soak, n).await?;
        let breaks = Instant::now() + Duration::from_millis(dice.below(5_000));
        loop {
            let over = soak.over.load(Ordering::SeqCst);
            if over && n.is_multiple_of(2) {
                // Half of the clients finish on this connection, the others reconnect once more.
                let rest = timeout(Duration::from_millis(500), socket.next()).await;
                match rest {
                    Ok(Some(Ok(message))) => receive(&mut log, &message)?,
                    _ => return finished(&soak, log, n).await,
                }
                continue;
            }
            let wait = breaks.saturating_duration_since(Instant::now());
            match timeout(wait.min(TIMEOUT), socket.next()).await {
                Ok(Some(Ok(message))) => receive(&mut log, &message)?,
                Ok(_) => break,
                Err(_) if over => {
                    log.catch_up(&soak, n).await?;
                    return log.ids();
                }
                Err(_) => {
                    soak.breaks.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
        }
        // Drops the TCP connection without a close frame.
        drop(socket.into_inner());
        tokio::time::sleep(Duration::from_millis(dice.below(1_000))).await;
    }
}

/// A client that stayed connected to the end must have everything without another request.
async fn finished(soak: &Soak, log: Log, n: usize) -> Result<Vec<String>> {
    let newest = soak.people.read(soak.at, n, None).await?;
    let newest = newest.last().and_then(|message| message["id"].as_str());
    ensure!(log.last() == newest, "a client that stayed misses the end");
    log.ids()
}

fn receive(log: &mut Log, message: &Message) -> Result<()> {
    let Message::Text(text) = message else { return Ok(()) };
    let frame: Value = serde_json::from_str(text)?;
    for event in frame["events"].as_array().into_iter().flatten() {
        if event["event"] == "chat_message" {
            log.add(&event["data"])?;
        }
    }
    Ok(())
}

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

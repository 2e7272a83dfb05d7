//! People whose line breaks again and again while others write: in the end everybody has what the
//! server has, in its order.

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
use crate::{Bench, client::Line, table::Row};

const CLIENTS: usize = 40;
const PEOPLE: usize = 20;
/// Between two messages.
const PAUSE: Duration = Duration::from_millis(100);
/// Longer than anything takes that is to come.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most messages of one answer.
const PAGE: usize = 50;

/// What all of them share.
struct Soak {
    people: People,
    at: SocketAddr,
    over: AtomicBool,
    breaks: AtomicU64,
    caught_up: AtomicU64,
}

/// Lets them come and go for as long as it is told to.
pub async fn measure(bench: &Bench) -> Result<Vec<Row>> {
    let people = People::settle(bench, PEOPLE).await?;
    let server = people.serve(bench)?;
    let soak = Arc::new(Soak {
        people,
        at: server.address,
        over: AtomicBool::new(false),
        breaks: AtomicU64::new(0),
        caught_up: AtomicU64::new(0),
    });
    let mut line = Line::open(soak.at).await?;
    let first = write(&soak, &mut line, 0).await?;
    let mut clients = JoinSet::new();
    for n in 0..CLIENTS {
        clients.spawn(client(soak.clone(), n, Log::from(&first)?));
    }
    let mut written = vec![first];
    let until = Instant::now() + bench.soak;
    let mut pace = tokio::time::interval(PAUSE);
    while Instant::now() < until {
        pace.tick().await;
        written.push(write(&soak, &mut line, written.len()).await?);
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
        ..Row::told(
            format!("soak: of {CLIENTS} clients with {breaks} broken lines, logs that differ"),
            wrong.to_string(),
        )
    }])
}

/// Writes a message; answers it as the server has it.
async fn write(soak: &Soak, line: &mut Line, number: usize) -> Result<Value> {
    let request = soak.people.message(number, &number.to_string(), super::room::WORDS);
    let mut body = Vec::new();
    let status = line.ask(&request, Some(&mut body)).await?;
    ensure!(status == 200, "a message was answered with {status}");
    let mut answer: Value = serde_json::from_slice(&body)?;
    Ok(answer["message"].take())
}

/// What somebody has, by its place in the room.
#[derive(Default)]
struct Log(Vec<Option<String>>);

impl Log {
    /// Somebody who has the first message.
    fn from(first: &Value) -> Result<Self> {
        let mut log = Self::default();
        log.add(first)?;
        Ok(log)
    }

    /// Puts a message in its place; answers whether it is new.
    fn add(&mut self, message: &Value) -> Result<bool> {
        let id = message["id"].as_str().context("an id")?;
        let seq = usize::try_from(message["seq"].as_u64().context("a place")?)? - 1;
        if self.0.len() <= seq {
            self.0.resize(seq + 1, None);
        }
        match &self.0[seq] {
            Some(known) if known == id => Ok(false),
            Some(known) => bail!("{id} stands where {known} is"),
            None => {
                self.0[seq] = Some(id.to_string());
                Ok(true)
            }
        }
    }

    /// The last one before which nothing is missing.
    fn last(&self) -> Option<&str> {
        let whole = self.0.iter().take_while(|said| said.is_some()).count();
        self.0.get(whole.checked_sub(1)?)?.as_deref()
    }

    /// Fetches what was said since the last one before which nothing is missing.
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

/// Listens, loses its line, comes back and catches up, until it is over and it has everything.
async fn client(soak: Arc<Soak>, n: usize, mut log: Log) -> Result<Vec<String>> {
    let mut dice = Dice(n as u64 + 1);
    loop {
        let mut socket = soak.people.listen(soak.at, n).await?;
        log.catch_up(&soak, n).await?;
        let breaks = Instant::now() + Duration::from_millis(dice.below(5_000));
        loop {
            let over = soak.over.load(Ordering::SeqCst);
            if over && n.is_multiple_of(2) {
                // Half of them end with what came, the others come once more.
                let rest = timeout(Duration::from_millis(500), socket.next()).await;
                match rest {
                    Ok(Some(Ok(message))) => hear(&mut log, &message)?,
                    _ => return finished(&soak, log, n).await,
                }
                continue;
            }
            let wait = breaks.saturating_duration_since(Instant::now());
            match timeout(wait.min(PATIENCE), socket.next()).await {
                Ok(Some(Ok(message))) => hear(&mut log, &message)?,
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
        // Its end of the line is simply gone: no word of leave.
        drop(socket.into_inner());
        tokio::time::sleep(Duration::from_millis(dice.below(1_000))).await;
    }
}

/// Whoever stayed to the end has everything without asking once more.
async fn finished(soak: &Soak, log: Log, n: usize) -> Result<Vec<String>> {
    let newest = soak.people.read(soak.at, n, None).await?;
    let newest = newest.last().and_then(|message| message["id"].as_str());
    ensure!(log.last() == newest, "a client that stayed misses the end");
    log.ids()
}

fn hear(log: &mut Log, message: &Message) -> Result<()> {
    let Message::Text(text) = message else { return Ok(()) };
    let frame: Value = serde_json::from_str(text)?;
    for event in frame["events"].as_array().into_iter().flatten() {
        if event["event"] == "chat_message" {
            log.add(&event["data"])?;
        }
    }
    Ok(())
}

/// Numbers that look like chance, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

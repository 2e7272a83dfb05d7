//! One room with 200 sockets and 50 messages a second.

use std::{
    net::SocketAddr,
    process::Command,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use futures_util::SinkExt as _;
use tokio::{sync::mpsc, task::JoinSet, time::MissedTickBehavior};
use tokio_tungstenite::tungstenite::Message;

use super::{
    people::{People, Socket, open},
    reader::Reader,
};
use crate::{Bench, client::Connection, comparison::median, server::Server, table::Row};

/// The text of every message.
pub const WORDS: &str = "Tear-off is done on the north slope, we start with the ridge vent at one.";
const SOCKETS: usize = 200;
const PEOPLE: usize = 50;
const A_SECOND: u32 = 50;
/// The maximum number of concurrent calls.
const SENDERS: usize = 8;
/// A message that takes longer counts as lost.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The result of a turn.
#[derive(Default)]
struct Turn {
    waits: Vec<Duration>,
    lost: usize,
    doubled: usize,
    /// CPU time per delivered message.
    each: Option<Duration>,
}

/// Measures both sides in alternating turns.
pub async fn measure(bench: &Bench) -> Result<Vec<Row>> {
    let people = People::create(bench, PEOPLE).await?;
    let ours = people.serve(bench)?;
    let theirs = Server::start(Command::new(std::env::current_exe()?).arg("--bare-room"))?;
    let people = Arc::new(people);
    let (mut our_turns, mut their_turns) = (Vec::new(), Vec::new());
    for round in 0..=bench.rounds {
        for turn in 0..2 {
            let is_ours = (round + turn) % 2 == 0;
            let time = if round == 0 { bench.turn / 2 } else { bench.turn * 3 };
            let measured = if is_ours {
                one_turn(&ours, &people, time).await?
            } else {
                one_bare_turn(&theirs, time).await?
            };
            if round > 0 {
                if is_ours { &mut our_turns } else { &mut their_turns }.push(measured);
            }
        }
    }
    Ok(rows(&our_turns, &their_turns))
}

fn rows(ours: &[Turn], theirs: &[Turn]) -> Vec<Row> {
    let name = "200 sockets, 50 messages a second";
    let slowest = |turns: &[Turn]| {
        let mut waits: Vec<Duration> = turns.iter().flat_map(|turn| turn.waits.clone()).collect();
        waits.sort_unstable();
        let at = |percent: usize| waits.get(waits.len() * percent / 100).copied();
        let ms = |wait: Option<Duration>| wait.unwrap_or_default().as_secs_f64() * 1_000.0;
        (ms(at(50)), ms(at(99)))
    };
    let ((our_half, our_slow), (their_half, their_slow)) = (slowest(ours), slowest(theirs));
    let count = |of: fn(&Turn) -> usize| ours.iter().map(of).sum::<usize>();
    let (lost, doubled) = (count(|turn| turn.lost), count(|turn| turn.doubled));
    let both = |half, slow| format!("{half:.1} / {slow:.1} ms");
    let mut rows = vec![
        Row::below(format!("{name}: 99 of 100 wait at most"), our_slow, 45.0, "ms"),
        Row {
            theirs: both(their_half, their_slow),
            ..Row::reported(format!("{name}: half, 99 of 100"), both(our_half, our_slow))
        },
        Row {
            wanted: "none".to_string(),
            met: Some(lost + doubled == 0),
            ..Row::reported(format!("{name}: lost, doubled"), format!("{lost}, {doubled}"))
        },
    ];
    let work = |turns: &[Turn]| -> Vec<f64> {
        turns.iter().filter_map(|turn| turn.each).map(|each| each.as_secs_f64()).collect()
    };
    let (our_work, their_work) = (work(ours), work(theirs));
    let ratios = our_work.iter().zip(&their_work).map(|(ours, theirs)| ours / theirs).collect();
    let ratio: f64 = median(ratios);
    let micros = |work: Vec<f64>| format!("{:.2} µs", median(work) * 1_000_000.0);
    rows.push(Row {
        theirs: micros(their_work),
        ratio: Some(ratio),
        wanted: "at most 1.2 x".to_string(),
        met: Some(ratio <= 1.2),
        ..Row::reported(format!("{name}: processor time each"), micros(our_work))
    });
    rows
}

/// When messages were sent, and the latency of each delivery.
struct Log {
    sent: Mutex<Vec<Instant>>,
    waits: Mutex<Vec<Duration>>,
}

async fn one_turn(server: &Server, people: &Arc<People>, time: Duration) -> Result<Turn> {
    let mut sockets = Vec::with_capacity(SOCKETS);
    for n in 0..SOCKETS {
        sockets.push(people.listen(server.address, n).await?);
    }
    // The first message triggers one-time work, before the measurement starts.
    Connection::open(server.address).await?.send(&people.message(0, "", "Morning"), None).await?;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let (queue, queued) = mpsc::channel::<usize>(1_024);
    let queued = Arc::new(tokio::sync::Mutex::new(queued));
    let mut senders = JoinSet::new();
    for n in 0..SENDERS {
        let (people, queued, at) = (people.clone(), queued.clone(), server.address);
        senders.spawn(async move { send(&people, at, n, &queued).await });
    }
    let turn = turn(server, sockets, time, async |number| {
        queue.send(number).await.context("no sender is left")
    })
    .await?;
    drop(queue);
    while let Some(ended) = senders.join_next().await {
        ended??;
    }
    Ok(turn)
}

async fn send(
    people: &People,
    at: SocketAddr,
    n: usize,
    queued: &tokio::sync::Mutex<mpsc::Receiver<usize>>,
) -> Result<()> {
    let mut connection = Connection::open(at).await?;
    // Numbers restart with every turn, but the server accepts each `tempId` only once.
    let turn = uuid::Uuid::now_v7();
    loop {
        let Some(number) = queued.lock().await.recv().await else { return Ok(()) };
        let request = people.message(n, &format!("{number}-{turn}"), WORDS);
        let status = connection.send(&request, None).await?;
        ensure!(status == 200, "a message was answered with {status}");
    }
}

async fn one_bare_turn(server: &Server, time: Duration) -> Result<Turn> {
    let mut sockets = Vec::with_capacity(SOCKETS);
    for _ in 0..SOCKETS {
        sockets.push(open(server.address).await?);
    }
    let sender = tokio::sync::Mutex::new(open(server.address).await?);
    let turn = uuid::Uuid::now_v7();
    self::turn(server, sockets, time, async |number| {
        let text = format!("{number}-{turn}");
        sender.lock().await.send(Message::text(text)).await.context("not sent")
    })
    .await
}

/// Sends at an even pace, and records what arrives at each socket.
async fn turn(
    server: &Server,
    sockets: Vec<Socket>,
    time: Duration,
    send_message: impl AsyncFn(usize) -> Result<()>,
) -> Result<Turn> {
    let messages = usize::try_from(time.as_millis() * u128::from(A_SECOND) / 1_000)?;
    let log = Arc::new(Log { sent: Mutex::default(), waits: Mutex::default() });
    let mut readers = JoinSet::new();
    for socket in sockets {
        readers.spawn(read(Reader::of(socket), messages, log.clone()));
    }
    let before = server.worked();
    let mut pace = tokio::time::interval(Duration::from_secs(1) / A_SECOND);
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for number in 0..messages {
        pace.tick().await;
        log.sent.lock().expect("log").push(Instant::now());
        send_message(number).await?;
    }
    let mut turn = Turn::default();
    while let Some(read) = readers.join_next().await {
        let counts = read??;
        turn.lost += counts.iter().filter(|times| **times == 0).count();
        turn.doubled += counts.iter().filter(|times| **times > 1).count();
    }
    let delivered = u32::try_from(messages * SOCKETS)?;
    let worked = before.zip(server.worked()).map(|(from, to)| to.saturating_sub(from));
    turn.each = worked.map(|worked| worked / delivered);
    turn.waits = std::mem::take(&mut *log.waits.lock().expect("log"));
    Ok(turn)
}

/// How many times each message arrived, until all have arrived or none arrives any more.
async fn read(mut reader: Reader, messages: usize, log: Arc<Log>) -> Result<Vec<u32>> {
    let mut counts = vec![0_u32; messages];
    let mut missing = messages;
    let mut numbers = Vec::new();
    while missing > 0 {
        numbers.clear();
        let Ok(at) = tokio::time::timeout(TIMEOUT, reader.numbers(&mut numbers)).await else {
            break;
        };
        let at = at?;
        let sent = log.sent.lock().expect("log");
        let mut waits = log.waits.lock().expect("log");
        for number in &numbers {
            let times = counts.get_mut(*number).context("a message that was never sent")?;
            *times += 1;
            if *times == 1 {
                missing -= 1;
                waits.push(at - sent[*number]);
            }
        }
    }
    Ok(counts)
}

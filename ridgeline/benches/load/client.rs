//! A client that costs next to nothing: requests are bytes that were written before, connections
//! stay open, and bodies are counted rather than read where nobody wants them.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use bytes::Bytes;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
};

/// Longer than any head of an answer, and enough of a body at once.
const ROOM: usize = 256 * 1024;

/// What is sent, again and again.
#[derive(Clone)]
pub enum Ask {
    /// The same bytes.
    Same(Bytes),
    /// Bytes by number, each number once.
    Numbered(Arc<dyn Fn(u64) -> Vec<u8> + Send + Sync>),
}

/// A turn of load.
#[derive(Clone)]
pub struct Load {
    /// On whom.
    pub address: SocketAddr,
    /// How many connections, each with one request under way.
    pub connections: usize,
    /// For how long.
    pub time: Duration,
    /// What is asked.
    pub ask: Ask,
    /// The only status that counts; any other is a failure to measure.
    pub status: u16,
}

/// What came of a turn.
#[derive(Debug, Default)]
pub struct Turn {
    /// Answers.
    pub answers: u64,
    /// How long it took until the last of them was there.
    pub took: Duration,
    /// How long each was waited for, sorted.
    pub waits: Vec<Duration>,
    /// The bodies of answers to numbered requests.
    pub bodies: Vec<Vec<u8>>,
}

impl Turn {
    /// Answers in a second.
    pub fn per_second(&self) -> f64 {
        // A count of answers is far below where doubles begin to skip.
        #[expect(clippy::cast_precision_loss, reason = "see above")]
        let answers = self.answers as f64;
        answers / self.took.as_secs_f64()
    }

    /// How long 99 of 100 waited at most.
    pub fn slowest_percent(&self) -> Duration {
        self.waits.get(self.waits.len() * 99 / 100).copied().unwrap_or_default()
    }
}

impl Load {
    /// Puts the load on and waits until its time is over.
    pub async fn run(&self) -> Result<Turn> {
        let number = Arc::new(AtomicU64::new(0));
        let began = Instant::now();
        let until = began + self.time;
        let mut lines = JoinSet::new();
        for _ in 0..self.connections {
            lines.spawn(self.clone().one_line(until, number.clone()));
        }
        let mut turn = Turn::default();
        while let Some(line) = lines.join_next().await {
            let line = line??;
            turn.answers += line.answers;
            turn.waits.extend(line.waits);
            turn.bodies.extend(line.bodies);
        }
        turn.took = began.elapsed();
        turn.waits.sort_unstable();
        Ok(turn)
    }

    async fn one_line(self, until: Instant, number: Arc<AtomicU64>) -> Result<Turn> {
        let mut line = Line::open(self.address).await?;
        let mut turn = Turn::default();
        loop {
            let began = Instant::now();
            if began >= until {
                return Ok(turn);
            }
            let status = match &self.ask {
                Ask::Same(request) => line.ask(request, None).await?,
                Ask::Numbered(write) => {
                    let request = write(number.fetch_add(1, Ordering::Relaxed));
                    let mut body = Vec::new();
                    let status = line.ask(&request, Some(&mut body)).await?;
                    turn.bodies.push(body);
                    status
                }
            };
            ensure!(status == self.status, "{status} instead of {}", self.status);
            turn.answers += 1;
            turn.waits.push(began.elapsed());
        }
    }
}

/// A connection that stays open.
pub struct Line {
    stream: TcpStream,
    room: Vec<u8>,
}

impl Line {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("nobody listens")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, room: vec![0; ROOM] })
    }

    /// Sends a request and waits for the end of its answer, whose body goes to `kept` where given.
    pub async fn ask(&mut self, request: &[u8], mut kept: Option<&mut Vec<u8>>) -> Result<u16> {
        self.stream.write_all(request).await?;
        let mut filled = 0;
        let (status, head, length) = loop {
            filled += self.read(filled).await?;
            if let Some(head) = read_head(&self.room[..filled])? {
                break head;
            }
            ensure!(filled < ROOM, "an answer without an end to its head");
        };
        let mut body = &self.room[head..filled];
        let mut missing = length;
        loop {
            ensure!(body.len() <= missing, "an answer longer than it says");
            missing -= body.len();
            if let Some(kept) = &mut kept {
                kept.extend_from_slice(body);
            }
            if missing == 0 {
                return Ok(status);
            }
            let more = self.read(0).await?;
            body = &self.room[..more];
        }
    }

    async fn read(&mut self, from: usize) -> Result<usize> {
        match self.stream.read(&mut self.room[from..]).await? {
            0 => bail!("the server hung up"),
            bytes => Ok(bytes),
        }
    }
}

/// Status, where the body begins, and how long it is; nothing while the head is not all there.
fn read_head(bytes: &[u8]) -> Result<Option<(u16, usize, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut answer = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(head) = answer.parse(bytes)? else { return Ok(None) };
    let status = answer.code.context("an answer without a status")?;
    let length =
        answer.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = match length {
        Some(length) => std::str::from_utf8(length.value)?.parse()?,
        None if matches!(status, 204 | 304) => 0,
        None => bail!("an answer that does not say how long it is"),
    };
    Ok(Some((status, head, length)))
}

/// A request for `path`, with these further header lines, each with its line end.
pub fn get(path: &str, headers: &str) -> Bytes {
    Bytes::from(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n"))
}

/// A request with a JSON body.
pub fn post(path: &str, headers: &str, json: &str) -> Vec<u8> {
    let length = json.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n{headers}\r\n{json}"
    )
    .into_bytes()
}

/// One call on a connection of its own: status, body, and how long it took from the first byte sent
/// to the last byte received.
pub async fn call(address: SocketAddr, request: &[u8]) -> Result<(u16, Vec<u8>, Duration)> {
    let mut line = Line::open(address).await?;
    let mut body = Vec::new();
    let began = Instant::now();
    let status = line.ask(request, Some(&mut body)).await?;
    Ok((status, body, began.elapsed()))
}

/// A call that must succeed, and what it answered as JSON.
pub async fn succeed(address: SocketAddr, request: &[u8]) -> Result<serde_json::Value> {
    let (status, body, _) = call(address, request).await?;
    ensure!((200..300).contains(&status), "{status}: {}", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice(&body)?)
}

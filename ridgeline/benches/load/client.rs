//! A client with little overhead: requests are prepared bytes, connections stay open, and bodies that are not
//! needed are counted instead of stored.

use std::{
    net::{Ipv4Addr, SocketAddr},
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
    net::{TcpSocket, TcpStream},
    task::JoinSet,
};

/// Larger than the head of any answer, and a large piece of the body.
const BUFFER_SIZE: usize = 256 * 1024;

/// The requests of a load.
#[derive(Clone)]
pub enum Requests {
    /// The same bytes each time.
    Same(Bytes),
    /// Bytes by number; each number is used once.
    Numbered(Arc<dyn Fn(u64) -> Vec<u8> + Send + Sync>),
    /// Bytes by number, of which the bodies of the answers are not kept.
    Varied(Arc<dyn Fn(u64) -> Bytes + Send + Sync>),
}

/// One turn of load.
#[derive(Clone)]
pub struct Load {
    /// The server's address.
    pub address: SocketAddr,
    /// How many connections, each with one request at a time.
    pub connections: usize,
    /// How long the load lasts.
    pub time: Duration,
    /// What is sent.
    pub requests: Requests,
    /// The expected status; any other fails the measurement.
    pub status: u16,
}

/// The result of a turn.
#[derive(Debug, Default)]
pub struct Turn {
    /// Number of answers.
    pub answers: u64,
    /// Time until the last answer.
    pub took: Duration,
    /// Latency of each answer, sorted.
    pub waits: Vec<Duration>,
    /// The bodies of answers to numbered requests.
    pub bodies: Vec<Vec<u8>>,
}

impl Turn {
    /// Answers per second.
    pub fn per_second(&self) -> f64 {
        // A count of answers is far below the limit of exact doubles.
        #[expect(clippy::cast_precision_loss, reason = "see above")]
        let answers = self.answers as f64;
        answers / self.took.as_secs_f64()
    }

    /// The 99th percentile of the latencies.
    pub fn slowest_percent(&self) -> Duration {
        self.waits.get(self.waits.len() * 99 / 100).copied().unwrap_or_default()
    }
}

impl Load {
    /// Runs the load until its time is over.
    pub async fn run(&self) -> Result<Turn> {
        let number = Arc::new(AtomicU64::new(0));
        let began = Instant::now();
        let until = began + self.time;
        let mut connections = JoinSet::new();
        for _ in 0..self.connections {
            connections.spawn(self.clone().one_connection(until, number.clone()));
        }
        let mut turn = Turn::default();
        while let Some(part) = connections.join_next().await {
            let part = part??;
            turn.answers += part.answers;
            turn.waits.extend(part.waits);
            turn.bodies.extend(part.bodies);
        }
        turn.took = began.elapsed();
        turn.waits.sort_unstable();
        Ok(turn)
    }

    async fn one_connection(self, until: Instant, number: Arc<AtomicU64>) -> Result<Turn> {
        let mut connection = Connection::open(self.address).await?;
        let mut turn = Turn::default();
        loop {
            let began = Instant::now();
            if began >= until {
                return Ok(turn);
            }
            let status = match &self.requests {
                Requests::Same(request) => connection.send(request, None).await?,
                Requests::Varied(write) => {
                    let request = write(number.fetch_add(1, Ordering::Relaxed));
                    connection.send(&request, None).await?
                }
                Requests::Numbered(write) => {
                    let request = write(number.fetch_add(1, Ordering::Relaxed));
                    let mut body = Vec::new();
                    let status = connection.send(&request, Some(&mut body)).await?;
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
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        Self::over(TcpStream::connect(address).await.context("no server listens")?)
    }

    /// Connects from an address of this machine.
    pub async fn open_from(own: Ipv4Addr, address: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((own, 0).into())?;
        Self::over(socket.connect(address).await.context("no server listens")?)
    }

    fn over(stream: TcpStream) -> Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: vec![0; BUFFER_SIZE] })
    }

    /// Sends a request and waits for the whole answer; appends its body to `received` if given.
    pub async fn send(
        &mut self,
        request: &[u8],
        mut received: Option<&mut Vec<u8>>,
    ) -> Result<u16> {
        self.stream.write_all(request).await?;
        let mut filled = 0;
        let (status, head, length) = loop {
            filled += self.read(filled).await?;
            if let Some(head) = read_head(&self.buffer[..filled])? {
                break head;
            }
            ensure!(filled < BUFFER_SIZE, "the head of an answer has no end");
        };
        let mut body = &self.buffer[head..filled];
        let mut missing = length;
        loop {
            ensure!(body.len() <= missing, "an answer is longer than its content-length");
            missing -= body.len();
            if let Some(received) = &mut received {
                received.extend_from_slice(body);
            }
            if missing == 0 {
                return Ok(status);
            }
            let more = self.read(0).await?;
            body = &self.buffer[..more];
        }
    }

    async fn read(&mut self, from: usize) -> Result<usize> {
        match self.stream.read(&mut self.buffer[from..]).await? {
            0 => bail!("the server closed the connection"),
            bytes => Ok(bytes),
        }
    }
}

/// Status, offset and length of the body; `None` until the head is complete.
fn read_head(bytes: &[u8]) -> Result<Option<(u16, usize, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut answer = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(head) = answer.parse(bytes)? else { return Ok(None) };
    let status = answer.code.context("an answer has no status")?;
    let length =
        answer.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = match length {
        Some(length) => std::str::from_utf8(length.value)?.parse()?,
        None if matches!(status, 204 | 304) => 0,
        None => bail!("an answer has no content-length"),
    };
    Ok(Some((status, head, length)))
}

/// A GET request for `path` with additional header lines, each with its line end.
pub fn get(path: &str, headers: &str) -> Bytes {
    Bytes::from(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n"))
}

/// A POST request with a JSON body.
pub fn post(path: &str, headers: &str, json: &str) -> Vec<u8> {
    let length = json.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n{headers}\r\n{json}"
    )
    .into_bytes()
}

/// One call on a separate connection: status, body, and the time from the first byte sent to the last byte
/// received.
pub async fn call(address: SocketAddr, request: &[u8]) -> Result<(u16, Vec<u8>, Duration)> {
    let mut connection = Connection::open(address).await?;
    let mut body = Vec::new();
    let began = Instant::now();
    let status = connection.send(request, Some(&mut body)).await?;
    Ok((status, body, began.elapsed()))
}

/// A call that must succeed; returns the answer's JSON.
pub async fn succeed(address: SocketAddr, request: &[u8]) -> Result<serde_json::Value> {
    let (status, body, _) = call(address, request).await?;
    ensure!((200..300).contains(&status), "{status}: {}", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice(&body)?)
}

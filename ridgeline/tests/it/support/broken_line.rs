//! A line that breaks: a proxy before the server that cuts requests and answers, sends requests twice, and answers
//! itself as proxies and the login pages of hotels do. What happens to each connection is decided by a seed.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use fastrand::Rng;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// What happens to the one request of a connection.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Passes,
    /// The server gets so many thousandths of the request.
    CutsRequest(usize),
    /// The server gets the request, the client so many bytes of the answer.
    CutsAnswer(usize),
    /// The server gets the request on two connections at once.
    SendsTwice,
    /// The server gets the request, and the client learns that it is away.
    BadGateway,
    /// The server gets nothing, and the client a page.
    LoginPage,
}

impl Fate {
    fn random(rng: &mut Rng) -> Self {
        match rng.usize(..10) {
            0..4 => Self::Passes,
            4..6 => Self::CutsRequest(rng.usize(..1_000)),
            6 => Self::CutsAnswer(rng.usize(..600)),
            7 => Self::SendsTwice,
            8 => Self::BadGateway,
            _ => Self::LoginPage,
        }
    }
}

/// Listens before a server; returns the address of the line. Every second or third connection passes.
pub async fn before(server: SocketAddr, seed: u64) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let rng = Arc::new(Mutex::new(Rng::with_seed(seed)));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let fate = Fate::random(&mut rng.lock().expect("a generator"));
            tokio::spawn(async move {
                // A connection that breaks is what this is for.
                let _ = serve(client, server, fate).await;
            });
        }
    });
    address
}

async fn serve(mut client: TcpStream, server: SocketAddr, fate: Fate) -> std::io::Result<()> {
    let request = read_message(&mut client).await?;
    match fate {
        Fate::Passes => client.write_all(&ask(server, &request).await?).await?,
        Fate::CutsRequest(share) => {
            let sent = &request[..request.len() * share / 1_000];
            TcpStream::connect(server).await?.write_all(sent).await?;
        }
        Fate::CutsAnswer(bytes) => {
            let answer = ask(server, &request).await?;
            client.write_all(&answer[..answer.len().min(bytes)]).await?;
        }
        Fate::SendsTwice => {
            let (one, other) = tokio::join!(ask(server, &request), ask(server, &request));
            client.write_all(&one.or(other)?).await?;
        }
        Fate::BadGateway => {
            ask(server, &request).await?;
            client.write_all(b"HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>").await?;
        }
        Fate::LoginPage => {
            client.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>").await?;
        }
    }
    client.shutdown().await
}

/// Sends a request on a connection of its own; returns the answer.
async fn ask(server: SocketAddr, request: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut connection = TcpStream::connect(server).await?;
    connection.write_all(request).await?;
    read_until(&mut connection, request.starts_with(b"HEAD ")).await
}

/// Reads one message to the end of its body.
async fn read_message(from: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    read_until(from, false).await
}

/// Reads one message to the end of its head, or of its body.
async fn read_until(from: &mut TcpStream, has_no_body: bool) -> std::io::Result<Vec<u8>> {
    let mut message = Vec::new();
    let mut part = vec![0; 64 << 10];
    loop {
        let count = from.read(&mut part).await?;
        message.extend_from_slice(&part[..count]);
        let is_whole = |length| has_no_body || message.len() >= length;
        if count == 0 || length(&message).is_some_and(is_whole) {
            return Ok(message);
        }
    }
}

/// The bytes of a message, once its head is complete.
fn length(message: &[u8]) -> Option<usize> {
    let head = message.windows(4).position(|window| window == b"\r\n\r\n")?;
    let text = String::from_utf8_lossy(&message[..head]).to_ascii_lowercase();
    let declared = text.lines().find_map(|line| line.strip_prefix("content-length:"));
    Some(head + 4 + declared.and_then(|bytes| bytes.trim().parse::<usize>().ok()).unwrap_or(0))
}

//! Requests that are refused before their body was read, and connections that do nothing.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use anyhow::Result;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::{
    Bench,
    client::{Connection, get},
    server::Server,
    table::Row,
};

/// How many requests follow a refused one.
const REFUSED: usize = 3_000;
/// Connections of one address.
const IDLE: usize = 3_000;

/// How many requests got no answer that followed a refused one on its connection.
pub async fn refused_early(bench: &Bench) -> Result<Vec<Row>> {
    let folder = bench.folder()?;
    let server = Server::ours(&bench.server, folder.path())?;
    let mut lost = 0_u32;
    for _ in 0..REFUSED {
        lost += u32::from(!is_answered(server.address).await.unwrap_or(false));
    }
    let name = format!("lost of {REFUSED} requests after a refused one");
    Ok(vec![Row::below(name, f64::from(lost), 0.5, "")])
}

/// Sends the head of a request without a token, its body in a segment of its own, and another request.
async fn is_answered(server: SocketAddr) -> Result<bool> {
    let mut stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let body = "x".repeat(2_000);
    let head = format!(
        "POST /api/customers/create HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    tokio::task::yield_now().await;
    stream.write_all(body.as_bytes()).await?;
    let mut received = Vec::new();
    stream.write_all(&get("/api/health", "")).await?;
    let mut buffer = [0; 8_192];
    loop {
        let read = timeout(Duration::from_secs(5), stream.read(&mut buffer)).await??;
        received.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&received);
        // After `Connection: close` a client sends its next request on another connection.
        let closes = text.to_ascii_lowercase().contains("connection: close");
        if text.matches("HTTP/1.1 ").count() == 2 || closes {
            return Ok(true);
        }
        if read == 0 {
            return Ok(false);
        }
    }
}

/// How long a call of another address takes while one address holds many connections.
pub async fn idle(bench: &Bench) -> Result<Vec<Row>> {
    let folder = bench.folder()?;
    let server = Server::ours(&bench.server, folder.path())?;
    let mut held = Vec::new();
    for _ in 0..IDLE {
        if let Ok(connection) =
            Connection::open_from(Ipv4Addr::new(127, 0, 0, 2), server.address).await
        {
            held.push(connection);
        }
    }
    let began = Instant::now();
    let mut other = Connection::open_from(Ipv4Addr::new(127, 0, 0, 3), server.address).await?;
    let answered = timeout(Duration::from_secs(30), other.send(&get("/api/ready", ""), None)).await;
    let took = began.elapsed().as_secs_f64() * 1e3;
    println!("  {} connections of one address; another one: {answered:?}", held.len());
    let name = format!("a call beside {IDLE} idle connections of another address");
    Ok(vec![Row::below(name, took, 1_000.0, "ms")])
}

//! Connections are limited, in all and for each address, and an answer that nobody reads is given up.

use std::{convert::Infallible, net::SocketAddr, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes},
    routing::get,
};
use futures_util::{SinkExt as _, StreamExt as _, stream};
use serde_json::json;
use server::cli::{connection_timeouts::ConnectionTimeouts, listener::serve};
use services::core::connection_limiter::{ConnectionLimiter, ConnectionLimits};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpSocket, TcpStream},
};
use tokio_tungstenite::tungstenite::Message;

use crate::support::process::Process;

/// Longer than anything here takes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);
const MEGABYTE: usize = 1 << 20;

async fn listen(
    router: Router,
    timeouts: ConnectionTimeouts,
    limits: ConnectionLimits,
) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("address");
    let limiter = ConnectionLimiter::new(limits, Vec::new().into());
    tokio::spawn(serve(listener, router, timeouts, limiter, std::future::pending()));
    at
}

/// A connection from another address of this machine.
async fn from(address: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(format!("{address}:0").parse().expect("an address")).expect("bound");
    socket.connect(to).await.expect("a connection")
}

/// The status of a call on this connection, which stays open; `None` if the server closed it.
async fn status(line: &mut TcpStream, path: &str) -> Option<String> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
    // Fails on a closed connection, as reading does.
    let _ = line.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    while !answer.windows(4).any(|four| four == b"\r\n\r\n") {
        let read = tokio::time::timeout(TIMEOUT, line.read_buf(&mut answer)).await;
        if !matches!(read.expect("an answer or the end"), Ok(1..)) {
            break;
        }
    }
    let answer = String::from_utf8_lossy(&answer).into_owned();
    answer.split(' ').nth(1).map(ToString::to_string)
}

#[tokio::test]
async fn idle_connections_of_one_address_make_room_for_new_ones() {
    let server = Process::start(&[], &[]);
    let at = server.at.parse().expect("an address");
    let most = ConnectionLimits::default().per_network;
    let mut used = from("127.0.0.2", at).await;
    assert_eq!(status(&mut used, "/api/health").await.as_deref(), Some("200"));
    let mut idle = Vec::new();
    for _ in 0..2 * most {
        idle.push(from("127.0.0.2", at).await);
    }
    let mut one_more = from("127.0.0.2", at).await;
    assert_eq!(status(&mut one_more, "/api/health").await.as_deref(), Some("200"));
    let metrics = server.ask(reqwest::Method::GET, "/metrics").send().await.expect("answer");
    let metrics = metrics.text().await.expect("text");
    let count = |name: &str| {
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        value.unwrap_or_else(|| panic!("{name} in {metrics}"))
    };
    let open: usize = count("ridgeline_http_connections ");
    // One more is that of the metrics.
    assert!((most..=most + 1).contains(&open), "{open}");
    assert!(count("ridgeline_http_connections_replaced_total ") > most);
    assert!(metrics.contains(r#"ridgeline_http_connections_refused_total{reason="address"} 0"#));
}

#[tokio::test]
async fn a_quiet_socket_stays_open_while_new_connections_replace_idle_ones() {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    let url = format!("ws://{}/api/socket", server.at);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
    let identify = json!({ "type": "identify", "token": token }).to_string();
    socket.send(Message::text(identify)).await.expect("sent");
    socket.next().await.expect("a frame").expect("identified");
    let at = server.at.parse().expect("an address");
    let mut idle = Vec::new();
    for _ in 0..2 * ConnectionLimits::default().per_network {
        idle.push(from("127.0.0.1", at).await);
    }
    let mut one_more = from("127.0.0.1", at).await;
    assert_eq!(status(&mut one_more, "/api/health").await.as_deref(), Some("200"));
    socket.send(Message::Ping("still there".into())).await.expect("sent");
    let answered = async { while !matches!(socket.next().await, Some(Ok(Message::Pong(_)))) {} };
    tokio::time::timeout(TIMEOUT, answered).await.expect("it is open");
}

#[tokio::test]
async fn an_address_whose_connections_are_all_busy_does_not_keep_out_the_others() {
    let limits = ConnectionLimits { per_network: 2, ..ConnectionLimits::default() };
    let at = listen(large(1_000), ConnectionTimeouts::default(), limits).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut line = from("127.0.0.2", at).await;
        assert_eq!(status(&mut line, "/").await.as_deref(), Some("200"));
        open.push(line);
    }
    assert_eq!(status(&mut from("127.0.0.2", at).await, "/").await, None);
    let mut other = from("127.0.0.3", at).await;
    assert_eq!(status(&mut other, "/").await.as_deref(), Some("200"));
    drop(open);
    while status(&mut from("127.0.0.2", at).await, "/").await.is_none() {}
}

#[tokio::test]
async fn a_trusted_proxy_has_the_connections_of_all_its_clients() {
    let server = Process::start(&["--trusted-proxies", "127.0.0.2"], &[]);
    let at = server.at.parse().expect("an address");
    let mut open = Vec::new();
    for n in 0..=ConnectionLimits::default().per_network {
        let mut line = from("127.0.0.2", at).await;
        assert_eq!(
            status(&mut line, "/api/health").await.as_deref(),
            Some("200"),
            "connection {n}"
        );
        open.push(line);
    }
}

#[tokio::test]
async fn a_full_server_says_so_and_serves_again_once_there_is_room() {
    let limits = ConnectionLimits { total: 2, ..ConnectionLimits::default() };
    let at = listen(large(1_000), ConnectionTimeouts::default(), limits).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut line = TcpStream::connect(at).await.expect("a line");
        assert_eq!(status(&mut line, "/").await.as_deref(), Some("200"));
        open.push(line);
    }
    let mut late = TcpStream::connect(at).await.expect("a line");
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(TIMEOUT, late.read_to_end(&mut answer)).await.expect("an end");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("retry-after"), "{answer}");
    open.pop();
    let mut again = TcpStream::connect(at).await.expect("a line");
    while status(&mut again, "/").await.as_deref() != Some("200") {
        again = TcpStream::connect(at).await.expect("a line");
    }
}

/// Answers with this many megabytes.
fn large(megabytes: usize) -> Router {
    let part = Bytes::from(vec![0; MEGABYTE]);
    let parts = std::iter::repeat_n(part, megabytes).map(Ok::<_, Infallible>);
    let answer = get(async move || Body::from_stream(stream::iter(parts.clone())));
    Router::new().route("/", answer)
}

/// A server with room for one connection, which soon gives up an answer that nobody reads.
async fn small() -> SocketAddr {
    let timeouts =
        ConnectionTimeouts { unread: Duration::from_millis(300), ..ConnectionTimeouts::default() };
    let limits = ConnectionLimits { total: 1, ..ConnectionLimits::default() };
    listen(large(1_000), timeouts, limits).await
}

/// Returns once another connection finds a place: the one before was ended.
async fn until_there_is_room(at: SocketAddr) {
    let served = async {
        loop {
            let mut other = TcpStream::connect(at).await.expect("a line");
            if status(&mut other, "/").await.as_deref() == Some("200") {
                return;
            }
        }
    };
    tokio::time::timeout(TIMEOUT, served).await.expect("it holds its place");
}

#[tokio::test]
async fn an_answer_that_nobody_reads_is_given_up() {
    let at = small().await;
    let mut unread = TcpStream::connect(at).await.expect("a line");
    assert_eq!(status(&mut unread, "/").await.as_deref(), Some("200"));
    until_there_is_room(at).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(TIMEOUT, unread.read_to_end(&mut answer)).await.expect("an end");
    assert!(answer.len() < 1_000 * MEGABYTE, "it was cut");
}

#[tokio::test]
async fn an_answer_over_http_2_that_nobody_reads_is_given_up() {
    let at = small().await;
    let client = reqwest::Client::builder().no_proxy().http2_prior_knowledge().build();
    let answer = client.expect("a client").get(format!("http://{at}/")).send().await;
    // The client reads its connection and answers pings; only the answer itself it does not read.
    let answer = answer.expect("an answer");
    assert_eq!(answer.version(), reqwest::Version::HTTP_2);
    until_there_is_room(at).await;
    let whole = tokio::time::timeout(TIMEOUT, answer.bytes()).await.expect("an end");
    assert!(whole.is_err(), "it was cut");
}

#[tokio::test]
async fn a_client_that_reads_slowly_gets_the_whole_answer() {
    let timeouts =
        ConnectionTimeouts { unread: Duration::from_secs(1), ..ConnectionTimeouts::default() };
    let at = listen(large(40), timeouts, ConnectionLimits::default()).await;
    let mut line = TcpStream::connect(at).await.expect("a line");
    line.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .await
        .expect("written");
    let mut ticks = tokio::time::interval(Duration::from_millis(75));
    let (mut bytes, mut read) = (vec![0; MEGABYTE], 0);
    while read < 40 * MEGABYTE {
        ticks.tick().await;
        let more = tokio::time::timeout(TIMEOUT, line.read(&mut bytes)).await.expect("more");
        let more = more.expect("it goes on");
        assert!(more > 0, "cut after {read} bytes");
        read += more;
    }
}

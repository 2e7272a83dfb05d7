//! Idle connections are closed; those in use are not.

use std::time::Duration;

use axum::{Router, routing::get};
use server::cli::{connection_timeouts::ConnectionTimeouts, listener::serve};
use services::core::connection_limiter::ConnectionLimiter;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};

const SHORT: ConnectionTimeouts = ConnectionTimeouts {
    headers: Duration::from_millis(300),
    idle: Duration::from_millis(300),
    unread: Duration::from_millis(300),
    refused: Duration::from_millis(300),
};

struct Running {
    at: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

async fn running(router: Router) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("address");
    let (stop, stopped) = oneshot::channel::<()>();
    let served =
        tokio::spawn(serve(listener, router, SHORT, ConnectionLimiter::default(), async {
            let _ = stopped.await;
        }));
    Running { at, stop, served }
}

/// Everything received until the other side closes the connection.
async fn read_to_end(line: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(30), line.read_to_end(&mut bytes)).await;
    // A connection that is cut off counts as closed, too.
    let _ = read.expect("it was never ended");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_request_that_never_ends_is_disconnected() {
    let server = running(Router::new().route("/", get(async || "here"))).await;
    for begun in ["", "PRI * HTTP", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "] {
        let mut line = TcpStream::connect(server.at).await.expect("a line");
        line.write_all(begun.as_bytes()).await.expect("written");
        assert!(!read_to_end(&mut line).await.contains("200 OK"), "{begun:?}");
    }
    // A byte now and then does not keep it open either.
    let line = TcpStream::connect(server.at).await.expect("a line");
    let (mut hears, mut says) = line.into_split();
    let dripping = tokio::spawn(async move {
        let mut every = tokio::time::interval(Duration::from_millis(50));
        while says.write_all(b"X").await.is_ok() {
            every.tick().await;
        }
    });
    let mut received = Vec::new();
    let ended = hears.read_to_end(&mut received);
    let _ = tokio::time::timeout(Duration::from_secs(30), ended).await.expect("never ended");
    dripping.await.expect("it cannot be written to any more");
}

#[tokio::test]
async fn headers_without_end_are_refused() {
    let server = running(Router::new().route("/", get(async || "here"))).await;
    let long = "x".repeat(40 << 10);
    let many = "X-Many: x\r\n".repeat(4_000);
    for head in [
        format!("GET /?{long} HTTP/1.1\r\nHost: x\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\nCookie: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
    ] {
        let mut line = TcpStream::connect(server.at).await.expect("a line");
        // The server may close the connection while it is written.
        let _ = line.write_all(head.as_bytes()).await;
        let answer = read_to_end(&mut line).await;
        assert!(!answer.contains("200 OK"), "{:?} of {:?}", answer, &head[..60]);
    }
    let mut line = TcpStream::connect(server.at).await.expect("a line");
    let head = format!("GET /?{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(16 << 10));
    line.write_all(head.as_bytes()).await.expect("written");
    assert!(read_to_end(&mut line).await.contains("200 OK"), "an ordinary request");
}

#[tokio::test]
async fn a_slow_response_is_still_sent_and_a_stop_waits_for_it() {
    let (go, wait) = oneshot::channel::<()>();
    let wait = std::sync::Arc::new(tokio::sync::Mutex::new(Some(wait)));
    let (begun, mut starts) = tokio::sync::mpsc::channel::<()>(1);
    let slow = get(async move || {
        begun.send(()).await.expect("somebody waits");
        let wait = wait.lock().await.take().expect("one call");
        wait.await.expect("the end");
        "at last"
    });
    let server = running(Router::new().route("/", slow)).await;
    let mut line = TcpStream::connect(server.at).await.expect("a line");
    line.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .await
        .expect("written");
    starts.recv().await.expect("the call is under way");
    server.stop.send(()).expect("it still runs");
    // Once it stops listening it accepts no new connection; the call is still in progress then.
    while TcpStream::connect(server.at).await.is_ok() {
        tokio::task::yield_now().await;
    }
    go.send(()).expect("the call waits");
    let response = read_to_end(&mut line).await;
    assert!(response.starts_with("HTTP/1.1 200 OK") && response.ends_with("at last"), "{response}");
    server.served.await.expect("served");
}

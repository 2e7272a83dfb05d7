//! Requests that are refused before their body is read: the next one on the connection is answered, and no
//! more of the body is read than that takes.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::Request,
    middleware::map_request,
};
use futures_util::StreamExt as _;
use server::cli::{connection_timeouts::ConnectionTimeouts, listener::serve};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use crate::support::{Engine, TestApp};

/// Longer than anything here takes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

async fn listen(app: &TestApp, router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("address");
    let (timeouts, connections) = (ConnectionTimeouts::default(), app.app.connections.clone());
    tokio::spawn(serve(listener, router, timeouts, connections, std::future::pending()));
    at
}

async fn without_limits() -> TestApp {
    TestApp::with(Engine::Sqlite, |parts| {
        parts.duplicate_counter = None;
        parts.rate_limiter = None;
    })
    .await
}

/// A client that sends what it likes on one connection.
struct Line {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Line {
    async fn open(at: SocketAddr) -> Self {
        let stream = TcpStream::connect(at).await.expect("a line");
        stream.set_nodelay(true).expect("option");
        Self { stream, received: Vec::new() }
    }

    /// Sends this in segments of its own. Whoever reads notices that the connection is closed.
    async fn send(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// The head of the next response; `None` if the connection ends first.
    async fn response(&mut self) -> Option<String> {
        tokio::time::timeout(TIMEOUT, self.read_response()).await.expect("a response or the end")
    }

    async fn read_response(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.received.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.received[..end]).to_lowercase();
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                let length: usize = length.map_or(0, |length| length.parse().expect("a number"));
                if self.received.len() >= end + 4 + length {
                    self.received.drain(..end + 4 + length);
                    return Some(head);
                }
            }
            match self.stream.read_buf(&mut self.received).await {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}

fn post(path: &str, kind: &str, length: &str) -> String {
    format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\n{length}\r\n\r\n")
}

const FORM: &str = "application/json";
const UPLOAD: &str = "multipart/form-data; boundary=x";

/// Calls that are refused without a session, and none of which reads its body.
const REFUSED: &[(&str, &str)] = &[
    ("/api/jobs/create", FORM),
    ("/api/nowhere", FORM),
    ("/api/jobs/import", UPLOAD),
    ("/api/company/files", UPLOAD),
    ("/", "text/plain"),
];

/// How many of 3,000 next requests get no answer.
async fn lost(app: &TestApp) -> usize {
    let at = listen(app, app.router()).await;
    let mut lost = 0;
    for n in 0..3_000 {
        let (path, kind) = REFUSED[n % REFUSED.len()];
        let body = vec![b'x'; 1 + n * 20];
        let mut line = Line::open(at).await;
        line.send(post(path, kind, &format!("content-length: {}", body.len())).as_bytes()).await;
        line.send(&body).await;
        let refusal = line.response().await.expect("a refusal");
        line.send(b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let is_told = refusal.contains("connection: close");
        if line.response().await.is_none() && !is_told {
            lost += 1;
        }
    }
    lost
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_request_never_costs_the_next_one_of_its_connection() {
    let with_limits = lost(&TestApp::new(Engine::Sqlite).await).await;
    let without = lost(&without_limits().await).await;
    assert_eq!((with_limits, without), (0, 0), "with limits, and without");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_follows_its_head_late_keeps_its_connection() {
    let app = TestApp::new(Engine::Sqlite).await;
    let at = listen(&app, app.router()).await;
    let mut line = Line::open(at).await;
    for (path, kind) in REFUSED {
        line.send(post(path, kind, "content-length: 5").as_bytes()).await;
        line.send(b"roofs").await;
        let refusal = line.response().await.expect("a refusal");
        assert!(!refusal.contains("connection: close"), "{path}: {refusal}");
    }
    line.send(post(REFUSED[0].0, FORM, "content-length: 5\r\nexpect: 100-continue").as_bytes())
        .await;
    let refusal = line.response().await.expect("a refusal");
    assert!(refusal.starts_with("http/1.1 401"), "its body is not asked for: {refusal}");
    assert!(refusal.contains("connection: close"), "{refusal}");
    assert_eq!(line.response().await, None);
}

/// The server, and how much of bodies it reads.
fn counted(app: &TestApp) -> (Router, Arc<AtomicUsize>) {
    let read = Arc::new(AtomicUsize::new(0));
    let counter = read.clone();
    let count = map_request(move |request: Request| {
        let counter = counter.clone();
        std::future::ready(request.map(|body| {
            Body::from_stream(body.into_data_stream().inspect(move |bytes| {
                let length = bytes.as_ref().map_or(0, Bytes::len);
                counter.fetch_add(length, Ordering::Relaxed);
            }))
        }))
    });
    (app.router().layer(count), read)
}

#[tokio::test(flavor = "multi_thread")]
async fn at_most_64_kb_are_read_of_a_body_whose_caller_is_unknown() {
    for app in [TestApp::new(Engine::Sqlite).await, without_limits().await] {
        let (router, read) = counted(&app);
        let at = listen(&app, router).await;
        for (path, kind) in REFUSED {
            for length in ["content-length: 52428800", "transfer-encoding: chunked"] {
                read.store(0, Ordering::Relaxed);
                let mut line = Line::open(at).await;
                line.send(post(path, kind, length).as_bytes()).await;
                if length.ends_with("chunked") {
                    line.send(b"3200000\r\n").await;
                }
                let (mut hears, mut says) = line.stream.into_split();
                let sending = tokio::spawn(async move {
                    let megabyte = vec![b'x'; 1 << 20];
                    let mut sent = 0;
                    while sent < 50 && says.write_all(&megabyte).await.is_ok() {
                        sent += 1;
                    }
                    // Kept open, as by a client that still reads.
                    says
                });
                let mut response = Vec::new();
                let end = tokio::time::timeout(TIMEOUT, hears.read_to_end(&mut response)).await;
                // A client that sends more than is discarded is reset in the end.
                let _ = end.expect("an end");
                let response = String::from_utf8_lossy(&response).to_lowercase();
                assert!(response.starts_with("http/1.1 4"), "{path} {length}: {response}");
                assert!(response.contains("connection: close"), "{path} {length}: {response}");
                let read = read.load(Ordering::Relaxed);
                assert!(read <= 64 << 10, "{path} {length}: {read} bytes were read");
                sending.abort();
            }
        }
    }
}

//! Stopping a server that is in use, behind a load balancer and by an impatient operator.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    process::Command,
};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::support::process::Process;

/// A call whose body never ends.
struct Slow(TcpStream, &'static str);

impl Slow {
    /// Starts it; returns once the server reads it.
    fn begin(server: &Process) -> Self {
        let lead =
            r#"{"name":"Ana","email":"ana@peak.example","companyType":"vendor","details":""}"#;
        let mut wire = TcpStream::connect(&server.at).expect("connection");
        let (host, length) = (&server.at, lead.len());
        let (first, rest) = lead.split_at(10);
        write!(
            wire,
            "POST /api/leads HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nexpect: 100-continue\r\n\r\n"
        )
        .expect("head");
        let mut goes_on = [0; 25];
        wire.read_exact(&mut goes_on).expect("an answer");
        assert_eq!(&goes_on, b"HTTP/1.1 100 Continue\r\n\r\n");
        wire.write_all(first.as_bytes()).expect("half of the body");
        Self(wire, rest)
    }

    /// Ends it, and returns the response.
    fn end(mut self) -> String {
        self.0.write_all(self.1.as_bytes()).expect("the rest of the body");
        let mut answer = String::new();
        self.0.read_to_string(&mut answer).expect("answer");
        answer
    }
}

fn healthcheck(at: &str) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridgeline"));
    let output = command.args(["healthcheck", "--listen", at]).output().expect("run");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[tokio::test]
async fn a_stopping_server_is_not_ready_and_finishes_open_calls() {
    let server = Process::start(&["--drain-delay", "600"], &[]);
    let port = server.at.rsplit(':').next().expect("a port");
    assert_eq!(healthcheck(&format!("0.0.0.0:{port}")), (true, String::new()));
    let token = server.sign_up("ana@example.com").await;
    let url = format!("ws://{}/api/socket", server.at);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
    let who = json!({ "type": "identify", "token": token }).to_string();
    socket.send(Message::text(who)).await.expect("identify");
    let frame = socket.next().await.expect("a frame").expect("a frame");
    assert!(frame.to_text().expect("text").contains("identified"), "{frame}");
    let slow = Slow::begin(&server);

    server.terminate();
    while server.status("/api/ready").await != 503 {}
    assert_eq!(server.status("/api/health").await, 200, "it lives");
    assert_eq!(server.status("/api/config").await, 200, "who still comes is let in");
    let (ready, message) = healthcheck(&server.at);
    assert!(!ready && message.contains("stopping"), "{message}");

    // Ten minutes are too long for an operator who waits.
    server.terminate();
    let frame = socket.next().await.expect("a frame").expect("a frame");
    let Message::Close(Some(why)) = frame else { panic!("{frame}") };
    assert_eq!(u16::from(why.code), 1001, "sockets are told, and come again elsewhere");
    assert!(slow.end().starts_with("HTTP/1.1 201"), "what was being sent is taken");
    let (status, log) = server.ended();
    assert!(status.success(), "{status}: {log}");
    assert!(!log.contains("still open"), "{log}");
}

#[tokio::test]
async fn a_second_signal_stops_the_server_despite_an_open_call() {
    let server = Process::start(&[], &[]);
    let _slow = Slow::begin(&server);
    server.terminate();
    // No new connection is accepted: the first signal arrived.
    while TcpStream::connect(&server.at).is_ok() {}
    server.terminate();
    let at = server.at.clone();
    let (status, log) = server.ended();
    assert!(status.success(), "{status}: {log}");
    assert!(log.contains("stopping with requests still open"), "{log}");
    let (ready, message) = healthcheck(&at);
    assert!(!ready && message.contains("no server answers"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

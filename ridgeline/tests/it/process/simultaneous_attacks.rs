//! Every attack at the same time on a server with 512 MB: it survives, is ready, and answers the others.

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    time::{Duration, Instant},
};

use axum::body::Bytes;
use futures_util::{StreamExt as _, future::join_all, stream};
use http_body::Frame;
use http_body_util::StreamBody;
use reqwest::{Body, Client, Method, StatusCode};
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};

use crate::support::{hostile_files, process::Process};

/// What a small machine has for the whole server.
const MEMORY: u64 = 512 << 20;
/// The longest that a call of a bystander may take, in a build without optimizations and on a machine that also
/// runs the attackers.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Longer than all attacks together take on a busy machine.
const ALL: Duration = Duration::from_mins(4);

const HEADINGS: &str = "First name,Last name,Phone,Company,Address,City,State,Zip\n";

/// A client at this address of the machine.
fn client(address: &str) -> Client {
    let address: IpAddr = address.parse().expect("an address");
    Client::builder().no_proxy().local_address(address).build().expect("a client")
}

fn form(file: &[u8]) -> Vec<u8> {
    let head = b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
        .as_slice();
    [head, file, b"\r\n--edge--\r\n"].concat()
}

/// Uploads a file; an error if the server closed the connection before the whole body was sent.
async fn upload(
    client: &Client,
    url: String,
    token: &str,
    file: &[u8],
) -> reqwest::Result<StatusCode> {
    let request = client
        .post(url)
        .bearer_auth(token)
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(form(file));
    let answer = request.send().await?;
    let status = answer.status();
    answer.bytes().await?;
    Ok(status)
}

/// Pictures that inflate, as logos.
async fn pictures(server: &Process, token: &str) {
    let client = client("127.0.0.2");
    let url = format!("http://{}/api/company/uploadImage", server.at);
    for (name, picture) in hostile_files::pictures() {
        let status = upload(&client, url.clone(), token, &picture).await.expect("an answer");
        let is_refused = status.is_client_error() || status == StatusCode::SERVICE_UNAVAILABLE;
        assert!(is_refused || status.is_success(), "{name}: {status}");
    }
}

/// Files with one cell of nine megabytes, as customers.
async fn imports(server: &Process, token: &str) {
    let client = client("127.0.0.3");
    let url = format!("http://{}/api/customers/import", server.at);
    let cell = vec![b'x'; 9 << 20];
    let file = [HEADINGS.as_bytes(), &cell, b",b,6155550100,,,,,\n"].concat();
    for sent in join_all([(); 4].map(|()| upload(&client, url.clone(), token, &file))).await {
        let status = sent.expect("an answer");
        assert!(status.is_success() || status == StatusCode::SERVICE_UNAVAILABLE, "{status}");
    }
}

/// Wrong passwords, all at once.
async fn guesses(server: &Process) {
    let client = client("127.0.0.4");
    let url = format!("http://{}/api/auth/local/login", server.at);
    let guess = async |n: usize| {
        let guess =
            json!({ "email": format!("guess{n}@example.com"), "password": "shingle ridge" });
        let answer = client.post(&url).body(guess.to_string()).send().await.expect("an answer");
        assert!(
            answer.status() != StatusCode::OK
                && answer.status() != StatusCode::INTERNAL_SERVER_ERROR
        );
    };
    join_all((0..200).map(guess)).await;
}

/// Ranges of days that nobody else asks for.
async fn ranges(server: &Process, token: &str) {
    let client = client("127.0.0.5");
    let first = chrono::NaiveDate::from_ymd_opt(2000, 1, 1).expect("a day");
    for n in 0..400 {
        let from = first + chrono::Days::new(n);
        let url =
            format!("http://{}/api/jobs/myJobs/contractor?from={from}&to=2100-01-01", server.at);
        let answer = client.get(url).bearer_auth(token).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK);
        answer.bytes().await.expect("a list");
    }
}

/// Forms that are begun and never ended, until it is dropped.
async fn stalled_forms(server: &Process) {
    let address: IpAddr = "127.0.0.6".parse().expect("an address");
    let client = Client::builder().no_proxy().local_address(address).http2_prior_knowledge();
    let client = client.build().expect("a client");
    let url = format!("http://{}/api/leads", server.at);
    join_all((0..100).map(async |_| {
        let parts = stream::repeat(Bytes::from_static(&[b' '; 16 << 10])).take(60);
        let parts =
            parts.chain(stream::pending()).map(|part| Ok::<_, Infallible>(Frame::data(part)));
        // Refused, or closed with the server.
        let _ = client.post(&url).body(Body::wrap(StreamBody::new(parts))).send().await;
    }))
    .await;
    std::future::pending::<()>().await;
}

/// Connections that say nothing.
async fn idle_connections(server: &Process) -> Vec<TcpStream> {
    let server: SocketAddr = server.at.parse().expect("an address");
    let connect = async |_| {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind("127.0.0.7:0".parse().expect("an address")).expect("bound");
        socket.connect(server).await.expect("connected")
    };
    join_all((0..300).map(connect)).await
}

/// Somebody who works meanwhile: the longest call, and how many there were.
async fn work(server: &Process, token: &str, longest: &mut Duration, calls: &mut usize) {
    for n in 0.. {
        let started = Instant::now();
        assert_eq!(server.status("/api/ready").await, 200);
        *longest = started.elapsed().max(*longest);
        let started = Instant::now();
        // As many as a person makes in such a time.
        let request = if n < 10 {
            let job = json!({ "title": format!("Roof {n}"), "city": "Nashville", "state": "TN" });
            server.ask(Method::POST, "/api/jobs/create").body(job.to_string())
        } else {
            server.ask(Method::GET, "/api/jobs/myJobs/contractor")
        };
        let answer = request.bearer_auth(token).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.status());
        answer.bytes().await.expect("a body");
        *longest = started.elapsed().max(*longest);
        *calls += 1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_512_mb_survives_all_attacks_at_once_and_the_others_work_on() {
    let mut server = Process::start(&[], &[]);
    server.limit_memory(MEMORY);
    let (attacker, _) = server.admin("mallory@example.com", "contractor").await;
    let (bystander, _) = server.admin("ana@example.com", "contractor").await;
    let (mut longest, mut calls) = (Duration::ZERO, 0);
    let idle = idle_connections(&server).await;
    let attacks = async {
        tokio::join!(
            pictures(&server, &attacker),
            imports(&server, &attacker),
            guesses(&server),
            ranges(&server, &attacker),
        )
    };
    tokio::select! {
        ended = tokio::time::timeout(ALL, attacks) => { ended.expect("an end of the attacks"); }
        () = stalled_forms(&server) => {}
        () = work(&server, &bystander, &mut longest, &mut calls) => {}
    }
    drop(idle);
    assert!(calls > 10, "{calls} calls");
    assert!(longest < TIMEOUT, "the longest of {calls} took {longest:?}");
    assert_eq!(server.status("/api/ready").await, 200);
    let peak = server.peak_memory();
    assert!(peak < MEMORY, "{} MB", peak >> 20);
}

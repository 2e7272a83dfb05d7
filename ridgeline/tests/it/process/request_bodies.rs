//! Bodies that a client sends in part and leaves open: together they take a bounded part of the memory, and the
//! calls of others are answered meanwhile.

use std::{
    collections::HashSet,
    convert::Infallible,
    net::IpAddr,
    time::{Duration, Instant},
};

use axum::body::Bytes;
use futures_util::{StreamExt as _, stream};
use http_body::Frame;
use http_body_util::StreamBody;
use reqwest::{Body, Client, StatusCode, Version, header};
use tokio::{sync::mpsc, task::JoinSet};

use crate::support::process::Process;

/// What a small machine has for the whole server.
const MEMORY: u64 = 512 << 20;
/// As many bodies as a connection may have open.
const STREAMS: usize = 100;
/// Parts of a body: 960 KB, which is below the limit of a form.
const PARTS: usize = 60;
const BODIES: usize = 6 * STREAMS;
/// Longer than anything here takes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A body that never ends. It says so with its number once all of it was taken.
fn stalled(number: usize, taken: mpsc::UnboundedSender<usize>) -> Body {
    let part = Bytes::from_static(&[b' '; 16 << 10]);
    let end = stream::once(async move {
        let _ = taken.send(number);
        Bytes::new()
    });
    let parts = stream::repeat(part).take(PARTS).chain(end).chain(stream::pending());
    Body::wrap(StreamBody::new(parts.map(|part| Ok::<_, Infallible>(Frame::data(part)))))
}

/// A client with one connection, from this address of the machine.
fn connect(address: &str) -> Client {
    let address: IpAddr = address.parse().expect("an address");
    let client = Client::builder().no_proxy().local_address(address).http2_prior_knowledge();
    client.build().expect("a client")
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_that_are_never_sent_whole_do_not_fill_the_memory_and_others_are_answered() {
    let server = Process::start(&[], &[]);
    let before = server.reset_peak_memory();
    let mut client = connect("127.0.0.2");
    let (taken, mut all_taken) = mpsc::unbounded_channel();
    let mut calls = JoinSet::new();
    let url = format!("http://{}/api/leads", server.at);
    for number in 0..BODIES {
        if number % STREAMS == 0 {
            client = connect("127.0.0.2");
        }
        let call = client.post(&url).body(stalled(number, taken.clone())).send();
        calls.spawn(async move { (number, call.await.expect("an answer")) });
    }
    // Each is taken and left open, or answered.
    let (mut open, mut refused) = (HashSet::new(), 0);
    let mut answered = HashSet::new();
    while open.union(&answered).count() < BODIES {
        let next = async {
            tokio::select! {
                Some(number) = all_taken.recv() => { open.insert(number); }
                Some(call) = calls.join_next() => {
                    let (number, answer) = call.expect("a task");
                    assert_eq!(answer.version(), Version::HTTP_2);
                    answered.insert(number);
                    if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
                        assert!(answer.headers().contains_key(header::RETRY_AFTER));
                        refused += 1;
                    } else {
                        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "it timed out");
                    }
                }
            }
        };
        tokio::time::timeout(TIMEOUT, next).await.expect("an end of each");
    }
    assert!(refused > 0);
    let started = Instant::now();
    assert_eq!(server.status("/api/ready").await, 200);
    server.sign_up("ana@example.com").await;
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    let (peak, limit) = (server.peak_memory(), before + (128 << 20));
    assert!(peak < MEMORY.min(limit), "{} MB, {} MB before", peak >> 20, before >> 20);
}

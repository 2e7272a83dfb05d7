//! Memory of a server whose callers send small files that inflate to more than the machine has, or ask for a list
//! in more ways than it can keep.

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{photos, process::Process};

/// What a small machine has for the whole server.
const MEMORY: u64 = 512 << 20;

/// A PNG of 64 pixels with a chunk after its header.
fn with_chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let picture = photos::png(8, 8);
    let (header, rest) = picture.split_at(33);
    let mut named = name.to_vec();
    named.extend_from_slice(content);
    let length = u32::try_from(content.len()).expect("a chunk").to_be_bytes();
    let sum = photos::sum(&named).to_be_bytes();
    [header, &length, &named, &sum, rest].concat()
}

/// One gibibyte of zeros, in about a megabyte.
fn gibibyte() -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    let zeros = vec![0; 1 << 20];
    for _ in 0..1_024 {
        packed.write_all(&zeros).expect("memory");
    }
    packed.finish().expect("memory")
}

/// Uploads a logo; the status and the message.
async fn upload(server: &Process, token: &str, file: &[u8]) -> (StatusCode, String) {
    let mut body =
        b"--edge\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n"
            .to_vec();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    let sent = server
        .ask(Method::POST, "/api/company/uploadImage")
        .bearer_auth(token)
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(body)
        .send()
        .await
        .expect("a server that is still there");
    (sent.status(), sent.text().await.expect("text"))
}

#[tokio::test]
async fn a_small_picture_that_inflates_to_a_gibibyte_does_not_end_the_server() {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    let (profile, text) = (b"icc\0\0".as_slice(), b"Comment\0\0".as_slice());
    let bomb = gibibyte();
    let pictures = [
        with_chunk(*b"iCCP", &[profile, &bomb].concat()),
        with_chunk(*b"zTXt", &[text, &bomb].concat()),
        with_chunk(*b"iTXt", &[b"Comment\0\x01\0\0\0".as_slice(), &bomb].concat()),
    ];
    for picture in &pictures {
        // At the same time, as an attacker sends them.
        let sent =
            futures_util::future::join_all([(); 4].map(|()| upload(&server, &token, picture)));
        let ready = async { server.status("/api/ready").await };
        let (sent, ready) = tokio::join!(sent, ready);
        assert_eq!(ready, 200);
        for (status, text) in sent {
            assert!(!status.is_server_error(), "{status}: {text}");
        }
    }
    let peak = server.peak_memory();
    assert!(peak < MEMORY, "{} MB", peak >> 20);
    let (status, text) = upload(&server, &token, &photos::png(64, 64)).await;
    assert_eq!(status, StatusCode::OK, "{text}");
}

/// Sends a form; the answer.
async fn post(server: &Process, token: &str, path: &str, form: &Value) -> Value {
    let request = server.ask(Method::POST, path).bearer_auth(token).body(form.to_string());
    let sent = request.header("content-type", "application/json").send().await.expect("answer");
    assert_eq!(sent.status(), StatusCode::OK);
    sent.json().await.expect("JSON")
}

#[tokio::test]
async fn a_user_who_asks_for_thousands_of_ranges_of_days_takes_less_than_64_mb() {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    for n in 0..40 {
        let form = json!({ "title": format!("job {n}"), "city": "Nashville", "state": "TN" });
        let job = post(&server, &token, "/api/jobs/create", &form).await["id"].clone();
        let form = json!({ "jobId": job, "startDate": "2026-01-01", "endDate": "2026-01-05" });
        post(&server, &token, "/api/jobs/update/schedule", &form).await;
    }
    let first = chrono::NaiveDate::from_ymd_opt(2000, 1, 1).expect("a day");
    let list = async |n: u64| {
        let from = first + chrono::Days::new(n);
        let path = format!("/api/jobs/myJobs/contractor?from={from}&to=2100-01-01");
        let sent = server.ask(Method::GET, &path).bearer_auth(&token).send().await.expect("answer");
        assert_eq!(sent.status(), StatusCode::OK);
        sent.bytes().await.expect("a list").len()
    };
    let mut read = 0;
    let mut before = 0;
    for n in 0..600 {
        read += futures_util::future::join_all((0..4).map(|m| list(n * 4 + m)))
            .await
            .iter()
            .sum::<usize>();
        if n == 10 {
            before = server.peak_memory();
        }
    }
    assert!(read > 72 << 20, "{read} bytes are too few to fill the cache");
    let more = server.peak_memory() - before;
    assert!(more < 64 << 20, "{} MB", more >> 20);
}

//! Files made to exhaust the server: each gets an answer in time, and none takes its memory.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{hostile_files, photos, process::Process};

/// What a small machine has for the whole server.
const MEMORY: u64 = 512 << 20;

/// The longest that three files may take, one after the other, in a build without optimizations and on a
/// machine that runs other tests.
const PATIENCE: Duration = Duration::from_secs(30);

/// The head of a multipart body.
const HEAD: &[u8] =
    b"--edge\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n";

/// Sends a body to where files are uploaded; the status, the text, and the time that it took. An error if the
/// server closed the connection while the body was sent.
async fn send(
    server: &Process,
    token: &str,
    path: &str,
    body: Vec<u8>,
) -> reqwest::Result<(StatusCode, String, Duration)> {
    let started = Instant::now();
    let sent = server
        .ask(Method::POST, path)
        .bearer_auth(token)
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(body)
        .send()
        .await?;
    Ok((sent.status(), sent.text().await?, started.elapsed()))
}

async fn upload(
    server: &Process,
    token: &str,
    path: &str,
    file: &[u8],
) -> (StatusCode, String, Duration) {
    let sent = send(server, token, path, [HEAD, file, b"\r\n--edge--\r\n"].concat()).await;
    sent.expect("a server that is still there")
}

/// Where a job's pictures are uploaded.
async fn job_images(server: &Process, token: &str) -> String {
    let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
    let created = server
        .ask(Method::POST, "/api/jobs/create")
        .bearer_auth(token)
        .body(form.to_string())
        .send()
        .await
        .expect("answer");
    let created: Value = created.json().await.expect("JSON");
    format!("/api/jobs/uploadJobImage/{}", created["id"].as_str().expect("an id"))
}

/// Fails for a file that took too long, or that the server could not cope with.
fn check(name: &str, path: &str, (status, text, took): (StatusCode, String, Duration)) {
    let is_answered = !status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE;
    assert!(is_answered, "{name} to {path}: {status}: {text}");
    assert!(took < PATIENCE, "{name} to {path}: {took:?}");
}

#[tokio::test]
async fn no_uploaded_file_ends_the_server_or_takes_its_memory() {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    let images = job_images(&server, &token).await;
    let (logo, file) = ("/api/company/uploadImage", "/api/company/uploadFile/a/true");
    for (name, picture) in hostile_files::pictures() {
        let to = |path| upload(&server, &token, path, &picture);
        // At the same time, as an attacker sends them.
        let (a, b, c) = tokio::join!(to(&images), to(logo), to(file));
        for (path, sent) in [(images.as_str(), a), (logo, b), (file, c)] {
            check(name, path, sent);
        }
        let peak = server.peak_memory();
        assert!(peak < MEMORY, "{name}: {} MB", peak >> 20);
    }
    for (name, document) in hostile_files::documents() {
        check(name, file, upload(&server, &token, file, &document).await);
    }
    assert_eq!(server.status("/api/ready").await, 200);
    let (status, text, _) = upload(&server, &token, &images, &photos::jpeg(64, 64)).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let peak = server.peak_memory();
    assert!(peak < MEMORY, "{} MB", peak >> 20);
}

#[tokio::test]
async fn the_endless_header_of_a_part_is_not_kept_in_memory() {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    let path = "/api/company/uploadFile/a/true";
    let before = server.peak_memory();
    let mut endless = b"--edge\r\nX-Endless: ".to_vec();
    endless.resize(24 << 20, b'x');
    let sent = [(); 8].map(|()| send(&server, &token, path, endless.clone()));
    // It answers before the body ends, so that the answer may be lost.
    for (status, text, _) in futures_util::future::join_all(sent).await.into_iter().flatten() {
        assert_eq!(status, StatusCode::BAD_REQUEST, "{text}");
    }
    assert_eq!(server.status("/api/ready").await, 200);
    let more = server.peak_memory() - before;
    assert!(more < 64 << 20, "{} MB", more >> 20);
}

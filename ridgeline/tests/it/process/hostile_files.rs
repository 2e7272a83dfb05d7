//! Files made to exhaust the server: each gets an answer in time, and none takes its memory.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{hostile_files, photos, process::Process};

/// What a small machine has for the whole server.
const MEMORY: u64 = 512 << 20;

/// The longest that three files may take, one after the other, in a build without optimizations and on a
/// machine that runs other tests.
const TIMEOUT: Duration = Duration::from_secs(30);

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

/// Uploads a file in its own part.
async fn upload(
    server: &Process,
    token: &str,
    path: &str,
    file: &[u8],
) -> (StatusCode, String, Duration) {
    let sent = send(server, token, path, [HEAD, file, b"\r\n--edge--\r\n"].concat()).await;
    sent.expect("a server that is still there")
}

/// Sends a form; the answer.
async fn post(server: &Process, token: &str, path: &str, form: &Value) -> Value {
    let request = server.ask(Method::POST, path).bearer_auth(token).body(form.to_string());
    let sent = request.send().await.expect("answer");
    assert_eq!(sent.status(), StatusCode::OK, "{path}");
    sent.json().await.expect("JSON")
}

/// A new job.
async fn open_job(server: &Process, token: &str) -> Value {
    let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
    post(server, token, "/api/jobs/create", &form).await["id"].take()
}

/// Connects with a subcontractor; the id of their room.
async fn open_room(server: &Process, token: &str) -> Value {
    let (sub, account) = server.admin("sub@example.com", "subcontractor").await;
    let form = json!({ "recipientId": account["company"]["id"], "message": "" });
    let mut asked = post(server, token, "/api/connections/connect", &form).await;
    let room = asked["connection"]["id"].take();
    post(server, &sub, "/api/connections/accept", &json!({ "id": room })).await;
    room
}

/// Where files of this row are uploaded.
fn path_of(path: &str, id: &Value) -> String {
    format!("{path}/{}", id.as_str().expect("an id"))
}

/// Sends an order of each kind with this file as its PDF; where to, and what came of it.
async fn send_orders(
    server: &Process,
    token: &str,
    orders: &[(&'static str, &str, Value)],
    file: &[u8],
) -> Vec<(&'static str, (StatusCode, String, Duration))> {
    let mut all = Vec::new();
    for (path, field, order) in orders {
        let id = order["id"].as_str().expect("an id");
        let texts = [("orderId", id), ("contactEmails", "[]"), ("message", "Thanks")];
        let texts = texts.map(|(name, text)| {
            format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
        });
        let head = format!(
            "{}--edge\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"a.pdf\"\r\n\r\n",
            texts.concat()
        );
        let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
        let sent = send(server, token, path, body).await;
        all.push((*path, sent.expect("a server that is still there")));
    }
    all
}

/// Fails for a file that took too long, or that the server could not cope with.
fn check(name: &str, path: &str, (status, text, took): (StatusCode, String, Duration)) {
    let is_answered = !status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE;
    assert!(is_answered, "{name} to {path}: {status}: {text}");
    assert!(took < TIMEOUT, "{name} to {path}: {took:?}");
}

#[tokio::test]
async fn no_uploaded_file_ends_the_server_or_takes_its_memory() {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    let job = open_job(&server, &token).await;
    let images = path_of("/api/jobs/uploadJobImage", &job);
    let chat = path_of("/api/chat/sendAttachment", &open_room(&server, &token).await);
    let job = json!({ "jobId": job });
    let mut purchase = post(&server, &token, "/api/purchase_orders/create", &job).await;
    let mut work = post(&server, &token, "/api/work_orders/create", &job).await;
    let orders = [
        (
            "/api/purchase_orders/sendToVendors",
            "purchaseOrderPDF",
            purchase["newPurchaseOrder"].take(),
        ),
        ("/api/work_orders/send", "workOrderPDF", work["newWorkOrder"].take()),
    ];
    let (logo, file) = ("/api/company/uploadImage", "/api/company/uploadFile/a/true");
    for (name, picture) in hostile_files::pictures() {
        let to = |path| upload(&server, &token, path, &picture);
        // At the same time, as an attacker sends them.
        let (a, b, c, d) = tokio::join!(to(&images), to(logo), to(file), to(&chat));
        for (path, sent) in [(images.as_str(), a), (logo, b), (file, c), (chat.as_str(), d)] {
            check(name, path, sent);
        }
        let peak = server.peak_memory();
        assert!(peak < MEMORY, "{name}: {} MB", peak >> 20);
    }
    for (name, document) in hostile_files::documents() {
        check(name, file, upload(&server, &token, file, &document).await);
        for (path, sent) in send_orders(&server, &token, &orders, &document).await {
            check(name, path, sent);
        }
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

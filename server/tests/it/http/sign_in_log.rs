//! What somebody learns who reads the log while others sign in: nothing that opens an account.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::support::accounts::PASSWORD;

/// What is sent, each piece as good as a password where it is real.
const SECRETS: &[&str] = &[
    PASSWORD,
    "the-link-of-a-first-mail",
    "the-link-of-a-second-mail",
    "the-link-in-the-address-line",
    "flashing drip edge",
    "flashing+drip+edge",
    "a-step-on-its-way",
    "314159",
    "a-code-of-the-provider",
    "a-state-of-the-browser",
    "a-code-for-the-app",
    "a-visit-in-a-cookie",
];

#[tokio::test]
async fn whoever_reads_the_log_signs_in_as_nobody() {
    let folder = tempfile::tempdir().expect("folder");
    let log = folder.path().join("log");
    let mut server = Command::new(env!("CARGO_BIN_EXE_ridgeline"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .env_remove("DATABASE_URL")
        .env("RIDGELINE_LOG", "debug")
        .stdout(Stdio::piped())
        .stderr(File::create(&log).expect("a file"))
        .spawn()
        .expect("run");
    let mut line = String::new();
    let out = server.stdout.take().expect("stdout");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let at = line.trim().rsplit(' ').next().expect("an address");
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = Client::builder().redirect(reqwest::redirect::Policy::none()).build();
    let http = http.expect("a client");
    let post = async |path: &str, token: &str, body: Value| {
        let request = http.post(format!("{at}{path}")).bearer_auth(token).body(body.to_string());
        let answer = request.send().await.expect("answer");
        let status = answer.status();
        (status, answer.json().await.unwrap_or(Value::Null))
    };
    let ana = json!({ "email": "ana@example.com", "password": PASSWORD });
    let (status, made) = post("/api/auth/local/signup", "", ana.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let (_, signed_in) = post("/api/auth/local/login", "", ana).await;
    let tokens = [&made, &signed_in].map(|answer| answer["token"].as_str().expect("token"));
    for (path, body) in [
        ("verifyEmail", json!({ "token": SECRETS[1] })),
        ("resetPassword", json!({ "token": SECRETS[2], "newPassword": SECRETS[4] })),
        ("changePassword", json!({ "oldPassword": PASSWORD, "newPassword": SECRETS[4] })),
        ("secondFactor", json!({ "stepToken": SECRETS[6], "code": SECRETS[7] })),
    ] {
        let (status, told) = post(&format!("/api/auth/local/{path}"), tokens[0], body).await;
        assert!(status.is_client_error(), "{path}: {told}");
    }
    post("/api/auth/exchange", "", json!({ "code": SECRETS[10] })).await;
    for path in [
        format!("/verify-email?token={}", SECRETS[3]),
        format!("/reset-password?token={}", SECRETS[3]),
        format!("/api/auth/callback?code={}&state={}", SECRETS[8], SECRETS[9]),
        format!("/signed-in?code={}", SECRETS[10]),
    ] {
        let cookie = format!("ridgeline-visit-0123456789abcdef={}", SECRETS[11]);
        let request = http.get(format!("{at}{path}")).header("cookie", cookie);
        request.send().await.expect("answer");
    }
    post("/api/auth/logout", tokens[1], Value::Null).await;
    let asked = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(asked.expect("kill").success());
    assert!(server.wait().expect("end").success());
    let log = std::fs::read_to_string(&log).expect("the log");
    for path in ["local/signup", "local/resetPassword", "auth/callback", "auth/exchange"] {
        assert!(log.contains(path), "nothing was logged of {path}: {log}");
    }
    for secret in SECRETS.iter().chain(&tokens) {
        assert!(!log.contains(secret), "{secret} stands in the log");
    }
}

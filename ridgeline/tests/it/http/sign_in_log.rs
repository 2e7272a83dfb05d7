//! What a reader of the log learns from sign-ins: nothing that opens an account.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use reqwest::{Client, StatusCode, Url};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{
    accounts::PASSWORD,
    provider::{IdentityProvider, SITE},
};

/// The values that are sent, each as good as a password if it were real.
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

/// A server that logs everything into a file.
struct Server {
    process: Child,
    at: String,
    folder: TempDir,
}

impl Server {
    fn start(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let mut process = Command::new(env!("CARGO_BIN_EXE_ridgeline"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.path())
            .args(flags)
            .env_remove("DATABASE_URL")
            .env("RIDGELINE_LOG", "debug")
            .stdout(Stdio::piped())
            .stderr(File::create(folder.path().join("log")).expect("a file"))
            .spawn()
            .expect("run");
        let mut line = String::new();
        let out = process.stdout.take().expect("stdout");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let at = line.trim().rsplit(' ').next().expect("an address").to_string();
        Self { process, at, folder }
    }

    /// Stops it, and returns its log.
    fn end(mut self) -> String {
        let sent = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        assert!(self.process.wait().expect("end").success());
        std::fs::read_to_string(self.folder.path().join("log")).expect("the log")
    }
}

/// A browser that follows no redirects.
fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = Client::builder().redirect(reqwest::redirect::Policy::none()).build();
    http.expect("a client")
}

#[tokio::test]
async fn a_reader_of_the_log_can_sign_in_as_nobody() {
    let server = Server::start(&[]);
    let (at, http) = (&server.at, client());
    let post = async |path: &str, token: &str, body: Value| {
        let request = http.post(format!("{at}{path}")).bearer_auth(token).body(body.to_string());
        let answer = request.send().await.expect("answer");
        let status = answer.status();
        (status, answer.json().await.unwrap_or(Value::Null))
    };
    let ana = json!({ "email": "ana@example.com", "password": PASSWORD });
    let (status, created) = post("/api/auth/local/signup", "", ana.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    let (_, signed_in) = post("/api/auth/local/login", "", ana).await;
    let tokens = [&created, &signed_in].map(|answer| answer["token"].as_str().expect("token"));
    for (path, body) in [
        ("verifyEmail", json!({ "token": SECRETS[1] })),
        ("resetPassword", json!({ "token": SECRETS[2], "newPassword": SECRETS[4] })),
        ("changePassword", json!({ "oldPassword": PASSWORD, "newPassword": SECRETS[4] })),
        ("secondFactor", json!({ "stepToken": SECRETS[6], "code": SECRETS[7] })),
    ] {
        let (status, body) = post(&format!("/api/auth/local/{path}"), tokens[0], body).await;
        assert!(status.is_client_error(), "{path}: {body}");
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
    let log = server.end();
    for path in ["local/signup", "local/resetPassword", "auth/callback", "auth/exchange"] {
        assert!(log.contains(path), "nothing was logged of {path}: {log}");
    }
    for secret in SECRETS.iter().chain(&tokens) {
        assert!(!log.contains(secret), "{secret} stands in the log");
    }
}

#[tokio::test]
async fn the_log_contains_no_secret_of_an_identity_provider() {
    let provider = IdentityProvider::start(&[]);
    provider.expect("ana-1", "ana@example.com", true).await;
    let settings = provider.settings();
    let secret = settings.client_secret.clone().expect("a secret");
    let server = Server::start(&[
        "--oidc-issuer",
        &settings.issuer,
        "--oidc-client-id",
        &settings.client_id,
        "--oidc-client-secret",
        &secret,
        "--oidc-name",
        "Summit staff",
        "--public-url",
        SITE,
    ]);
    let http = client();
    let (mut secrets, mut cookies) = (vec![secret], Vec::<String>::new());
    let mut url = Url::parse(&format!("{SITE}/api/auth/login")).expect("an address");
    let mut callback = None;
    while url.path() != "/signed-in" {
        // The public address is served at another address here.
        let to = url.as_str().replace(SITE, &server.at);
        let mut request = http.get(to).header("cookie", cookies.join("; "));
        if url.as_str().starts_with(SITE) {
            request = request.header("host", "localhost:8080");
        }
        if url.path() == "/api/auth/callback" {
            callback = request.try_clone();
        }
        let answer = request.send().await.expect("answer");
        for cookie in answer.headers().get_all("set-cookie") {
            let cookie = cookie.to_str().expect("a cookie").split(';').next().expect("a cookie");
            secrets.extend(cookie.split_once('=').map(|(_, value)| value.to_string()));
            cookies.push(cookie.to_string());
        }
        let next = answer.headers().get("location").unwrap_or_else(|| panic!("{url} ends"));
        url = url.join(next.to_str().expect("an address")).expect("an address");
        let parameters = ["code", "state", "nonce", "code_challenge"];
        secrets.extend(
            url.query_pairs()
                .filter(|(name, _)| parameters.contains(&&**name))
                .map(|(_, value)| value.to_string()),
        );
    }
    let code = url.query_pairs().find(|(name, _)| name == "code").expect("a code").1.to_string();
    let exchange = http.post(format!("{}/api/auth/exchange", server.at));
    let exchange = exchange.header("cookie", cookies.join("; "));
    let answer = exchange.body(json!({ "code": code }).to_string()).send().await.expect("answer");
    let response: Value = answer.json().await.expect("JSON");
    secrets.push(
        response["token"].as_str().unwrap_or_else(|| panic!("no token: {response}")).to_string(),
    );
    let repeated = callback.expect("a callback").send().await.expect("answer");
    assert_eq!(repeated.status(), StatusCode::BAD_REQUEST);
    let log = server.end();
    assert!(log.contains("auth/callback") && log.contains("auth/exchange"), "{log}");
    assert!(log.contains("summit-staff"), "the operator does not see which provider failed: {log}");
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        assert!(!log.contains(secret), "{secret} stands in the log");
    }
}

//! The real binary, as an operator starts it.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{accounts::PASSWORD, memory_limit::MemoryLimit};

/// A server in a separate process, over a separate database. It ends with the test.
pub struct Process {
    /// Such as `127.0.0.1:40123`.
    pub at: String,
    child: Child,
    log: PathBuf,
    http: Client,
    folder: TempDir,
    /// Dropped after the process has ended.
    memory_limit: Option<MemoryLimit>,
}

impl Process {
    /// Starts one with these flags and variables, on SQLite; returns once it listens.
    pub fn start(flags: &[&str], variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let log = folder.path().join("log");
        let mut child = Command::new(env!("CARGO_BIN_EXE_ridgeline"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.path())
            .args(flags)
            .env_remove("DATABASE_URL")
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).expect("a file"))
            .spawn()
            .expect("run");
        let mut line = String::new();
        let out = child.stdout.take().expect("stdout");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let at = line.trim().rsplit("://").next().expect("an address").to_string();
        // Fails if another test has installed it already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder().no_proxy().build().expect("a client");
        Self { at, child, log, http, folder, memory_limit: None }
    }

    /// Its data folder.
    pub fn data(&self) -> &Path {
        self.folder.path()
    }

    /// Limits its memory, in bytes, where the tests may do that.
    pub fn limit_memory(&mut self, bytes: u64) {
        self.memory_limit = MemoryLimit::of(self.child.id(), bytes);
    }

    /// A request to it.
    pub fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("http://{}{path}", self.at))
    }

    /// The status of an address.
    pub async fn status(&self, path: &str) -> u16 {
        self.ask(Method::GET, path).send().await.expect("answer").status().as_u16()
    }

    /// Signs up a user; returns the token.
    pub async fn sign_up(&self, email: &str) -> String {
        let form = json!({ "email": email, "password": PASSWORD }).to_string();
        let answer = self.ask(Method::POST, "/api/auth/local/signup").body(form).send().await;
        let created: Value = answer.expect("answer").json().await.expect("JSON");
        created["token"].as_str().expect("a token").to_string()
    }

    /// A contractor's admin; returns the token.
    pub async fn contractor(&self) -> String {
        self.admin("ana@example.com", "contractor").await.0
    }

    /// The admin of a new company of this kind; returns the token and the account.
    pub async fn admin(&self, email: &str, kind: &str) -> (String, Value) {
        let token = self.sign_up(email).await;
        let form = json!({
            "firstName": "Ana", "lastName": "Ridge", "location": "Nashville, TN", "language": "english",
            "account_type": kind, "company_name": "Ridge & Sons", "position": "Owner",
        });
        let created = self
            .ask(Method::POST, "/api/auth/createNewAccountWithCompany")
            .bearer_auth(&token)
            .body(form.to_string())
            .send()
            .await
            .expect("answer");
        assert!(created.status().is_success(), "{}", created.text().await.expect("text"));
        (token, created.json().await.expect("JSON"))
    }

    /// The most memory that it has taken so far, in bytes.
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("a process");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
        let kilobytes = line.split_whitespace().nth(1).expect("a number");
        kilobytes.parse::<u64>().expect("a number") << 10
    }

    /// Forgets the peak so far; returns the memory that it takes now, in bytes.
    pub fn reset_peak_memory(&self) -> u64 {
        let reset = std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5");
        reset.expect("a process");
        self.peak_memory()
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }

    /// Waits for it to end; returns its exit status and its log.
    pub fn ended(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().expect("end");
        (status, std::fs::read_to_string(&self.log).expect("the log"))
    }

    /// Stops it with SIGTERM; returns its log.
    pub fn stop(self) -> String {
        self.terminate();
        let (status, log) = self.ended();
        assert!(status.success(), "{status}: {log}");
        log
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

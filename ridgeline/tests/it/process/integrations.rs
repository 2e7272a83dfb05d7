//! `docs/integrations/`: its programs work against a real server, and its payload is what is sent.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::process::Process;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/integrations")
}

/// The folder of the web app, whose packages have Node and `standardwebhooks`.
fn packages() -> PathBuf {
    let packages = std::env::var("RIDGELINE_TEST_PACKAGES");
    PathBuf::from(packages.expect("RIDGELINE_TEST_PACKAGES names the folder of the web app"))
}

fn node() -> Command {
    Command::new(packages().join("node_modules/.bin/node"))
}

/// A contractor's admin on a real server.
struct Office {
    server: Process,
    token: String,
}

impl Office {
    async fn open() -> Self {
        let server = Process::start(&["--webhook-allow-private"], &[]);
        let token = server.contractor().await;
        Self { server, token }
    }

    async fn post(&self, path: &str, form: Value) -> Value {
        let request = self.server.ask(Method::POST, path).bearer_auth(&self.token);
        let answer = request.body(form.to_string()).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.expect("JSON")
    }

    /// The secret of a key that may read.
    async fn key(&self) -> String {
        let form = json!({ "name": "Spreadsheet", "scopes": ["read"] });
        text(&self.post("/api/api_keys/create", form).await["secret"])
    }

    async fn job(&self, title: &str) -> String {
        let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
        text(&self.post("/api/jobs/create", form).await["id"])
    }

    /// Runs a program with a key, and returns what it printed.
    fn run(&self, program: &mut Command, key: &str) -> String {
        let program = program
            .env("RIDGELINE_URL", format!("http://{}", self.server.at))
            .env("RIDGELINE_KEY", key)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("no_proxy", "127.0.0.1");
        let ended = program.output().expect("a program");
        let error = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{error}");
        String::from_utf8(ended.stdout).expect("text")
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn the_spreadsheet_has_all_jobs_and_then_what_changed() {
    let office = Office::open().await;
    let key = office.key().await;
    let (stays, goes) = (office.job("=Whitaker").await, office.job("Lee").await);
    let target = tempfile::tempdir().expect("a folder");
    let file = target.path().join("jobs.csv");
    let mirror = || {
        let mut python = Command::new("python3");
        python.arg(folder().join("mirror_jobs.py")).arg(&file);
        let said = office.run(&mut python, &key);
        (said, fs::read_to_string(&file).expect("a table"))
    };
    let (said, table) = mirror();
    assert!(said.starts_with("2 jobs"), "{said}");
    assert!(table.contains(&stays) && table.contains(&goes), "{table}");
    assert!(table.contains(",'=Whitaker,"), "a formula of a title is a text: {table}");

    let days = json!({ "jobId": stays, "startDate": "2026-03-09", "endDate": "2026-03-11" });
    office.post("/api/jobs/update/schedule", days).await;
    office.post("/api/jobs/delete", json!({ "jobId": goes })).await;
    let (said, table) = mirror();
    assert!(said.starts_with("1 jobs"), "{said}");
    assert!(table.contains("2026-03-09,2026-03-11") && !table.contains(&goes), "{table}");

    // A cursor that is no longer known: everything is read anew.
    fs::write(target.path().join("jobs.csv.cursor"), "made up").expect("a cursor");
    let (said, again) = mirror();
    assert_eq!((said.starts_with("1 jobs"), again), (true, table));
}

#[tokio::test]
async fn the_typescript_client_reads_the_day() {
    let office = Office::open().await;
    let key = office.key().await;
    office.job("Whitaker").await;
    let said = office.run(node().arg(folder().join("todays_jobs.ts")), &key);
    assert_eq!(said, "1 jobs have no days, 0 wait for an answer\n");
}

/// The receiver of the documentation, in a folder with the package that it needs.
struct Hooks {
    process: Child,
    lines: Receiver<String>,
    _folder: tempfile::TempDir,
}

impl Hooks {
    /// Starts it on a free port, and returns the port with it.
    fn start(secret: &str) -> (Self, u16) {
        let place = tempfile::tempdir().expect("a folder");
        let program = place.path().join("receive_webhooks.mjs");
        fs::copy(folder().join("receive_webhooks.mjs"), &program).expect("a copy");
        symlink(packages().join("node_modules"), place.path().join("node_modules"))
            .expect("a link");
        let mut process = node()
            .arg(&program)
            .env("RIDGELINE_WEBHOOK_SECRET", secret)
            .env("PORT", "0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("node");
        let (say, lines) = channel();
        let out = BufReader::new(process.stdout.take().expect("stdout"));
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if say.send(line).is_err() {
                    return;
                }
            }
        });
        let hooks = Self { process, lines, _folder: place };
        let said = hooks.next();
        let port = said.strip_prefix("listening on ").and_then(|port| port.parse().ok());
        (hooks, port.expect("a port"))
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(20)).expect("a line")
    }
}

impl Drop for Hooks {
    fn drop(&mut self) {
        // Fails if it has already ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn the_receiver_takes_what_is_signed_and_refuses_what_is_not() {
    let office = Office::open().await;
    // The receiver needs the secret, and the webhook the receiver's port: its address is set afterwards.
    let form =
        |port: u16| json!({ "url": format!("http://127.0.0.1:{port}/hook"), "events": ["job.*"] });
    let made = office.post("/api/webhooks/create", form(9)).await;
    let (hooks, port) = Hooks::start(&text(&made["secret"]));
    let webhook = format!("/api/webhooks/{}", text(&made["webhook"]["id"]));
    let edited = office.server.ask(Method::PUT, &webhook).bearer_auth(&office.token);
    let edited = edited.json(&form(port)).send().await.expect("an answer");
    assert_eq!(edited.status(), 200);

    let job = office.job("Whitaker").await;
    assert_eq!(hooks.next(), format!("job.created {job} Whitaker"));
    let days = json!({ "jobId": job, "startDate": "2026-03-09", "endDate": "2026-03-11" });
    office.post("/api/jobs/update/schedule", days).await;
    assert_eq!(hooks.next(), format!("job.scheduled {job} Whitaker"));

    let forged = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client")
        .post(format!("http://127.0.0.1:{port}/hook"));
    let forged = forged
        .header("webhook-id", "msg_1")
        .header("webhook-timestamp", chrono::Utc::now().timestamp().to_string())
        .header("webhook-signature", "v1,IgtOqfelgwlRhb6PyFMg8YtrCOXGIzUJ/LysY7ivTBM=")
        .body("{}");
    assert_eq!(forged.send().await.expect("an answer").status(), 401);
}

#[tokio::test]
async fn the_payload_of_the_documentation_is_that_of_the_server() {
    let office = Office::open().await;
    let job = office.job("Whitaker").await;
    let days = json!({ "jobId": job, "startDate": "2026-03-09", "endDate": "2026-03-11" });
    office.post("/api/jobs/update/schedule", days).await;
    let feed = office.server.ask(Method::GET, "/api/changes?kinds=job").bearer_auth(&office.token);
    let feed: Value = feed.send().await.expect("an answer").json().await.expect("JSON");
    let page = fs::read_to_string(folder().join("README.md")).expect("the page");
    let shown = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let shown: Value = serde_json::from_str(shown.expect("a payload")).expect("JSON");
    assert_eq!(keys(&shown), keys(&feed["changes"][1]));
}

/// The names of all fields, with those that contain them.
fn keys(value: &Value) -> Vec<String> {
    let fields = value.as_object().into_iter().flatten();
    fields
        .flat_map(|(name, value)| {
            let inner = keys(value).into_iter().map(|inner| format!("{name}.{inner}"));
            [name.clone()].into_iter().chain(inner).collect::<Vec<_>>()
        })
        .collect()
}

//! Backup and restore: a data folder is destroyed, and everything comes back.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use reqwest::Client;
use serde_json::{Value, json};

use crate::support::{Engine, StoredDemo, drop_postgres, empty_postgres};

const MARISOL: &str = "marisol@summit-roofing.example";
const SUMMIT: &str = "Summit Roofing & Exteriors";

/// An installation of the real binary.
pub struct Installation {
    pub data: PathBuf,
    /// The database's address, on PostgreSQL.
    pub url: Option<String>,
}

impl Installation {
    pub fn ridgeline(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ridgeline"));
        command.args(words).arg("--data").arg(&self.data).env_remove("DATABASE_URL");
        if let Some(url) = &self.url {
            command.args(["--database-url", url]);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// One with the demo.
    pub async fn with_demo(data: PathBuf, engine: Engine) -> Self {
        let url = StoredDemo::of(engine).await.install(&data).await;
        Self { data, url }
    }

    fn run(&self, words: &[&str]) -> Output {
        self.ridgeline(words).output().expect("run")
    }

    pub fn succeeds(&self, words: &[&str]) -> String {
        let output = self.run(words);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words:?}: {message}");
        String::from_utf8(output.stdout).expect("text")
    }

    pub fn fails(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words:?} must not look as if it had worked");
        String::from_utf8_lossy(&output.stderr).trim().to_string()
    }

    pub fn serve(&self) -> Server {
        let mut child = self
            .ridgeline(&["serve", "--listen", "127.0.0.1:0", "--rate-limits", "off"])
            .spawn()
            .expect("run");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("stdout");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let at = line.trim().rsplit(' ').next().expect("an address").to_string();
        Server { child, at }
    }
}

pub struct Server {
    child: Child,
    at: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A signed-in browser.
#[derive(Clone)]
pub struct Visitor {
    http: Client,
    at: String,
    token: String,
}

impl Visitor {
    pub async fn sign_in(server: &Server) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder().no_proxy().build().expect("a client");
        let mut visitor = Self { http, at: server.at.clone(), token: String::new() };
        let form = json!({ "email": MARISOL, "password": demo::PASSWORD });
        let signed = visitor.post("/api/auth/local/login", form).await.expect("an answer");
        visitor.token = signed["token"].as_str().expect("a token").to_string();
        visitor
    }

    pub async fn post(&self, path: &str, body: Value) -> Option<Value> {
        let request = self.http.post(format!("{}{path}", self.at)).bearer_auth(&self.token);
        let answer = request.body(body.to_string()).send().await.ok()?;
        let is_good = answer.status().is_success();
        let body = serde_json::from_slice(&answer.bytes().await.ok()?).unwrap_or(Value::Null);
        is_good.then_some(body)
    }

    async fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        let request = self.http.get(format!("{}{path}", self.at)).bearer_auth(&self.token);
        let answer = request.send().await.expect("an answer");
        let is_good = answer.status().is_success();
        is_good.then_some(answer.bytes().await.expect("bytes").to_vec())
    }

    async fn get(&self, path: &str) -> Value {
        let bytes = self.bytes(path).await.unwrap_or_else(|| panic!("{path} is refused"));
        serde_json::from_slice(&bytes).expect("JSON")
    }

    pub async fn jobs(&self) -> Vec<String> {
        let jobs = self.get("/api/jobs/myJobs/contractor").await;
        let title = |job: &Value| job["title"].as_str().expect("title").to_string();
        jobs["jobs"].as_array().expect("jobs").iter().map(title).collect()
    }

    /// Every photo of the listed jobs, with its size in bytes.
    async fn photos(&self) -> Vec<(String, usize)> {
        let jobs = self.get("/api/jobs/myJobs/contractor").await;
        let mut photos = Vec::new();
        for job in jobs["jobs"].as_array().expect("jobs") {
            let id = job["id"].as_str().expect("id");
            let images = self.get(&format!("/api/jobs/fetchImgs/{id}")).await;
            for image in images["imgs"].as_array().expect("photos") {
                let address = image["imgUrl"].as_str().expect("an address");
                let photo =
                    self.bytes(address).await.unwrap_or_else(|| panic!("{address} is gone"));
                photos.push((image["id"].as_str().expect("id").to_string(), photo.len()));
            }
        }
        photos.sort();
        photos
    }
}

/// Creates jobs until it is stopped; returns the titles that were acknowledged.
async fn work(visitor: Visitor, goes_on: Arc<AtomicBool>) -> Vec<String> {
    let mut done = Vec::new();
    while goes_on.load(Ordering::SeqCst) {
        let title = format!("Night job {}", done.len());
        let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
        if visitor.post("/api/jobs/create", form).await.is_some() {
            done.push(title);
        }
    }
    done
}

pub fn in_folder(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).expect("folder");
    let mut names: Vec<String> = names
        .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The command of the nightly job of `deploy/kubernetes/backup.yaml`, with its archives in this folder.
fn scheduled_backup(backups: &Path) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/kubernetes/backup.yaml");
    let manifest = std::fs::read_to_string(file).expect("the manifest");
    let list = manifest.lines().find_map(|line| line.trim().strip_prefix("args: "));
    let words: Vec<String> = serde_json::from_str(list.expect("arguments")).expect("a list");
    let folder = format!("{}/", backups.display());
    assert!(words.iter().any(|word| word == "/backups/"), "{words:?}");
    words.into_iter().map(|word| if word == "/backups/" { folder.clone() } else { word }).collect()
}

/// Backs up while people work, destroys everything, restores, and compares.
async fn destroyed_and_restored(engine: Engine) {
    let folder = tempfile::tempdir().expect("folder");
    let url = if engine == Engine::Postgres { Some(empty_postgres().await) } else { None };
    let mut installation = Installation { data: folder.path().join("data"), url };
    installation.succeeds(&["demo"]);
    let backups = folder.path().join("backups");

    let server = installation.serve();
    let visitor = Visitor::sign_in(&server).await;
    let photos = visitor.photos().await;
    assert!(photos.len() >= 12, "{} photos", photos.len());
    let before = visitor
        .post("/api/jobs/create", json!({ "title": "Before", "city": "Nashville", "state": "TN" }))
        .await;
    assert!(before.is_some());
    let jobs_before = visitor.jobs().await;
    let goes_on = Arc::new(AtomicBool::new(true));
    let working = tokio::spawn(work(visitor.clone(), goes_on.clone()));
    let words = scheduled_backup(&backups);
    let mut backing = installation.ridgeline(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let output =
        tokio::task::spawn_blocking(move || backing.output().expect("run")).await.expect("run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    goes_on.store(false, Ordering::SeqCst);
    let worked = working.await.expect("work");
    assert!(!worked.is_empty(), "people worked meanwhile");
    let written = in_folder(&backups);
    assert!(
        written.len() == 1 && written[0].ends_with(".tar.gz"),
        "nothing half done is left: {written:?}"
    );
    let to = backups.join(&written[0]).to_string_lossy().into_owned();
    drop(server);

    std::fs::remove_dir_all(&installation.data).expect("destroyed");
    if let Some(url) = &installation.url {
        drop_postgres(url).await;
        installation.url = Some(empty_postgres().await);
    }
    let printed = installation.succeeds(&["restore", "--from", &to]);
    assert!(printed.starts_with("Restored: "), "{printed}");
    let server = installation.serve();
    let visitor = Visitor::sign_in(&server).await;
    let jobs = visitor.jobs().await;
    for title in &jobs_before {
        assert!(jobs.contains(title), "{title} was there before the backup began");
    }
    let restored: Vec<&String> =
        jobs.iter().filter(|title| title.starts_with("Night job")).collect();
    for n in 0..restored.len() {
        assert!(
            jobs.contains(&format!("Night job {n}")),
            "one moment: no later job without an earlier one"
        );
    }
    assert_eq!(visitor.photos().await, photos);
    assert!(
        visitor
            .post(
                "/api/jobs/create",
                json!({ "title": "After", "city": "Nashville", "state": "TN" })
            )
            .await
            .is_some()
    );
    drop(server);

    let refused = installation.fails(&["restore", "--from", &to]);
    assert!(refused.contains("--replace"), "{refused}");
    let printed = installation.succeeds(&["restore", "--from", &to, "--replace"]);
    assert!(printed.contains("What was there before is now in"), "{printed}");
    let server = installation.serve();
    let visitor = Visitor::sign_in(&server).await;
    assert!(!visitor.jobs().await.contains(&"After".to_string()));
    assert_eq!(visitor.photos().await, photos);
    drop(server);
    if engine == Engine::Sqlite {
        let aside =
            in_folder(&installation.data).into_iter().find(|name| name.starts_with("replaced-"));
        let aside = installation.data.join(aside.expect("what was there before"));
        assert!(in_folder(&aside).contains(&"ridgeline.db".to_string()));
    }
    if let Some(url) = &installation.url {
        // Data that was moved aside is not part of the next backup.
        let again = backups.join("again.tar.gz").to_string_lossy().into_owned();
        installation.succeeds(&["backup", "--to", &again]);
        let next =
            Installation { data: folder.path().join("next"), url: Some(empty_postgres().await) };
        next.succeeds(&["restore", "--from", &again]);
        drop_postgres(next.url.as_deref().expect("an address")).await;
        drop_postgres(url).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destroyed_data_folder_comes_back_with_jobs_photos_and_sign_ins() {
    destroyed_and_restored(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destroyed_postgres_database_comes_back_with_jobs_photos_and_sign_ins() {
    destroyed_and_restored(Engine::Postgres).await;
}

#[tokio::test]
async fn a_damaged_backup_is_refused_before_anything_is_changed() {
    let folder = tempfile::tempdir().expect("folder");
    let installation = Installation::with_demo(folder.path().join("data"), Engine::Sqlite).await;
    let backups = folder.path().join("backups/");
    let printed = installation.succeeds(&["backup", "--to", &backups.to_string_lossy()]);
    let name = in_folder(&backups).pop().expect("an archive");
    assert!(
        name.starts_with("ridgeline-20") && name.ends_with(".tar.gz") && printed.contains(&name),
        "{printed}"
    );
    let whole = std::fs::read(backups.join(name)).expect("archive");
    let other = Installation { data: folder.path().join("other"), url: None };
    let middle = whole.len() / 2;
    let mut flipped = whole.clone();
    flipped[middle] ^= 0x10;
    let last = whole.len() - 6;
    let mut ended = whole.clone();
    ended[last] ^= 0x10;
    for (what, bytes) in [
        ("cut", &whole[..middle]),
        ("without its end", &whole[..whole.len() - 4_000]),
        ("flipped", &flipped[..]),
        ("with another checksum", &ended[..]),
        ("empty", &[][..]),
        ("a photo", b"\xff\xd8\xff\xe0 not an archive"),
    ] {
        let archive = folder.path().join("damaged.tar.gz");
        std::fs::write(&archive, bytes).expect("archive");
        let refused = other.fails(&["restore", "--from", &archive.to_string_lossy()]);
        assert!(refused.contains("nothing was changed"), "{what}: {refused}");
        assert_eq!(refused.lines().count(), 1, "{refused}");
        assert_eq!(in_folder(&other.data), ["ridgeline.lock"], "{what}");
    }
    let refused = other.fails(&["restore", "--from", "/nowhere.tar.gz"]);
    assert!(refused.contains("/nowhere.tar.gz"), "{refused}");
}

#[test]
fn a_failed_backup_leaves_no_file_that_looks_like_a_backup() {
    let folder = tempfile::tempdir().expect("folder");
    let installation = Installation { data: folder.path().join("data"), url: None };
    let backups = folder.path().join("backups");
    let to = backups.join("night.tar.gz").to_string_lossy().into_owned();
    let refused = installation.fails(&["backup", "--to", &to]);
    assert!(refused.contains("no database"), "{refused}");
    assert!(in_folder(&backups).is_empty());
    std::fs::create_dir_all(&installation.data).expect("folder");
    std::fs::write(
        installation.data.join("ridgeline.db"),
        "not a database, but longer than a header".repeat(99),
    )
    .expect("file");
    installation.fails(&["backup", "--to", &to]);
    assert!(in_folder(&backups).is_empty());
    std::fs::write(&to, "mine").expect("file");
    let refused = installation.fails(&["backup", "--to", &to]);
    assert!(refused.contains("already"), "{refused}");
    assert_eq!(std::fs::read(&to).expect("file"), b"mine");
}

#[tokio::test]
async fn a_restore_is_refused_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("folder");
    let installation = Installation::with_demo(folder.path().join("data"), Engine::Sqlite).await;
    let to = folder.path().join("night.tar.gz").to_string_lossy().into_owned();
    let server = installation.serve();
    installation.succeeds(&["backup", "--to", &to]);
    let refused = installation.fails(&["restore", "--from", &to, "--replace"]);
    assert!(refused.contains("another ridgeline"), "{refused}");
    drop(server);
}

#[tokio::test]
async fn a_backup_without_the_postgres_tools_names_the_missing_one() {
    let folder = tempfile::tempdir().expect("folder");
    let installation = Installation::with_demo(folder.path().join("data"), Engine::Postgres).await;
    let backups = folder.path().join("backups/");
    let mut command = installation.ridgeline(&["backup", "--to", &backups.to_string_lossy()]);
    let output = command.env("PATH", "/nowhere").output().expect("run");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && message.contains("pg_dump is not on the PATH"),
        "{message}"
    );
    assert!(in_folder(&backups).is_empty());
    drop_postgres(installation.url.as_deref().expect("an address")).await;
}

#[tokio::test]
async fn the_operator_exports_and_deletes_a_company_by_name_and_not_by_accident() {
    let folder = tempfile::tempdir().expect("folder");
    let installation = Installation::with_demo(folder.path().join("data"), Engine::Sqlite).await;
    let to = folder.path().join("summit.zip").to_string_lossy().into_owned();
    let printed = installation.succeeds(&["export", "--company", SUMMIT, "--to", &to]);
    assert!(printed.contains("files of Summit Roofing & Exteriors"), "{printed}");
    let refused = installation.fails(&["delete", "--company", SUMMIT]);
    assert!(refused.contains("--yes"), "{refused}");
    let refused = installation.fails(&["delete", "--company", "Summit", "--yes"]);
    assert!(refused.contains("no company Summit"), "{refused}");
    let printed = installation.succeeds(&["delete", "--company", SUMMIT, "--yes"]);
    assert!(printed.starts_with("Summit Roofing & Exteriors is deleted"), "{printed}");
    let refused = installation.fails(&["export", "--company", SUMMIT, "--to", &to]);
    assert!(refused.contains("no company"), "{refused}");
    let printed = installation.succeeds(&["delete", "--person", MARISOL, "--yes"]);
    assert!(printed.contains(MARISOL), "{printed}");
    let refused = installation.fails(&["delete", "--person", MARISOL, "--yes"]);
    assert!(refused.contains("nobody signs in"), "{refused}");
}

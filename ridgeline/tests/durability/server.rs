//! The real binary, over data that outlives it.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// Where a server stores its data, and how it is started.
pub struct Place {
    /// Its data folder.
    pub data: PathBuf,
    /// Its log, across restarts.
    pub log: PathBuf,
    /// More flags for its servers.
    pub besides: Vec<String>,
    database: Option<String>,
    _folder: TempDir,
}

impl Place {
    /// A new one: on SQLite if no address of a PostgreSQL database is given.
    pub fn new(database: Option<String>) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let data = folder.path().join("data");
        let log = folder.path().join("log");
        Self { data, log, besides: Vec::new(), database, _folder: folder }
    }

    /// A new one on SQLite, with its data on this disk and its log on another.
    pub fn on(disk: &Path) -> Self {
        Self { data: disk.join("data"), ..Self::new(None) }
    }

    /// The database file, on SQLite.
    pub fn database_file(&self) -> PathBuf {
        self.data.join("ridgeline.db")
    }

    /// The servers' log so far.
    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.log).expect("the log")
    }

    /// Starts a server here; returns once it listens.
    pub fn start(&self) -> Server {
        let began = Instant::now();
        let log = File::options().create(true).append(true).open(&self.log).expect("the log");
        // With the signal ignored, a file over the size limit is a write error and does not end the process.
        let mut command = Command::new("sh");
        let deaf = "trap '' XFSZ; exec \"$@\"";
        command.args(["-c", deaf, "sh"]).arg(env!("CARGO_BIN_EXE_ridgeline"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("RIDGELINE_") {
                command.env_remove(name);
            }
        }
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--rate-limits", "off", "--data"])
            .arg(&self.data)
            .args(&self.besides)
            .env_remove("DATABASE_URL")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log);
        if let Some(database) = &self.database {
            command.args(["--database-url", database]);
        }
        let mut child = command.spawn().expect("run");
        let mut line = String::new();
        let out = child.stdout.take().expect("stdout");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let at = line.trim().rsplit("://").next().unwrap_or_default().to_string();
        assert!(!at.is_empty(), "the server did not start: {}", self.said());
        Server { child, at, took: began.elapsed() }
    }
}

/// A running server; killed when it is dropped.
pub struct Server {
    child: Child,
    /// Such as `127.0.0.1:40123`.
    pub at: String,
    /// How long it took to start.
    pub took: Duration,
}

impl Server {
    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// SIGKILL: no cleanup.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All files in a folder, at any depth.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() { files_in(&path) } else { vec![path] }
        })
        .collect()
}

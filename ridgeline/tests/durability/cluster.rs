//! PostgreSQL databases: in the server that all tests share, and in a separate server that a test may stop.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tempfile::TempDir;
use uuid::Uuid;

/// A new, empty database on the test server, which deletes it by its name after an hour.
pub async fn fresh_database() -> String {
    let server = std::env::var("RIDGELINE_TEST_POSTGRES")
        .expect("RIDGELINE_TEST_POSTGRES names a server that may be filled with test databases");
    fresh_database_in(&server).await
}

async fn fresh_database_in(server: &str) -> String {
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.expect("postgres");
    let name = format!("test_{}", Uuid::now_v7().simple());
    let text = format!("CREATE DATABASE {name}");
    sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut admin).await.expect("a database");
    format!("{server}/{name}")
}

/// A separate PostgreSQL server with the default durability settings; stopped and deleted on drop.
pub struct Cluster {
    folder: TempDir,
    port: u16,
}

/// The account that PostgreSQL runs as when the tests run as root, which it refuses.
const ACCOUNT: &str = "postgres";

impl Cluster {
    /// Creates a cluster and starts it.
    pub fn start() -> Self {
        let cluster = Self::without_files();
        let mut make = program("initdb");
        make.arg("-D").arg(cluster.files()).args(["-U", "ridgeline", "-A", "trust", "-E", "UTF8"]);
        run(make.args(["--locale=C.UTF-8", "--no-sync"]));
        cluster.go_on();
        cluster
    }

    /// A streaming standby of it, which has come as far as it.
    pub fn standby(&self) -> Self {
        let standby = Self::without_files();
        let mut copy = program("pg_basebackup");
        copy.arg("-D").arg(standby.files()).args(["-h", "127.0.0.1", "-U", "ridgeline"]);
        copy.args(["-p", &self.port.to_string(), "--checkpoint=fast", "--no-sync"]);
        run(copy.args(["--wal-method=stream", "--write-recovery-conf"]));
        standby.go_on();
        standby
    }

    fn without_files() -> Self {
        let folder = tempfile::Builder::new().prefix("ridgeline-postgres-").tempdir();
        let folder = folder.expect("folder");
        if is_root() {
            run(Command::new("chown").arg(ACCOUNT).arg(folder.path()));
        }
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("a port").port();
        drop(free);
        Self { folder, port }
    }

    /// The address here of a database with the name of this one.
    pub fn url_of(&self, database: &str) -> String {
        let name = database.rsplit('/').next().expect("a name");
        format!("postgres://ridgeline@127.0.0.1:{}/{name}", self.port)
    }

    /// Ends the recovery of a standby: it takes changes of its own.
    pub fn promote(&self) {
        run(program("pg_ctl").arg("-D").arg(self.files()).args(["-w", "promote"]));
    }

    /// Creates a new, empty database in it.
    pub async fn fresh_database(&self) -> String {
        fresh_database_in(&format!("postgres://ridgeline@127.0.0.1:{}", self.port)).await
    }

    /// Stops it like a power cut: connections get no notice, and nothing more is written.
    pub fn stop_at_once(&self) {
        let mut stop = program("pg_ctl");
        run(stop.arg("-D").arg(self.files()).args(["-w", "-m", "immediate", "stop"]));
    }

    /// Starts it again after a stop; returns once it accepts connections.
    pub fn go_on(&self) {
        let mut start = program("pg_ctl");
        let folder = self.folder.path();
        start.arg("-D").arg(self.files()).arg("-l").arg(folder.join("log")).arg("-o").arg(format!(
            "-c listen_addresses=127.0.0.1 -p {} -k {}",
            self.port,
            folder.display()
        ));
        run(start.args(["-w", "start"]));
    }

    /// Freezes all its processes: connections stay open, and nothing answers.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Continues after a freeze.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let Some(first) = self.first_process() else { return };
        // A process that has already ended needs no signal.
        let send = |to: &str| {
            let _ = Command::new("kill").args([signal, to]).stderr(Stdio::null()).status();
        };
        // The postmaster first, so that it starts no more children.
        send(&first);
        let children = Command::new("ps").args(["-o", "pid=", "--ppid", &first]).output();
        let children = String::from_utf8(children.expect("ps").stdout).expect("numbers");
        children.split_whitespace().for_each(send);
    }

    fn first_process(&self) -> Option<String> {
        let contents = std::fs::read_to_string(self.files().join("postmaster.pid")).ok()?;
        contents.lines().next().map(str::to_owned)
    }

    fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.first_process().is_some() {
            self.thaw();
            let mut stop = program("pg_ctl");
            stop.arg("-D").arg(self.files()).args(["-m", "immediate", "stop"]);
            // Fails if it is already stopped.
            let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
    }
}

fn program(name: &str) -> Command {
    let program = programs().join(name);
    let mut command = if is_root() {
        let mut as_another = Command::new("runuser");
        as_another.args(["-u", ACCOUNT, "--"]).arg(program);
        as_another
    } else {
        Command::new(program)
    };
    // The other account may not have access to the checkout.
    command.current_dir("/");
    command
}

/// The folder of PostgreSQL's programs, which `cargo xtask test` passes on.
fn programs() -> PathBuf {
    let configured = std::env::var("RIDGELINE_TEST_POSTGRES_PROGRAMS").unwrap_or_default();
    let configured =
        Some(PathBuf::from(configured)).filter(|configured| !configured.as_os_str().is_empty());
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = configured.or_else(|| versions.map(|version| version.path().join("bin")).max());
    found.filter(|folder| folder.join("initdb").is_file()).expect(
        "RIDGELINE_TEST_POSTGRES_PROGRAMS names the folder with initdb and pg_ctl of PostgreSQL",
    )
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().expect("id");
    output.stdout.trim_ascii() == b"0"
}

fn run(command: &mut Command) {
    // A process that keeps running must not hold the tests' pipes open.
    let log = tempfile::NamedTempFile::new().expect("a file");
    let out = |file: &Path| Stdio::from(std::fs::File::create(file).expect("a file"));
    let ended = command.stdin(Stdio::null()).stdout(out(log.path())).stderr(Stdio::null()).status();
    let output = std::fs::read_to_string(log.path()).unwrap_or_default();
    assert!(ended.expect("run").success(), "{command:?}: {output}");
}

//! PgBouncer before the PostgreSQL of the tests.

use std::{
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
};

use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

/// Connections to PostgreSQL in transaction mode: fewer than the server's own, so that they are passed on.
const SHARED: usize = 5;
/// In session mode each of the server's own needs one.
const OF_SESSIONS: usize = 60;
/// How many ports are tried.
const PORTS: usize = 5;

/// A running PgBouncer. It ends with this.
pub struct PgBouncer {
    /// The address of the database behind it.
    pub url: String,
    process: Child,
    _folder: TempDir,
}

/// When PgBouncer gives a connection to another client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolMode {
    /// When the client disconnects.
    Session,
    /// After each transaction.
    Transaction,
}

impl PgBouncer {
    /// Starts one before the database at this address.
    pub async fn start(url: &str, mode: PoolMode) -> Self {
        // It cannot choose a port itself, and another program may take the free one first.
        for _ in 0..PORTS {
            if let Some(started) = Self::start_on_a_free_port(url, mode).await {
                return started;
            }
        }
        panic!("it ended each time")
    }

    /// `None` if it ended before it answered.
    async fn start_on_a_free_port(url: &str, mode: PoolMode) -> Option<Self> {
        let (user, rest) =
            url.strip_prefix("postgres://").expect("a URL").split_once('@').expect("a user");
        let (server, database) = rest.split_once('/').expect("a database");
        let (host, server_port) = server.split_once(':').expect("a port");
        let port =
            TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("address").port();
        let (word, size) = match mode {
            PoolMode::Session => ("session", OF_SESSIONS),
            PoolMode::Transaction => ("transaction", SHARED),
        };
        let folder = tempfile::tempdir().expect("folder");
        let mut settings = format!(
            "[databases]\n* = host={host} port={server_port} user={user}\n\
             [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
             auth_type = any\npool_mode = {word}\ndefault_pool_size = {size}\nmax_client_conn = 200\n\
             ignore_startup_parameters = extra_float_digits\n"
        );
        if is_root() {
            // It refuses to run as root, and changes to this account.
            settings.push_str("user = nobody\n");
        }
        let file = folder.path().join("pgbouncer.ini");
        std::fs::write(&file, settings).expect("settings");
        let mut command = Command::new(program());
        command.arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = command.spawn().expect("pgbouncer");
        let url = format!("postgres://{user}@127.0.0.1:{port}/{database}");
        while PgConnection::connect(&url).await.is_err() {
            if process.try_wait().expect("a state").is_some() {
                return None;
            }
        }
        Some(Self { url, process, _folder: folder })
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Debian puts it where only root looks.
fn program() -> &'static str {
    let debian = "/usr/sbin/pgbouncer";
    if Path::new(debian).exists() { debian } else { "pgbouncer" }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id");
    id.stdout.trim_ascii() == b"0"
}

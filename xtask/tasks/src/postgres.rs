//! A temporary PostgreSQL for the tests, in a temporary folder on a free port.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, Result};
use tempfile::TempDir;
use xtask::{
    checkout::{free_port, is_root, which},
    debian,
    steps::Step,
};

/// The variable with the PostgreSQL programs, for tests that start and stop their own server.
pub const PROGRAMS: &str = "RIDGELINE_TEST_POSTGRES_PROGRAMS";

/// The user that PostgreSQL runs as if xtask is root, because it refuses to run as root.
pub const ACCOUNT: &str = "postgres";

/// The running cluster. A static, so that Ctrl-C can stop it too.
static RUNNING: Mutex<Option<Cluster>> = Mutex::new(None);

struct Cluster {
    programs: PathBuf,
    folder: TempDir,
}

/// Stops PostgreSQL when dropped.
pub struct Postgres {
    /// The value of `RIDGELINE_TEST_POSTGRES`: the server's address without a database.
    pub url: String,
}

impl Drop for Postgres {
    fn drop(&mut self) {
        stop();
    }
}

/// Stops PostgreSQL and removes its folder, if it runs.
pub fn stop() {
    let cluster = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(cluster) = cluster {
        let mut stop = cluster.program("pg_ctl");
        stop.arg("-D").arg(cluster.files()).args(["-m", "immediate", "stop"]);
        // It may never have started.
        let _ = stop.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// The folder of PostgreSQL's programs; installs them first if necessary and possible. `purpose` begins the message
/// if that is not possible.
pub fn install(step: &Step, purpose: &str) -> Result<PathBuf> {
    if let Some(found) = programs() {
        return Ok(found);
    }
    debian::ensure(step, purpose, &["postgresql"])?;
    programs().context("PostgreSQL is installed, but its initdb is not to be found")
}

/// Starts PostgreSQL; installs it first if necessary and possible.
pub fn start(step: &Step) -> Result<Postgres> {
    let programs = install(step, "The tests need PostgreSQL")?;
    let folder = tempfile::Builder::new().prefix("ridgeline-postgres-").tempdir_in(place())?;
    if is_root() {
        step.run(Command::new("chown").arg(ACCOUNT).arg(folder.path())).with_context(|| {
            format!("PostgreSQL cannot run as root and needs the user {ACCOUNT}")
        })?;
    }
    let cluster = Cluster { programs, folder };
    let port = free_port()?;
    let mut init = cluster.program("initdb");
    init.arg("-D").arg(cluster.files());
    init.args(["-U", "ridgeline", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
    let mut start_server = cluster.program("pg_ctl");
    start_server.arg("-D").arg(cluster.files()).arg("-l").arg(cluster.log()).arg("-o").arg(
        format!(
            "-c listen_addresses=127.0.0.1 -p {port} -k {} -c max_connections=300 \
         -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=256MB",
            cluster.folder.path().display()
        ),
    );
    start_server.args(["-w", "start"]);
    let log = cluster.log();
    // Set before the start, so that Ctrl-C during the start cleans up too.
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(cluster);
    let postgres = Postgres { url: format!("postgres://ridgeline@127.0.0.1:{port}") };
    step.run(&mut init).context("PostgreSQL cannot make a database for the tests")?;
    step.run(&mut start_server).with_context(|| {
        let text = fs::read_to_string(log).unwrap_or_default();
        format!("PostgreSQL for the tests does not start\n{text}")
    })?;
    Ok(postgres)
}

/// Where the cluster's folder is made: in memory if there is room. The tests make and drop a thousand databases of
/// hundreds of files each.
fn place() -> PathBuf {
    const MEMORY: &str = "/dev/shm";
    /// For the databases of all tests that run at once, and those that wait to be dropped.
    const ROOM: u64 = 4 << 30;
    let free =
        Command::new("df").args(["--output=avail", "-B1", MEMORY]).stderr(Stdio::null()).output();
    let free = free.ok().and_then(|output| available(&String::from_utf8_lossy(&output.stdout)));
    if free >= Some(ROOM) { PathBuf::from(MEMORY) } else { std::env::temp_dir() }
}

/// The bytes in the second line that `df` prints.
fn available(output: &str) -> Option<u64> {
    output.lines().nth(1)?.trim().parse().ok()
}

impl Cluster {
    fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let mut command = if is_root() {
            let mut runuser = Command::new("runuser");
            runuser.args(["-u", ACCOUNT, "--"]).arg(program);
            runuser
        } else {
            Command::new(program)
        };
        // The other user may not be allowed to see the checkout.
        command.current_dir("/");
        command
    }
}

/// The folder that [`PROGRAMS`] names.
pub fn programs() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| folder.join("initdb").is_file();
    let output = Command::new("pg_config").arg("--bindir").stderr(Stdio::null()).output().ok();
    output
        .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
        .filter(has_all)
        .or_else(|| newest(Path::new("/usr/lib/postgresql")).filter(has_all))
        .or_else(|| Some(which("initdb")?.parent()?.to_path_buf()))
}

/// Debian installs each version's programs in `VERSION/bin`.
fn newest(versions: &Path) -> Option<PathBuf> {
    let mut found: Vec<u32> = fs::read_dir(versions)
        .ok()?
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    found.sort_unstable();
    Some(versions.join(found.last()?.to_string()).join("bin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_find_out_how_much_memory_their_databases_may_take() {
        assert_eq!(available("       Avail\n25269329920\n"), Some(25_269_329_920));
        assert_eq!(available(""), None);
    }

    #[test]
    fn the_newest_of_several_versions_is_used() {
        let folder = tempfile::tempdir().expect("folder");
        for version in ["9", "15", "17", "README"] {
            fs::create_dir(folder.path().join(version)).expect("version");
        }
        assert_eq!(newest(folder.path()), Some(folder.path().join("17/bin")));
    }
}

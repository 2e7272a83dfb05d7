//! PostgreSQL: a primary and a standby that streams from it, on one machine.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use nix::sys::signal::Signal;
use xtask::steps::Step;

use crate::{
    postgres::ACCOUNT,
    scale::{
        folders::Folders,
        processes::{Process, folder_of, run_as, wait_until},
    },
};

/// The user and the database of Ridgeline.
pub const NAME: &str = "ridgeline";
/// How long PostgreSQL may take to start, also after a crash.
const START: Duration = Duration::from_mins(1);
/// How long it may take to stop.
const STOP: Duration = Duration::from_secs(30);

/// The primary and its standby; stopped when dropped.
pub struct Database {
    programs: PathBuf,
    primary: Node,
    standby: Node,
    /// The standby was promoted, and the former primary is gone.
    is_promoted: bool,
}

struct Node {
    name: &'static str,
    port: u16,
    files: PathBuf,
    log: PathBuf,
    process: Option<Process>,
}

impl Database {
    /// Creates a primary with an empty database, and a standby of it. If `is_synchronous`, a commit waits until the
    /// standby has it on disk.
    pub fn start(
        step: &Step,
        programs: PathBuf,
        Folders { files, logs }: &Folders,
        ports: [u16; 2],
        is_synchronous: bool,
    ) -> Result<Self> {
        let node = |name, port| Node {
            name,
            port,
            files: files.join(name),
            log: logs.join(format!("postgres-{name}.log")),
            process: None,
        };
        let mut database = Self {
            programs,
            primary: node("a", ports[0]),
            standby: node("b", ports[1]),
            is_promoted: false,
        };
        folder_of(ACCOUNT, files)?;
        database.create(step)?;
        if is_synchronous {
            let wanted = "ALTER SYSTEM SET synchronous_standby_names = '*'";
            for statement in [wanted, "SELECT pg_reload_conf()"] {
                database.query(statement)?;
            }
        }
        Ok(database)
    }

    fn create(&mut self, step: &Step) -> Result<()> {
        let mut init = self.program("initdb")?;
        init.arg("-D").arg(&self.primary.files);
        init.args(["-U", NAME, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
        step.run(&mut init).context("PostgreSQL cannot create its files")?;
        self.run_primary()?;
        let mut create = self.program("createdb")?;
        create.args(["-h", "127.0.0.1", "-U", NAME, "-p"]).arg(self.primary.port.to_string());
        step.run(create.arg(NAME)).context("the database cannot be created")?;
        let mut copy = self.program("pg_basebackup")?;
        copy.arg("-D").arg(&self.standby.files).arg("-d").arg(format!(
            "host=127.0.0.1 port={} user={NAME} application_name=standby",
            self.primary.port
        ));
        copy.args(["-R", "-X", "stream", "-c", "fast", "--no-sync"]);
        step.run(&mut copy).context("the standby cannot be copied from the primary")?;
        self.run_standby()
    }

    /// Starts the standby, and waits until it receives what the primary writes.
    pub fn run_standby(&mut self) -> Result<()> {
        let mut standby = self.postgres(&self.standby)?;
        let name = format!("PostgreSQL {}", self.standby.name);
        self.standby.process = Some(Process::start(&name, &mut standby, &self.standby.log)?);
        wait_until("the standby", START, || {
            let streams = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
            self.query(streams).is_ok_and(|count| count == "1")
        })
    }

    /// Kills the standby.
    pub fn lose_standby(&mut self) -> Result<()> {
        self.standby.process.take().context("the standby does not run")?.crash()
    }

    /// The port of the PostgreSQL that writes.
    pub fn port(&self) -> u16 {
        self.current().port
    }

    /// The port of the standby.
    pub fn standby_port(&self) -> u16 {
        self.standby.port
    }

    /// Stops the primary as `systemctl restart` does, and starts it again.
    pub fn restart(&mut self) -> Result<()> {
        let process = self.current_mut().process.as_mut().context("PostgreSQL does not run")?;
        // The fast shutdown: sessions are ended, and everything is written.
        process.signal(Signal::SIGINT)?;
        process.wait(STOP)?;
        self.run_primary()
    }

    /// Kills the primary's first process, whose children then end, and starts it again.
    pub fn crash(&mut self) -> Result<()> {
        self.lose_primary()?;
        self.run_primary()
    }

    /// Ends all connections to the database but the one that does it; returns how many.
    pub fn end_connections(&self) -> Result<String> {
        self.query(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
    }

    /// Loses the primary for good, and lets the standby write.
    pub fn promote(&mut self) -> Result<()> {
        self.lose_primary()?;
        self.is_promoted = true;
        let promoted = self.query("SELECT pg_promote(true, 30)")?;
        if promoted != "t" {
            bail!("the standby cannot be promoted: {promoted}");
        }
        Ok(())
    }

    fn lose_primary(&mut self) -> Result<()> {
        self.current_mut().process.take().context("PostgreSQL does not run")?.crash()
    }

    /// Starts the primary. After a crash it refuses until the last child of the former one has ended.
    fn run_primary(&mut self) -> Result<()> {
        let name = format!("PostgreSQL {}", self.current().name);
        let mut failed = None;
        wait_until("PostgreSQL", START, || {
            if let Err(error) = self.run_current(&name) {
                failed = Some(error);
            }
            failed.is_some() || self.answers().unwrap_or(false)
        })?;
        failed.map_or(Ok(()), Err)
    }

    fn run_current(&mut self, name: &str) -> Result<()> {
        let is_running =
            self.current_mut().process.as_mut().is_some_and(|process| !process.has_ended());
        if is_running {
            return Ok(());
        }
        let mut command = self.postgres(self.current())?;
        let log = self.current().log.clone();
        self.current_mut().process = Some(Process::start(name, &mut command, &log)?);
        Ok(())
    }

    fn current(&self) -> &Node {
        if self.is_promoted { &self.standby } else { &self.primary }
    }

    fn current_mut(&mut self) -> &mut Node {
        if self.is_promoted { &mut self.standby } else { &mut self.primary }
    }

    /// Whether the primary accepts connections, also before there is a database.
    fn answers(&self) -> Result<bool> {
        let mut ask = self.program("pg_isready")?;
        ask.args(["-q", "-h", "127.0.0.1", "-p"]).arg(self.port().to_string());
        Ok(ask.status()?.success())
    }

    /// The one value of a statement.
    fn query(&self, statement: &str) -> Result<String> {
        let mut psql = self.program("psql")?;
        psql.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", NAME, "-d", NAME]);
        psql.arg("-p").arg(self.port().to_string()).args(["-c", statement]);
        psql.env("PGCONNECT_TIMEOUT", "2").stdin(Stdio::null());
        let output = psql.output().context("psql cannot be started")?;
        if !output.status.success() {
            bail!("psql: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    fn postgres(&self, node: &Node) -> Result<Command> {
        let mut postgres = self.program("postgres")?;
        postgres.arg("-D").arg(&node.files).arg("-p").arg(node.port.to_string());
        for setting in [
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=200",
            // The standby goes on soon after a restart of the primary.
            "wal_retrieve_retry_interval=200ms",
            "wal_keep_size=256MB",
            // A long read at the standby is not ended by what the primary removes.
            "hot_standby_feedback=on",
        ] {
            postgres.args(["-c", setting]);
        }
        Ok(postgres)
    }

    fn program(&self, name: &str) -> Result<Command> {
        let mut command = Command::new(self.programs.join(name));
        run_as(ACCOUNT, &mut command)?;
        Ok(command)
    }
}

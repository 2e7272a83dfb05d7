//! The servers under test, each in a separate process.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use crate::processes;

/// A running server; killed when dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// PostgreSQL's first process, if its CPU time counts as well.
    postmaster: Option<u32>,
    _output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts Ridgeline with the database in this folder.
    pub fn ours(program: &Path, data: &Path) -> Result<Self> {
        Self::start(&mut Self::command(program, data, "off"))
    }

    /// Starts Ridgeline with its rate limits.
    pub fn ours_limited(program: &Path, data: &Path) -> Result<Self> {
        Self::start(&mut Self::command(program, data, "on"))
    }

    /// Starts Ridgeline with a PostgreSQL database.
    pub fn ours_over(program: &Path, data: &Path, database: &str) -> Result<Self> {
        Self::start(Self::command(program, data, "off").args(["--database-url", database]))
    }

    fn command(program: &Path, data: &Path, limits: &str) -> Command {
        let mut command = Command::new(program);
        command
            .args(["serve", "--rate-limits", limits, "--listen", "127.0.0.1:0"])
            // The consumers of webhooks are on this machine.
            .args(["--webhook-allow-private", "on", "--data"])
            .arg(data);
        // The settings of the developer's environment must not affect the measurement.
        for (name, _) in std::env::vars_os() {
            let ours = name.to_string_lossy().starts_with("RIDGELINE_");
            if ours || name == "DATABASE_URL" {
                command.env_remove(name);
            }
        }
        command
    }

    /// Starts a program that prints its address as `http://ADDRESS` when it is ready.
    pub fn start(command: &mut Command) -> Result<Self> {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().with_context(|| {
                format!("{} cannot be started", command.get_program().display())
            })?;
        let Some(stdout) = child.stdout.take() else { bail!("the server has no output") };
        let mut output = BufReader::new(stdout);
        let address = read_address(&mut output);
        if address.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        Ok(Self { child, address: address?, postmaster: None, _output: output })
    }

    /// Counts the CPU time of this PostgreSQL as its own.
    pub const fn counting_database(mut self, postmaster: u32) -> Self {
        self.postmaster = Some(postmaster);
        self
    }

    /// CPU time used so far by all its threads; `None` if the system does not report it.
    pub fn worked(&self) -> Option<Duration> {
        let own = processes::time_of(self.child.id())?;
        match self.postmaster {
            None => Some(own),
            Some(postmaster) => Some(own + processes::time_with_children(postmaster)?),
        }
    }

    /// Resident memory in MB, shared pages included; `None` if the system does not report it.
    pub fn resident(&self) -> Option<f64> {
        self.memory("VmRSS:")
    }

    /// Peak resident memory in MB.
    pub fn peak(&self) -> Option<f64> {
        self.memory("VmHWM:")
    }

    fn memory(&self, name: &str) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes / 1024.0)
    }

    /// Kills the server without a clean shutdown, as a crash would.
    pub fn crash(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_address(output: &mut BufReader<ChildStdout>) -> Result<SocketAddr> {
    let mut line = String::new();
    while output.read_line(&mut line)? > 0 {
        if let Some((_, address)) = line.trim().rsplit_once("http://") {
            return address.parse().with_context(|| format!("{address} is no address"));
        }
        line.clear();
    }
    bail!("a server ended before it was ready")
}

//! A Ridgeline server of our own, on an empty data folder and a port that was free.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result};
use tempfile::TempDir;

/// Runs until it is dropped; then its data is gone too.
pub struct Ridgeline {
    /// Where it listens, as `http://127.0.0.1:…`.
    pub address: String,
    process: Child,
    _data: TempDir,
}

impl Ridgeline {
    /// Starts a built server and waits until it says that it is ready.
    pub fn start(program: &Path) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .env_remove("DATABASE_URL")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be started", program.display()))?;
        let out = process.stdout.take().context("a pipe")?;
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned)
        });
        match address {
            Some(address) => Ok(Self { address, process, _data: data }),
            None => {
                Err(anyhow::anyhow!("the server ended ({}) before it was ready", process.wait()?))
            }
        }
    }
}

impl Drop for Ridgeline {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to be done about that here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

//! A temporary Ridgeline server with an empty data folder and a free port.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;

/// Runs until it is dropped, which also deletes its data.
pub struct Ridgeline {
    /// Where it listens, as `http://127.0.0.1:…`.
    pub address: String,
    process: Child,
    _data: TempDir,
}

impl Ridgeline {
    /// Starts a built server and waits until it reports that it is ready.
    pub fn start(program: &Path) -> Result<Self> {
        let data = tempfile::tempdir()?;
        Self::serve(program, data, None, &[])
    }

    /// Starts a built server with the demo data and without rate limits.
    pub fn with_demo(program: &Path, database: Option<&str>) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let mut demo = Command::new(program);
        demo.args(["demo", "--data"]).arg(data.path()).env_remove("DATABASE_URL");
        if let Some(url) = database {
            demo.args(["--database-url", url]);
        }
        let output = demo.stdin(Stdio::null()).output()?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "the demo cannot be loaded\n{errors}");
        Self::serve(program, data, database, &["--rate-limits", "off"])
    }

    fn serve(
        program: &Path,
        data: TempDir,
        database: Option<&str>,
        flags: &[&str],
    ) -> Result<Self> {
        let mut serve = Command::new(program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path()).args(flags);
        serve.env_remove("DATABASE_URL");
        if let Some(url) = database {
            serve.args(["--database-url", url]);
        }
        let mut process = serve
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
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

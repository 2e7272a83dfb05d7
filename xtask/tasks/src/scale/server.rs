//! One of the Ridgeline servers, on a fixed port and a data folder of its own.

use std::{fs, path::PathBuf, process::Command, time::Duration};

use anyhow::{Context as _, Result, bail};
use nix::sys::signal::Signal;

use crate::scale::{
    folders::Folders,
    processes::{Process, wait_until},
};

/// How long a server may take until it is ready, beside others that start.
const READY: Duration = Duration::from_mins(1);
/// How long it may take to stop: open requests and emails are waited for.
const STOP: Duration = Duration::from_mins(1);
/// Longer than HAProxy takes to notice that it is not ready.
const DRAIN_SECONDS: &str = "2";
/// How long it may take to say whether it is ready.
const LOOK: Duration = Duration::from_secs(3);
/// How much of a line of the log is shown.
const SHOWN: usize = 240;

/// What all servers share.
#[derive(Clone)]
pub struct Settings {
    pub program: PathBuf,
    pub public_url: String,
    pub bucket: u16,
    pub mail: u16,
}

/// Where it finds PostgreSQL.
pub struct DatabaseUrls {
    pub database: String,
    /// PostgreSQL itself, if the first is PgBouncer in transaction mode.
    pub listen: Option<String>,
    /// The standby that answers long reads.
    pub replica: Option<String>,
}

/// A server, which may be down; killed when dropped.
pub struct Server {
    /// Its name in HAProxy's settings.
    pub name: String,
    pub port: u16,
    data: PathBuf,
    log: PathBuf,
    settings: Settings,
    process: Option<Process>,
}

impl Server {
    /// A server that does not run yet.
    pub fn new(
        at: usize,
        port: u16,
        Folders { files, logs }: &Folders,
        settings: &Settings,
    ) -> Self {
        Self {
            name: format!("s{at}"),
            port,
            data: files.join(format!("server-{at}")),
            log: logs.join(format!("server-{at}.log")),
            settings: settings.clone(),
            process: None,
        }
    }

    /// Starts it on this database, without waiting.
    pub fn start(&mut self, urls: &DatabaseUrls) -> Result<()> {
        let Settings { program, public_url, bucket, mail } = &self.settings;
        let mut serve = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("RIDGELINE_") {
                serve.env_remove(name);
            }
        }
        serve.arg("serve").arg("--data").arg(&self.data);
        for (flag, value) in [
            ("--listen", format!("127.0.0.1:{}", self.port)),
            ("--database-url", urls.database.clone()),
            ("--files-url", "s3://ridgeline/files".to_owned()),
            ("--smtp-url", format!("smtp://127.0.0.1:{mail}")),
            ("--public-url", public_url.clone()),
            ("--trusted-proxies", "127.0.0.0/8".to_owned()),
            ("--rate-limits", "off".to_owned()),
            ("--drain-delay", DRAIN_SECONDS.to_owned()),
        ] {
            serve.arg(flag).arg(value);
        }
        if let Some(listen) = &urls.listen {
            serve.arg("--database-listen-url").arg(listen);
        }
        if let Some(replica) = &urls.replica {
            serve.arg("--database-replica-url").arg(replica);
        }
        serve.env("AWS_ENDPOINT", format!("http://127.0.0.1:{bucket}"));
        for (name, value) in [
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_ACCESS_KEY_ID", "key"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_REGION", "us-east-1"),
        ] {
            serve.env(name, value);
        }
        serve.env_remove("DATABASE_URL");
        // One at a time on a data folder: the former one must have ended.
        self.process = None;
        self.process = Some(Process::start(&self.name, &mut serve, &self.log)?);
        Ok(())
    }

    /// Waits until it is ready.
    pub fn wait_until_ready(&mut self) -> Result<()> {
        let began = self.log_bytes();
        let ready = format!("{}/api/ready", self.address());
        wait_until(&format!("the server {}", self.name), READY, || {
            self.has_ended() || is_success(&ready)
        })
        .and_then(|()| if self.has_ended() { bail!("{} ended", self.name) } else { Ok(()) })
        .map_err(|error| match self.last_line_since(began) {
            Some(line) => error.context(line),
            None => error,
        })
    }

    /// Such as `http://127.0.0.1:40123`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// A counter of its metrics.
    pub fn counter(&self, name: &str) -> Result<u64> {
        let mut answer = ureq::get(format!("{}/metrics", self.address()))
            .config()
            .timeout_global(Some(LOOK))
            .build()
            .call()?;
        let text = answer.body_mut().read_to_string()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        Ok(line.with_context(|| format!("{} has no {name}", self.name))?.parse()?)
    }

    /// Whether it does not run.
    pub fn has_ended(&mut self) -> bool {
        self.process.as_mut().is_none_or(Process::has_ended)
    }

    /// SIGKILL.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// SIGTERM, and waits until it has ended.
    pub fn stop(&mut self) -> Result<()> {
        let Some(mut process) = self.process.take() else { return Ok(()) };
        process.signal(Signal::SIGTERM)?;
        process.wait(STOP)
    }

    /// Freezes it: connections stay open, and nothing answers.
    pub fn freeze(&self) -> Result<()> {
        self.process.as_ref().map_or(Ok(()), |process| process.signal(Signal::SIGSTOP))
    }

    /// Continues after a freeze.
    pub fn thaw(&self) -> Result<()> {
        self.process.as_ref().map_or(Ok(()), |process| process.signal(Signal::SIGCONT))
    }

    /// The length of its log.
    pub fn log_bytes(&self) -> usize {
        fs::metadata(&self.log).map_or(0, |log| usize::try_from(log.len()).unwrap_or(0))
    }

    /// The first error in its log after this length.
    pub fn first_error_since(&self, bytes: usize) -> Option<String> {
        self.lines_since(bytes, |line| line.contains("ERROR") || line.contains("panicked"))
            .into_iter()
            .next()
    }

    fn last_line_since(&self, bytes: usize) -> Option<String> {
        self.lines_since(bytes, |line| !line.trim().is_empty()).pop()
    }

    fn lines_since(&self, bytes: usize, keep: impl Fn(&str) -> bool) -> Vec<String> {
        let log = fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(log.get(bytes..).unwrap_or_default());
        let lines = text.lines().filter(|line| keep(line));
        lines.map(|line| line.chars().take(SHOWN).collect()).collect()
    }
}

fn is_success(address: &str) -> bool {
    ureq::get(address).config().timeout_global(Some(LOOK)).build().call().is_ok()
}

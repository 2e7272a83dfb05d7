//! The machine that all of this is measured on.

use std::{
    fmt,
    fs::File,
    io::Write as _,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::Result;

/// What has to be known of a machine to read the figures.
#[derive(Debug)]
pub struct Machine {
    cores: usize,
    others: Option<String>,
    sync: Duration,
    slow_sync: Duration,
}

impl Machine {
    /// Counts the cores, asks who else is at work, and times the disk below `folder`.
    pub fn look(folder: &Path) -> Result<Self> {
        const SYNCS: usize = 100;
        let mut file = tempfile::tempfile_in(folder)?;
        let mut took = Vec::with_capacity(SYNCS);
        for _ in 0..SYNCS {
            took.push(append_and_sync(&mut file)?);
        }
        took.sort_unstable();
        Ok(Self {
            cores: std::thread::available_parallelism()?.get(),
            others: std::fs::read_to_string("/proc/loadavg").ok(),
            sync: took[SYNCS / 2],
            slow_sync: took[SYNCS * 95 / 100],
        })
    }
}

/// What one commit asks of the disk: a few pages at the end of a file, and a sync.
fn append_and_sync(file: &mut File) -> Result<Duration> {
    let began = Instant::now();
    file.write_all(&[7; 8_192])?;
    file.sync_data()?;
    Ok(began.elapsed())
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let load =
            self.others.as_deref().and_then(|line| line.split(' ').next()).unwrap_or("unknown");
        write!(
            f,
            "{} cores, load average {load} before the start; 8 KB appended and synced: {:.2} ms in \
             the median, {:.2} ms at the 95th percentile",
            self.cores,
            self.sync.as_secs_f64() * 1e3,
            self.slow_sync.as_secs_f64() * 1e3,
        )
    }
}

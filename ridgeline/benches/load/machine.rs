//! The machine that runs the measurements.

use std::{
    fmt,
    fs::File,
    io::Write as _,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::Result;

/// The machine's properties that affect the figures.
#[derive(Debug)]
pub struct Machine {
    cores: usize,
    others: Option<String>,
    sync: Duration,
    slow_sync: Duration,
}

impl Machine {
    /// Reads the number of cores and the load average, and times the disk below `folder`.
    pub fn look(folder: &Path) -> Result<Self> {
        const SYNCS: usize = 100;
        let mut file = tempfile::tempfile_in(folder)?;
        let mut times = Vec::with_capacity(SYNCS);
        for _ in 0..SYNCS {
            times.push(append_and_sync(&mut file)?);
        }
        times.sort_unstable();
        Ok(Self {
            cores: std::thread::available_parallelism()?.get(),
            others: std::fs::read_to_string("/proc/loadavg").ok(),
            sync: times[SYNCS / 2],
            slow_sync: times[SYNCS * 95 / 100],
        })
    }
}

/// The disk work of one commit: a few appended pages and a sync.
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

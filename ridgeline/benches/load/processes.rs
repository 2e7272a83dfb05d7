//! The CPU time of processes, as Linux counts it.

use std::{fs, time::Duration};

use anyhow::{Context as _, Result, ensure};
use sqlx::{Connection as _, PgConnection};

/// Linux counts a process's CPU time in hundredths of a second on every machine.
const MILLIS_A_TICK: u64 = 10;

/// The part of `/proc/PID/stat` after the name.
struct Stat {
    parent: u32,
    own: u64,
    ended_children: u64,
}

/// CPU time used so far by all threads of a process; `None` if the system does not report it.
pub fn time_of(process: u32) -> Option<Duration> {
    Some(time(stat(process)?.own))
}

/// The same of a process and of its children, those that have ended included.
pub fn time_with_children(process: u32) -> Option<Duration> {
    let first = stat(process)?;
    let all = fs::read_dir("/proc").ok()?;
    let running = all
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(stat)
        .filter(|each| each.parent == process)
        .map(|each| each.own)
        .sum::<u64>();
    Some(time(first.own + first.ended_children + running))
}

/// PostgreSQL's first process, if it runs on this machine.
pub async fn postmaster(url: &str) -> Result<u32> {
    let mut connection = PgConnection::connect(url).await?;
    let backend: i32 =
        sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await?;
    let backend = u32::try_from(backend)?;
    let found = stat(backend).context("the CPU time of PostgreSQL is not known here")?;
    let name = fs::read_to_string(format!("/proc/{backend}/comm"))?;
    ensure!(
        name.trim() == "postgres",
        "the CPU time of PostgreSQL is not known: it does not run on this machine"
    );
    connection.close().await?;
    Ok(found.parent)
}

const fn time(ticks: u64) -> Duration {
    Duration::from_millis(ticks * MILLIS_A_TICK)
}

fn stat(process: u32) -> Option<Stat> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may contain anything; the fields are counted after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        own: number(11)? + number(12)?,
        ended_children: number(13)? + number(14)?,
    })
}

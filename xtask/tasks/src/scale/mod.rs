//! `cargo xtask scale`: several servers on one PostgreSQL behind a load balancer, at work while something goes wrong.
//! The record of docs/scaling.md.

mod api;
mod balancer;
mod calls;
mod checks;
mod cluster;
mod database;
mod faults;
mod folders;
mod ledger;
mod load;
mod mail;
mod phase;
mod pooler;
mod processes;
mod programs;
mod server;
mod sightings;
mod site;
mod sockets;
mod table;

use std::{path::PathBuf, time::Duration};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum as _};
use xtask::steps;

pub use self::programs::install_python;
use self::{
    cluster::{Cluster, MOST_SERVERS},
    faults::Fault,
    programs::Programs,
    table::Row,
};
use crate::tally::Tally;

/// All faults.
const ALL: &str = "all";
/// What CI runs, below 90 seconds in all.
const SHORT_SERVERS: usize = 2;
const SHORT_FAULTS: [Fault; 2] = [Fault::KillServer, Fault::ConnectionsEnded];
const SHORT_SECONDS: u64 = 10;

/// What is tried, and with how many servers.
#[derive(Args)]
pub struct ScaleArgs {
    /// How many servers there are: everything is tried with each number.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,3")]
    servers: Vec<usize>,
    /// What goes wrong: all, or of none, kill-server, rolling-restart, postgres-restart, postgres-crash,
    /// connections-ended, balancer-reload, bucket-away, server-frozen, readers-hang-up, pgbouncer-session,
    /// pgbouncer-transaction, replica, replica-away, promotion.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = ALL)]
    faults: Vec<String>,
    /// How many seconds people work around each fault, at least.
    #[arg(long, value_name = "N", default_value_t = 20)]
    seconds: u64,
    /// Two servers and two faults, below 90 seconds in all.
    #[arg(long, conflicts_with_all = ["servers", "faults", "seconds"])]
    short: bool,
    /// A commit waits until the standby has it: a promotion loses nothing.
    #[arg(long)]
    synchronous: bool,
    /// A server that is built already; otherwise it is built as for `cargo xtask run`.
    #[arg(long, value_name = "FILE", env = "RIDGELINE_BIN")]
    server: Option<PathBuf>,
}

/// Tries everything and prints the table; returns whether everything was as promised.
pub fn run(arguments: &ScaleArgs) -> Result<bool> {
    ctrlc::set_handler(|| stop_and_exit())?;
    Ok(try_all(arguments)?.failed == 0)
}

/// What `cargo xtask test` runs: the short form, with this server.
pub fn check(ridgeline: PathBuf) -> Result<Tally> {
    try_all(&ScaleArgs {
        servers: Vec::new(),
        faults: Vec::new(),
        seconds: SHORT_SECONDS,
        short: true,
        synchronous: false,
        server: Some(ridgeline),
    })
}

/// Ends everything that runs, and then xtask itself.
pub fn stop_and_exit() -> ! {
    processes::end_all_and_exit(folders::delete_files)
}

fn try_all(arguments: &ScaleArgs) -> Result<Tally> {
    let (counts, faults, length) = plan(arguments)?;
    folders::delete_logs();
    let programs = Programs::find(arguments.server.clone())?;
    let mut rows = Vec::new();
    for count in counts {
        let mut cluster = None;
        for fault in &faults {
            let row = phase(&mut cluster, &programs, (count, *fault), (length, arguments));
            if let Err(error) = &row.result {
                println!("    {error}");
            }
            // After a promotion there is no standby, and after a failure nobody knows what works.
            if row.result.is_err() || *fault == Fault::Promotion {
                cluster = None;
            }
            rows.push(row);
        }
    }
    println!("\n{}\n", table::print(&rows));
    let broken = rows.iter().filter(|row| !row.is_kept(arguments.synchronous)).count();
    println!("{} phases as promised, {broken} not", rows.len() - broken);
    Ok(Tally { passed: rows.len() - broken, failed: broken })
}

/// Runs a phase, in a new installation if there is none.
fn phase(
    cluster: &mut Option<Cluster>,
    programs: &Programs,
    (count, fault): (usize, Fault),
    (length, arguments): (Duration, &ScaleArgs),
) -> Row {
    let servers = if count == 1 { "1 server".to_owned() } else { format!("{count} servers") };
    let mut phase = || {
        let cluster = match cluster {
            Some(cluster) => cluster,
            None => cluster.insert(steps::step(&format!("installation of {servers}"), |step| {
                Cluster::start(step, programs, count, arguments.synchronous)
            })?),
        };
        let name = format!("{} with {servers}", fault.name());
        steps::step(&name, |_| phase::run(cluster, fault, length))
    };
    phase().unwrap_or_else(|error| Row::failed(fault, count, &error))
}

/// How many servers, which faults in their order, and how long each phase is.
fn plan(arguments: &ScaleArgs) -> Result<(Vec<usize>, Vec<Fault>, Duration)> {
    if arguments.short {
        let length = Duration::from_secs(SHORT_SECONDS);
        return Ok((vec![SHORT_SERVERS], SHORT_FAULTS.to_vec(), length));
    }
    if let Some(count) = arguments.servers.iter().find(|count| !(1..=MOST_SERVERS).contains(count))
    {
        bail!("{count} servers: there can be 1 to {MOST_SERVERS}");
    }
    let mut faults = Vec::new();
    for name in &arguments.faults {
        if name == ALL {
            faults.extend(Fault::value_variants());
        } else {
            let fault = Fault::from_str(name, false);
            faults.push(fault.map_err(|error| anyhow::anyhow!("--faults {name}: {error}"))?);
        }
    }
    faults.sort_unstable();
    faults.dedup();
    Ok((arguments.servers.clone(), faults, Duration::from_secs(arguments.seconds)))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: ScaleArgs,
    }

    fn planned(line: &[&str]) -> Result<(Vec<usize>, Vec<Fault>, Duration)> {
        plan(&Line::try_parse_from([&["scale"][..], line].concat())?.arguments)
    }

    #[test]
    fn everything_is_tried_unless_something_is_chosen() {
        let (servers, faults, length) = planned(&[]).expect("a plan");
        assert_eq!((servers, length), (vec![1, 2, 3], Duration::from_secs(20)));
        assert_eq!(faults, Fault::value_variants());
        let line = ["--servers", "2", "--faults", "promotion,none,none", "--seconds", "5"];
        let chosen = (vec![2], vec![Fault::None, Fault::Promotion], Duration::from_secs(5));
        assert_eq!(planned(&line).expect("a plan"), chosen);
    }

    #[test]
    fn a_fault_that_does_not_exist_is_refused() {
        assert!(planned(&["--faults", "earthquake"]).is_err());
        assert!(planned(&["--servers", "0"]).is_err());
        assert!(planned(&["--short", "--servers", "3"]).is_err());
    }
}

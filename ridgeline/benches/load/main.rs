//! Measures the server's throughput, latency and memory, and compares it with plain programs that do
//! the same: `cargo xtask bench` builds all of them and runs this. `docs/bench.md` describes the method.

mod attacks;
mod baseline;
mod changing;
mod client;
mod company_fixture;
mod comparison;
mod completed_jobs;
mod creates;
mod engines;
mod express;
mod global_search;
mod import;
mod lists;
mod live;
mod machine;
mod month;
mod people_fixture;
mod photos;
mod postgres;
mod processes;
mod reports;
mod search;
mod server;
mod shift;
mod start;
mod table;
mod webhooks;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Context as _, Result};
use clap::{Parser, ValueEnum};

use crate::{
    machine::Machine,
    table::{Row, Table},
};

/// Measures the server. `cargo xtask bench` passes the paths.
#[derive(Debug, Parser)]
struct Cli {
    /// The server to measure: the release binary.
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Node, and the script of the comparison.
    #[arg(long, num_args = 2, value_names = ["NODE", "SCRIPT"])]
    express: Vec<PathBuf>,
    /// Only this part; may be given more than once.
    #[arg(long, value_name = "NAME")]
    only: Vec<Part>,
    /// A folder on the disk to measure.
    #[arg(long, default_value = ".", value_name = "DIR")]
    scratch: PathBuf,
    /// A PostgreSQL server for temporary databases, for parts that are measured on both engines.
    #[arg(long, env = "RIDGELINE_TEST_POSTGRES", value_name = "URL")]
    postgres: Option<String>,
    /// How many turns each side takes.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The length of a turn.
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// How long the list is requested before memory is measured again.
    #[arg(long, default_value_t = 60.0)]
    memory_seconds: f64,
    /// Serve the bare list from this database: starts the comparison.
    #[arg(long, hide = true)]
    bare: Option<PathBuf>,
    /// Serve bare calls from this PostgreSQL database: starts the comparison.
    #[arg(long, hide = true)]
    bare_postgres: Option<String>,
    /// Serve the bare broadcast: starts the comparison.
    #[arg(long, hide = true)]
    bare_room: bool,
    /// How long the soak lasts; ten minutes show what one does not.
    #[arg(long, env = "RIDGELINE_SOAK_SECONDS", default_value_t = 60.0)]
    soak_seconds: f64,
    /// How long the consumer of webhooks is down.
    #[arg(long, env = "RIDGELINE_OUTAGE_SECONDS", default_value_t = 60.0)]
    outage_seconds: f64,
    /// The flag that cargo passes to every bench.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What can be measured separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// A list of 200 jobs, against axum, one query and serde.
    Lists,
    /// A list that changes all the time, against Express with better-sqlite3.
    Changing,
    /// One job, against Express with better-sqlite3.
    One,
    /// Durable reschedules, against Express with better-sqlite3.
    Reschedule,
    /// An unchanged list, against a constant answer.
    Unchanged,
    /// Durable creates, against Express with better-sqlite3.
    Creates,
    /// The same calls on PostgreSQL, against SQLite, and against axum and one statement.
    Engines,
    /// The import of 5,994 rows.
    Import,
    /// The time from start to ready.
    Start,
    /// Memory.
    Memory,
    /// A month of a company with 20,000 jobs.
    Month,
    /// Pictures of jobs.
    Photos,
    /// One company among 100,000.
    Search,
    /// The global search of a company with 20,000 jobs.
    Everywhere,
    /// The four reports of a company with 20,000 jobs.
    Reports,
    /// A rain day of 60 jobs over four companies.
    Shift,
    /// A room of 200 sockets, against a bare broadcast.
    Room,
    /// 2,000 idle sockets.
    Sockets,
    /// Clients that disconnect and reconnect while others write.
    Soak,
    /// What hostile callers cost the others.
    Attacks,
    /// Webhooks of a consumer that was down, and of a slow one among 1,000.
    Webhooks,
}

/// The settings that every part uses.
struct Bench {
    server: PathBuf,
    express: Vec<PathBuf>,
    scratch: PathBuf,
    postgres: Option<String>,
    rounds: usize,
    turn: Duration,
    memory_load: Duration,
    soak: Duration,
    outage: Duration,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    if let Some(database) = &cli.bare {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        return runtime.block_on(baseline::sqlite::serve(database));
    }
    if let Some(url) = &cli.bare_postgres {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        return runtime.block_on(baseline::postgres::serve(url));
    }
    if cli.bare_room {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        return runtime.block_on(live::serve_bare());
    }
    let Some(server) = cli.server else {
        println!(
            "Nothing is measured without --server; cargo xtask bench runs this with all it needs."
        );
        return Ok(());
    };
    let bench = Bench {
        server,
        express: cli.express,
        scratch: cli.scratch,
        postgres: cli.postgres,
        rounds: cli.rounds.max(1),
        turn: Duration::from_secs_f64(cli.seconds),
        memory_load: Duration::from_secs_f64(cli.memory_seconds),
        soak: Duration::from_secs_f64(cli.soak_seconds),
        outage: Duration::from_secs_f64(cli.outage_seconds),
    };
    // One thread: the client uses as little of the machine as possible.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let table = runtime.block_on(bench.measure(&cli.only))?;
    println!("\n{table}");
    Ok(())
}

impl Bench {
    async fn measure(&self, only: &[Part]) -> Result<Table> {
        let mut table = Table::default();
        let machine = Machine::look(&self.scratch)?;
        println!("{machine}");
        for part in Part::value_variants() {
            if !only.is_empty() && !only.contains(part) {
                continue;
            }
            let name = format!("{part:?}").to_lowercase();
            println!("\n{name}");
            let rows =
                self.part(*part).await.with_context(|| format!("{name} cannot be measured"))?;
            table.add(rows);
        }
        Ok(table)
    }

    async fn part(&self, part: Part) -> Result<Vec<Row>> {
        match part {
            Part::Lists => lists::changed_or_not(self).await,
            Part::Changing => changing::lists(self).await,
            Part::One => changing::one_job(self).await,
            Part::Reschedule => changing::reschedules(self).await,
            Part::Unchanged => lists::unchanged(self).await,
            Part::Creates => creates::durable(self).await,
            Part::Engines => engines::compared(self).await,
            Part::Import => import::permits(self).await,
            Part::Start => start::to_ready(self).await,
            Part::Memory => start::memory(self).await,
            Part::Month => month::of_many(self).await,
            Part::Photos => photos::of_jobs(self).await,
            Part::Search => search::among_many(self).await,
            Part::Everywhere => global_search::of_many(self).await,
            Part::Reports => reports::of_many(self).await,
            Part::Shift => shift::rain_day(self).await,
            Part::Room => live::room(self).await,
            Part::Sockets => live::idle(self).await,
            Part::Soak => live::soak(self).await,
            Part::Attacks => attacks::all(self).await,
            Part::Webhooks => webhooks::all(self).await,
        }
    }

    /// A temporary folder, deleted when dropped.
    fn folder(&self) -> Result<tempfile::TempDir> {
        let named = tempfile::Builder::new().prefix("ridgeline-bench-").tempdir_in(&self.scratch);
        named.with_context(|| format!("no folder can be made in {}", self.scratch.display()))
    }
}

//! What the server does per second, how long it takes and what it needs, beside plain programs that
//! do the same: `cargo xtask bench` builds all of them and runs this. `docs/bench.md` says how it is
//! measured.

mod baseline;
mod client;
mod company_fixture;
mod comparison;
mod completed_jobs;
mod creates;
mod global_search;
mod import;
mod lists;
mod live;
mod machine;
mod month;
mod people_fixture;
mod photos;
mod postgres;
mod reports;
mod search;
mod server;
mod start;
mod table;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Context as _, Result};
use clap::{Parser, ValueEnum};

use crate::{
    machine::Machine,
    table::{Row, Table},
};

/// Measures the server. `cargo xtask bench` says where everything is.
#[derive(Debug, Parser)]
struct Cli {
    /// The server to measure: the released binary.
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Node, and the comparison written for it.
    #[arg(long, num_args = 2, value_names = ["NODE", "SCRIPT"])]
    express: Vec<PathBuf>,
    /// Only this; may be given more than once.
    #[arg(long, value_name = "NAME")]
    only: Vec<Part>,
    /// A folder on the disk that is to be measured.
    #[arg(long, default_value = ".", value_name = "DIR")]
    scratch: PathBuf,
    /// A PostgreSQL that may be filled with databases, for what is measured on both engines.
    #[arg(long, env = "RIDGELINE_TEST_POSTGRES", value_name = "URL")]
    postgres: Option<String>,
    /// How often both sides take their turn.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long a turn is.
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// How long the list is loaded before memory is looked at again.
    #[arg(long, default_value_t = 60.0)]
    memory_seconds: f64,
    /// Serve the bare loop over this database: how the comparison is started.
    #[arg(long, hide = true)]
    bare: Option<PathBuf>,
    /// Serve the bare broadcast: how the comparison is started.
    #[arg(long, hide = true)]
    bare_room: bool,
    /// How long people come and go in the soak; ten minutes show what one does not.
    #[arg(long, env = "RIDGELINE_SOAK_SECONDS", default_value_t = 60.0)]
    soak_seconds: f64,
    /// What cargo says to every bench.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What can be measured by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// A list of 200 jobs, against a bare loop of axum, one query and serde.
    Lists,
    /// A list that did not change, against a constant answer.
    Unchanged,
    /// Durable creates, against Express with better-sqlite3.
    Creates,
    /// The import of 5,994 rows.
    Import,
    /// From start to ready.
    Start,
    /// Memory.
    Memory,
    /// A month of a company with 20,000 jobs.
    Month,
    /// Pictures of jobs.
    Photos,
    /// One company among 100,000.
    Search,
    /// Everything of a company with 20,000 jobs, by a few letters.
    Everywhere,
    /// The four reports of a company with 20,000 jobs.
    Reports,
    /// A room of 200 sockets, against a bare broadcast.
    Room,
    /// 2,000 sockets that say nothing.
    Sockets,
    /// People who come and go while others write.
    Soak,
}

/// What every part needs to know.
struct Bench {
    server: PathBuf,
    express: Vec<PathBuf>,
    scratch: PathBuf,
    postgres: Option<String>,
    rounds: usize,
    turn: Duration,
    memory_load: Duration,
    soak: Duration,
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
        return runtime.block_on(baseline::serve(database));
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
    };
    // One thread: the client takes as little of the machine as it can.
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
            Part::Unchanged => lists::unchanged(self).await,
            Part::Creates => creates::durable(self).await,
            Part::Import => import::permits(self).await,
            Part::Start => start::to_ready(self).await,
            Part::Memory => start::memory(self).await,
            Part::Month => month::of_many(self).await,
            Part::Photos => photos::of_jobs(self).await,
            Part::Search => search::among_many(self).await,
            Part::Everywhere => global_search::of_many(self).await,
            Part::Reports => reports::of_many(self).await,
            Part::Room => live::room(self).await,
            Part::Sockets => live::idle(self).await,
            Part::Soak => live::soak(self).await,
        }
    }

    /// A folder of this part's own, gone when it is dropped.
    fn folder(&self) -> Result<tempfile::TempDir> {
        let named = tempfile::Builder::new().prefix("ridgeline-bench-").tempdir_in(&self.scratch);
        named.with_context(|| format!("no folder can be made in {}", self.scratch.display()))
    }
}

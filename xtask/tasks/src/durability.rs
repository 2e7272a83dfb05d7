//! `cargo xtask durability`: runs the tests of `ridgeline/tests/durability`, as long as the record needs.

use anyhow::{Result, bail};
use clap::Args;
use xtask::{checkout, steps};

use crate::postgres;

/// How long the tests run.
#[derive(Args)]
pub struct DurabilityArgs {
    /// How many times a server is killed on each engine.
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// How many seconds PostgreSQL is down.
    #[arg(long, default_value_t = 30)]
    outage: u32,
}

/// Runs them one after the other and shows their output.
pub fn run(arguments: &DurabilityArgs) -> Result<()> {
    let postgres = steps::step("PostgreSQL", postgres::start)?;
    let mut tests = checkout::cargo(["test", "-p", "ridgeline", "--test", "durability", "--"]);
    tests.args(["--nocapture", "--test-threads", "1"]);
    let ended = tests
        .env("RIDGELINE_TEST_POSTGRES", &postgres.url)
        .env(postgres::PROGRAMS, postgres::programs().unwrap_or_default())
        .env("RIDGELINE_DURABILITY_ROUNDS", arguments.rounds.to_string())
        .env("RIDGELINE_DURABILITY_OUTAGE", arguments.outage.to_string())
        .status()?;
    if !ended.success() {
        bail!("something was lost or went unreported");
    }
    Ok(())
}

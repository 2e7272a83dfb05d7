//! `cargo xtask durability`: the tests of `ridgeline/tests/durability`, for as long as the record asks.

use anyhow::{Result, bail};
use clap::Args;

use crate::{checkout, postgres, steps};

/// How long everything lasts.
#[derive(Args)]
pub struct DurabilityArgs {
    /// How often a server is killed on each engine.
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// For how many seconds PostgreSQL is gone.
    #[arg(long, default_value_t = 30)]
    outage: u32,
}

/// Runs them one after the other, and shows what each says.
pub fn run(asked: &DurabilityArgs) -> Result<()> {
    let postgres = steps::step("PostgreSQL", postgres::start)?;
    let mut tests = checkout::cargo(["test", "-p", "ridgeline", "--test", "durability", "--"]);
    tests.args(["--nocapture", "--test-threads", "1"]);
    let ended = tests
        .env("RIDGELINE_TEST_POSTGRES", &postgres.url)
        .env(postgres::PROGRAMS, postgres::programs().unwrap_or_default())
        .env("RIDGELINE_DURABILITY_ROUNDS", asked.rounds.to_string())
        .env("RIDGELINE_DURABILITY_OUTAGE", asked.outage.to_string())
        .status()?;
    if !ended.success() {
        bail!("something was lost, or somebody was not told");
    }
    Ok(())
}

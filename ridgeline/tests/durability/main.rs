//! What happens to acknowledged changes when the server is killed, and to everybody's work when a service it
//! depends on fails. Runs the real binary in separate processes: `docs/durability.md`.
//!
//! A few rounds are part of every test run; `cargo xtask durability` runs the many rounds that the page
//! records.

mod audit;
mod cluster;
mod database_outage;
mod disk;
mod disk_full;
mod ledger;
mod mail_once;
mod people;
mod replica;
mod server;
mod sigkill;
mod site;

use std::time::Duration;

/// How often a server is killed.
fn rounds() -> usize {
    number("RIDGELINE_DURABILITY_ROUNDS", 2)
}

fn number(variable: &str, otherwise: usize) -> usize {
    let given = std::env::var(variable).ok().filter(|given| !given.is_empty());
    given.map_or(otherwise, |given| given.parse().expect(variable))
}

/// A random duration between two limits.
fn random_duration(from: Duration, to: Duration) -> Duration {
    let chance =
        u32::from_le_bytes(uuid::Uuid::now_v7().as_bytes()[12..].try_into().expect("four"));
    from + to.saturating_sub(from).mul_f64(f64::from(chance) / f64::from(u32::MAX))
}

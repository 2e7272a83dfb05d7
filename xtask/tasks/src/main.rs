//! Everything that `cargo xtask` does, and its help texts: `cargo xtask --help`.

mod audit;
mod bench;
mod bindings;
mod browser;
mod budgets;
mod contract_fuzz;
mod deploy_checks;
mod durability;
mod lint;
mod npm_package;
mod permissions_page;
mod postgres;
mod python;
#[cfg(unix)]
mod release;
mod ridgeline;
mod rules;
#[cfg(unix)]
mod scale;
mod tally;
mod test;
mod test_build;
mod test_programs;

use std::{ffi::OsString, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};
use xtask::{build, run};

/// Builds, runs and checks Ridgeline.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build everything and serve it on 127.0.0.1:8080, with demo data at the first start.
    Run {
        /// Passed on to `ridgeline serve`, after `--`.
        #[arg(last = true, value_name = "FLAG")]
        flags: Vec<OsString>,
    },
    /// Build everything: target/release/ridgeline is one file with the web app inside, target/npm has the rules for
    /// npm.
    Build,
    /// Make what an operator installs, in target/dist: a Debian package, an archive, the bill of materials, checksums.
    #[cfg(unix)]
    Release(release::ReleaseArgs),
    /// Run every test; starts what it needs automatically.
    Test {
        /// Only this part; may be given more than once.
        #[arg(long, value_name = "PART")]
        only: Vec<test::Part>,
    },
    /// Measure the rules and the server, and compare them with plain programs that do the same.
    Bench {
        /// Only this (rules, forms, pages, lists, unchanged, creates, import, start, memory, month); may be
        /// given more than once.
        #[arg(long, value_name = "NAME")]
        only: Vec<String>,
    },
    /// Kill servers and the services they depend on, repeatedly: the record of docs/durability.md.
    Durability(durability::DurabilityArgs),
    /// Run several servers behind a load balancer, with people at work, while something goes wrong: the record of
    /// docs/scaling.md.
    #[cfg(unix)]
    Scale(scale::ScaleArgs),
    /// Generate calls of every kind from the OpenAPI document, on both engines: no answer may be undeclared.
    Fuzz(contract_fuzz::FuzzArgs),
    /// Check licences, sources and advisories of all dependencies.
    Audit,
    /// Regenerate bindings/, web/domain/ and docs/permissions.md.
    Bindings,
    /// Run rule suites natively and in WASM.
    Rules(rules::RulesArgs),
}

fn main() -> ExitCode {
    match run_command(Cli::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command; `false` if a check failed, which it has already printed.
fn run_command(command: Command) -> Result<bool> {
    match command {
        Command::Run { flags } => match run::run(&flags)? {},
        Command::Build => {
            build::all(build::Profile::Release)?;
            npm_package::build()?;
            budgets::check().map(|_| true)
        }
        #[cfg(unix)]
        Command::Release(arguments) => release::run(&arguments).map(|()| true),
        Command::Test { only } => test::run(&only),
        Command::Bench { only } => bench::run(&only).map(|()| true),
        Command::Durability(arguments) => durability::run(&arguments).map(|()| true),
        #[cfg(unix)]
        Command::Scale(arguments) => scale::run(&arguments),
        Command::Fuzz(arguments) => contract_fuzz::run_from_args(&arguments).map(|()| true),
        Command::Audit => audit::run(),
        Command::Bindings => bindings::regenerate().map(|()| true),
        Command::Rules(arguments) => rules::run_from_args(&arguments),
    }
}

//! Runs Schemathesis against a server on each engine: generated calls of every kind. It finds answers that
//! differ from the OpenAPI document, and every call that returns a 500.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use serde_json::Value;
use xtask::{
    checkout,
    steps::{self, Step},
};

use crate::{postgres, python, ridgeline::Ridgeline, tally::Tally, test_build};

/// How many calls are generated per operation in a run of all tests.
const CASES: u64 = 6;
/// Set it for more calls per operation.
const MORE: &str = "RIDGELINE_FUZZ_CASES";
/// At most so many runs for a number of calls. Operations without parameters generate few in each.
const ROUNDS: u32 = 20;
/// The tools, in tested versions.
const TOOLS: [&str; 2] = ["schemathesis==4.32.5", "openapi-spec-validator==0.9.0"];
/// Admins of the demo: a contractor and a subcontractor.
const PEOPLE: &str = "marisol@summit-roofing.example,luis@rios-brothers.example";
/// The password of every demo account.
const PASSWORD: &str = "ridgeline-demo";
/// Excluded: the socket is no call, and after a logout or a deletion the account cannot call again.
const LEFT_OUT: &str = "^/api/(socket|auth/logout|auth/deleteAccount|company/delete)$";
/// The checks on every answer.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_schema_conformance";

/// How many calls are generated.
#[derive(Args)]
pub struct FuzzArgs {
    /// How many calls on each engine, at least.
    #[arg(long, default_value_t = 20_000)]
    calls: u64,
}

/// How many calls are generated on each engine.
#[derive(Clone, Copy)]
enum Amount {
    /// For each operation.
    Each(u64),
    /// In all, at least.
    InAll(u64),
}

/// Generates as many calls as asked for.
pub fn run_from_args(arguments: &FuzzArgs) -> Result<()> {
    check_with(Amount::InAll(arguments.calls)).map(|_| ())
}

/// Generates a few calls for each operation.
pub fn check() -> Result<Tally> {
    let cases = match env::var(MORE) {
        Ok(cases) => cases.parse().with_context(|| format!("{MORE} is no number"))?,
        Err(_) => CASES,
    };
    check_with(Amount::Each(cases))
}

/// Runs the generated calls against a server on each engine.
fn check_with(amount: Amount) -> Result<Tally> {
    let tools = steps::step("schemathesis", install)?;
    let program = steps::step("server", test_build::debug_server)?;
    // Schemathesis and the server wait for each other: two pairs leave no core idle.
    let (sqlite, postgresql) = thread::scope(|scope| {
        let sqlite = scope.spawn(|| {
            steps::step("contract on SQLite", |step| {
                let server = Ridgeline::with_demo(&program, None)?;
                validate(step, &tools, &server)?;
                run(step, &tools, &server, ("sqlite", amount))
            })
        });
        let postgresql = scope.spawn(|| {
            steps::step("contract on PostgreSQL", |step| {
                let postgres = postgres::start(step)?;
                let place = format!("{}/postgres", postgres.url);
                let server = Ridgeline::with_demo(&program, Some(&place))?;
                run(step, &tools, &server, ("postgresql", amount))
            })
        });
        (sqlite.join(), postgresql.join())
    });
    for engine in [sqlite, postgresql] {
        engine.unwrap_or_else(|_| Err(anyhow!("a run of made-up calls broke off")))?;
    }
    // The document, and each engine.
    let passed = 3;
    Ok(Tally { passed, failed: 0 })
}

/// Installs the tools; returns the folder of their programs.
pub fn install(step: &Step) -> Result<PathBuf> {
    python::install(step, "schemathesis", "Schemathesis needs Python", &TOOLS)
}

/// Checks the document with the validator of OpenAPI 3.1.
fn validate(step: &Step, tools: &Path, server: &Ridgeline) -> Result<()> {
    let address = format!("{}/api/openapi.json", server.address);
    let document = ureq::get(&address).call()?.body_mut().read_to_string()?;
    let file = reports()?.join("openapi.json");
    fs::write(&file, document)?;
    let mut validate = Command::new(tools.join("openapi-spec-validator"));
    step.run(validate.args(["--schema", "3.1"]).arg(file))?;
    Ok(())
}

fn reports() -> Result<PathBuf> {
    let folder = checkout::target().join("contract-fuzz");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs Schemathesis until it has generated as many calls as asked for.
fn run(
    step: &Step,
    tools: &Path,
    server: &Ridgeline,
    (engine, amount): (&str, Amount),
) -> Result<()> {
    let wanted = match amount {
        Amount::Each(cases) => {
            let generated = round(step, tools, server, (engine, cases))?;
            println!("    {generated} calls on {engine}, and no undeclared answer");
            return Ok(());
        }
        Amount::InAll(wanted) => wanted,
    };
    let operations = operations(server)?;
    let mut generated = 0;
    for number in 1..=ROUNDS {
        let each = (wanted - generated).div_ceil(operations);
        generated += round(step, tools, server, (&format!("{engine}-{number}"), each))?;
        if generated >= wanted {
            println!("    {generated} calls on {engine}, and no undeclared answer");
            return Ok(());
        }
    }
    bail!("only {generated} calls were generated on {engine}");
}

/// How many operations the document describes.
fn operations(server: &Ridgeline) -> Result<u64> {
    let address = format!("{}/api/openapi.json", server.address);
    let document: Value =
        serde_json::from_str(&ureq::get(&address).call()?.body_mut().read_to_string()?)?;
    let paths = document["paths"].as_object().context("the document has no paths")?;
    let count =
        paths.values().filter_map(Value::as_object).map(serde_json::Map::len).sum::<usize>();
    Ok(u64::try_from(count)?.max(1))
}

/// One run with so many calls for each operation; returns how many it generated.
fn round(
    step: &Step,
    tools: &Path,
    server: &Ridgeline,
    (report, cases): (&str, u64),
) -> Result<u64> {
    let reports = reports()?;
    let hooks = checkout::root().join("xtask/tasks/src/contract_fuzz.py");
    let mut schemathesis = Command::new(tools.join("schemathesis"));
    schemathesis
        .current_dir(&reports)
        .env("SCHEMATHESIS_HOOKS", hooks)
        .env("RIDGELINE_FUZZ_SERVER", &server.address)
        .env("RIDGELINE_FUZZ_PEOPLE", PEOPLE)
        .env("RIDGELINE_FUZZ_PASSWORD", PASSWORD)
        .args(["--no-color", "run"])
        .arg(format!("{}/api/openapi.json", server.address))
        .args(["--checks", CHECKS, "--exclude-path-regex", LEFT_OUT])
        .args(["--phases", "fuzzing", "--workers", "1", "--continue-on-failure", "--no-shrink"])
        .args(["--warnings", "off", "--generation-database", "none"])
        .args(["--suppress-health-check", "all"])
        .args(["--max-examples", &cases.to_string()]);
    let output = step.run(&mut schemathesis)?;
    fs::write(reports.join(format!("{report}.txt")), &output)?;
    generated(&output)
        .filter(|_| output.contains("passed"))
        .with_context(|| format!("schemathesis ended without a word on its cases\n{output}"))
}

/// How many calls a run generated, by its last lines.
fn generated(output: &str) -> Option<u64> {
    let line = output.lines().rev().find(|line| line.contains(" generated,"))?;
    line.split_whitespace().next()?.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_of_a_run_are_counted() {
        let output = "Test cases:\n  1482 generated, 1482 passed\n\nSeed: 98512924819881\n";
        assert_eq!(generated(output), Some(1_482));
        assert_eq!(generated("nothing was tested"), None);
    }
}

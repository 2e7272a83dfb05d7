//! Evaluates every rule with its seeds and then with generated inputs, EACH inputs in all: `generated EACH
//! SEED [quiet]`. Prints one line `[rule, input, outcome]` for each, so that another build can be given the
//! same inputs, or with `quiet` only how many there were. Fails when a rule panics. `cargo xtask rules
//! --generated` runs it.

#[path = "../tests/inputs/mod.rs"]
mod inputs;

use std::{
    io::{self, BufWriter, Write as _},
    panic,
    process::ExitCode,
};

use domain::evaluate;
use inputs::{changed_case, json_value, seeds};
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| given.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(each), Some(seed)) = (number(0), number(1)) else {
        eprintln!("generated EACH SEED [quiet]");
        return ExitCode::FAILURE;
    };
    match run(each, seed, given.get(2).is_some()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(broken) => {
            eprintln!("{broken} inputs broke a rule");
            ExitCode::FAILURE
        }
        // The reader of the output has stopped and reports why.
        Err(_) => ExitCode::FAILURE,
    }
}

fn generated(
    strategy: &impl Strategy<Value = Value>,
    runner: &mut TestRunner,
) -> io::Result<Value> {
    let tree = strategy.new_tree(runner);
    let tree = tree.map_err(|why| io::Error::other(why.message().to_owned()))?;
    Ok(tree.current())
}

/// Returns how many inputs broke a rule.
fn run(each: u64, seed: u64, quiet: bool) -> io::Result<u64> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut count, mut broken) = (0_u64, 0_u64);
    for (at, rule) in (0_u64..).zip(evaluate::rules()) {
        let strategy = prop_oneof![4 => changed_case(rule), 1 => json_value()];
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&at.to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(Config::default(), random);
        let mut known = seeds(rule).cloned();
        for _ in 0..each {
            let input = match known.next() {
                Some(seed) => seed,
                None => generated(&strategy, &mut runner)?,
            };
            let evaluation =
                || evaluate::evaluate(rule, &input).to_json(evaluate::outcome::language_of(&input));
            let outcome = panic::catch_unwind(evaluation).unwrap_or_else(|_| {
                broken += 1;
                eprintln!("{rule} broke over {input}");
                json!({ "thrown": "the rule panicked" })
            });
            count += 1;
            if !quiet {
                writeln!(out, "{}", json!([rule, input, outcome]))?;
            }
        }
    }
    if quiet {
        writeln!(out, "{count} inputs, {broken} broke a rule")?;
    }
    out.flush()?;
    Ok(broken)
}

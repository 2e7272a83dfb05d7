//! Compares both builds on generated inputs. The domain's example `generated` generates them with the native
//! build's results; the WASM package must return the same results.

use std::{
    collections::VecDeque,
    fmt::Display,
    io::{BufRead as _, BufReader},
    process::Stdio,
    sync::Mutex,
};

use anyhow::{Context as _, Result, bail};
use domain::evaluate::suite::{is_same, side_by_side};
use serde_json::Value;
use xtask::{checkout, steps};

use super::engines;
use crate::tally::Tally;

/// The maximum number of differences shown.
const SHOWN: usize = 5;

/// Runs both builds on `each` inputs for every rule and prints the differences. The same seed generates the
/// same inputs.
pub fn compare(each: u64, seed: u64) -> Result<Tally> {
    let name = format!("{each} generated inputs for every rule");
    let mut example = checkout::cargo(["run", "--quiet", "-p", "domain", "--example", "generated"]);
    if each > 1_000 {
        example.arg("--release");
    }
    example.args(["--", &each.to_string(), &seed.to_string()]);
    let (tally, shown) = steps::step(&name, |step| {
        let mut child =
            example.stdout(Stdio::piped()).spawn().context("cargo cannot be started")?;
        let output = child.stdout.take().context("the example was started without a pipe")?;
        // The native results whose WASM result is still to come.
        let native = Mutex::new(VecDeque::new());
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        let questions = lines.filter_map(|line| {
            let [rule, input, outcome] = serde_json::from_str::<[Value; 3]>(&line).ok()?;
            let question = engines::evaluate(rule.as_str()?, &input);
            native.lock().ok()?.push_back((rule, input, outcome));
            Some(question)
        });
        let (mut tally, mut shown) = (Tally::default(), String::new());
        engines::ask_wasm(questions, |wasm| {
            let next = native.lock().ok().and_then(|mut native| native.pop_front());
            let (rule, input, outcome) = next.context("an answer without a question")?;
            if is_same(&outcome, &wasm) {
                tally.passed += 1;
                if tally.passed % 10_000 == 0 {
                    step.say(&format!("{} inputs, now {rule}", tally.passed));
                }
                return Ok(());
            }
            tally.failed += 1;
            if tally.failed <= SHOWN {
                let sides: [(&str, &dyn Display); 3] =
                    [("input", &input), ("native", &outcome), ("wasm", &wasm)];
                shown.push_str(&side_by_side(&rule, sides));
            }
            Ok(())
        })?;
        if !child.wait()?.success() {
            bail!("the native build broke over a generated input");
        }
        Ok((tally, shown))
    })?;
    println!("{:<32} {:>4} passed, {} failed", "generated inputs", tally.passed, tally.failed);
    print!("{shown}");
    Ok(tally)
}

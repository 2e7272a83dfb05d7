//! The two builds of the domain: native in this process, and the packed WASM in Node.

use std::{
    io::{BufRead as _, BufReader, BufWriter, Write as _},
    panic,
    process::Stdio,
    thread,
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::{checkout, node};

/// What the native build says. A rule that breaks is an answer too, so that its case can be shown.
pub fn ask_native(rule: &str, input: &Value) -> Value {
    let asked = input.to_string();
    panic::catch_unwind(|| domain::evaluate::evaluate_json(rule, &asked))
        .map_err(|_| "the rule panicked".to_owned())
        .and_then(|said| serde_json::from_str(&said).map_err(|error| error.to_string()))
        .unwrap_or_else(|thrown| json!({ "thrown": thrown }))
}

/// The question for [`ask_wasm`] that asks a rule.
pub fn evaluate(rule: &str, input: &Value) -> Value {
    json!(["evaluate", rule, input])
}

/// Asks the packed door, in one Node process; each question is `[export, ...arguments]`. `hear` gets
/// the answers in the order of the questions, while more of them are still asked.
pub fn ask_wasm(
    questions: impl Iterator<Item = Value> + Send,
    mut hear: impl FnMut(Value) -> Result<()>,
) -> Result<()> {
    let mut child = node::own_script("rules/ask.mjs")?
        .arg(checkout::wasm_package())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("Node cannot be started")?;
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        bail!("Node was started without pipes");
    };
    thread::scope(|scope| {
        let asking = scope.spawn(move || -> Result<usize> {
            let mut stdin = BufWriter::new(stdin);
            let mut asked = 0;
            for question in questions {
                writeln!(stdin, "{question}")?;
                asked += 1;
            }
            stdin.flush()?;
            Ok(asked)
        });
        let mut heard = 0;
        for line in BufReader::new(stdout).lines() {
            hear(serde_json::from_str(&line?).context("Node said something that is not JSON")?)?;
            heard += 1;
        }
        let asked = asking.join().map_err(|_| anyhow::anyhow!("the questions broke off"))?;
        let ended = child.wait()?;
        // Node that died early also broke the pipe: its end is the cause.
        if !ended.success() {
            bail!("the rules do not run in WASM: Node {ended}");
        }
        let asked = asked?;
        if asked != heard {
            bail!("Node answered {heard} of {asked} questions");
        }
        Ok(())
    })
}

//! The two builds of the domain: native in this process, and the packed WASM in Node.

use std::{
    io::{BufRead as _, BufReader, BufWriter, Write as _},
    panic,
    process::Stdio,
    thread,
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use xtask::{checkout, node};

/// The native build's result. A panic is returned as a result too, so that its case can be shown.
pub fn ask_native(rule: &str, input: &Value) -> Value {
    let text = input.to_string();
    panic::catch_unwind(|| domain::evaluate::evaluate_json(rule, &text))
        .map_err(|_| "the rule panicked".to_owned())
        .and_then(|output| serde_json::from_str(&output).map_err(|error| error.to_string()))
        .unwrap_or_else(|thrown| json!({ "thrown": thrown }))
}

/// The call of a rule for [`ask_wasm`].
pub fn evaluate(rule: &str, input: &Value) -> Value {
    json!(["evaluate", rule, input])
}

/// Calls the WASM package in one Node process; each call is `[export, ...arguments]`. `receive` gets the
/// results in the order of the calls, while later calls are still being sent.
pub fn ask_wasm(
    questions: impl Iterator<Item = Value> + Send,
    mut receive: impl FnMut(Value) -> Result<()>,
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
        let sending = scope.spawn(move || -> Result<usize> {
            let mut stdin = BufWriter::new(stdin);
            let mut sent = 0;
            for question in questions {
                writeln!(stdin, "{question}")?;
                sent += 1;
            }
            stdin.flush()?;
            Ok(sent)
        });
        let mut received = 0;
        for line in BufReader::new(stdout).lines() {
            receive(serde_json::from_str(&line?).context("Node said something that is not JSON")?)?;
            received += 1;
        }
        let sent = sending.join().map_err(|_| anyhow::anyhow!("the questions broke off"))?;
        let ended = child.wait()?;
        // If Node died early, the broken pipe is only a consequence.
        if !ended.success() {
            bail!("the rules do not run in WASM: Node {ended}");
        }
        let sent = sent?;
        if sent != received {
            bail!("Node answered {received} of {sent} questions");
        }
        Ok(())
    })
}

//! `cargo xtask rules`: the suites through both engines, native and WASM.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{checkout, node, steps, steps::Step, tally::Tally};

/// One file: a rule and what it must answer.
#[derive(Deserialize)]
struct Suite {
    rule: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    input: Value,
    expect: Value,
}

/// What both engines said to one case.
struct Answers {
    native: Value,
    wasm: Value,
}

/// Runs the suites in `files`, or all of the domain's where none is named, and prints one line for
/// each rule. Needs the packed door.
pub fn run(files: &[PathBuf]) -> Result<Tally> {
    let suites = read(files)?;
    let asked: Vec<Value> = suites
        .iter()
        .flat_map(|suite| {
            suite.cases.iter().map(|case| json!({"rule": suite.rule, "input": case.input}))
        })
        .collect();
    let mut in_wasm = steps::step("rules in WASM", |step| ask_wasm(step, &asked))?.into_iter();
    let mut total = Tally::default();
    for suite in &suites {
        let mut tally = Tally::default();
        let mut failures = String::new();
        for case in &suite.cases {
            let native = ask_native(&suite.rule, &case.input);
            let answers = Answers { native, wasm: in_wasm.next().unwrap_or(Value::Null) };
            if answers.hold(&case.expect) {
                tally.passed += 1;
            } else {
                tally.failed += 1;
                failures.push_str(&answers.beside(case));
            }
        }
        println!("{:<32} {:>4} passed, {} failed", suite.rule, tally.passed, tally.failed);
        print!("{failures}");
        total = total + tally;
    }
    Ok(total)
}

fn read(files: &[PathBuf]) -> Result<Vec<Suite>> {
    let own = checkout::root().join("domain").join("suites");
    let all =
        || checkout::files(&own, |path| path.is_dir() || path.extension() == Some("json".as_ref()));
    let files = if files.is_empty() { all() } else { files.to_vec() };
    files.iter().map(|file| read_suite(file)).collect()
}

fn read_suite(file: &Path) -> Result<Suite> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| {
        format!(
            "{} is no rule suite: it must look like {{\"rule\": …, \"cases\": [{{\"name\": …, \"input\": …, \"expect\": …}}]}}",
            file.display()
        )
    })
}

fn ask_native(rule: &str, input: &Value) -> Value {
    serde_json::from_str(&domain::evaluate::evaluate_json(rule, &input.to_string()))
        .unwrap_or_else(|error| json!({"thrown": error.to_string()}))
}

fn ask_wasm(step: &Step, asked: &[Value]) -> Result<Vec<Value>> {
    let folder = tempfile::tempdir()?;
    let (questions, answers) = (folder.path().join("asked.json"), folder.path().join("said.json"));
    fs::write(&questions, serde_json::to_vec(asked)?)?;
    step.run(node::own_script("rules.mjs")?.arg(checkout::door()).arg(&questions).arg(&answers))
        .context("the rules do not run in WASM")?;
    Ok(serde_json::from_slice(&fs::read(&answers)?)?)
}

impl Answers {
    /// Both say what is expected, and the same, down to what the case leaves open.
    fn hold(&self, expect: &Value) -> bool {
        is_as_expected(expect, &self.native)
            && is_as_expected(expect, &self.wasm)
            && is_same(&self.native, &self.wasm)
    }

    fn beside(&self, case: &Case) -> String {
        format!(
            "  ✗ {}\n      input     {}\n      expected  {}\n      native    {}\n      wasm      {}\n",
            case.name, case.input, case.expect, self.native, self.wasm
        )
    }
}

/// Expected errors come in any order, and their message counts only where the case names it.
fn is_as_expected(expect: &Value, got: &Value) -> bool {
    let (Some(wanted), Some(found)) = (expect["errors"].as_array(), got["errors"].as_array())
    else {
        return is_same(expect, got);
    };
    let is_named = |wanted: &Value, found: &Value| {
        wanted["field"] == found["field"]
            && wanted["code"] == found["code"]
            && wanted.get("message").is_none_or(|message| *message == found["message"])
    };
    let mut left: Vec<&Value> = found.iter().collect();
    wanted.iter().all(|wanted| {
        let place = left.iter().position(|found| is_named(wanted, found));
        place.map(|place| left.swap_remove(place)).is_some()
    }) && left.is_empty()
}

/// The same by value: 37 is 37.0.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64().is_some_and(|one| Some(one) == other.as_f64())
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, one)| other.get(key).is_some_and(|other| is_same(one, other)))
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_by_value() {
        assert!(is_as_expected(&json!({"value": 37}), &json!({"value": 37.0})));
        assert!(!is_as_expected(&json!({"value": 37}), &json!({"value": 37.01})));
        assert!(!is_as_expected(&json!({"value": null}), &json!({"value": 0})));
    }

    #[test]
    fn errors_come_in_any_order_but_none_may_be_missing_or_new() {
        let (a, b) =
            (json!({"field": "a", "code": "required"}), json!({"field": "b", "code": "format"}));
        let full = |error: &Value| {
            let mut full = error.clone();
            full["message"] = "Some sentence.".into();
            full
        };
        let expect = json!({"errors": [a, b]});
        assert!(is_as_expected(&expect, &json!({"errors": [full(&b), full(&a)]})));
        assert!(!is_as_expected(&expect, &json!({"errors": [full(&b)]})));
        assert!(!is_as_expected(&expect, &json!({"errors": [full(&b), full(&b)]})));
        assert!(!is_as_expected(&json!({"errors": [a]}), &json!({"errors": [full(&a), full(&b)]})));
        assert!(!is_as_expected(&expect, &json!({"ok": true})));
    }

    #[test]
    fn a_message_counts_where_the_case_names_it() {
        let got = json!({"errors": [{"field": "a", "code": "required", "message": "Yes."}]});
        let expect =
            |message| json!({"errors": [{"field": "a", "code": "required", "message": message}]});
        assert!(is_as_expected(&expect("Yes."), &got));
        assert!(!is_as_expected(&expect("No."), &got));
    }

    #[test]
    fn engines_that_differ_where_the_case_looks_away_still_fail() {
        let error =
            |message| json!({"errors": [{"field": "a", "code": "required", "message": message}]});
        let expect = json!({"errors": [{"field": "a", "code": "required"}]});
        assert!(Answers { native: error("A."), wasm: error("A.") }.hold(&expect));
        assert!(!Answers { native: error("A."), wasm: error("B.") }.hold(&expect));
    }
}

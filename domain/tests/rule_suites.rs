//! Runs every suite of `suites/` natively. The web's tests run the same files through WASM.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use domain::evaluate::{evaluate, outcome::language_of, rules};
use serde::Deserialize;
use serde_json::Value;

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

fn suites() -> Vec<(String, Suite)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let files = fs::read_dir(folder).expect("the suites folder");
    files
        .map(|file| {
            let path = file.expect("a file of the folder").path();
            let text = fs::read_to_string(&path).expect("a readable suite");
            let suite = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path.file_stem().expect("a file name").to_string_lossy().into_owned(), suite)
        })
        .collect()
}

/// Numbers are compared by value, so `37` equals `37.0`.
fn same(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => expected == got,
    }
}

/// Errors in any order; their messages only where a case states them.
fn agrees(expected: &Value, got: &Value) -> bool {
    let (Some(errors), Some(found)) = (expected["errors"].as_array(), got["errors"].as_array())
    else {
        return same(expected, got);
    };
    let mut left: Vec<&Value> = found.iter().collect();
    errors.len() == found.len()
        && errors.iter().all(|error| {
            let named = error.as_object().expect("an error is an object");
            let at =
                left.iter().position(|error| named.iter().all(|(key, value)| error[key] == *value));
            at.map(|at| left.swap_remove(at)).is_some()
        })
}

#[test]
fn every_case_of_every_suite_holds() {
    let mut wrong = Vec::new();
    let mut ran = 0;
    for (_, suite) in suites() {
        for case in suite.cases {
            let got = evaluate(&suite.rule, &case.input).to_json(language_of(&case.input));
            ran += 1;
            if !agrees(&case.expect, &got) {
                wrong.push(format!(
                    "{}: {}\n  wanted {}\n  got    {got}",
                    suite.rule, case.name, case.expect
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {ran} cases fail:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran > 500, "only {ran} cases ran");
}

#[test]
fn every_rule_has_a_suite_of_its_name() {
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    for (file, suite) in suites() {
        assert_eq!(file, suite.rule, "a suite is named after its rule");
        let names: BTreeSet<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), suite.cases.len(), "{file}: two cases have one name");
        counted.insert(file, suite.cases.len());
    }
    for rule in rules() {
        let cases = counted.remove(rule).unwrap_or_default();
        assert!(cases >= 3, "{rule} has {cases} cases");
    }
    assert!(counted.is_empty(), "suites without a rule: {counted:?}");
}

//! Rule suites: cases of one rule with their expected results, compared with the actual ones, and the differences as
//! text. The format is described in `docs/rule-suites.md`.

use std::fmt::Display;

use serde::Deserialize;
use serde_json::Value;

/// One file of a suite.
#[derive(Clone, Debug, Deserialize)]
pub struct Suite {
    /// The rule, by its stable name.
    pub rule: String,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// One input, and what the rule should answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// For readers.
    pub name: String,
    /// What the rule is given.
    pub input: Value,
    /// `{"ok": true}`, `{"errors": […]}` or `{"value": …}`.
    pub expect: Value,
}

/// The form of a suite, for messages.
pub const FORM: &str = r#"{"rule": …, "cases": [{"name": …, "input": …, "expect": …}]}"#;

/// A failure as text: what failed, then one line each for input, expected and actual results.
#[must_use]
pub fn side_by_side<const N: usize>(
    what: impl Display,
    lines: [(&str, &dyn Display); N],
) -> String {
    let lines = lines.map(|(name, value)| format!("      {name:<8}  {value}\n"));
    format!("  ✗ {what}\n{}", lines.concat())
}

/// Errors may be in any order, and their message matters only if the case has one.
#[must_use]
pub fn is_as_expected(expect: &Value, got: &Value) -> bool {
    let (Some(expected), Some(found)) = (expect["errors"].as_array(), got["errors"].as_array())
    else {
        return is_same(expect, got);
    };
    let is_named = |expected: &Value, found: &Value| {
        expected["field"] == found["field"]
            && expected["code"] == found["code"]
            && expected.get("message").is_none_or(|message| *message == found["message"])
    };
    let mut left: Vec<&Value> = found.iter().collect();
    expected.iter().all(|expected| {
        let index = left.iter().position(|found| is_named(expected, found));
        index.map(|index| left.swap_remove(index)).is_some()
    }) && left.is_empty()
}

/// Equal by value: 37 is 37.0.
#[must_use]
pub fn is_same(one: &Value, other: &Value) -> bool {
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
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_compare_by_value() {
        assert!(is_as_expected(&json!({"value": 37}), &json!({"value": 37.0})));
        assert!(!is_as_expected(&json!({"value": 37}), &json!({"value": 37.01})));
        assert!(!is_as_expected(&json!({"value": null}), &json!({"value": 0})));
    }

    #[test]
    fn errors_may_be_in_any_order_but_none_may_be_missing_or_extra() {
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
    fn a_message_is_compared_if_the_case_has_one() {
        let got = json!({"errors": [{"field": "a", "code": "required", "message": "Yes."}]});
        let expect =
            |message| json!({"errors": [{"field": "a", "code": "required", "message": message}]});
        assert!(is_as_expected(&expect("Yes."), &got));
        assert!(!is_as_expected(&expect("No."), &got));
    }
}

//! The outcome of a rule, and its language.

use serde_json::{Value, json};

use crate::{
    forms::error::{ValidationError, in_language},
    types::{field::WireEnum as _, language::Language},
};

/// The outcome of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The input is valid.
    Ok,
    /// These fields were refused.
    Errors(Vec<ValidationError>),
    /// The rule's result.
    Value(Value),
}

impl Outcome {
    /// As in suites: `{"ok": true}`, `{"errors": […]}` or `{"value": …}`.
    #[must_use]
    pub fn to_json(&self, language: Language) -> Value {
        match self {
            Self::Ok => json!({ "ok": true }),
            Self::Errors(refusals) => json!({ "errors": in_language(refusals, language) }),
            Self::Value(value) => json!({ "value": value }),
        }
    }
}

/// The language in which an input requests its outcome; English by default.
#[must_use]
pub fn language_of(input: &Value) -> Language {
    let word = input.get("language").and_then(Value::as_str).unwrap_or_default();
    Language::from_word(word).unwrap_or_default()
}

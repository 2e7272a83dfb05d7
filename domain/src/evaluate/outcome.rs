//! What a rule answers, and in which language.

use serde_json::{Value, json};

use crate::{
    forms::error::{ValidationError, in_language},
    types::{field::WireEnum as _, language::Language},
};

/// What a rule answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The input is fine.
    Ok,
    /// These fields were refused.
    Errors(Vec<ValidationError>),
    /// The rule's result.
    Value(Value),
}

impl Outcome {
    /// As suites write it: `{"ok": true}`, `{"errors": […]}` or `{"value": …}`.
    #[must_use]
    pub fn to_json(&self, language: Language) -> Value {
        match self {
            Self::Ok => json!({ "ok": true }),
            Self::Errors(refusals) => json!({ "errors": in_language(refusals, language) }),
            Self::Value(value) => json!({ "value": value }),
        }
    }
}

/// The language an input asks its answer in; English unless it says otherwise.
#[must_use]
pub fn language_of(input: &Value) -> Language {
    let word = input.get("language").and_then(Value::as_str).unwrap_or_default();
    Language::from_word(word).unwrap_or_default()
}

//! The refusals of a rule: a field, a wire code and a message in either language.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    i18n::rules::{Param, Text},
    types::{field::WireEnum, language::Language},
};

/// Why a field was refused. The code is part of the API; the message is for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "index.ts")]
pub enum Code {
    /// No value.
    Required,
    /// More characters than allowed.
    TooLong,
    /// Fewer characters than needed.
    TooShort,
    /// A number below the smallest allowed.
    TooSmall,
    /// A number or a file above the largest allowed.
    TooLarge,
    /// Not in the expected format.
    Format,
    /// Not a phone number.
    PhoneFormat,
    /// Not an e-mail address.
    Email,
    /// A start after its end.
    Range,
    /// Not one of the options.
    Choice,
    /// Not equal to what it must equal.
    Mismatch,
    /// More decimals than allowed.
    TooManyDecimals,
    /// The role may not do this.
    Forbidden,
    /// Completed work cannot change.
    Completed,
    /// The same call too many times.
    DuplicateCallLimit,
}

impl WireEnum for Code {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("required", Self::Required),
        ("too_long", Self::TooLong),
        ("too_short", Self::TooShort),
        ("too_small", Self::TooSmall),
        ("too_large", Self::TooLarge),
        ("format", Self::Format),
        ("phone_format", Self::PhoneFormat),
        ("email", Self::Email),
        ("range", Self::Range),
        ("choice", Self::Choice),
        ("mismatch", Self::Mismatch),
        ("too_many_decimals", Self::TooManyDecimals),
        ("forbidden", Self::Forbidden),
        ("completed", Self::Completed),
        ("duplicate_call_limit", Self::DuplicateCallLimit),
    ];
}

/// One refused field, before a language is chosen. `field` is the wire name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// The wire name of the field.
    pub field: String,
    /// Why it was refused.
    pub code: Code,
    /// The message for users.
    pub text: Text,
    /// The values of the message's placeholders.
    pub params: Vec<Param>,
}

impl ValidationError {
    /// A refusal whose message has no placeholders.
    #[must_use]
    pub fn new(field: &str, code: Code, text: Text) -> Self {
        Self { field: field.to_owned(), code, text, params: Vec::new() }
    }

    /// A choice that does not belong to the company.
    #[must_use]
    pub fn not_your_own(field: &str) -> Self {
        Self::new(field, Code::Choice, Text::NotYourOwn)
    }

    /// Fills one placeholder of the message.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &impl ToString) -> Self {
        self.params.push((name, value.to_string()));
        self
    }

    /// The message alone.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        self.text.say(language, &self.params)
    }

    /// The error in its wire format.
    #[must_use]
    pub fn in_language(&self, language: Language) -> FieldError {
        FieldError { field: self.field.clone(), code: self.code, message: self.sentence(language) }
    }
}

/// The refusals so far: at most one per field.
#[derive(Debug, Default)]
pub struct ValidationErrors(Vec<ValidationError>);

impl ValidationErrors {
    /// Refuses a field, unless it is refused already.
    pub fn add(&mut self, error: ValidationError) {
        if !self.has(&error.field) {
            self.0.push(error);
        }
    }

    /// Adds the refusals of a form.
    pub fn add_all(&mut self, verdict: Result<(), Vec<ValidationError>>) {
        verdict.err().into_iter().flatten().for_each(|error| self.add(error));
    }

    /// Is this field refused already?
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.0.iter().any(|error| error.field == field)
    }

    /// The refusals, in the order in which they were added.
    #[must_use]
    pub fn into_list(self) -> Vec<ValidationError> {
        self.0
    }

    /// The verdict.
    pub fn finish(self) -> Result<(), Vec<ValidationError>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

/// One refused field in its wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct FieldError {
    /// The wire name of the field.
    pub field: String,
    /// Why it was refused.
    pub code: Code,
    /// The message, in the user's language.
    pub message: String,
}

/// All refusals of a form in one language.
#[must_use]
pub fn in_language(refusals: &[ValidationError], language: Language) -> Vec<FieldError> {
    refusals.iter().map(|refusal| refusal.in_language(language)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_word_on_the_wire_and_in_a_rule() {
        for (word, code) in Code::WIRE_WORDS {
            assert_eq!(serde_json::to_value(code).expect("a code"), *word);
        }
        assert!(serde_json::from_value::<Code>("length".into()).is_err());
    }
}

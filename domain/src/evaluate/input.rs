//! Reading the input of a rule field by field.

use chrono::NaiveDate;
use serde_json::Value;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::FromFields,
    },
    i18n::rules::Text,
    types::{
        date,
        field::{FromField, WireEnum},
        language::Language,
        money::FormNumber,
    },
};

/// The input of a rule. Null and missing equal blank.
pub(super) struct Input<'a>(&'a Value);

/// One refused field.
pub(super) fn refused<T>(field: &str, code: Code, text: Text) -> Result<T, Vec<ValidationError>> {
    Err(vec![ValidationError::new(field, code, text)])
}

fn record<F: FromFields>(field: &str, value: &Value) -> Result<F, Vec<ValidationError>> {
    let wrong = |field: &str| ValidationError::new(field, Code::Format, Text::WrongKind);
    let Value::Object(fields) = value else { return Err(vec![wrong(field)]) };
    F::from_fields(fields).map_err(|fields| fields.into_iter().map(wrong).collect())
}

impl<'a> Input<'a> {
    pub(super) const fn new(input: &'a Value) -> Self {
        Self(input)
    }

    pub(super) fn language(&self) -> Language {
        crate::evaluate::outcome::language_of(self.0)
    }

    /// The whole input as one record.
    pub(super) fn whole<F: FromFields>(&self) -> Result<F, Vec<ValidationError>> {
        record("input", self.0)
    }

    /// One field as a record; blank where it is missing.
    pub(super) fn record<F: FromFields + Default>(
        &self,
        field: &str,
    ) -> Result<F, Vec<ValidationError>> {
        let value = self.raw(field);
        if value.is_null() { Ok(F::default()) } else { record(field, value) }
    }

    pub(super) fn raw(&self, field: &str) -> &'a Value {
        self.0.get(field).unwrap_or(&Value::Null)
    }

    pub(super) fn optional<E: FromField>(
        &self,
        field: &str,
    ) -> Result<Option<E>, Vec<ValidationError>> {
        Option::<E>::read(self.raw(field))
            .map_or_else(|| refused(field, Code::Format, Text::WrongKind), Ok)
    }

    pub(super) fn list<E: FromField>(&self, field: &str) -> Result<Vec<E>, Vec<ValidationError>> {
        Ok(self.optional(field)?.unwrap_or_default())
    }

    /// A trimmed text, blank where it is missing.
    pub(super) fn text(&self, field: &str) -> Result<String, Vec<ValidationError>> {
        Ok(self.optional::<String>(field)?.unwrap_or_default())
    }

    pub(super) fn number(&self, field: &str) -> Result<FormNumber, Vec<ValidationError>> {
        match self.optional(field)? {
            Some(figure) => Ok(figure),
            None => refused(field, Code::Required, Text::Required),
        }
    }

    /// Parses a text; `None` where it is blank.
    pub(super) fn read<T>(
        &self,
        field: &str,
        read: impl FnOnce(&str) -> Option<T>,
        otherwise: Text,
    ) -> Result<Option<T>, Vec<ValidationError>> {
        let text = self.text(field)?;
        if text.is_empty() {
            return Ok(None);
        }
        match read(&text) {
            Some(value) => Ok(Some(value)),
            None => refused(field, Code::Format, otherwise),
        }
    }

    pub(super) fn optional_day(
        &self,
        field: &str,
    ) -> Result<Option<NaiveDate>, Vec<ValidationError>> {
        self.read(field, date::read_day, Text::DateFormat)
    }

    pub(super) fn day(&self, field: &str) -> Result<NaiveDate, Vec<ValidationError>> {
        match self.optional_day(field)? {
            Some(day) => Ok(day),
            None => refused(field, Code::Required, Text::Required),
        }
    }

    pub(super) fn choice<C: WireEnum>(&self, field: &str) -> Result<C, Vec<ValidationError>> {
        let word = self.text(field)?;
        if word.is_empty() {
            return refused(field, Code::Required, Text::ChoiceRequired);
        }
        match C::from_word(&word) {
            Some(choice) => Ok(choice),
            None => refused(field, Code::Choice, Text::Choice),
        }
    }
}

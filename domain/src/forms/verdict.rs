//! Converts the errors of `validator` into ours.

use serde_json::Value;
use validator::ValidationErrorsKind;

use crate::{
    forms::error::{Code, ValidationError, ValidationErrors},
    i18n::rules::Text,
    types::field::WireEnum as _,
};

/// Where `validator` stores the refusals of a rule for several fields.
const WHOLE_FORM: &str = "__all__";
/// The parameter in which such a refusal names its field.
pub(crate) const FIELD: &str = "field";

/// Passes a refusal to `validator`: the code and the message by their names, and the values of the
/// placeholders. Only a rule for several fields needs the field.
impl From<ValidationError> for validator::ValidationError {
    fn from(refusal: ValidationError) -> Self {
        let mut error = Self::new(refusal.code.as_word());
        error.message = Some(refusal.text.name().into());
        if !refusal.field.is_empty() {
            error.params.insert(FIELD.into(), refusal.field.into());
        }
        for (name, words) in refusal.params {
            error.params.insert(name.into(), words.into());
        }
        error
    }
}

/// The fields of a form, in order. One text for all names: a table of them would consist of pointers, which
/// hardly compress for the browser.
#[derive(Debug)]
pub struct FormShape {
    /// The wire names, each followed by a space; for a flattened form, its Rust name after a `*`.
    pub names: &'static str,
    /// The nested forms, by their Rust names.
    pub inside: &'static [(&'static str, &'static Self)],
}

impl FormShape {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split_ascii_whitespace().map(|name| name.trim_start_matches('*'))
    }

    /// Whether a field has this name, in the form itself or in a form inside it.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let mut all = Vec::new();
        self.add_all_names(&mut all);
        all.contains(&name)
    }

    fn inside(&self, field: &str) -> Option<&'static Self> {
        self.inside.iter().find(|(name, _)| *name == field).map(|(_, shape)| *shape)
    }

    fn add_all_names(&self, all: &mut Vec<&'static str>) {
        for name in self.names() {
            all.push(name);
            if let Some(form) = self.inside(&snake_case(name)) {
                form.add_all_names(all);
            }
        }
    }
}

/// The refused fields, each once, in the order of the form.
///
/// Never inlined: each of the forms would repeat it in the browser.
#[inline(never)]
pub(crate) fn of_form(
    verdict: Result<(), validator::ValidationErrors>,
    shape: &FormShape,
) -> Result<(), Vec<ValidationError>> {
    verdict.map_err(|errors| in_form_order(&errors, shape))
}

fn in_form_order(of_form: &validator::ValidationErrors, shape: &FormShape) -> Vec<ValidationError> {
    let mut errors = ValidationErrors::default();
    add_all(&mut errors, of_form, shape);
    let mut errors = errors.into_list();
    let mut names = Vec::new();
    shape.add_all_names(&mut names);
    let mut ordered = Vec::new();
    for name in names {
        if let Some(at) = errors.iter().position(|error| error.field == name) {
            ordered.push(errors.swap_remove(at));
        }
    }
    ordered.append(&mut errors);
    debug_assert!(!ordered.is_empty(), "a rule of a whole form names no field: {of_form}");
    ordered
}

fn add_all(
    errors: &mut ValidationErrors,
    of_form: &validator::ValidationErrors,
    shape: &FormShape,
) {
    for name in shape.names() {
        let field = snake_case(name);
        match of_form.errors().get(field.as_str()) {
            Some(ValidationErrorsKind::Field(found)) => {
                found.iter().take(1).for_each(|error| errors.add(of_field(name, error)));
            }
            Some(ValidationErrorsKind::Struct(inside)) => {
                if let Some(shape) = shape.inside(&field) {
                    add_all(errors, inside, shape);
                }
            }
            // No form validates a list of forms through attributes.
            Some(ValidationErrorsKind::List(_)) | None => {}
        }
    }
    if let Some(ValidationErrorsKind::Field(found)) = of_form.errors().get(WHOLE_FORM) {
        for error in found {
            let field = error.params.get(FIELD).and_then(Value::as_str).unwrap_or_default();
            errors.add(of_field(field, error));
        }
    }
}

/// The Rust name for a wire name.
fn snake_case(name: &str) -> String {
    let mut field = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            field.push('_');
        }
        field.push(letter.to_ascii_lowercase());
    }
    field
}

/// Converts one error of `validator`.
pub(crate) fn of_field(field: &str, error: &validator::ValidationError) -> ValidationError {
    let code = Code::from_word(&error.code).unwrap_or(Code::Format);
    let text = error.message.as_deref().and_then(Text::from_name).unwrap_or(Text::Required);
    let mut refusal = ValidationError::new(field, code, text);
    for name in ["min", "max"] {
        if let Some(limit) = error.params.get(name).and_then(Value::as_str) {
            refusal = refusal.with(name, &limit);
        }
    }
    refusal
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use serde_json::json;
    use validator::Validate as _;

    use super::*;
    use crate::{
        accounts::sign_in::Credentials,
        customers::{CustomerForm, EditCustomer},
        feedback::NewLead,
        forms::form::Form,
    };

    fn refused<F: Form>(form: Value) -> Vec<(String, Code)> {
        let form: F = serde_json::from_value(form).expect("a form");
        let errors = form.check().err().unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn a_form_lists_its_errors_from_top_to_bottom_and_each_field_once() {
        let form = json!({ "name": "", "email": "x".repeat(2_000), "companyType": "roof" });
        let expected =
            [("name", Code::Required), ("email", Code::TooLong), ("companyType", Code::Choice)];
        assert_eq!(
            refused::<NewLead>(form),
            expected.map(|(field, code)| (field.to_owned(), code))
        );
    }

    #[test]
    fn an_error_in_a_nested_form_is_shown_at_its_own_field() {
        let customer = json!({ "firstName": "Ana", "lastName": "a\0b", "phone": "555" });
        let expected = [
            ("customerId", Code::Required),
            ("lastName", Code::Format),
            ("phone", Code::PhoneFormat),
        ];
        assert_eq!(
            refused::<EditCustomer>(json!({ "customer": customer })),
            expected.map(|(field, code)| (field.to_owned(), code))
        );
    }

    #[test]
    fn a_text_that_cannot_be_stored_is_not_reported_as_missing() {
        let customer = json!({ "firstName": "Ana", "lastName": "a\0b", "phone": "555-555-5555" });
        let form: CustomerForm = serde_json::from_value(customer).expect("a form");
        let errors = form.check().expect_err("refused");
        assert_eq!(errors, [ValidationError::new("lastName", Code::Format, Text::BadCharacter)]);
    }

    #[test]
    fn no_error_contains_the_password() {
        let form = Credentials {
            email: String::new(),
            password: crate::types::field::Secret("rafters".into()),
        };
        let errors = form.validate().expect_err("too short");
        assert!(!format!("{errors:?}").contains("rafters"));
    }

    /// A rule's attribute names its message in a string, which the compiler does not check.
    #[test]
    fn every_message_that_a_rule_names_exists() {
        fn named(folder: &Path, found: &mut Vec<String>) {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    named(&path, found);
                    continue;
                }
                let code = fs::read_to_string(&path).expect("a file");
                let names = code
                    .split(concat!("message", " = \""))
                    .skip(1)
                    .filter_map(|rest| rest.split('"').next());
                found.extend(names.map(str::to_owned));
            }
        }
        let mut found = Vec::new();
        named(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(found.len() > 5, "{found:?}");
        for name in found {
            assert!(Text::from_name(&name).is_some(), "there is no sentence {name}");
        }
    }
}

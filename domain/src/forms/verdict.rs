//! The one place where the errors of `validator` become ours.

use serde_json::Value;
use validator::ValidationErrorsKind;

use crate::{
    forms::error::{Code, ValidationError, ValidationErrors},
    i18n::rules::Text,
    types::field::{FormField, WireEnum as _},
};

/// Where `validator` keeps the refusals of a rule over several fields.
const WHOLE_FORM: &str = "__all__";
/// In which parameter such a refusal names its field.
pub(crate) const FIELD: &str = "field";
/// In which parameter `validator` repeats what was given. No sentence does.
const GIVEN: &str = "value";

/// What crosses from a rule of ours into `validator`: the code and the sentence by their names, and what
/// fills the gaps. The field matters only to a rule over several of them.
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

/// What is refused, at most once a field, in the order of the form.
pub(crate) fn in_form_order(
    verdict: &Result<(), validator::ValidationErrors>,
    unstorable: &[&'static str],
    fields: &'static [FormField],
) -> Vec<ValidationError> {
    let mut errors = ValidationErrors::default();
    if let Err(of_form) = verdict {
        add_all(&mut errors, of_form, fields);
    }
    let mut errors = errors.into_list();
    for field in unstorable {
        let refused = errors.iter().position(|error| error.field == *field);
        // What is chosen from a list is not stored as it was written.
        if refused.is_some_and(|at| errors[at].code == Code::Choice) {
            continue;
        }
        refused.map(|at| errors.remove(at));
        errors.push(ValidationError::new(field, Code::Format, Text::BadCharacter));
    }
    let mut order = Vec::new();
    add_names(fields, &mut order);
    errors.sort_by_key(|error| order.iter().position(|name| *name == error.field));
    errors
}

/// The names of all fields on the wire, in the order of the form.
fn add_names(fields: &[FormField], names: &mut Vec<&'static str>) {
    for field in fields {
        names.push(field.wire);
        add_names(field.fields, names);
    }
}

fn add_all(
    errors: &mut ValidationErrors,
    of_form: &validator::ValidationErrors,
    fields: &'static [FormField],
) {
    for field in fields {
        match of_form.errors().get(field.name) {
            Some(ValidationErrorsKind::Field(found)) => {
                found.iter().take(1).for_each(|error| errors.add(of_field(field.wire, error)));
            }
            Some(ValidationErrorsKind::Struct(inside)) => add_all(errors, inside, field.fields),
            Some(ValidationErrorsKind::List(entries)) => {
                for inside in entries.values() {
                    add_all(errors, inside, field.fields);
                }
            }
            None => {}
        }
    }
    if let Some(ValidationErrorsKind::Field(found)) = of_form.errors().get(WHOLE_FORM) {
        for error in found {
            let field = error.params.get(FIELD).and_then(Value::as_str).unwrap_or_default();
            errors.add(of_field(field, error));
        }
    }
}

/// What `validator` refuses of one field.
fn of_field(field: &str, error: &validator::ValidationError) -> ValidationError {
    let (code, text) = match &*error.code {
        "length" => length(error),
        word => (Code::from_word(word).unwrap_or(Code::Format), Text::Required),
    };
    let text = error.message.as_deref().and_then(Text::from_name).unwrap_or(text);
    let mut refusal = ValidationError::new(field, code, text);
    for name in ["min", "max"] {
        if let Some(limit) = error.params.get(name) {
            refusal = refusal
                .with(name, &limit.as_str().map_or_else(|| limit.to_string(), str::to_owned));
        }
    }
    refusal
}

/// A blank text where one must be, a text that is too long, or one that is too short.
fn length(error: &validator::ValidationError) -> (Code, Text) {
    let given = error.params.get(GIVEN).and_then(Value::as_str).unwrap_or_default();
    let max = error.params.get("max").and_then(Value::as_u64);
    if given.is_empty() {
        (Code::Required, Text::Required)
    } else if max.is_some_and(|max| given.chars().count() as u64 > max) {
        (Code::TooLong, Text::TooLong)
    } else {
        (Code::TooShort, Text::TooShort)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use serde_json::json;
    use validator::Validate as _;

    use super::*;
    use crate::{
        accounts::sign_in::Credentials, customers::EditCustomer, feedback::NewLead,
        forms::form::Form,
    };

    fn refused<F: Form>(form: Value) -> Vec<(String, Code)> {
        let form: F = serde_json::from_value(form).expect("a form");
        let errors = form.check().err().unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn a_long_form_names_its_mistakes_from_top_to_bottom_and_each_field_once() {
        let form = json!({ "name": "", "email": "x".repeat(2_000), "companyType": "roof" });
        let expected =
            [("name", Code::Required), ("email", Code::TooLong), ("companyType", Code::Choice)];
        assert_eq!(
            refused::<NewLead>(form),
            expected.map(|(field, code)| (field.to_owned(), code))
        );
    }

    #[test]
    fn a_mistake_in_a_form_inside_another_is_shown_at_its_own_field() {
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
    fn no_refusal_carries_the_password() {
        let form = Credentials {
            email: String::new(),
            password: crate::types::field::Secret("rafters".into()),
        };
        let errors = form.validate().expect_err("too short");
        assert!(!format!("{errors:?}").contains("rafters"));
    }

    /// A rule's attribute names its sentence in a string, which the compiler does not look into.
    #[test]
    fn every_sentence_that_a_rule_names_is_there() {
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

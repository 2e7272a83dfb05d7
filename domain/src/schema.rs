//! JSON Schemas of requests and responses, for the server's OpenAPI document.
//!
//! A form's properties come from its fields. Its limits are not written down a second time: the form's own
//! rules are called with values that are too long, too large or missing, and the schema states what they
//! refuse.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::{
    companies::files::DocumentKind,
    feedback::{FeedbackKind, LeadKind},
    forms::{
        error::{Code, ValidationError},
        form::Form,
    },
    jobs::{job::JobStatus, records::Unit},
    notifications::preferences::{NotificationChannel, NotificationKind},
    permissions::permission::{CompanyType, UserType},
    translations::translations::TranslationKind,
    types::{field::WireEnum, language::Language},
};

/// Longer than any text may be.
const LONG: usize = 20_000;
/// Larger than any number may be.
const LARGE: f64 = 1e15;
/// An id that belongs to nothing.
const NIL: &str = "00000000-0000-0000-0000-000000000000";

/// A form's schema, with the constraints of its rules.
#[must_use]
pub fn of_form<F: Form + JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    let schema = schemas.subschema_for::<F>();
    let name = F::schema_name();
    if let Some(form) = schemas.definitions_mut().get_mut(name.as_ref()) {
        add_constraints::<F>(form);
    }
    schema
}

/// Adds the constraints of a form's rules to its schema.
fn add_constraints<F: Form>(form: &mut Value) {
    let Some(properties) = form.get("properties").and_then(Value::as_object) else { return };
    let mut constrained = properties.clone();
    let full: Map<String, Value> =
        properties.iter().map(|(name, schema)| (name.clone(), sample(schema))).collect();
    // The fields without which the body cannot be read.
    let shape: Map<String, Value> = properties
        .iter()
        .filter(|(_, schema)| !takes(schema, "null"))
        .map(|(name, schema)| (name.clone(), sample(schema)))
        .collect();
    let empty = refusals::<F>(shape.clone());
    let mut required = Vec::new();
    for (name, schema) in &mut constrained {
        let mut without = full.clone();
        without.remove(name);
        let is_required = !takes(schema, "null")
            || is_refused(&empty, name) && is_refused(&refusals::<F>(without), name);
        if is_required {
            without_null(schema);
            required.push(Value::String(name.clone()));
        }
        let refusal_of = |value: Value| {
            let mut body = shape.clone();
            body.insert(name.clone(), value);
            refusals::<F>(body).into_iter().find(|refusal| refusal.field == *name)
        };
        if takes(schema, "string") && schema.get("format").is_none() {
            add_text_constraints(schema, refusal_of);
        } else if takes(schema, "number") {
            add_number_constraints(schema, refusal_of);
        }
    }
    form["properties"] = Value::Object(constrained);
    if !required.is_empty() {
        form["required"] = Value::Array(required);
    }
}

fn add_text_constraints(schema: &mut Value, refusal_of: impl Fn(Value) -> Option<ValidationError>) {
    let refused = |text: &str| refusal_of(json!(text)).map(|refusal| refusal.code);
    if let Some(refusal) = refusal_of(json!("x".repeat(LONG)))
        && refusal.code == Code::TooLong
        && let Some(max) = limit(&refusal, "max")
    {
        schema["maxLength"] = max;
    }
    match refusal_of(json!("x")) {
        Some(refusal) if refusal.code == Code::TooShort => {
            if let Some(min) = limit(&refusal, "min") {
                schema["minLength"] = min;
            }
        }
        Some(refusal) if refusal.code == Code::Email => schema["format"] = json!("email"),
        Some(refusal) if refusal.code == Code::PhoneFormat => {
            schema["examples"] = json!(["555-555-5555"]);
        }
        Some(refusal) if refusal.code == Code::Choice => {
            let offered: Vec<&str> =
                words().into_iter().filter(|word| refused(word).is_none()).collect();
            if offered.iter().any(|word| !word.is_empty()) {
                schema["enum"] = json!(offered);
            }
            if takes(schema, "null")
                && let Some(Value::Array(offered)) = schema.get_mut("enum")
            {
                offered.push(Value::Null);
            }
        }
        Some(refusal) if refusal.code == Code::Format => {
            let is_not = |text: &str| refused(text) == Some(Code::Format);
            // Blank means no value where the field is optional, so the format is given as an example and not
            // asserted.
            let format = [
                ("2026-03-02", "date"),
                ("2026-03-02T15:00:00Z", "date-time"),
                ("#1a3f69", "color"),
            ];
            if let Some((example, format)) = format.into_iter().find(|(text, _)| !is_not(text)) {
                schema["examples"] = json!([example]);
                if !takes(schema, "null") {
                    match format {
                        "color" => schema["pattern"] = json!("^#[0-9a-fA-F]{6}$"),
                        _ => schema["format"] = json!(format),
                    }
                }
            }
        }
        _ => {}
    }
}

fn add_number_constraints(
    schema: &mut Value,
    refusal_of: impl Fn(Value) -> Option<ValidationError>,
) {
    for (number, code, word, param) in [
        (LARGE, Code::TooLarge, "maximum", "max"),
        (-LARGE, Code::TooSmall, "minimum", "min"),
        (0.000_000_1, Code::TooManyDecimals, "x-decimals", "max"),
    ] {
        if let Some(refusal) = refusal_of(json!(number))
            && refusal.code == code
            && let Some(limit) = limit(&refusal, param)
        {
            schema[word] = limit;
        }
    }
}

/// The number in a parameter of a refusal.
fn limit(refusal: &ValidationError, name: &str) -> Option<Value> {
    let (_, text) = refusal.params.iter().find(|(param, _)| *param == name)?;
    serde_json::from_str(&text.replace(',', "")).ok().filter(Value::is_number)
}

fn refusals<F: Form>(body: Map<String, Value>) -> Vec<ValidationError> {
    let form: Option<F> = serde_json::from_value(Value::Object(body)).ok();
    form.and_then(|form| form.check().err()).unwrap_or_default()
}

fn is_refused(refusals: &[ValidationError], field: &str) -> bool {
    refusals.iter().any(|refusal| refusal.field == field && refusal.code == Code::Required)
}

fn takes(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(only)) => only == kind,
        Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
        _ => kind == "null",
    }
}

fn without_null(schema: &mut Value) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            schema["type"] = only.clone();
        }
    } else if let Some(Value::Array(either)) = schema.get_mut("anyOf") {
        either.retain(|one| one.get("type").is_none_or(|kind| kind != "null"));
        if let [only] = either.as_slice() {
            *schema = only.clone();
        }
    }
}

/// A value of the right type that is not blank.
fn sample(schema: &Value) -> Value {
    if takes(schema, "string") {
        let is_id = schema.get("format").is_some_and(|format| format == "uuid");
        json!(if is_id { NIL } else { "x" })
    } else if takes(schema, "number") {
        json!(1)
    } else if takes(schema, "boolean") {
        json!(true)
    } else if takes(schema, "array") {
        json!([])
    } else {
        json!({})
    }
}

/// Every word of every enum that a form may contain, and the blank one.
fn words() -> Vec<&'static str> {
    fn of<C: WireEnum>() -> impl Iterator<Item = &'static str> {
        C::WIRE_WORDS.iter().map(|(word, _)| *word)
    }
    let mut words: Vec<&'static str> = of::<CompanyType>()
        .chain(of::<UserType>())
        .chain(of::<JobStatus>())
        .chain(of::<Language>())
        .chain(of::<Unit>())
        .chain(of::<DocumentKind>())
        .chain(of::<LeadKind>())
        .chain(of::<FeedbackKind>())
        .chain(of::<TranslationKind>())
        .chain(of::<NotificationKind>())
        .chain(of::<NotificationChannel>())
        .chain(["true", "false", ""])
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        accounts::sign_in::Credentials,
        calendar::appointment_forms::CreateAppointment,
        jobs::{forms::EditJob, records::AddMeasurement},
    };

    fn described<F: Form + JsonSchema>() -> Value {
        let mut schemas = schemars::generate::SchemaSettings::draft2020_12().into_generator();
        let _ = of_form::<F>(&mut schemas);
        schemas.definitions()[F::schema_name().as_ref()].clone()
    }

    #[test]
    fn the_document_states_the_limits_that_the_rules_enforce() {
        let form = described::<AddMeasurement>();
        assert_eq!(form["required"], json!(["amount", "jobId", "measurement"]));
        assert_eq!(form["properties"]["jobId"], json!({ "type": "string", "format": "uuid" }));
        let amount = &form["properties"]["amount"];
        assert_eq!(amount["maximum"], json!(9_999_999.999));
        assert_eq!(amount["x-decimals"], json!(3));
        let words = form["properties"]["measurement"]["enum"].as_array().expect("words").len();
        assert_eq!(words, 21);
    }

    #[test]
    fn a_field_that_another_one_replaces_may_be_left_out() {
        let form = described::<CreateAppointment>();
        let required = form["required"].to_string();
        assert!(required.contains("start") && !required.contains("lengthMinutes"), "{required}");
        assert_eq!(form["properties"]["note"]["type"], json!(["string", "null"]));
    }

    #[test]
    fn texts_have_their_lengths_and_formats() {
        let form = described::<EditJob>();
        assert_eq!(form["properties"]["title"]["maxLength"], json!(1_000));
        let form = described::<Credentials>();
        assert_eq!(form["properties"]["email"]["format"], json!("email"));
        assert_eq!(form["properties"]["password"]["minLength"], json!(8));
        assert_eq!(form["properties"]["password"]["maxLength"], json!(128));
    }
}

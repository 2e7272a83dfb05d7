//! Examples of JSON bodies, from their schemas: every body of the OpenAPI document has one.

use serde_json::{Map, Value, json};

/// Schemas nested deeper than this are left out.
const DEEPEST: usize = 24;
/// An id.
const ID: &str = "0190f5fe-7c00-7a3e-8000-5d2b9f6c1a47";

/// Texts by the name of their field, as the trade would write them.
const TEXTS: &[(&str, &str)] = &[
    ("accountNumber", "4410-22"),
    ("account_type", "contractor"),
    ("address", "214 Maple Street"),
    ("caption", "Flashing at the chimney, before"),
    ("city", "Nashville"),
    ("code", "123456"),
    ("color", "#1a3f69"),
    ("company", "Whitaker Holdings"),
    ("companyName", "Ridge & Sons"),
    ("company_name", "Ridge & Sons"),
    ("content", "The gate code is 1204."),
    ("contents", "We start at seven."),
    ("contractorCompanyName", "Ridge & Sons"),
    ("description", "24 squares of architectural shingles"),
    ("email", "ada@example.com"),
    ("end", "2026-03-09T15:30:00Z"),
    ("fileName", "insurance.pdf"),
    ("firstName", "Ada"),
    ("followUpNote", "Sends the quote on Friday."),
    ("inspectionNote", "Hail on the north side"),
    ("jobNumber", "26-014"),
    ("lastName", "Ridge"),
    ("latitude", "36.16"),
    ("location", "Nashville, TN"),
    ("message", "Please deliver to the back of the house."),
    ("name", "Ridge & Sons"),
    ("newPassword", "copper gutter sunrise"),
    ("note", "Bring the long ladder."),
    ("oldPassword", "ladder harness slate"),
    ("password", "ladder harness slate"),
    ("phone", "615-555-0100"),
    ("phoneNumber", "615-555-0100"),
    ("position", "Owner"),
    ("qualification", "Licensed and insured"),
    ("secret", "rl_3q2-7wXhSLk0bV5nYcE1mTgPzR8uJfOaDiQ6tKsNHxM"),
    ("slug", "ridge-and-sons"),
    ("start", "2026-03-09T15:00:00Z"),
    ("state", "TN"),
    ("subject", "Order 26-014"),
    ("text", "We start at seven."),
    ("timeZone", "America/Chicago"),
    ("title", "Whitaker re-roof"),
    ("zip", "37201"),
];

/// An example of a schema. `definitions` are the shared schemas that it refers to.
#[must_use]
pub fn of(schema: &Value, definitions: &Map<String, Value>) -> Value {
    Examples { definitions }.example(schema, "", 0)
}

struct Examples<'a> {
    definitions: &'a Map<String, Value>,
}

impl Examples<'_> {
    fn example(&self, schema: &Value, field: &str, depth: usize) -> Value {
        if depth > DEEPEST {
            return Value::Null;
        }
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or_default();
            let shared = self.definitions.get(name).unwrap_or(&Value::Null);
            return self.example(shared, field, depth + 1);
        }
        if let Some(value) = given(schema) {
            return value;
        }
        for choices in ["oneOf", "anyOf"] {
            let Some(choices) = schema.get(choices).and_then(Value::as_array) else { continue };
            let first = choices.iter().find(|choice| kind(choice) != Some("null"));
            let chosen =
                first.map(|choice| self.example(choice, field, depth + 1)).unwrap_or_default();
            return merged(self.by_type(schema, field, depth), chosen);
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            let own = self.by_type(schema, field, depth);
            return parts
                .iter()
                .fold(own, |whole, part| merged(whole, self.example(part, field, depth + 1)));
        }
        self.by_type(schema, field, depth)
    }

    fn by_type(&self, schema: &Value, field: &str, depth: usize) -> Value {
        match kind(schema) {
            Some("object") => {
                let properties = schema.get("properties").and_then(Value::as_object);
                let examples = properties
                    .into_iter()
                    .flatten()
                    .map(|(name, schema)| (name.clone(), self.example(schema, name, depth + 1)));
                Value::Object(examples.collect())
            }
            Some("array") => match schema.get("items") {
                Some(items) if depth < DEEPEST => {
                    json!([self.example(items, field.trim_end_matches('s'), depth + 1)])
                }
                _ => json!([]),
            },
            Some("string") => text(schema, field),
            Some("boolean") => json!(true),
            Some("integer" | "number") => number(schema),
            _ => Value::Null,
        }
    }
}

/// What the schema itself gives as an example, or the only value that it allows.
fn given(schema: &Value) -> Option<Value> {
    let first = |name: &str| {
        let list = schema.get(name)?.as_array()?;
        list.iter().find(|value| !value.is_null() && **value != "").cloned()
    };
    schema.get("const").cloned().or_else(|| first("enum")).or_else(|| first("examples"))
}

/// The type of a schema that may also be null.
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        _ => None,
    }
}

fn text(schema: &Value, field: &str) -> Value {
    let most = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let word = match schema.get("format").and_then(Value::as_str) {
        Some("uuid") => ID,
        Some("date") => "2026-03-09",
        Some("date-time") => "2026-03-09T15:00:00Z",
        Some("email") => "ada@example.com",
        Some("uri") => "https://example.com/",
        _ => TEXTS.iter().find(|(name, _)| *name == field).map_or("text", |(_, text)| text),
    };
    let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or_default();
    let least = usize::try_from(least).unwrap_or_default().min(64);
    let padded = format!("{word:x<least$}");
    json!(padded.chars().take(most).collect::<String>())
}

fn number(schema: &Value) -> Value {
    let limit = |name: &str| schema.get(name).and_then(Value::as_f64);
    let one = limit("minimum").unwrap_or(1.0).max(1.0);
    let one = limit("maximum").map_or(one, |most| one.min(most));
    // Written as a whole number where it is one.
    one.to_string().parse::<i64>().map_or_else(|_| json!(one), Value::from)
}

/// Two objects as one; otherwise the second.
fn merged(first: Value, second: Value) -> Value {
    match (first, second) {
        (Value::Object(mut whole), Value::Object(part)) => {
            whole.extend(part);
            Value::Object(whole)
        }
        (first, Value::Null) => first,
        (_, second) => second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_has_every_field_and_ends_where_a_schema_refers_to_itself() {
        let note = json!({
            "type": "object",
            "properties": {
                "city": { "type": ["string", "null"] },
                "id": { "type": "string", "format": "uuid" },
                "state": { "type": "string", "maxLength": 1 },
                "answers": { "type": "array", "items": { "$ref": "#/components/schemas/Note" } },
                "by": { "anyOf": [{ "type": "null" }, { "enum": ["", "ada"] }] },
            },
        });
        let definitions = Map::from_iter([("Note".to_owned(), note)]);
        let example = of(&json!({ "$ref": "#/components/schemas/Note" }), &definitions);
        assert_eq!((&example["city"], &example["id"]), (&json!("Nashville"), &json!(ID)));
        assert_eq!((&example["state"], &example["by"]), (&json!("T"), &json!("ada")));
        assert_eq!(example["answers"][0]["city"], "Nashville");
    }
}

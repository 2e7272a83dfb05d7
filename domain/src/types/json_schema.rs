//! JSON Schema helpers shared by forms and types.

use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};

/// An object with these properties, none of them required.
pub(crate) fn object(properties: impl IntoIterator<Item = (&'static str, Schema)>) -> Schema {
    let properties: Map<String, Value> =
        properties.into_iter().map(|(name, schema)| (name.to_owned(), schema.into())).collect();
    json_schema!({ "type": "object", "properties": properties })
}

/// The same schema, or null.
#[must_use]
pub(crate) fn or_null(schema: Schema) -> Schema {
    let kind = schema.get("type").cloned();
    match kind {
        Some(Value::String(kind)) if kind != "null" => {
            let mut schema = schema;
            schema.insert("type".to_owned(), json!([kind, "null"]));
            schema
        }
        Some(_) => schema,
        None if schema.as_object().is_none_or(Map::is_empty) => schema,
        None => json_schema!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

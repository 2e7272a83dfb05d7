//! The OpenAPI description of a call, built by its handler's types.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use domain::forms::{form::Form, idempotency_key};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

const JSON: &str = "application/json";

/// A description under construction.
#[derive(Debug)]
pub struct Operation<'a> {
    schemas: &'a mut SchemaGenerator,
    /// The names in the path that are not described yet.
    names: Vec<&'static str>,
    parameters: Vec<Value>,
    body: Option<Value>,
    responses: BTreeMap<u16, Response>,
    /// The security schemes that allow it; empty for public calls.
    keys: &'static [&'static str],
}

/// What one status may return.
#[derive(Debug, Default)]
struct Response {
    description: String,
    content: BTreeMap<&'static str, Value>,
    is_failure: bool,
}

impl<'a> Operation<'a> {
    /// A call of which only the path is known.
    pub fn at(path: &'static str, schemas: &'a mut SchemaGenerator) -> Self {
        let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        Self {
            schemas,
            names: names.map(|name| name.trim_start_matches('*')).rev().collect(),
            parameters: Vec::new(),
            body: None,
            responses: BTreeMap::new(),
            keys: &[],
        }
    }

    /// The schema of a type.
    pub fn schema<T: JsonSchema>(&mut self) -> Value {
        self.schemas.subschema_for::<T>().into()
    }

    /// The schema of a form, with the limits of its rules.
    pub fn form<F: Form + JsonSchema>(&mut self) -> Value {
        domain::schema::of_form::<F>(self.schemas).into()
    }

    /// The fields of a type that is flattened into the call, such as a query.
    fn properties<T: JsonSchema>(&mut self) -> Map<String, Value> {
        let schema = T::json_schema(self.schemas);
        schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default()
    }

    /// Requires a session.
    pub fn is_for_signed_in(&mut self) {
        self.keys = &["session"];
    }

    /// Takes an API key in place of a session.
    pub fn takes_api_key(&mut self) {
        if self.keys == ["session"] {
            self.keys = &["session", "apiKey"];
        }
    }

    /// Only for the operator.
    pub fn is_for_operator(&mut self) {
        self.keys = &["metrics"];
    }

    /// The next name in the path has this schema.
    pub fn takes_in_path(&mut self, schema: &Value) {
        if let Some(name) = self.names.pop() {
            let parameter =
                json!({ "name": name, "in": "path", "required": true, "schema": schema });
            self.parameters.push(parameter);
        }
    }

    /// The query may hold these fields.
    pub fn takes_in_query<T: JsonSchema>(&mut self) {
        for (name, mut schema) in self.properties::<T>() {
            if let Some(Value::Array(kinds)) = schema.get_mut("type") {
                kinds.retain(|kind| kind != "null");
            }
            // A query holds strings: a missing value is left out, it is not null.
            if schema.get("default").is_some_and(Value::is_null)
                && let Some(schema) = schema.as_object_mut()
            {
                schema.remove("default");
            }
            self.parameters.push(json!({ "name": name, "in": "query", "schema": schema }));
        }
    }

    /// Reads this header.
    pub fn takes_header(&mut self, name: &str, schema: &Value) {
        self.parameters.push(json!({ "name": name, "in": "header", "schema": schema }));
    }

    /// Refuses a call without this header.
    pub fn requires_header(&mut self, name: &str, schema: &Value) {
        let parameter = json!({ "name": name, "in": "header", "required": true, "schema": schema });
        self.parameters.push(parameter);
    }

    /// A signed-in caller may send an idempotency key.
    pub fn may_carry_key(&mut self) {
        let has_key = self.parameters.iter().any(|known| known["name"] == idempotency_key::HEADER);
        if self.keys.contains(&"session") && !has_key {
            let (min, max) = (idempotency_key::MIN_LENGTH, idempotency_key::MAX_LENGTH);
            let schema = json!({ "type": "string", "minLength": min, "maxLength": max });
            self.takes_header(idempotency_key::HEADER, &schema);
            self.fails(StatusCode::UNPROCESSABLE_ENTITY);
        }
    }

    /// The body is JSON of this schema.
    pub fn takes_json(&mut self, schema: &Value) {
        self.takes_body(JSON, schema);
    }

    /// The body has this media type.
    pub fn takes_body(&mut self, media: &str, schema: &Value) {
        self.body = Some(json!({ "required": true, "content": { media: { "schema": schema } } }));
    }

    /// May return JSON of this schema.
    pub fn answers_json(&mut self, status: StatusCode, schema: Value) {
        self.answers(status, JSON, schema);
    }

    /// May return a body of this media type.
    pub fn answers(&mut self, status: StatusCode, media: &'static str, schema: Value) {
        self.response(status).content.insert(media, schema);
    }

    /// May return a status without a body.
    pub fn answers_nothing(&mut self, status: StatusCode) {
        self.response(status);
    }

    /// May fail with this status and the common error body.
    pub fn fails(&mut self, status: StatusCode) {
        self.response(status).is_failure = true;
    }

    fn response(&mut self, status: StatusCode) -> &mut Response {
        let response = self.responses.entry(status.as_u16()).or_default();
        status.canonical_reason().unwrap_or_default().clone_into(&mut response.description);
        response
    }

    /// The description as OpenAPI JSON.
    #[must_use]
    pub fn into_json(mut self) -> Map<String, Value> {
        while !self.names.is_empty() {
            self.takes_in_path(&json!({ "type": "string" }));
        }
        let responses: Map<String, Value> = self
            .responses
            .into_iter()
            .map(|(status, response)| (status.to_string(), response.written(status)))
            .collect();
        let security = self.keys.iter().map(|key| json!({ *key: [] })).collect();
        let mut operation = Map::new();
        if !self.parameters.is_empty() {
            operation.insert("parameters".to_owned(), Value::Array(self.parameters));
        }
        if let Some(body) = self.body {
            operation.insert("requestBody".to_owned(), body);
        }
        operation.insert("responses".to_owned(), Value::Object(responses));
        operation.insert("security".to_owned(), Value::Array(security));
        operation
    }
}

impl Response {
    fn written(self, status: u16) -> Value {
        if self.is_failure && self.content.is_empty() {
            return json!({ "$ref": format!("#/components/responses/{status}") });
        }
        let mut content: Map<String, Value> = self
            .content
            .into_iter()
            .map(|(media, schema)| (media.to_owned(), json!({ "schema": schema })))
            .collect();
        if self.is_failure {
            // A body that the call itself declares for this status comes first.
            content.entry(JSON).or_insert_with(failure);
        }
        if content.is_empty() {
            json!({ "description": self.description })
        } else {
            json!({ "description": self.description, "content": content })
        }
    }
}

/// The body of every failure.
pub fn failure() -> Value {
    json!({ "schema": { "$ref": "#/components/schemas/Failure" } })
}

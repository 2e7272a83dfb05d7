//! The OpenAPI document of all calls, from the route table and the handlers' types.

use axum::http::StatusCode;
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::http::{
    error::ErrorResponse,
    openapi::{
        call::Call,
        examples,
        operation::{Operation, failure},
    },
};

/// How every call may fail, whatever its types declare.
const ALWAYS: &[StatusCode] = &[
    // Also public calls, where an API key comes along that does not open them.
    StatusCode::FORBIDDEN,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::INTERNAL_SERVER_ERROR,
    StatusCode::SERVICE_UNAVAILABLE,
];

/// How every write may fail: its body may be cut off, and its row may be deleted meanwhile.
const CHANGES: &[StatusCode] = &[
    StatusCode::BAD_REQUEST,
    StatusCode::NOT_FOUND,
    StatusCode::CONFLICT,
    StatusCode::TOO_MANY_REQUESTS,
];

/// Each failure status and its meaning (contract, section 2).
const FAILURES: &[(StatusCode, &str)] = &[
    (StatusCode::BAD_REQUEST, "The body is not JSON, or of the wrong shape."),
    (StatusCode::UNAUTHORIZED, "No token, or not a valid one."),
    (StatusCode::FORBIDDEN, "The caller's role or API key may not do this."),
    (StatusCode::NOT_FOUND, "Unknown, or another company's."),
    (StatusCode::CONFLICT, "Clashes with how things stand."),
    (StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than this call takes."),
    (StatusCode::PRECONDITION_FAILED, "A version of the upload protocol that is not spoken."),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "A file of a kind that is not taken."),
    (StatusCode::UNPROCESSABLE_ENTITY, "A rule refused a field."),
    (StatusCode::TOO_MANY_REQUESTS, "Too often. `Retry-After` says when to try again."),
    (StatusCode::INTERNAL_SERVER_ERROR, "Our fault. The log has the `x-request-id`."),
    (StatusCode::SERVICE_UNAVAILABLE, "Out of reach or full for now. Nothing was changed."),
];

/// The document of these calls.
pub fn document<'c>(calls: impl IntoIterator<Item = &'c Call>) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut schemas = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    let mut names = Vec::new();
    for call in calls {
        let mut written = described(call, &mut schemas);
        let name = name(call, &names);
        written.insert("operationId".to_owned(), name.clone().into());
        names.push(name);
        let path = call.route.path.replace("{*", "{");
        paths.entry(path).or_insert_with(|| json!({}))[call.route.method] = written.into();
    }
    schemas.subschema_for::<ErrorResponse<'_>>();
    let definitions = schemas.take_definitions(true);
    for operation in paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        add_examples(operation, &definitions);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Ridgeline",
            "summary": "Jobs, crews and orders of the building trades.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": definitions,
            "responses": failures(),
            "securitySchemes": {
                "session": { "type": "http", "scheme": "bearer" },
                "apiKey": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The secret of an API key. `x-ridgeline-scope` names the scope that a call requires; `read` opens every `GET` that has one. A call without a scope takes no key.",
                },
                "metrics": { "type": "http", "scheme": "bearer" },
            },
        },
    })
}

/// Adds an example to each JSON body of a call.
fn add_examples(operation: &mut Value, definitions: &Map<String, Value>) {
    if let Some(body) = operation.pointer_mut("/requestBody/content/application~1json") {
        body["example"] = examples::of(&body["schema"], definitions);
    }
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
    for (status, response) in responses.into_iter().flatten() {
        let Some(body) = response.pointer_mut("/content/application~1json") else { continue };
        let known = FAILURES.iter().find(|(known, _)| known.as_str() == status);
        body["example"] = match known.filter(|_| body["schema"] == failure()["schema"]) {
            Some(known) => failure_example(known),
            None => examples::of(&body["schema"], definitions),
        };
    }
}

fn failure_example((status, meaning): &(StatusCode, &str)) -> Value {
    json!({ "error": { "code": error_code(*status), "message": meaning } })
}

fn described(call: &Call, schemas: &mut SchemaGenerator) -> Map<String, Value> {
    let mut operation = Operation::at(call.route.path, schemas);
    (call.describe)(&mut operation);
    if call.route.scope.is_some() {
        operation.takes_api_key();
    }
    let changes = if call.route.method == "get" { &[] } else { CHANGES };
    let counted = call.route.quota.map(|_| StatusCode::TOO_MANY_REQUESTS);
    for status in ALWAYS.iter().chain(changes).chain(&counted).chain(&call.refusals) {
        operation.fails(*status);
    }
    if call.route.method != "get" {
        operation.may_carry_key();
    }
    let (capability, _, function) = handler(call);
    let mut written = operation.into_json();
    written.insert("tags".to_owned(), json!([capability]));
    let summary = function.replace('_', " ");
    let summary = summary.get(..1).unwrap_or_default().to_uppercase() + &summary[1..];
    written.insert("summary".to_owned(), summary.into());
    // The second is the name of earlier versions, for one version.
    for name in ["x-ridgeline-access", "x-ridgeline-door"] {
        written.insert(name.to_owned(), call.route.caller.into());
    }
    written.insert("x-ridgeline-scope".to_owned(), json!(call.route.scope));
    written
}

/// The parts of a handler's path: the capability, its file where the capability has several, and the
/// function. `server::api::jobs::notes::add` is `jobs`, `notes`, `add`.
fn handler(call: &Call) -> (&'static str, Option<&'static str>, &'static str) {
    let (_, path) = call.handler.rsplit_once("::api::").unwrap_or(("", call.handler));
    let (place, function) = path.rsplit_once("::").unwrap_or(("", path));
    let (capability, part) = place.split_once("::").unwrap_or((place, ""));
    (capability, Some(part).filter(|part| !part.is_empty() && *part != capability), function)
}

/// The operation id for generated clients, such as `jobsSetSchedule`. If a handler serves several paths, the
/// last part of the path distinguishes them.
fn name(call: &Call, taken: &[String]) -> String {
    let (capability, part, function) = handler(call);
    let words = [Some(capability), part, Some(function)];
    let name = camel(&words.into_iter().flatten().collect::<Vec<_>>().join("_"));
    if !taken.contains(&name) {
        return name;
    }
    let last = call.route.path.rsplit('/').find(|word| !word.starts_with('{')).unwrap_or_default();
    camel(&format!("{name}_{last}"))
}

fn camel(words: &str) -> String {
    let mut name = String::new();
    for word in words.split(['_', '.']).filter(|word| !word.is_empty()) {
        let first = word.get(..1).unwrap_or_default();
        name += &if name.is_empty() { first.to_lowercase() } else { first.to_uppercase() };
        name += &word[first.len()..];
    }
    name
}

/// The code that a failure with this status mostly has.
const fn error_code(status: StatusCode) -> &'static str {
    match status.as_u16() {
        400 | 412 => "malformed",
        401 => "unauthenticated",
        403 => "forbidden",
        404 => "not_found",
        409 => "conflict",
        413 => "too_large",
        415 => "unsupported_media",
        422 => "validation",
        429 => "duplicate_call_limit",
        _ => "internal",
    }
}

fn failures() -> Map<String, Value> {
    let mut failures = Map::new();
    for known in FAILURES {
        let (status, meaning) = known;
        let mut body = failure();
        body["example"] = failure_example(known);
        let content = json!({ "application/json": body });
        let mut response = json!({ "description": meaning, "content": content });
        if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(status) {
            let seconds = json!({ "schema": { "type": "integer", "minimum": 1 } });
            response["headers"] = json!({ "Retry-After": seconds });
        }
        failures.insert(status.as_u16().to_string(), response);
    }
    failures
}

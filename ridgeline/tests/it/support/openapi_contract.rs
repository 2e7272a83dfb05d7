//! Compares every response of every test with the OpenAPI document.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
};

use axum::http::{HeaderMap, Method, StatusCode, header};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// The document, prepared for lookups.
struct Declared {
    document: Value,
    /// The segments of every path, with its key in the document.
    paths: Vec<(Vec<String>, String)>,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

fn declared() -> &'static Declared {
    static DECLARED: OnceLock<Declared> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let document = server::api::routes().document();
        let names = document["paths"].as_object().expect("paths").keys();
        let paths = names.map(|path| (segments(path), path.clone())).collect();
        let mut document = document.clone();
        forbid_undeclared(&mut document["components"]["schemas"]);
        forbid_undeclared(&mut document["paths"]);
        Declared { document, paths, validators: Mutex::default() }
    })
}

fn segments(path: &str) -> Vec<String> {
    path.trim_start_matches('/').split('/').map(str::to_owned).collect()
}

/// Forbids undeclared fields in responses, in these tests only: clients of other versions must accept them.
fn forbid_undeclared(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") && fields.get("type") == Some(&json!("object")) {
                fields.entry("additionalProperties").or_insert(json!(false));
            }
            fields.values_mut().for_each(forbid_undeclared);
        }
        Value::Array(list) => list.iter_mut().for_each(forbid_undeclared),
        _ => {}
    }
}

impl Declared {
    /// The path in the document that matches a request.
    fn path(&self, requested: &str) -> Option<&str> {
        let requested = segments(requested);
        let fits = |declared: &Vec<String>| {
            let rest = declared.last().is_some_and(|last| last == "{key}");
            (declared.len() == requested.len() || rest && declared.len() < requested.len())
                && declared
                    .iter()
                    .zip(&requested)
                    .all(|(one, other)| one == other || one.starts_with('{') && !other.is_empty())
        };
        let names = |declared: &[String]| declared.iter().filter(|s| s.starts_with('{')).count();
        let fitting = self.paths.iter().filter(|(declared, _)| fits(declared));
        fitting.min_by_key(|(declared, _)| names(declared)).map(|(_, path)| path.as_str())
    }

    /// Built once for each schema: that takes longer than most tests.
    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut ready = self.validators.lock().expect("validators");
        let make = || {
            let mut whole = schema.clone();
            whole["components"] = json!({ "schemas": self.referenced_schemas(schema) });
            let compiled = jsonschema::options().should_validate_formats(true).build(&whole);
            Arc::new(compiled.expect("a schema"))
        };
        ready.entry(schema.to_string()).or_insert_with(make).clone()
    }

    /// The shared schemas that a schema refers to, directly and indirectly.
    fn referenced_schemas(&self, schema: &Value) -> Map<String, Value> {
        let all = &self.document["components"]["schemas"];
        let mut reached = Map::new();
        let mut names = references(schema);
        while let Some(name) = names.pop() {
            if !reached.contains_key(&name) {
                names.extend(references(&all[&name]));
                reached.insert(name.clone(), all[&name].clone());
            }
        }
        reached
    }
}

/// The names of the shared schemas that a schema refers to.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            let own = own.and_then(|at| at.strip_prefix("#/components/schemas/"));
            own.map(str::to_owned).into_iter().chain(fields.values().flat_map(references)).collect()
        }
        Value::Array(list) => list.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

/// Fails if a response is not declared in the document.
pub fn check(method: &Method, path: &str, status: StatusCode, headers: &HeaderMap, bytes: &[u8]) {
    let declared = declared();
    let Some(place) = declared.path(path) else { return };
    let operations = &declared.document["paths"][place];
    let mut method = method.as_str().to_lowercase();
    // What can be read can be asked for its headers.
    if method == "head" && operations.get(&method).is_none() {
        "get".clone_into(&mut method);
    }
    let Some(operation) = operations.get(&method) else {
        assert_eq!(status, StatusCode::NOT_FOUND, "{method} {path}");
        return;
    };
    let call = format!("{method} {place} {}", status.as_u16());
    let response = operation["responses"].get(status.as_str());
    let response = response.unwrap_or_else(|| panic!("{call} is not declared"));
    let response = match response["$ref"].as_str() {
        Some(at) => declared.document.pointer(&at[1..]).expect("a response"),
        None => response,
    };
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.and_then(|media| media.split(';').next()).unwrap_or_default();
    let Some(content) = response["content"].as_object() else {
        return assert!(bytes.is_empty(), "{call} has a body, and declares none");
    };
    let Some(content) = content.get(media).or_else(|| content.get("*/*")) else {
        assert!(
            bytes.is_empty() && headers.get(header::CONTENT_LENGTH).is_some(),
            "{call}: {media}"
        );
        return;
    };
    // A test that requests a compressed list decompresses it itself.
    let is_plain = !headers.contains_key(header::CONTENT_ENCODING);
    if media == "application/json" && is_plain && !bytes.is_empty() {
        let json: Value = serde_json::from_slice(bytes).expect("JSON");
        let validator = declared.validator(&content["schema"]);
        if let Some(wrong) = validator.iter_errors(&json).next() {
            panic!("{call} at {}: {wrong}", wrong.instance_path());
        }
    }
}

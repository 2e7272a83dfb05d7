//! The OpenAPI document: complete, valid, and the same as the served routes. `support/openapi_contract.rs`
//! compares every response of every other test with it.

use std::collections::BTreeSet;

use axum::http::{StatusCode, header};
use serde_json::{Value, json};

use crate::support::TestApp;

fn document() -> Value {
    server::api::routes().document()
}

/// The method, path and description of every call.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().expect("paths");
    let calls = paths.iter().flat_map(|(path, calls)| {
        let calls = calls.as_object().expect("calls");
        calls.iter().map(move |(method, call)| (method.clone(), path.clone(), call.clone()))
    });
    calls.collect()
}

#[test]
fn every_served_call_is_described_once_with_its_permission() {
    let described: BTreeSet<String> = operations(&document())
        .iter()
        .map(|(method, path, call)| format!("{method} {path} {}", call["x-ridgeline-access"]))
        .collect();
    let served: BTreeSet<String> = server::api::routes()
        .list()
        .iter()
        .map(|route| {
            let path = route.path.replace("{*", "{");
            format!("{} {path} {}", route.method, json!(route.caller))
        })
        .collect();
    assert_eq!(described, served);
}

#[test]
fn every_call_has_a_unique_name_for_generated_clients() {
    let calls = operations(&document());
    let names: BTreeSet<&str> =
        calls.iter().filter_map(|(_, _, call)| call["operationId"].as_str()).collect();
    assert_eq!(names.len(), calls.len());
    for name in names {
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{name}");
    }
}

#[test]
fn every_path_parameter_is_described_and_no_other() {
    for (method, path, call) in operations(&document()) {
        let named: Vec<&str> =
            path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        let parameters = call["parameters"].as_array().cloned().unwrap_or_default();
        let in_path = parameters.iter().filter(|parameter| parameter["in"] == "path");
        let described: Vec<&str> = in_path.filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(described, named, "{method} {path}");
    }
}

#[test]
fn no_reference_points_to_a_missing_schema() {
    fn walk(value: &Value, document: &Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(at)) = fields.get("$ref") {
                    assert!(document.pointer(&at[1..]).is_some(), "{at}");
                }
                fields.values().for_each(|value| walk(value, document));
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, document)),
            _ => {}
        }
    }
    let document = document();
    walk(&document, &document);
}

#[test]
fn every_call_but_the_public_ones_declares_its_refusal() {
    for (method, path, call) in operations(&document()) {
        let access = call["x-ridgeline-access"].as_str().unwrap_or_default();
        // Such calls are authenticated by the secret in their path.
        let is_public = access == "anyone" || access.starts_with("link holder");
        assert_eq!(call["security"] == json!([]), is_public, "{method} {path}");
        // Operator routes are 404 for everyone else.
        let refusal = if call["x-ridgeline-access"] == "operator" { "404" } else { "401" };
        assert!(is_public || call["responses"].get(refusal).is_some(), "{method} {path}");
    }
}

/// The JSON bodies of the document: what they are of, their schema and their example.
fn json_bodies(document: &Value) -> Vec<(String, Value, Value)> {
    let mut bodies = Vec::new();
    let mut add = |label: String, message: &Value| {
        if let Some(body) = message.pointer("/content/application~1json") {
            bodies.push((label, body["schema"].clone(), body["example"].clone()));
        }
    };
    for (method, path, call) in operations(document) {
        add(format!("{method} {path}"), &call["requestBody"]);
        for (status, response) in call["responses"].as_object().expect("responses") {
            add(format!("{method} {path} {status}"), response);
        }
    }
    for (status, response) in document["components"]["responses"].as_object().expect("failures") {
        add(status.clone(), response);
    }
    bodies
}

#[test]
fn every_json_body_has_an_example_that_its_schema_allows() {
    let document = document();
    let bodies = json_bodies(&document);
    assert!(bodies.len() > 200, "{}", bodies.len());
    let mut wrong = Vec::new();
    for (label, mut schema, example) in bodies {
        assert!(!example.is_null(), "{label} has no example");
        schema["components"] = json!({ "schemas": document["components"]["schemas"] });
        let validator = jsonschema::options().should_validate_formats(true).build(&schema);
        let errors: Vec<String> = validator
            .expect("a schema")
            .iter_errors(&example)
            .map(|error| format!("{label}: {}: {error}", error.instance_path()))
            .collect();
        wrong.extend(errors);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

both_engines! {
    async fn anybody_reads_the_document_as_a_page_that_asks_no_other_host(app: &TestApp) {
        let answer = app.call(None, "GET", "/api/docs", Value::Null).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.headers[header::CONTENT_TYPE], "text/html; charset=utf-8");
        let page = String::from_utf8(answer.bytes).expect("text");
        for (method, path, call) in operations(&document()) {
            assert!(page.contains(&format!("<code>{} {path}</code>", method.to_uppercase())), "{method} {path}");
            assert!(page.contains(call["operationId"].as_str().expect("a name")), "{method} {path}");
        }
        assert!(page.contains("href=\"/api/openapi.json\""));
        for foreign in ["src=", "href=\"http", "href=\"//", "url(", "@import", "<script", "https://"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        let tag = answer.headers.get(header::ETAG).expect("a tag").clone();
        let again = axum::http::Request::get("/api/docs").header(header::IF_NONE_MATCH, tag);
        let again = again.body(axum::body::Body::empty()).expect("request");
        assert_eq!(app.send(None, again).await.status, StatusCode::NOT_MODIFIED);
    }

    async fn anybody_reads_the_document_and_an_unchanged_one_is_304(app: &TestApp) {
        let answer = app.call(None, "GET", "/api/openapi.json", Value::Null).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json["openapi"], "3.1.0");
        assert_eq!(answer.json, document());
        let tag = answer.headers.get(header::ETAG).expect("a tag").clone();
        let again = axum::http::Request::get("/api/openapi.json")
            .header(header::IF_NONE_MATCH, tag)
            .body(axum::body::Body::empty())
            .expect("request");
        assert_eq!(app.send(None, again).await.status, StatusCode::NOT_MODIFIED);
    }
}

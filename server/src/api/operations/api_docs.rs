//! `/api/docs`: the OpenAPI document as a page, without scripts and without anything of another host.

use std::{fmt::Write as _, sync::OnceLock};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use serde_json::{Map, Value, json};
use services::core::cached_list::CachedList;

use crate::http::{
    openapi::{
        operation::Operation,
        responses::{ResponseKind, TypedResponse},
    },
    prelude::*,
    web_app::in_html,
};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:#1b1f24;background:#fff}\
code,pre{font:14px/1.45 ui-monospace,monospace}pre{background:#f3f5f7;padding:.75rem;overflow:auto;border-radius:6px}\
summary{cursor:pointer;padding:.25rem 0;overflow-wrap:anywhere}details{border-bottom:1px solid #dde2e7}\
details>:not(summary){margin-left:1rem}h2{margin:2rem 0 .5rem}nav a{margin-right:.75rem}a{color:#1a4f8b}\
table{border-collapse:collapse}td,th{text-align:left;padding:.15rem .75rem .15rem 0;vertical-align:top}\
@media(prefers-color-scheme:dark){body{color:#e6e9ec;background:#15181c}pre{background:#20252b}\
details{border-color:#333a42}a{color:#8ab8f0}}";

pub fn routes() -> Routes {
    Routes::default().get("/api/docs", show)
}

/// A page, or 304.
enum Page {}

impl ResponseKind for Page {
    fn answers(operation: &mut Operation<'_>) {
        operation.answers(StatusCode::OK, "text/html", json!({ "type": "string" }));
        operation.answers_nothing(StatusCode::NOT_MODIFIED);
    }
}

/// Written and compressed once, on the first request.
async fn show(_: Visitor, State(app): State<App>, headers: HeaderMap) -> TypedResponse<Page> {
    static PAGE: OnceLock<CachedList> = OnceLock::new();
    let write = || {
        let document = app.openapi.get().map(|document| document()).unwrap_or_default();
        CachedList::new(page(&document).as_bytes())
    };
    let mut answer = PAGE.get_or_init(write).to_response(&app.compute, &headers).await;
    let headers = answer.headers_mut();
    // The answer 304 has none.
    if headers.contains_key(header::CONTENT_TYPE) {
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        headers.insert(header::CONTENT_TYPE, kind);
    }
    TypedResponse::of(answer)
}

/// The page of a document.
fn page(document: &Value) -> String {
    let none = Map::new();
    let object = |at: &str| document.pointer(at).and_then(Value::as_object).unwrap_or(&none);
    let mut calls: Vec<(&str, &str, &str, &Value)> = Vec::new();
    for (path, methods) in object("/paths") {
        for (method, call) in methods.as_object().into_iter().flatten() {
            calls.push((call["tags"][0].as_str().unwrap_or_default(), path, method, call));
        }
    }
    calls.sort_unstable_by_key(|(tag, path, method, _)| (*tag, *path, *method));
    let mut tags: Vec<&str> = calls.iter().map(|(tag, ..)| *tag).collect();
    tags.dedup();
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Ridgeline API</title>\
         <style>{STYLE}</style><h1>Ridgeline API</h1>\
         <p>Every call, from <a href=\"/api/openapi.json\">openapi.json</a> (OpenAPI 3.1), from which clients can be \
         generated. Send the secret of an API key as <code>Authorization: Bearer rl_…</code>; admins create keys with \
         <code>POST /api/api_keys/create</code>. A key needs the scope of the call; <code>read</code> opens every \
         <code>GET</code> that has one.</p><nav>"
    );
    for tag in &tags {
        let tag = in_html(tag);
        html.extend(["<a href=\"#", &tag, "\">", &tag, "</a> "]);
    }
    html.push_str("<a href=\"#schemas\">schemas</a></nav>");
    let mut open = "";
    for (tag, path, method, call) in calls {
        if tag != open {
            let tag = in_html(tag);
            html.extend(["<h2 id=\"", &tag, "\">", &tag, "</h2>"]);
        }
        open = tag;
        write_call(&mut html, path, method, call);
    }
    html.push_str("<h2 id=\"schemas\">schemas</h2>");
    for (name, schema) in object("/components/schemas") {
        let name = in_html(name);
        html.extend(["<details id=\"schema-", &name, "\"><summary><code>", &name]);
        html.push_str("</code></summary>");
        write_json(&mut html, schema);
        html.push_str("</details>");
    }
    html.push_str("</html>");
    html
}

fn write_call(html: &mut String, path: &str, method: &str, call: &Value) {
    let text = |name: &str| in_html(call[name].as_str().unwrap_or_default());
    // Writing to a string cannot fail.
    let _ = write!(
        html,
        "<details id=\"{}\"><summary><code>{} {}</code> {}</summary>",
        text("operationId"),
        method.to_uppercase(),
        in_html(path),
        text("summary"),
    );
    let scope = call["x-ridgeline-scope"].as_str().map_or_else(
        || "no key may make this call".to_owned(),
        |scope| format!("scope <code>{}</code>", in_html(scope)),
    );
    let _ = write!(html, "<p>For: {}; {scope}.</p>", text("x-ridgeline-access"));
    let parameters = call["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !parameters.is_empty() {
        html.push_str("<table><tr><th>Parameter<th>In<th>Schema");
        for parameter in parameters {
            let text = |name: &str| in_html(parameter[name].as_str().unwrap_or_default());
            let schema = in_html(&parameter["schema"].to_string());
            let (name, place) = (text("name"), text("in"));
            let _ = write!(html, "<tr><td><code>{name}</code><td>{place}<td><code>{schema}</code>");
        }
        html.push_str("</table>");
    }
    write_contents(html, "Body", &call["requestBody"]);
    for (status, response) in call["responses"].as_object().into_iter().flatten() {
        let heading = in_html(response["description"].as_str().unwrap_or_default());
        if response.get("content").is_some() {
            write_contents(html, &format!("{status} {heading}"), response);
        }
    }
    html.push_str("</details>");
}

/// The bodies of a request or of a response: their schema, and an example.
fn write_contents(html: &mut String, heading: &str, message: &Value) {
    for (media, body) in message["content"].as_object().into_iter().flatten() {
        let _ = write!(html, "<p>{heading}, <code>{}</code>", in_html(media));
        let reference = body["schema"]["$ref"].as_str();
        if let Some(name) = reference.and_then(|reference| reference.rsplit('/').next()) {
            let name = in_html(name);
            let _ = write!(html, ", <a href=\"#schema-{name}\"><code>{name}</code></a>");
        }
        html.push_str("</p>");
        write_json(html, body.get("example").unwrap_or(&body["schema"]));
    }
}

fn write_json(html: &mut String, value: &Value) {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    html.push_str("<pre>");
    for line in text.lines() {
        html.extend([&*in_html(line), "\n"]);
    }
    html.push_str("</pre>");
}

//! Writes `bindings/client.ts` from the OpenAPI document: a type for each schema, and a method for each call.
//!
//! Uploads in parts have a protocol of their own, tus, with clients of its own: they are left out.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// What is the same for every call.
const RUNTIME: &str = include_str!("typescript_client.ts");

/// The whole file.
pub fn client(document: &Value) -> String {
    let mut file = String::from(RUNTIME);
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for (name, schema) in schemas {
        let _ =
            write!(file, "\n{}export type {name} = {};\n", doc(schema, ""), type_of(schema, ""));
    }
    file.push_str("\n/** Every call, by the name of its operation. */\n");
    file.push_str("export const ridgeline = (options: RidgelineOptions) => {\n");
    file.push_str("  const call = caller(options);\n  return {\n");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            if is_callable(operation) {
                file.push_str(&method_of(document, method, path, operation));
            }
        }
    }
    file.push_str("  };\n};\n");
    file
}

/// The parameters of a call in `path`, `query` or `header`.
fn parameters<'o>(operation: &'o Value, place: &'static str) -> impl Iterator<Item = &'o Value> {
    let all = operation["parameters"].as_array().into_iter().flatten();
    all.filter(move |parameter| parameter["in"] == place)
}

/// Whether a call needs nothing but parameters and a form.
fn is_callable(operation: &Value) -> bool {
    let media = operation["requestBody"]["content"].as_object();
    let is_form = |name: &String| name == "application/json" || name == "multipart/form-data";
    parameters(operation, "header").all(|header| header["required"] != true)
        && media.is_none_or(|media| media.keys().all(is_form))
}

fn method_of(document: &Value, method: &str, path: &str, operation: &Value) -> String {
    let name = operation["operationId"].as_str().expect("a name");
    let mut fields = Vec::new();
    for parameter in parameters(operation, "path") {
        fields.push(field(parameter, true));
    }
    for parameter in parameters(operation, "query") {
        fields.push(field(parameter, false));
    }
    let content = &operation["requestBody"]["content"];
    let (body, kind) = match (content.get("application/json"), content.get("multipart/form-data")) {
        (Some(json), _) => (Some(&json["schema"]), "json"),
        (None, Some(form)) => (Some(&form["schema"]), "form"),
        (None, None) => (None, "none"),
    };
    let is_required = operation["requestBody"]["required"] == true;
    if let Some(body) = body {
        let mark = if is_required { "" } else { "?" };
        fields.push(format!("body{mark}: {}", type_of(body, "      ")));
    }
    let takes_key = parameters(operation, "header").any(|one| one["name"] == "Idempotency-Key");
    if takes_key {
        fields.push("idempotencyKey?: string".to_owned());
    }
    let is_optional =
        parameters(operation, "path").next().is_none() && (body.is_none() || !is_required);
    let input = match (fields.is_empty(), is_optional) {
        (true, _) => String::new(),
        (false, true) => format!("input: {{ {} }} = {{}}", fields.join("; ")),
        (false, false) => format!("input: {{ {} }}", fields.join("; ")),
    };
    let (answer, reads) = answer_of(document, operation);
    let queries: Vec<_> = parameters(operation, "query").map(|one| one["name"].clone()).collect();
    let call = json!({
        "method": method.to_uppercase(), "path": path, "query": queries, "body": kind, "answer": reads,
    });
    let given = if fields.is_empty() { "{}" } else { "input" };
    let text = format!(
        "{} `{} {path}`{}",
        operation["summary"].as_str().unwrap_or(name),
        method.to_uppercase(),
        scope_of(operation),
    );
    format!("    /** {text} */\n    {name}: ({input}) => call<{answer}>({call}, {given}),\n")
}

fn scope_of(operation: &Value) -> String {
    let scope = operation["x-ridgeline-scope"].as_str();
    scope.map_or_else(|| ", not for API keys".to_owned(), |scope| format!(", scope `{scope}`"))
}

fn field(parameter: &Value, is_required: bool) -> String {
    let name = parameter["name"].as_str().expect("a name");
    let mark = if is_required || parameter["required"] == true { "" } else { "?" };
    // All of them are texts in the address.
    let of = match type_of(&parameter["schema"], "").as_str() {
        "number" | "boolean" => "string | number | boolean".to_owned(),
        other => other.to_owned(),
    };
    format!("{name}{mark}: {of}")
}

/// The type of the answer, and how it is read.
fn answer_of(document: &Value, operation: &Value) -> (String, &'static str) {
    let answers = operation["responses"].as_object().expect("answers");
    let good = answers.iter().find(|(status, _)| status.starts_with('2'));
    let Some(content) =
        good.and_then(|(_, answer)| resolved(document, answer)["content"].as_object())
    else {
        return ("void".to_owned(), "none");
    };
    match content.iter().next() {
        Some((media, answer)) if media == "application/json" => {
            (type_of(&answer["schema"], "    "), "json")
        }
        Some((media, _)) if media.starts_with("text/") => ("string".to_owned(), "text"),
        Some(_) => ("Blob".to_owned(), "blob"),
        None => ("void".to_owned(), "none"),
    }
}

fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).expect("what is referred to"),
        None => value,
    }
}

/// A schema as a type; `indent` is that of the line it begins on.
fn type_of(schema: &Value, indent: &str) -> String {
    let Some(schema) = schema.as_object() else { return "unknown".to_owned() };
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return reference.rsplit('/').next().unwrap_or("unknown").to_owned();
    }
    if let Some(only) = schema.get("const") {
        return only.to_string();
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return union(words.iter().map(Value::to_string));
    }
    let several = |name: &str| schema.get(name).and_then(Value::as_array);
    if let Some(all) = several("allOf") {
        let parts: Vec<_> = all.iter().map(|each| in_brackets(type_of(each, indent))).collect();
        return parts.join(" & ");
    }
    let choices = several("anyOf").or_else(|| several("oneOf"));
    let own = schema.contains_key("properties").then(|| object(schema, indent));
    match (choices, own) {
        (Some(choices), None) => union(choices.iter().map(|each| type_of(each, indent))),
        (Some(choices), Some(own)) => {
            let choices = union(choices.iter().map(|each| type_of(each, indent)));
            format!("{own} & {}", in_brackets(choices))
        }
        (None, _) => match schema.get("type") {
            Some(Value::Array(words)) => union(
                words.iter().filter_map(Value::as_str).map(|word| plain(schema, word, indent)),
            ),
            Some(Value::String(word)) => plain(schema, word, indent),
            _ => "unknown".to_owned(),
        },
    }
}

fn plain(schema: &Map<String, Value>, word: &str, indent: &str) -> String {
    match word {
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "string" if schema.get("format").is_some_and(|format| format == "binary") => {
            "Blob".to_owned()
        }
        "string" => "string".to_owned(),
        "array" => {
            let item = schema
                .get("items")
                .map_or_else(|| "unknown".to_owned(), |item| type_of(item, indent));
            format!("{}[]", in_brackets(item))
        }
        "object" => object(schema, indent),
        _ => "unknown".to_owned(),
    }
}

fn object(schema: &Map<String, Value>, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        let of = schema.get("additionalProperties").filter(|of| of.is_object());
        let of = of.map_or_else(|| "unknown".to_owned(), |of| type_of(of, indent));
        return format!("Record<string, {of}>");
    };
    if properties.is_empty() {
        return "Record<string, never>".to_owned();
    }
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let name = if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            name.clone()
        } else {
            json!(name).to_string()
        };
        let of = type_of(property, &inner);
        let _ = writeln!(text, "{}{inner}{name}{mark}: {of};", doc(property, &inner));
    }
    text.push_str(indent);
    text.push('}');
    text
}

fn union(parts: impl Iterator<Item = String>) -> String {
    let mut each: Vec<String> = Vec::new();
    for part in parts {
        if !each.contains(&part) {
            each.push(part);
        }
    }
    each.join(" | ")
}

fn in_brackets(of: String) -> String {
    if of.contains(" | ") && !of.starts_with('{') { format!("({of})") } else { of }
}

/// The description as a comment.
fn doc(schema: &Value, indent: &str) -> String {
    schema["description"].as_str().map_or_else(String::new, |text| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("*/", "* /");
        format!("{indent}/** {text} */\n")
    })
}

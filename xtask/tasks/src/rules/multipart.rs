//! Multipart forms, as a browser sends a form with a file.

use serde_json::Value;
use ureq::http::Request;

const BOUNDARY: &str = "ridgeline-rule-suites";

/// A form with a PDF in the part `pdf`.
pub fn of(fields: &Value, pdf: &str) -> Request<String> {
    with(fields, pdf, "order.pdf", "%PDF-1.7")
}

/// A form with a file in one part. Texts are sent unchanged, lists as JSON, null is left out.
pub fn with(fields: &Value, part: &str, file_name: &str, contents: &str) -> Request<String> {
    let head =
        |name: &str| format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"");
    let mut body = String::new();
    for (name, value) in fields.as_object().into_iter().flatten() {
        let text = match value {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            list => list.to_string(),
        };
        body.extend([&head(name), "\r\n\r\n", &text, "\r\n"]);
    }
    body += &head(part);
    body.extend(["; filename=\"", file_name, "\"\r\n\r\n", contents]);
    body.extend(["\r\n--", BOUNDARY, "--\r\n"]);
    let mut request = Request::new(body);
    *request.method_mut() = ureq::http::Method::POST;
    let kind = format!("multipart/form-data; boundary={BOUNDARY}").parse().expect("plain text");
    request.headers_mut().insert("content-type", kind);
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_form_sends_the_filled_in_fields_and_nothing_else() {
        let sent = of(&json!({ "message": "two\nlines", "list": ["a"], "none": null }), "pdf");
        let body = sent.body();
        assert!(body.contains("name=\"message\"\r\n\r\ntwo\nlines\r\n"), "{body}");
        assert!(
            body.contains("name=\"list\"\r\n\r\n[\"a\"]\r\n") && !body.contains("none"),
            "{body}"
        );
        assert!(body.ends_with("%PDF-1.7\r\n--ridgeline-rule-suites--\r\n"), "{body}");
    }
}

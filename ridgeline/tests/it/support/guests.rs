//! Links for people without an account, and their holders.

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::{Person, TestApp, TestResponse};

/// The secret in the URL of a link.
pub fn secret_of(link: &Value) -> String {
    let url = link["url"].as_str().unwrap_or_else(|| panic!("no url: {link}"));
    let (begin, secret) = url.rsplit_once("/g/").expect("a page of a link");
    assert_eq!(begin, "http://localhost:8080", "absolute");
    assert!(secret.len() >= 22 && secret.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    secret.to_owned()
}

impl TestApp {
    /// The response to a link that is made with these fields.
    pub async fn make_link(&self, who: &Person, job: &Value, fields: Value) -> TestResponse {
        let mut form = json!({ "jobId": job["id"], "name": "Rosa Díaz" });
        for (field, value) in fields.as_object().expect("fields") {
            form[field] = value.clone();
        }
        self.post(who, "/api/guest_links/create", form).await
    }

    /// A link with these fields, and its secret.
    pub async fn link(&self, who: &Person, job: &Value, fields: Value) -> (Value, String) {
        let made = self.make_link(who, job, fields).await;
        assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
        let link = made.json["link"].clone();
        let secret = secret_of(&link);
        (link, secret)
    }

    /// The response to a link to a purchase order that is made with these fields.
    pub async fn make_order_link(&self, who: &Person, order: &str, fields: Value) -> TestResponse {
        let mut form = json!({ "purchaseOrderId": order, "name": "Dana Cole" });
        for (field, value) in fields.as_object().expect("fields") {
            form[field] = value.clone();
        }
        self.post(who, "/api/guest_links/create", form).await
    }

    /// A link to a purchase order with these fields, and its secret.
    pub async fn order_link(&self, who: &Person, order: &str, fields: Value) -> (Value, String) {
        let made = self.make_order_link(who, order, fields).await;
        assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
        let link = made.json["link"].clone();
        let secret = secret_of(&link);
        (link, secret)
    }

    /// The purchase order as its vendor sees it.
    pub async fn vendors_order(&self, secret: &str) -> Value {
        let read = self.guest_get(secret, "").await;
        assert_eq!(read.status, StatusCode::OK, "{:?}", read.json);
        read.json["purchaseOrder"].clone()
    }

    /// The company's links to a job.
    pub async fn links(&self, who: &Person, job: &Value) -> Vec<Value> {
        let path = format!("/api/guest_links/{}", job["id"].as_str().expect("id"));
        let list = self.get(who, &path).await;
        assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
        list.json["links"].as_array().expect("links").clone()
    }

    /// A read of the holder of a link; what follows the secret begins with a slash.
    pub async fn guest_get(&self, secret: &str, rest: &str) -> TestResponse {
        self.call(None, "GET", &format!("/api/guest/{secret}{rest}"), Value::Null).await
    }

    /// A call of the holder of a link.
    pub async fn guest(&self, secret: &str, rest: &str, body: Value) -> TestResponse {
        self.call(None, "POST", &format!("/api/guest/{secret}{rest}"), body).await
    }

    /// The same with an idempotency key.
    pub async fn guest_with_key(
        &self,
        secret: &str,
        rest: &str,
        key: &str,
        body: Value,
    ) -> TestResponse {
        let request = Request::post(format!("/api/guest/{secret}{rest}"))
            .header("content-type", "application/json")
            .header("idempotency-key", key)
            .body(body.to_string().into());
        self.send(None, request.expect("request")).await
    }

    /// Schedules a job.
    pub async fn schedule(&self, owner: &Person, job: &Value, start: &str, end: &str) {
        let form = json!({ "jobId": job["id"], "startDate": start, "endDate": end });
        let done = self.post(owner, "/api/jobs/update/schedule", form).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    }
}

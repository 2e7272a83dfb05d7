//! The users of the server, whose calls are acknowledged, refused or left without a response.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use reqwest::{Client, Method, header};
use serde_json::{Value, json};

/// The longest time that any call may take.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// The outcome of a call.
#[derive(Clone, Debug)]
pub enum CallOutcome {
    /// It was acknowledged.
    Done(Value),
    /// It was refused.
    Refused(Refusal),
    /// The connection broke: the outcome is unknown.
    Unanswered,
}

/// How a call was refused.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub status: u16,
    pub code: String,
    pub message: String,
    /// The `Retry-After` header, in seconds.
    pub again: Option<u64>,
}

/// A client of the server at its current address. Cheap to clone.
#[derive(Clone)]
pub struct ApiClient {
    http: Client,
    at: Arc<Mutex<String>>,
    slowest: Arc<Mutex<Duration>>,
}

impl ApiClient {
    /// Creates a client for this address.
    pub fn new(at: &str) -> Self {
        // Fails if another test has installed it already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder().no_proxy().timeout(TIMEOUT).build().expect("a client");
        let at = Arc::new(Mutex::new(at.to_owned()));
        Self { http, at, slowest: Arc::default() }
    }

    /// Sets the new address after a restart.
    pub fn set_address(&self, at: &str) {
        at.clone_into(&mut self.at.lock().expect("address"));
    }

    /// The current address.
    pub fn address(&self) -> String {
        self.at.lock().expect("address").clone()
    }

    /// How long the slowest call took since the last time this was read.
    pub fn slowest(&self) -> Duration {
        std::mem::take(&mut self.slowest.lock().expect("time"))
    }

    /// A call with a JSON body, or none.
    pub async fn call(&self, who: &str, method: Method, path: &str, body: &Value) -> CallOutcome {
        let mut request = self.http.request(method, format!("http://{}{path}", self.address()));
        if !body.is_null() {
            request = request.header(header::CONTENT_TYPE, "application/json");
            request = request.body(body.to_string());
        }
        self.send(who, request).await
    }

    /// A call that uploads a file in a field.
    pub async fn upload(
        &self,
        who: &str,
        path: &str,
        (field, name): (&str, &str),
        file: &[u8],
    ) -> CallOutcome {
        let boundary = "ridge-line-boundary";
        let mut body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{field}\"; \
             filename=\"{name}\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(file);
        body.extend(format!("\r\n--{boundary}--\r\n").bytes());
        let request = self
            .http
            .post(format!("http://{}{path}", self.address()))
            .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={boundary}"))
            .body(body);
        self.send(who, request).await
    }

    async fn send(&self, who: &str, request: reqwest::RequestBuilder) -> CallOutcome {
        let began = Instant::now();
        let request = if who.is_empty() { request } else { request.bearer_auth(who) };
        let outcome = async {
            let answer = request.send().await?;
            let (status, headers) = (answer.status(), answer.headers().clone());
            let body = answer.bytes().await?;
            let json: Value = serde_json::from_slice(&body).unwrap_or_default();
            if status.is_success() {
                return Ok(CallOutcome::Done(json));
            }
            let again = headers.get(header::RETRY_AFTER).and_then(|json| json.to_str().ok());
            let text = |name: &str| json["error"][name].as_str().unwrap_or_default().to_owned();
            reqwest::Result::Ok(CallOutcome::Refused(Refusal {
                status: status.as_u16(),
                code: text("code"),
                message: text("message"),
                again: again.and_then(|seconds| seconds.parse().ok()),
            }))
        };
        let outcome = outcome.await.unwrap_or(CallOutcome::Unanswered);
        let mut slowest = self.slowest.lock().expect("time");
        *slowest = began.elapsed().max(*slowest);
        outcome
    }

    /// The body of a GET request, which must succeed.
    pub async fn get(&self, who: &str, path: &str) -> Value {
        match self.call(who, Method::GET, path, &Value::Null).await {
            CallOutcome::Done(body) => body,
            other => panic!("GET {path}: {other:?}"),
        }
    }

    /// The text at this path, for anyone.
    pub async fn text(&self, path: &str) -> String {
        let answer = self.http.get(format!("http://{}{path}", self.address())).send().await;
        answer.expect("an answer").text().await.expect("a text")
    }

    /// The same for the page of messages before this one.
    pub async fn get_before(&self, who: &str, path: &str, before: Option<&str>) -> Value {
        let mut request = self.http.get(format!("http://{}{path}", self.address()));
        if let Some(before) = before {
            request = request.header("lastMessageId", before);
        }
        match self.send(who, request).await {
            CallOutcome::Done(body) => body,
            other => panic!("GET {path}: {other:?}"),
        }
    }

    /// The same for a POST request.
    pub async fn post(&self, who: &str, path: &str, body: Value) -> Value {
        match self.call(who, Method::POST, path, &body).await {
            CallOutcome::Done(body) => body,
            other => panic!("POST {path}: {other:?}"),
        }
    }

    /// How a call is refused, for a browser with this language.
    pub async fn refusal_in(&self, language: &str, path: &str, who: &str) -> Refusal {
        let request = self.http.get(format!("http://{}{path}", self.address()));
        match self.send(who, request.header(header::ACCEPT_LANGUAGE, language)).await {
            CallOutcome::Refused(refusal) => refusal,
            other => panic!("GET {path}: {other:?}"),
        }
    }

    /// The status and the bytes at an address.
    pub async fn bytes(&self, path: &str) -> (u16, Vec<u8>) {
        let answer = self.http.get(format!("http://{}{path}", self.address())).send().await;
        let answer = answer.expect("answer");
        let status = answer.status().as_u16();
        (status, answer.bytes().await.expect("bytes").to_vec())
    }

    /// The status of an address.
    pub async fn status(&self, path: &str) -> u16 {
        self.bytes(path).await.0
    }

    /// Signs up a new user with a new company.
    pub async fn founder(&self, email: &str, company_type: &str) -> Person {
        let form = json!({ "email": email, "password": "ridge cap shingle" });
        let token = self.post("", "/api/auth/local/signup", form).await["token"].clone();
        let token = text(&token).to_owned();
        let form = json!({
            "firstName": "Ana", "lastName": "Muñoz", "location": "Nashville, TN",
            "language": "english", "position": "Owner", "account_type": company_type,
            "company_name": "Summit Roofing",
        });
        let created = self.post(&token, "/api/auth/createNewAccountWithCompany", form).await;
        let id = |thing: &str| text(&created[thing]["id"]).to_owned();
        Person { token, user: id("user"), company: id("company") }
    }
}

/// A signed-in user.
#[derive(Clone)]
pub struct Person {
    pub token: String,
    pub user: String,
    pub company: String,
}

/// An id as text.
pub fn text(id: &Value) -> &str {
    id.as_str().unwrap_or_else(|| panic!("no text but {id}"))
}

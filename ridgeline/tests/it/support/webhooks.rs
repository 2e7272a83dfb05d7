//! A receiver of webhooks, which checks signatures with code that is not the server's.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::post,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::hmac;
use serde_json::{Value, json};
use server::tasks::webhook_sender::WebhookSender;
use services::webhooks::address_policy::AddressPolicy;
use tokio::sync::mpsc;

use super::{Engine, Person, TestApp, TestResponse};

/// A request to the receiver.
#[derive(Clone, Debug)]
pub struct Received {
    /// The path behind `/hook/`.
    pub hook: String,
    pub headers: HeaderMap,
    pub body: String,
    /// What was answered.
    pub answered: StatusCode,
}

/// Software that receives webhooks, each at a path of its own.
#[derive(Clone)]
pub struct Receiver {
    pub origin: String,
    got: Arc<Mutex<Vec<Received>>>,
    answers: Arc<Mutex<HashMap<String, StatusCode>>>,
    news: Arc<Mutex<mpsc::UnboundedReceiver<Received>>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let got: Arc<Mutex<Vec<Received>>> = Arc::default();
        let answers: Arc<Mutex<HashMap<String, StatusCode>>> = Arc::default();
        let (told, news) = mpsc::unbounded_channel();
        let (received, next) = (got.clone(), answers.clone());
        let take = post(async move |Path(hook): Path<String>, headers: HeaderMap, body: Bytes| {
            if hook == "silent" {
                std::future::pending::<()>().await;
            }
            let answer = next.lock().expect("answers").get(&hook).copied();
            let answered = answer.unwrap_or(StatusCode::NO_CONTENT);
            let body = String::from_utf8(body.to_vec()).expect("text");
            let request = Received { hook, headers, body, answered };
            received.lock().expect("list").push(request.clone());
            let _ = told.send(request);
            answer_with(answered)
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("address"));
        let routes = Router::new().route("/hook/{hook}", take);
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { origin, got, answers, news: Arc::new(Mutex::new(news)) }
    }

    /// What requests to a hook are answered from now on.
    pub fn will_answer(&self, hook: &str, status: u16) {
        let status = StatusCode::from_u16(status).expect("a status");
        self.answers.lock().expect("answers").insert(hook.to_owned(), status);
    }

    /// The requests since the last call.
    pub fn requests(&self) -> Vec<Received> {
        std::mem::take(&mut *self.got.lock().expect("list"))
    }

    /// The next request, when it arrives.
    #[expect(clippy::await_holding_lock, reason = "one test waits at a time")]
    pub async fn next(&self) -> Received {
        let mut news = self.news.lock().expect("news");
        let timeout = std::time::Duration::from_secs(12);
        tokio::time::timeout(timeout, news.recv()).await.expect("in time").expect("a request")
    }

    pub fn url(&self, hook: &str) -> String {
        format!("{}/hook/{hook}", self.origin)
    }
}

fn answer_with(status: StatusCode) -> Response {
    if status.is_redirection() {
        return (status, [(header::LOCATION, "/hook/elsewhere")]).into_response();
    }
    if status.is_success() || status == StatusCode::GONE {
        return status.into_response();
    }
    // Longer than what is kept, with what a database cannot store.
    (status, format!("busy\0{}", "é".repeat(9_000))).into_response()
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("none")
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// How many of the signatures are made with this secret, as Standard Webhooks says.
    pub fn signatures_of(&self, secret: &str) -> usize {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a prefix"));
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key.expect("base64"));
        let (id, time) = (self.header("webhook-id"), self.header("webhook-timestamp"));
        let signed = format!("{id}.{time}.{}", self.body);
        let is_valid = |signature: &&str| {
            let bytes = signature.strip_prefix("v1,").map(|text| STANDARD.decode(text));
            bytes.is_some_and(|bytes| {
                hmac::verify(&key, signed.as_bytes(), &bytes.expect("base64")).is_ok()
            })
        };
        self.header("webhook-signature").split(' ').filter(is_valid).count()
    }
}

/// A webhook, as its answer shows it, and its secret.
#[derive(Clone, Debug)]
pub struct Hook {
    pub id: String,
    pub secret: String,
}

impl TestApp {
    /// A server whose webhooks may be on this machine.
    pub async fn hooking(engine: Engine) -> Self {
        Self::with(engine, |parts| {
            parts.webhook_addresses = AddressPolicy::AllowPrivate;
            parts.duplicate_counter = None;
            parts.rate_limiter = None;
        })
        .await
    }

    /// A webhook of this admin's company.
    pub async fn hook(&self, who: &Person, url: &str, events: &[&str]) -> Hook {
        let form = json!({ "url": url, "events": events });
        let made = self.post(who, "/api/webhooks/create", form).await;
        assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Hook { id: text(&made.json["webhook"]["id"]), secret: text(&made.json["secret"]) }
    }

    /// The deliveries of a webhook, newest first.
    pub async fn deliveries(&self, who: &Person, hook: &Hook) -> Vec<Value> {
        let list = self.get(who, &format!("/api/webhooks/{}/deliveries", hook.id)).await;
        list.json["deliveries"].as_array().cloned().expect("deliveries")
    }

    /// Redelivers a delivery.
    pub async fn redeliver(&self, who: &Person, delivery: &Value) -> TestResponse {
        let id = delivery["id"].as_str().expect("an id");
        let path = format!("/api/webhooks/deliveries/{id}/redeliver");
        self.post(who, &path, Value::Null).await
    }

    /// Sends what is due to webhooks; returns the number of tries.
    pub async fn send_hooks(&self) -> usize {
        let sender = WebhookSender::new(self.app.clone()).expect("a sender");
        sender.send_due().await.expect("sent")
    }
}

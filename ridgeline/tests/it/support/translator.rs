//! A fake LibreTranslate service, and a server that uses it.

use std::{
    ops::Deref,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse as _, Redirect, Response},
    routing::post,
};
use serde_json::{Value, json};
use services::translation::Translator;
use store::db::Engine;
use tokio::net::TcpListener;

use super::app::TestApp;

/// Longer than anything takes.
const LONG: Duration = Duration::from_mins(2);

/// How the service responds to a call.
#[derive(Clone)]
pub enum FakeTranslator {
    /// Translates each text with this function.
    Makes(fn(&str) -> String),
    /// Translates each text, and reports this language as the source of all of them.
    Detects(&'static str),
    /// Always responds with this.
    Says(StatusCode, &'static str),
    /// Redirects the caller to another address.
    PointsElsewhere,
    /// Never responds.
    Silent,
}

/// A fake translation that leaves the text recognizable.
fn quoted(text: &str) -> String {
    format!("«{text}»")
}

struct Service {
    machine: Mutex<FakeTranslator>,
    requests: Mutex<Vec<Value>>,
}

/// The server on a fresh database, with a translation service.
pub struct TranslatingApp {
    app: TestApp,
    service: Arc<Service>,
}

impl Deref for TranslatingApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl TranslatingApp {
    pub async fn new(engine: Engine) -> Self {
        Self::with_timeout(engine, LONG).await
    }

    /// A server that waits only this long for the service.
    pub async fn with_timeout(engine: Engine, timeout: Duration) -> Self {
        let service = Arc::new(Service {
            machine: Mutex::new(FakeTranslator::Makes(quoted)),
            requests: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port");
        let url = format!("http://{}/base", listener.local_addr().expect("address"));
        let routes = Router::new()
            .route("/base/translate", post(answer))
            .route("/elsewhere", post(answer))
            .with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let translator = Translator::new(&url, Some("a-key"), timeout).expect("translator");
        let app = TestApp::with(engine, |parts| parts.translator = Some(translator)).await;
        Self { app, service }
    }

    /// Sets how the service responds from now on.
    pub fn now(&self, machine: FakeTranslator) {
        *self.service.machine.lock().expect("machine") = machine;
    }

    /// The calls to the service since the last time this was read.
    pub fn requests(&self) -> Vec<Value> {
        std::mem::take(&mut *self.service.requests.lock().expect("requests"))
    }

    /// The texts alone.
    pub fn requested_texts(&self) -> Vec<String> {
        let text = |text: &Value| text.as_str().expect("text").to_owned();
        self.requests()
            .iter()
            .flat_map(|call| call["q"].as_array().expect("q").iter().map(text).collect::<Vec<_>>())
            .collect()
    }
}

async fn answer(State(service): State<Arc<Service>>, body: String) -> Response {
    let call: Value = serde_json::from_str(&body).expect("JSON");
    service.requests.lock().expect("requests").push(call.clone());
    let machine = service.machine.lock().expect("machine").clone();
    let texts = call["q"].as_array().expect("a list").clone();
    let (translate, detected): (fn(&str) -> String, _) = match machine {
        FakeTranslator::Makes(translate) => {
            (translate, if call["target"] == "es" { "en" } else { "es" })
        }
        FakeTranslator::Detects(language) => (quoted, language),
        FakeTranslator::Says(status, what) => return (status, what).into_response(),
        FakeTranslator::PointsElsewhere => {
            return Redirect::temporary("/elsewhere").into_response();
        }
        FakeTranslator::Silent => std::future::pending().await,
    };
    let translated: Vec<String> =
        texts.iter().map(|text| translate(text.as_str().expect("text"))).collect();
    let mut answer = json!({ "translatedText": translated });
    if call["source"] == "auto" {
        let detected: Vec<Value> = translated
            .iter()
            .map(|_| json!({ "language": detected, "confidence": 90.0 }))
            .collect();
        answer["detectedLanguage"] = detected.into();
    }
    answer.to_string().into_response()
}

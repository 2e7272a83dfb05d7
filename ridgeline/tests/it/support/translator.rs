//! A stand-in for a LibreTranslate service, and a server that asks it.

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
use tokio::net::TcpListener;

use super::{Engine, TestApp};

/// Longer than anything takes.
const LONG: Duration = Duration::from_mins(2);

/// What the service does with a call.
#[derive(Clone)]
pub enum FakeTranslator {
    /// Makes each text into another one.
    Makes(fn(&str) -> String),
    /// Makes each text into another one, and takes all of them for texts of this language.
    Detects(&'static str),
    /// Answers this, whatever was asked.
    Says(StatusCode, &'static str),
    /// Sends the caller to another address.
    PointsElsewhere,
    /// Never answers.
    Silent,
}

/// What a machine makes of a text without saying anything about it.
fn quoted(text: &str) -> String {
    format!("«{text}»")
}

struct Desk {
    machine: Mutex<FakeTranslator>,
    asked: Mutex<Vec<Value>>,
}

/// The server on a fresh database, with a translation service.
pub struct TranslatingApp {
    app: TestApp,
    desk: Arc<Desk>,
}

impl Deref for TranslatingApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl TranslatingApp {
    pub async fn new(engine: Engine) -> Self {
        Self::with_patience(engine, LONG).await
    }

    /// A server that waits only so long for the service.
    pub async fn with_patience(engine: Engine, patience: Duration) -> Self {
        let desk = Arc::new(Desk {
            machine: Mutex::new(FakeTranslator::Makes(quoted)),
            asked: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port");
        let url = format!("http://{}/base", listener.local_addr().expect("address"));
        let routes = Router::new()
            .route("/base/translate", post(answer))
            .route("/elsewhere", post(answer))
            .with_state(desk.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let translator = Translator::new(&url, Some("a-key"), patience).expect("translator");
        let app = TestApp::with(engine, |parts| parts.translator = Some(translator)).await;
        Self { app, desk }
    }

    /// From now on the service does this.
    pub fn now(&self, machine: FakeTranslator) {
        *self.desk.machine.lock().expect("machine") = machine;
    }

    /// What the service was asked since somebody last looked.
    pub fn asked(&self) -> Vec<Value> {
        std::mem::take(&mut *self.desk.asked.lock().expect("asked"))
    }

    /// The texts alone.
    pub fn asked_texts(&self) -> Vec<String> {
        let text = |text: &Value| text.as_str().expect("text").to_owned();
        self.asked()
            .iter()
            .flat_map(|call| call["q"].as_array().expect("q").iter().map(text).collect::<Vec<_>>())
            .collect()
    }
}

async fn answer(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let asked: Value = serde_json::from_str(&body).expect("JSON");
    desk.asked.lock().expect("asked").push(asked.clone());
    let machine = desk.machine.lock().expect("machine").clone();
    let texts = asked["q"].as_array().expect("a list").clone();
    let (translate, detected): (fn(&str) -> String, _) = match machine {
        FakeTranslator::Makes(translate) => {
            (translate, if asked["target"] == "es" { "en" } else { "es" })
        }
        FakeTranslator::Detects(language) => (quoted, language),
        FakeTranslator::Says(status, what) => return (status, what).into_response(),
        FakeTranslator::PointsElsewhere => {
            return Redirect::temporary("/elsewhere").into_response();
        }
        FakeTranslator::Silent => std::future::pending().await,
    };
    let made: Vec<String> =
        texts.iter().map(|text| translate(text.as_str().expect("text"))).collect();
    let mut answer = json!({ "translatedText": made });
    if asked["source"] == "auto" {
        let detected: Vec<Value> =
            made.iter().map(|_| json!({ "language": detected, "confidence": 90.0 })).collect();
        answer["detectedLanguage"] = detected.into();
    }
    answer.to_string().into_response()
}

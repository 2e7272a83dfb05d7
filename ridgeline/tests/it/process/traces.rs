//! Traces, as a collector receives them.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Bytes, extract::State, routing::post};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{accounts::PASSWORD, process::Process};

/// Stores the spans that it receives.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Value>>>);

impl Collector {
    /// Starts listening and returns the address.
    async fn listen(&self) -> String {
        let take = async |State(collector): State<Self>, body: Bytes| collector.take(&body);
        let service = Router::new().route("/v1/traces", post(take)).with_state(self.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = format!("http://{}", listener.local_addr().expect("address"));
        tokio::spawn(async move { axum::serve(listener, service).await });
        at
    }

    fn take(&self, body: &Bytes) -> &'static str {
        let sent = serde_json::from_slice(body).expect("JSON");
        self.0.lock().expect("lock").push(sent);
        "{}"
    }

    fn spans(&self) -> Vec<Value> {
        let sent = self.0.lock().expect("lock").clone();
        let list = |value: &Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
        sent.iter()
            .flat_map(|sent| list(sent, "resourceSpans"))
            .flat_map(|of| list(&of, "scopeSpans"))
            .flat_map(|of| list(&of, "spans"))
            .collect()
    }
}

/// An attribute of a span.
fn attribute_of(span: &Value, key: &str) -> Value {
    let all = span["attributes"].as_array().cloned().unwrap_or_default();
    let found = all.into_iter().find(|attribute| attribute["key"] == key);
    found.map_or(Value::Null, |found| {
        let value = found["value"].as_object().and_then(|value| value.values().next().cloned());
        value.unwrap_or_default()
    })
}

// The collector responds while the test waits for the server to end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_is_traced_from_the_load_balancer_to_the_statement_without_its_content() {
    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const CALLER: &str = "00f067aa0ba902b7";
    let collector = Collector::default();
    let at = collector.listen().await;
    let quick = [("OTEL_BSP_SCHEDULE_DELAY", "50"), ("RIDGELINE_LOG", "info")];
    let server = Process::start(&["--otlp-endpoint", &at], &quick);
    let form = json!({ "email": "ana@example.com", "password": PASSWORD }).to_string();
    let ask = server.ask(Method::POST, "/api/auth/local/signup");
    let ask = ask.header("traceparent", format!("00-{TRACE}-{CALLER}-01"));
    let answer = ask.body(form).send().await.expect("answer");
    let id = answer.headers()["x-request-id"].to_str().expect("an id").to_string();
    let created: Value = answer.json().await.expect("JSON");
    server.status("/api/company/invite/a-secret").await;
    let log = server.stop();

    let spans = collector.spans();
    let call = spans.iter().find(|span| span["name"] == "POST /api/auth/local/signup");
    let call = call.unwrap_or_else(|| panic!("{spans:#?}"));
    assert_eq!((&call["traceId"], &call["parentSpanId"]), (&TRACE.into(), &CALLER.into()));
    assert_eq!(attribute_of(call, "http.response.status_code"), "201", "{call:#}");
    assert_eq!(attribute_of(call, "request.id"), id.as_str());
    let statements: Vec<_> =
        spans.iter().filter(|span| span["parentSpanId"] == call["spanId"]).collect();
    let insert = statements.iter().find(|span| {
        attribute_of(span, "db.query.text")
            .as_str()
            .is_some_and(|text| text.contains("INSERT INTO person"))
    });
    let insert = insert.unwrap_or_else(|| panic!("{statements:#?}"));
    assert!(insert["name"].as_str().is_some_and(|at| at.contains("store/src/")), "{insert:#}");
    assert_eq!(insert["traceId"], TRACE);
    let mail = spans.iter().find(|span| span["name"] == "mail");
    let mail = mail.expect("the mail that confirms the address");
    assert_eq!(attribute_of(mail, "mail.outcome"), "taken", "{mail:#}");
    let alone = spans
        .iter()
        .find(|span| span["parentSpanId"] == "" && !attribute_of(span, "db.query.text").is_null());
    assert!(alone.is_none(), "what the server does by itself is nobody's trace: {alone:#?}");
    let other = spans.iter().find(|span| span["name"] == "GET /api/company/invite/{invitationId}");
    assert_ne!(other.expect("the other call")["traceId"], TRACE);

    let everything = format!("{spans:?}");
    let token = created["token"].as_str().expect("a token");
    for secret in [PASSWORD, token, "ana@example.com", "a-secret"] {
        assert!(!everything.contains(secret), "{secret} was sent to the collector");
    }
    assert!(log.contains(TRACE), "the log leads to the trace: {log}");
}

#[tokio::test]
async fn an_unavailable_collector_costs_one_log_line_and_no_call() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let nobody = format!("http://{}", taken.local_addr().expect("address"));
    drop(taken);
    let quick = [("OTEL_BSP_SCHEDULE_DELAY", "5")];
    let server = Process::start(&["--otlp-endpoint", &nobody], &quick);
    for _ in 0..20 {
        assert_eq!(server.status("/api/health").await, 200);
    }
    let log = server.stop();
    assert_eq!(log.matches("traces do not reach the collector").count(), 1, "{log}");
}

#[test]
fn an_invalid_address_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ridgeline"));
    command.args(["serve", "--otlp-endpoint", "collector:4318", "--data"]).arg(folder.path());
    let output = command.env_remove("DATABASE_URL").output().expect("run");
    let message = String::from_utf8_lossy(&output.stderr).trim().to_string();
    assert!(!output.status.success() && message.contains("--otlp-endpoint"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

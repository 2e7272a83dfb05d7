//! Calls to the installation, as the web app makes them.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use ureq::{Agent, http};

use crate::scale::calls::{CallFailure, CallLog};

/// How long the web app waits for the answer to a read.
const READ: Duration = Duration::from_secs(8);
/// How long it waits for the answer to a change that has a key.
const CHANGE: Duration = Duration::from_secs(15);
/// How much of a refusal is shown.
const SHOWN: usize = 200;
/// The boundary of an upload.
const BOUNDARY: &str = "ridgeline-scale";

/// How a call ended.
#[derive(Debug)]
pub enum Outcome {
    /// With this body.
    Done(Vec<u8>),
    Failed(CallFailure),
}

/// A client. Cheap to clone; clones share the connections and the log.
#[derive(Clone)]
pub struct Api {
    agent: Agent,
    pub address: String,
    log: Arc<CallLog>,
}

/// A signed-in admin of a company.
#[derive(Clone)]
pub struct Admin {
    pub token: String,
    pub company: String,
}

impl Api {
    /// A client of the server at this address, which notes its calls.
    pub fn new(address: &str, log: Arc<CallLog>) -> Self {
        let settings = Agent::config_builder().http_status_as_error(false).proxy(None);
        Self { agent: settings.build().into(), address: address.to_owned(), log }
    }

    /// The calls so far.
    pub fn log(&self) -> &CallLog {
        &self.log
    }

    /// A read.
    pub fn get(&self, token: &str, path: &str) -> Outcome {
        self.send(token, http::Request::get(path), Vec::new(), READ)
    }

    /// A change, under this key if there is one.
    pub fn post(&self, token: &str, path: &str, body: &Value, key: Option<&str>) -> Outcome {
        let mut request = http::Request::post(path).header("content-type", "application/json");
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        self.send(token, request, body.to_string().into_bytes(), CHANGE)
    }

    /// The upload of a picture.
    pub fn upload(&self, token: &str, path: &str, picture: &[u8]) -> Outcome {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"image\"; filename=\"roof.png\"\r\n\
             Content-Type: image/png\r\n\r\n"
        );
        let body =
            [head.as_bytes(), picture, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send(token, http::Request::post(path).header("content-type", kind), body, CHANGE)
    }

    fn send(
        &self,
        token: &str,
        request: http::request::Builder,
        body: Vec<u8>,
        timeout: Duration,
    ) -> Outcome {
        let sent = Instant::now();
        let answer = self.answer(token, request, body, timeout);
        let (outcome, words) = match answer {
            Ok((200..=299, body)) => (Outcome::Done(body), None),
            Ok((status, body)) => {
                let text = String::from_utf8_lossy(&body).chars().take(SHOWN).collect::<String>();
                let words =
                    format!("{status} {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
                (Outcome::Failed(CallFailure::Status(status)), Some(words))
            }
            Err(error) => (Outcome::Failed(CallFailure::Unanswered), Some(format!("{error:#}"))),
        };
        let failure = match &outcome {
            Outcome::Done(_) => None,
            Outcome::Failed(failure) => Some(*failure),
        };
        self.log.note(sent, failure);
        if let Some(words) = words {
            self.log.note_failure(|| words);
        }
        outcome
    }

    fn answer(
        &self,
        token: &str,
        request: http::request::Builder,
        body: Vec<u8>,
        timeout: Duration,
    ) -> Result<(u16, Vec<u8>)> {
        let path = request.uri_ref().context("a path")?.to_string();
        let mut request = request.uri(format!("{}{path}", self.address));
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let is_read = request.method_ref() == Some(&http::Method::GET);
        let mut answer = if is_read {
            let request = self.agent.configure_request(request.body(())?);
            self.agent.run(request.timeout_global(Some(timeout)).build())?
        } else {
            let request = self.agent.configure_request(request.body(body)?);
            self.agent.run(request.timeout_global(Some(timeout)).build())?
        };
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(64 << 20).read_to_vec()?;
        Ok((status, body))
    }

    /// Signs up an admin with a new contractor.
    pub fn founder(&self, email: &str) -> Result<Admin> {
        let form = json!({ "email": email, "password": "ridge cap shingle" });
        let signed_up = self.expect_json(self.post("", "/api/auth/local/signup", &form, None))?;
        let token = text(&signed_up["token"])?;
        let form = json!({
            "firstName": "Ana", "lastName": "Muñoz", "location": "Nashville, TN",
            "language": "english", "position": "Owner", "account_type": "contractor",
            "company_name": "Summit Roofing",
        });
        let path = "/api/auth/createNewAccountWithCompany";
        let created = self.expect_json(self.post(&token, path, &form, None))?;
        Ok(Admin { company: text(&created["company"]["id"])?, token })
    }

    /// The JSON of a call that must succeed.
    pub fn expect_json(&self, outcome: Outcome) -> Result<Value> {
        match outcome {
            Outcome::Done(body) => Ok(serde_json::from_slice(&body)?),
            Outcome::Failed(failure) => {
                bail!("{failure}: {}", self.log.first_failure().unwrap_or_default())
            }
        }
    }
}

/// The text of a JSON value.
pub fn text(value: &Value) -> Result<String> {
    Ok(value.as_str().with_context(|| format!("no text but {value}"))?.to_owned())
}

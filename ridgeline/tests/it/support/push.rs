//! A fake browser and push service, which read requests with third-party code.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::Path,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use server::tasks::push_sender::PushSender;
use services::push::{Push, endpoint_policy::EndpointPolicy};
use web_push_native::p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint as _};

use super::{Engine, Person, TestApp, TestResponse};

/// A browser with a subscription.
pub struct Browser {
    pub endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

/// A request to the push service.
#[derive(Clone, Debug)]
pub struct PushRequest {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// The fake push service.
#[derive(Clone)]
pub struct PushService {
    pub origin: String,
    got: Arc<Mutex<Vec<PushRequest>>>,
    answers: Arc<Mutex<VecDeque<StatusCode>>>,
}

impl PushService {
    pub async fn start() -> Self {
        let got: Arc<Mutex<Vec<PushRequest>>> = Arc::default();
        let answers: Arc<Mutex<VecDeque<StatusCode>>> = Arc::default();
        let (received, next) = (got.clone(), answers.clone());
        let take = post(async move |Path(path): Path<String>, headers: HeaderMap, body: Bytes| {
            received.lock().expect("list").push(PushRequest { path, headers, body: body.to_vec() });
            next.lock().expect("list").pop_front().unwrap_or(StatusCode::CREATED)
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("address"));
        let routes = Router::new().route("/push/{path}", take);
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { origin, got, answers }
    }

    /// The responses to the next pushes; after those it accepts everything.
    pub fn will_answer(&self, answers: &[StatusCode]) {
        self.answers.lock().expect("list").extend(answers);
    }

    /// The requests since the last call.
    pub fn requests(&self) -> Vec<PushRequest> {
        std::mem::take(&mut *self.got.lock().expect("list"))
    }

    /// A browser that subscribes here. A different `seed` makes a different browser.
    pub fn browser(&self, seed: u8) -> Browser {
        Browser {
            endpoint: format!("{}/push/{seed}", self.origin),
            secret: SecretKey::from_slice(&[seed; 32]).expect("a key"),
            auth: [seed; 16],
        }
    }
}

impl Browser {
    /// The subscription that it sends to the app.
    pub fn subscription(&self) -> Value {
        let public = self.secret.public_key().to_encoded_point(false);
        json!({ "endpoint": self.endpoint, "expirationTime": null, "keys": {
            "p256dh": URL_SAFE_NO_PAD.encode(public.as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        } })
    }

    /// The pushed content, as its service worker reads it.
    pub fn read(&self, pushed: &PushRequest) -> Value {
        let content =
            web_push_native::decrypt(pushed.body.clone(), &self.secret, (&self.auth).into());
        serde_json::from_slice(&content.expect("for this browser")).expect("JSON")
    }
}

impl PushRequest {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("none")
    }

    /// The claims in its signature, which must match this public key.
    pub fn claims(&self, public_key: &str) -> Value {
        let credentials = self.header("authorization").strip_prefix("vapid t=").expect("RFC 8292");
        let (token, key) = credentials.split_once(", k=").expect("a key");
        assert_eq!(key, public_key);
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key))
            .verify(signed.as_bytes(), &bytes(signature))
            .expect("its own signature");
        let (header, claims) = signed.split_once('.').expect("two parts");
        let header: Value = serde_json::from_slice(&bytes(header)).expect("JSON");
        assert_eq!(header, json!({ "typ": "JWT", "alg": "ES256" }));
        serde_json::from_slice(&bytes(claims)).expect("JSON")
    }
}

impl TestApp {
    /// A server that may also push to this machine.
    pub async fn pushing(engine: Engine) -> Self {
        Self::with(engine, |parts| parts.push = Push::with_policy(EndpointPolicy::Anywhere)).await
    }

    /// Adds a browser to a user's devices.
    pub async fn subscribe(&self, who: &Person, browser: &Browser) -> TestResponse {
        self.post(who, "/api/notifications/pushDevices", browser.subscription()).await
    }

    /// Pushes what is due; returns the number of attempts.
    pub async fn push(&self) -> usize {
        PushSender::new(self.app.clone()).expect("a sender").send_due().await.expect("pushed")
    }
}

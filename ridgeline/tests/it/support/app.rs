//! The whole server in this process, and its users.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use chrono::{DateTime, Utc};
use domain::{
    companies::{people::UserSettings, time_zone::TimeZone},
    permissions::permission::{CompanyType, UserType},
    types::{
        ids::{CompanyId, UserId},
        language::Language,
    },
};
use http_body_util::BodyExt as _;
use serde_json::Value;
use server::app::{App, AppState};
use services::{
    core::clock::Clock,
    files::{Files, backend::StorageBackend},
    geocoding::mapbox::Geocoder,
};
use store::{
    accounts::sessions,
    companies::{
        companies::{self, NewCompany},
        people,
    },
    db::{Db, Engine},
    membership::members::NewMembership,
    token::Token,
};
use tempfile::TempDir;
use tower::ServiceExt as _;
use uuid::Uuid;

use super::{
    database::TestDb,
    openapi_contract,
    stored_demo::{StoredDemo, noon},
};

/// The server on a fresh database, at noon UTC on 2 March 2026.
pub struct TestApp {
    pub app: App,
    pub now: Arc<Mutex<DateTime<Utc>>>,
    /// The data folder: uploaded files are in it, under `files`.
    pub folder: TempDir,
    router: Router,
    calls: Calls,
    test: TestDb,
}

/// Counts the calls of one server, so that a test knows which calls ran alone.
#[derive(Default)]
struct Calls {
    begun: AtomicU64,
    ended: AtomicU64,
}

/// A call in progress. It ends on drop, so a canceled call ends too.
struct CallGuard<'a> {
    calls: &'a Calls,
    /// The number of calls started, including this one, if no other was in progress.
    begun_alone: Option<u64>,
}

impl Calls {
    fn begin(&self) -> CallGuard<'_> {
        let ended = self.ended.load(Ordering::SeqCst);
        let before = self.begun.fetch_add(1, Ordering::SeqCst);
        CallGuard { calls: self, begun_alone: (before == ended).then_some(before + 1) }
    }
}

impl CallGuard<'_> {
    /// Whether no other call has run since it started.
    fn was_alone(&self) -> bool {
        self.begun_alone == Some(self.calls.begun.load(Ordering::SeqCst))
    }
}

impl Drop for CallGuard<'_> {
    fn drop(&mut self) {
        self.calls.ended.fetch_add(1, Ordering::SeqCst);
    }
}

/// A signed-in user.
#[derive(Clone)]
pub struct Person {
    pub company: CompanyId,
    pub user: UserId,
    pub token: String,
}

/// The settings of users whose names do not matter.
pub fn ada_ridge() -> UserSettings {
    UserSettings {
        first_name: "Ada".into(),
        last_name: "Ridge".into(),
        location: "Nashville, TN".into(),
        language: "english".into(),
        position: "Estimator".into(),
        phone_number: String::new(),
    }
}

/// A response.
#[derive(Debug)]
pub struct TestResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    pub json: Value,
}

impl TestResponse {
    /// The error's code, or "no error".
    pub fn code(&self) -> &str {
        self.json["error"]["code"].as_str().unwrap_or("no error")
    }

    /// `field code` of each refused field.
    pub fn fields(&self) -> Vec<String> {
        let fields = self.json["error"]["fields"].as_array().cloned().unwrap_or_default();
        let word = |value: &Value| value.as_str().unwrap_or("?").to_string();
        fields.iter().map(|f| format!("{} {}", word(&f["field"]), word(&f["code"]))).collect()
    }

    /// The outcome of each row of an imported file: its number and a word.
    pub fn imported_rows(&self) -> Vec<String> {
        let rows = self.json["rows"].as_array().expect("rows");
        rows.iter()
            .map(|row| format!("{} {}", row["row"], row["outcome"].as_str().expect("outcome")))
            .collect()
    }

    /// The error message.
    pub fn message(&self) -> &str {
        self.json["error"]["message"].as_str().unwrap_or("no message")
    }
}

impl TestApp {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    /// A server with other settings.
    pub async fn with(engine: Engine, set: impl FnOnce(&mut AppState)) -> Self {
        let test = TestDb::new(engine).await;
        Self::over(test.db.clone(), test, Arc::new(Mutex::new(noon())), set).await
    }

    /// A server on the demo.
    pub async fn with_demo(engine: Engine) -> Self {
        let demo = StoredDemo::of(engine).await;
        let test = TestDb::copy_of(&demo.database).await;
        let folder = tempfile::tempdir().expect("folder");
        demo.copy_files(folder.path());
        let now = Arc::new(Mutex::new(noon()));
        Self::over_files(test.db.clone(), test, folder, now, |_| {}).await
    }

    async fn over(
        db: Db,
        test: TestDb,
        now: Arc<Mutex<DateTime<Utc>>>,
        set: impl FnOnce(&mut AppState),
    ) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        Self::over_files(db, test, folder, now, set).await
    }

    async fn over_files(
        db: Db,
        test: TestDb,
        folder: TempDir,
        now: Arc<Mutex<DateTime<Utc>>>,
        set: impl FnOnce(&mut AppState),
    ) -> Self {
        let room = StorageBackend::open(None, folder.path()).expect("room");
        let files = Files::open(&db, room, folder.path()).await.expect("files");
        let mut parts = AppState::new(db, files, Clock::Set(now.clone()), Geocoder::new(None));
        set(&mut parts);
        if let Some(limiter) = &parts.rate_limiter {
            limiter.prepare().await.expect("the key");
        }
        let app = App::from(parts);
        Self {
            router: server::api::service(app.clone()),
            calls: Calls::default(),
            app,
            now,
            folder,
            test,
        }
    }

    /// The address of its database, on PostgreSQL.
    pub fn database_url(&self) -> &str {
        self.test.url.as_deref().expect("PostgreSQL")
    }

    /// The server as a service.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Another server over the same database, with the same clock.
    pub async fn second_server(&self, set: impl FnOnce(&mut AppState)) -> Self {
        let test = TestDb::of_another(&self.test);
        Self::over(self.app.db.clone(), test, self.now.clone(), set).await
    }

    /// Another server that reaches the same database in another way, with the same clock.
    pub async fn second_server_over(&self, db: Db) -> Self {
        let test = TestDb::of_another(&self.test);
        Self::over(db, test, self.now.clone(), |_| {}).await
    }

    /// Advances the clock.
    pub fn advance(&self, time: chrono::Duration) {
        *self.now.lock().expect("the clock") += time;
    }

    /// A new company with one user.
    pub async fn sign_in(&self, company_type: CompanyType, user_type: UserType) -> Person {
        let company = CompanyId(Uuid::now_v7());
        let mut tx = self.app.db.write().await.expect("tx");
        let new = NewCompany {
            name: "Ridge & Sons",
            company_type,
            location: "Nashville, TN",
            description: "",
            time_zone: TimeZone::default(),
        };
        companies::insert(&mut tx, company, &new, self.app.clock.now()).await.expect("company");
        tx.commit().await.expect("commit");
        self.colleague(company, user_type).await
    }

    /// One more user in a company.
    pub async fn colleague(&self, company: CompanyId, user_type: UserType) -> Person {
        let user = UserId(Uuid::now_v7());
        let token = Token::random().expect("randomness");
        let now = self.app.clock.now();
        let mut tx = self.app.db.write().await.expect("tx");
        let email = format!("{user}@example.com");
        people::insert(&mut tx, user, &email, Language::English, now).await.expect("person");
        let place = NewMembership { company, user_type, settings: ada_ridge() };
        store::membership::members::join_company(&mut tx, user, &place).await.expect("place");
        sessions::insert(&mut tx, token.hash(), user, now).await.expect("session");
        tx.commit().await.expect("commit");
        Person { company, user, token: token.text().to_string() }
    }

    /// Sends any request, as `who` if given. A successful call that ran alone must have committed all its
    /// transactions; with calls in parallel, an abandoned one may belong to another call.
    pub async fn send(&self, who: Option<&Person>, request: Request<Body>) -> TestResponse {
        let (mut parts, body) = request.into_parts();
        if let Some(person) = who {
            let bearer = format!("Bearer {}", person.token).parse().expect("header");
            parts.headers.insert(header::AUTHORIZATION, bearer);
        }
        let label = format!("{} {}", parts.method, parts.uri);
        let (method, path) = (parts.method.clone(), parts.uri.path().to_owned());
        let call = self.calls.begin();
        let abandoned = self.app.db.abandoned_writes();
        let answer = self.router.clone().oneshot(Request::from_parts(parts, body)).await;
        let answer = answer.expect("answer");
        let (status, headers) = (answer.status(), answer.headers().clone());
        if status.is_success() && call.was_alone() {
            let left = self.app.db.abandoned_writes();
            assert_eq!(left, abandoned, "{label} said {status} and never committed");
        }
        drop(call);
        let bytes = answer.into_body().collect().await.expect("body").to_bytes().to_vec();
        openapi_contract::check(&method, &path, status, &headers, &bytes);
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        TestResponse { status, headers, bytes, json }
    }

    /// A call with a JSON body, or without a body.
    pub async fn call(
        &self,
        who: Option<&Person>,
        method: &str,
        path: &str,
        body: Value,
    ) -> TestResponse {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .expect("request");
        self.send(who, request).await
    }

    pub async fn get(&self, who: &Person, path: &str) -> TestResponse {
        self.call(Some(who), "GET", path, Value::Null).await
    }

    pub async fn post(&self, who: &Person, path: &str, body: Value) -> TestResponse {
        self.call(Some(who), "POST", path, body).await
    }

    pub async fn put(&self, who: &Person, path: &str, body: Value) -> TestResponse {
        self.call(Some(who), "PUT", path, body).await
    }

    pub async fn delete(&self, who: &Person, path: &str) -> TestResponse {
        self.call(Some(who), "DELETE", path, Value::Null).await
    }
}

/// An upload with a file and, if given, text fields.
pub fn multipart(path: &str, file: &[u8], fields: &[(&str, &str)]) -> Request<Body> {
    upload(path, ("file", "jobs.csv"), file, fields)
}

/// An upload with a file in a field, under a name, and text fields.
pub fn upload(
    path: &str,
    (field, file_name): (&str, &str),
    file: &[u8],
    fields: &[(&str, &str)],
) -> Request<Body> {
    let boundary = "ridge-line-boundary";
    let mut body = Vec::new();
    for (name, text) in fields {
        body.extend(
            format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
            )
            .bytes(),
        );
    }
    body.extend(
        format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{field}\"; \
         filename=\"{file_name}\"\r\nContent-Type: text/plain\r\n\r\n"
        )
        .bytes(),
    );
    body.extend_from_slice(file);
    body.extend(format!("\r\n--{boundary}--\r\n").bytes());
    Request::builder()
        .method("POST")
        .uri(path)
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={boundary}"))
        .header(header::CONTENT_LENGTH, body.len())
        .body(Body::from(body))
        .expect("request")
}

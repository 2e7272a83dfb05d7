//! A third-party identity provider, `tools/oidc/server.mjs`, and a browser that signs in with it.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Write as _},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    sync::{LazyLock, Mutex, PoisonError},
};

use axum::{
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use chrono::Utc;
use reqwest::Url;
use serde_json::{Value, json};
use services::auth::{
    oidc::{Provider, ProviderSettings},
    sign_in_methods::SignInMethods,
};

use super::{Engine, Person, TestApp, TestResponse};

/// The public address of the server under test.
pub const SITE: &str = "http://localhost:8080";

/// The secret that the provider and the server share.
const SECRET: &str = "a secret between the two of them";

/// The process that runs the providers of all tests. It ends with this one, which closes its input.
struct ProviderProcess {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl ProviderProcess {
    fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let tools = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools/oidc");
        assert!(tools.join("node_modules").exists(), "npm ci in tools/oidc first");
        let packages = std::env::var("RIDGELINE_TEST_PACKAGES").unwrap_or_default();
        let own = PathBuf::from(&packages).join("node_modules/.bin/node");
        let node = if own.exists() { own } else { PathBuf::from("node") };
        let mut process = Command::new(node)
            .arg(tools.join("server.mjs"))
            .arg("many")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node");
        let output = BufReader::new(process.stdout.take().expect("stdout"));
        Self { process, output }
    }

    /// Opens a provider; returns its port.
    fn open(&mut self, words: &[&str]) -> u64 {
        let input = self.process.stdin.as_mut().expect("stdin");
        writeln!(input, "{}", json!(words)).expect("a line");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        let opened: Value = serde_json::from_str(&line).expect("a JSON line");
        opened["port"].as_u64().expect("a port")
    }
}

/// A provider of its own: accounts, sessions and faults are not those of another.
pub struct IdentityProvider {
    issuer: String,
    http: reqwest::Client,
}

impl IdentityProvider {
    /// Opens a provider and waits until it listens. The words are the script's arguments.
    pub fn start(words: &[&str]) -> Self {
        static PROCESS: LazyLock<Mutex<ProviderProcess>> =
            LazyLock::new(|| Mutex::new(ProviderProcess::start()));
        let port = PROCESS.lock().unwrap_or_else(PoisonError::into_inner).open(words);
        let issuer = format!("http://localhost:{port}");
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        Self { issuer, http: http.build().expect("a client") }
    }

    /// Sets the provider's next behavior.
    pub async fn set(&self, order: Value) {
        let url = format!("{}/control", self.issuer);
        let response = self.http.post(url).body(order.to_string()).send().await.expect("told");
        assert_eq!(response.status(), 204);
    }

    /// The account that signs in next.
    pub async fn expect(&self, sub: &str, email: &str, verified: bool) {
        let account = json!({ "sub": sub, "email": email, "email_verified": verified });
        self.set(json!({ "account": account })).await;
    }

    /// A server's settings for this provider.
    pub fn settings(&self) -> ProviderSettings {
        ProviderSettings {
            issuer: self.issuer.clone(),
            name: None,
            client_id: "ridgeline".to_string(),
            client_secret: Some(SECRET.to_string()),
            callback: format!("{SITE}/api/auth/callback"),
            home: format!("{SITE}/"),
        }
    }

    /// This provider under a name.
    pub fn named(&self, name: &str) -> Provider {
        let settings = ProviderSettings { name: Some(name.to_string()), ..self.settings() };
        Provider::new(&settings).expect("settings")
    }

    /// A server that uses this provider, at the real current time.
    pub async fn app(&self, engine: Engine) -> TestApp {
        app_with(engine, only(&self.settings())).await
    }
}

/// A single provider without accounts of the server.
pub fn only(settings: &ProviderSettings) -> SignInMethods {
    let provider = Provider::new(settings).expect("settings");
    SignInMethods::new(vec![provider], false).expect("settings")
}

/// A server where users sign in so, at the real current time.
pub async fn app_with(engine: Engine, methods: SignInMethods) -> TestApp {
    let app = TestApp::with(engine, |parts| parts.sign_in_methods = methods).await;
    #[expect(clippy::disallowed_methods, reason = "the provider's clock is the machine's")]
    let now = Utc::now();
    *app.now.lock().expect("the clock") = now;
    app
}

/// The page where a browser ended up.
#[derive(Debug)]
pub struct BrowserPage {
    pub url: Url,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl BrowserPage {
    /// A parameter of the URL.
    pub fn query(&self, name: &str) -> Option<String> {
        self.url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.to_string())
    }

    /// The redirect's target.
    pub fn next(&self) -> Option<Url> {
        let to = self.headers.get(header::LOCATION)?.to_str().expect("an address");
        self.status.is_redirection().then(|| self.url.join(to).expect("an address"))
    }
}

/// A browser with cookies.
#[derive(Clone)]
pub struct Browser {
    http: reqwest::Client,
    cookies: BTreeMap<String, BTreeMap<String, String>>,
    language: &'static str,
}

impl Browser {
    pub fn new(provider: &IdentityProvider) -> Self {
        Self { http: provider.http.clone(), cookies: BTreeMap::new(), language: "en-US" }
    }

    pub fn reading(mut self, language: &'static str) -> Self {
        self.language = language;
        self
    }

    /// Opens one URL and follows no redirects.
    pub async fn open(&mut self, app: &TestApp, url: Url) -> BrowserPage {
        let place = url.authority().to_string();
        let cookies: Vec<_> = self
            .cookies
            .entry(place.clone())
            .or_default()
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let cookies = cookies.join("; ");
        let (status, headers, bytes) = if url.as_str().starts_with(SITE) {
            let path = &url.as_str()[SITE.len()..];
            let request = Request::get(path)
                .header(header::HOST, "localhost:8080")
                .header(header::ACCEPT_LANGUAGE, self.language)
                .header(header::COOKIE, cookies);
            let answer = app.send(None, request.body(Body::empty()).expect("request")).await;
            (answer.status, answer.headers, answer.bytes)
        } else {
            let request = self.http.get(url.clone()).header(header::COOKIE, cookies);
            let answer = request.send().await.expect("the provider");
            let (status, headers) = (answer.status(), answer.headers().clone());
            (status, headers, answer.bytes().await.expect("a body").to_vec())
        };
        self.keep_cookies(place, &headers);
        let text = String::from_utf8_lossy(&bytes).to_string();
        BrowserPage { url, status, headers, text }
    }

    fn keep_cookies(&mut self, place: String, headers: &HeaderMap) {
        let jar = self.cookies.entry(place).or_default();
        for cookie in headers.get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("a cookie");
            let (name, rest) = cookie.split_once('=').expect("a cookie");
            let value = rest.split(';').next().unwrap_or_default();
            if value.is_empty() {
                jar.remove(name);
            } else {
                jar.insert(name.to_string(), value.to_string());
            }
        }
    }

    /// A POST call of the app's page in this browser.
    pub async fn post(&mut self, app: &TestApp, who: &Person, path: &str) -> TestResponse {
        let request = Request::post(path).header(header::HOST, "localhost:8080");
        let answer = app.send(Some(who), request.body(Body::empty()).expect("request")).await;
        self.keep_cookies("localhost:8080".to_string(), &answer.headers);
        answer
    }

    /// Follows redirects to a page of the app, or to one without a redirect.
    pub async fn follow(&mut self, app: &TestApp, url: Url) -> BrowserPage {
        let mut url = url;
        for _ in 0..12 {
            let landed = self.open(app, url).await;
            let Some(next) = landed.next() else { return landed };
            if next.path() == "/signed-in" {
                return BrowserPage { url: next, ..landed };
            }
            url = next;
        }
        panic!("sent around in circles");
    }

    /// Signs in with the provider, up to the callback, which is not opened yet.
    pub async fn until_callback(&mut self, app: &TestApp, query: &str) -> Url {
        self.until_callback_from(app, site(&format!("/api/auth/login{query}"))).await
    }

    /// The same from a later page.
    pub async fn until_callback_from(&mut self, app: &TestApp, from: Url) -> Url {
        let mut url = from;
        for _ in 0..12 {
            if url.path().starts_with("/api/auth/callback") {
                return url;
            }
            let landed = self.open(app, url).await;
            url = landed.next().unwrap_or_else(|| panic!("sent nowhere: {landed:?}"));
        }
        panic!("sent around in circles");
    }

    /// Signs in; returns the last page in the app.
    pub async fn sign_in(&mut self, app: &TestApp) -> BrowserPage {
        self.follow(app, site("/api/auth/login")).await
    }

    /// Exchanges a code for a token.
    pub async fn exchange(&self, app: &TestApp, code: &str) -> TestResponse {
        app.send(None, self.exchanging(code)).await
    }

    /// The request that exchanges a code for a token.
    pub fn exchanging(&self, code: &str) -> Request<Body> {
        let jar = self.cookies.get("localhost:8080").cloned().unwrap_or_default();
        let cookies: Vec<_> = jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request =
            Request::post("/api/auth/exchange").header(header::COOKIE, cookies.join("; "));
        let body = Body::from(json!({ "code": code }).to_string());
        request.body(body).expect("request")
    }

    /// Signs in; returns the response with the token.
    pub async fn token(&mut self, app: &TestApp) -> TestResponse {
        let landed = self.sign_in(app).await;
        let code = landed.query("code").unwrap_or_else(|| panic!("not signed in: {landed:?}"));
        self.exchange(app, &code).await
    }

    /// How many of our cookies it has.
    pub fn visits(&self) -> usize {
        self.cookies.get("localhost:8080").map_or(0, BTreeMap::len)
    }
}

/// A URL on the server under test.
pub fn site(path: &str) -> Url {
    Url::parse(&format!("{SITE}{path}")).expect("an address")
}

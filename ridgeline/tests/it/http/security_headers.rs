//! The security headers of every kind of response.

use std::path::Path;

use axum::http::{HeaderMap, StatusCode, header};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};
use server::app::AppState;
use services::{
    auth::oidc::ProviderSettings, mail::sender_identity::SenderIdentity, maps::Streets,
};

use crate::support::{Engine, TestApp, TestResponse, photos, provider::only, upload};

const APP: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";
const PAGE: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const DATA: &str = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

fn header<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("nothing")
}

/// The headers that every response has.
fn check(call: &str, answer: &TestResponse, policy: &str, cache_control: &str) {
    let says = |name: &str| header(&answer.headers, name);
    assert_eq!(says("content-security-policy"), policy, "{call}");
    assert_eq!(says("cache-control"), cache_control, "{call}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("strict-transport-security", "nothing"),
    ] {
        assert_eq!(says(name), value, "{call}: {name}");
    }
    let permissions = says("permissions-policy");
    assert!(
        permissions.contains("geolocation=(self)"),
        "{call}: the app's own maps may ask where one is"
    );
    assert!(permissions.contains("camera=()"), "{call}");
}

async fn get(app: &TestApp, path: &str) -> TestResponse {
    app.call(None, "GET", path, Value::Null).await
}

both_engines! {
    async fn every_kind_of_response_has_the_security_headers_it_needs(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for path in ["/", "/app/jobs", "/sign-in", "/invite/7"] {
            let page = get(app, path).await;
            // A build without the web app has nothing to cache.
            let cache_control = if page.status == StatusCode::OK { "no-cache" } else { "no-store" };
            check(path, &page, APP, cache_control);
        }
        check("no asset", &get(app, "/assets/none.js").await, DATA, "no-store");
        check("no method", &app.call(None, "PUT", "/", Value::Null).await, DATA, "no-store");
        for path in ["/api/health", "/api/config", "/api/nowhere", "/api/auth/fetchProfile", "/feeds/0a.ics", "/files/none"] {
            check(path, &get(app, path).await, DATA, "no-store");
        }
        for path in ["/api/auth/fetchProfile", "/api/customers/find", "/api/chat/rooms", "/api/auth/sessions"] {
            let answer = app.get(&admin, path).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            let cache_control = if answer.headers.contains_key(header::ETAG) { "private, no-cache" } else { "no-store" };
            check(path, &answer, DATA, cache_control);
        }
        check("refused", &app.post(&admin, "/api/jobs/create", json!({})).await, DATA, "no-store");
        check("made", &app.post(&admin, "/api/jobs/create", json!({ "title": "x", "city": "Reno", "state": "NV" })).await, DATA, "no-store");
        check("a sheet", &app.get(&admin, "/api/customers/export").await, DATA, "private, no-store");
        let logo = app.send(Some(&admin), upload("/api/company/uploadImage", ("image", "x.jpg"), &photos::jpeg(60, 40), &[])).await;
        let logo = get(app, logo.json["url"].as_str().expect("a logo")).await;
        assert_eq!(logo.status, StatusCode::OK);
        check("a file", &logo, DATA, "public, max-age=31536000, immutable");
        let form = json!({ "publicPage": true, "slug": "ridge-sons" });
        app.put(&admin, "/api/company/publicPage", form).await;
        check("a company's page", &get(app, "/c/ridge-sons").await, APP, "no-cache");
        check("no company's page", &get(app, "/c/nobody").await, APP, "no-cache");
    }
}

async fn with(set: impl FnOnce(&mut AppState)) -> TestApp {
    TestApp::with(Engine::Sqlite, set).await
}

#[tokio::test]
async fn a_page_written_by_the_server_runs_no_scripts() {
    let app = with(|parts| {
        let settings = ProviderSettings {
            issuer: "http://127.0.0.1:9".to_string(),
            name: None,
            client_id: "ridgeline".to_string(),
            client_secret: None,
            callback: parts.sender_identity.link("/api/auth/callback"),
            home: parts.sender_identity.link("/"),
        };
        parts.sign_in_methods = only(&settings);
    });
    let app = app.await;
    let page = get(&app, "/api/auth/callback?code=a&state=b").await;
    assert!(header(&page.headers, "content-type").starts_with("text/html"), "{page:?}");
    check("a sign-in page", &page, PAGE, "no-store");
    let html = String::from_utf8(page.bytes).expect("text");
    assert!(!html.contains("<script") && !html.contains(" on"), "{html}");
}

#[tokio::test]
async fn with_a_map_the_app_and_nothing_else_may_connect_to_mapbox() {
    let app = with(|parts| parts.mapbox_token = Some("pk.ey".to_string())).await;
    let policy = get(&app, "/app/map").await.headers[header::CONTENT_SECURITY_POLICY].clone();
    let connect = "connect-src 'self' https://api.mapbox.com https://events.mapbox.com; ";
    assert_eq!(policy.to_str().expect("text"), APP.replace("connect-src 'self'; ", connect));
    assert!(!policy.to_str().expect("text").contains("script-src 'self' 'unsafe-inline'"));
    check("an answer", &get(&app, "/api/config").await, DATA, "no-store");
}

#[tokio::test]
async fn with_a_tile_service_the_app_and_nothing_else_may_connect_to_its_origin() {
    let style = Some("https://tiles.example.com:8443/styles/streets.json?key=pk.1");
    let app = with(|parts| {
        parts.streets = Streets::open(None, style).expect("a style");
        parts.mapbox_token = Some("pk.ey".to_string());
    });
    let app = app.await;
    let expected = APP
        .replace("connect-src 'self'; ", "connect-src 'self' https://tiles.example.com:8443; ")
        .replace("img-src 'self' ", "img-src 'self' https://tiles.example.com:8443 ");
    check("the app", &get(&app, "/app/map").await, &expected, "no-store");
    check("an answer", &get(&app, "/api/config").await, DATA, "no-store");
}

#[tokio::test]
async fn with_a_basemap_of_its_own_the_app_connects_to_no_other_server() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/e2e/support/streets/nashville.pmtiles");
    let streets = Streets::open(Some(&file), None).expect("a basemap");
    let app = with(|parts| {
        parts.streets = streets;
        parts.mapbox_token = Some("pk.ey".to_string());
    });
    let app = app.await;
    check("the app", &get(&app, "/app/map").await, APP, "no-store");
    check("the map", &get(&app, "/basemap.pmtiles").await, DATA, "public, max-age=86400");
}

#[tokio::test]
async fn a_server_with_https_tells_browsers_to_always_use_it() {
    let at = |url: &str| SenderIdentity::open(url, None).expect("an address");
    let app = with(|parts| parts.sender_identity = at("https://ridgeline.example.com")).await;
    for path in ["/", "/api/health", "/api/nowhere", "/files/none", "/assets/none.js"] {
        let answer = get(&app, path).await;
        let says = header(&answer.headers, "strict-transport-security");
        assert_eq!(says, "max-age=63072000; includeSubDomains", "{path}");
    }
}

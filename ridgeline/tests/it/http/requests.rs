//! What every call has in common: invalid bodies, repeats, request ids, safe error messages.

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::TestApp;

both_engines! {
    async fn an_unreadable_body_is_malformed_and_not_a_server_error(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for body in ["", "{", "[]", "\"x\"", "{\"title\": 1}", "{\"title\": \"\\ud800\"}", "\u{feff}{}"] {
            let request = Request::post("/api/jobs/create").body(Body::from(body)).expect("request");
            let response = app.send(Some(&admin), request).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"), "{body}");
        }
        let request = Request::post("/api/jobs/create").body(Body::from(vec![0xff, 0xfe])).expect("request");
        assert_eq!(app.send(Some(&admin), request).await.status, StatusCode::BAD_REQUEST);
    }

    async fn unknown_fields_are_ignored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({ "title": "x", "city": "Reno", "state": "NV", "companyId": "somebody else", "roof": [1] });
        assert_eq!(app.post(&admin, "/api/jobs/create", form).await.status, StatusCode::OK);
    }

    async fn a_large_body_is_refused_right_after_the_token_check(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({ "title": "x".repeat(1 << 20), "city": "Reno", "state": "NV" });
        let response = app.call(None, "POST", "/api/jobs/create", form.clone()).await;
        assert_eq!(response.status, StatusCode::UNAUTHORIZED);
        let member = app.colleague(admin.company, domain::permissions::permission::UserType::Member).await;
        for who in [&admin, &member] {
            let request = Request::post("/api/jobs/create").header(header::CONTENT_LENGTH, form.to_string().len()).body(Body::from(form.to_string()));
            let response = app.send(Some(who), request.expect("request")).await;
            assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        }
    }

    async fn the_eleventh_identical_call_in_a_minute_is_refused(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({ "title": "twin", "city": "Reno", "state": "NV" });
        for n in 1..=10 {
            assert_eq!(app.post(&admin, "/api/jobs/create", form.clone()).await.status, StatusCode::OK, "call {n}");
        }
        let response = app.post(&admin, "/api/jobs/create", form.clone()).await;
        assert_eq!((response.status, response.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
        assert!(response.message().starts_with("Duplicate"), "{}", response.message());
        assert_eq!(response.headers[header::RETRY_AFTER], "60");
        let other = app.colleague(admin.company, Admin).await;
        assert_eq!(app.post(&other, "/api/jobs/create", form.clone()).await.status, StatusCode::OK, "somebody else's call is another call");
        let different = json!({ "title": "single", "city": "Reno", "state": "NV" });
        assert_eq!(app.post(&admin, "/api/jobs/create", different).await.status, StatusCode::OK);
        for _ in 0..20 {
            assert_eq!(app.get(&admin, "/api/auth/fetchProfile").await.status, StatusCode::OK, "reading does not count");
        }
        app.advance(chrono::Duration::seconds(60));
        assert_eq!(app.post(&admin, "/api/jobs/create", form).await.status, StatusCode::OK);
    }

    async fn anonymous_callers_at_one_address_do_not_use_up_anothers_quota(app: &TestApp) {
        let reset = async |address: &str| {
            let body = json!({ "token": "dead", "password": "ridge vent and flashing 7" }).to_string();
            let mut request = Request::post("/api/auth/local/resetPassword").header(header::CONTENT_TYPE, "application/json").body(Body::from(body)).expect("request");
            request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address.parse().expect("address"), 40_000)));
            app.send(None, request).await
        };
        for n in 1..=10 {
            let response = reset("192.0.2.1").await;
            assert!(!response.message().starts_with("Duplicate"), "call {n}: {}", response.message());
        }
        let response = reset("192.0.2.1").await;
        assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(response.message().starts_with("Duplicate"), "{}", response.message());
        assert!(!reset("192.0.2.2").await.message().starts_with("Duplicate"));
    }

    async fn errors_are_in_a_language_of_the_browser(app: &TestApp) {
        let request = Request::get("/api/auth/fetchProfile").header(header::ACCEPT_LANGUAGE, "es-MX,es;q=0.9,en;q=0.8");
        let response = app.send(None, request.body(Body::empty()).expect("request")).await;
        assert_eq!(response.message(), "Su sesión terminó. Inicie sesión de nuevo.");
    }

    async fn every_response_has_its_request_id_and_safe_headers(app: &TestApp) {
        for path in ["/api/health", "/api/nowhere", "/", "/app/jobs"] {
            let answer = app.call(None, "GET", path, Value::Null).await;
            assert!(answer.headers.contains_key("x-request-id"), "{path}");
            assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
            let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("policy");
            assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("script-src 'self' 'unsafe-inline'"));
        }
        for path in ["/api/nowhere", "/api/", "/api"] {
            let response = app.call(None, "GET", path, Value::Null).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
        }
        let response = app.call(None, "DELETE", "/api/jobs/create", Value::Null).await;
        assert_eq!(response.code(), "not_found", "{:?}", response.json);
    }

    async fn health_and_readiness_are_reported_to_a_load_balancer(app: &TestApp) {
        assert_eq!(app.call(None, "GET", "/api/health", Value::Null).await.json, json!({ "status": "ok" }));
        assert_eq!(app.call(None, "GET", "/api/ready", Value::Null).await.status, StatusCode::OK);
        let config = app.call(None, "GET", "/api/config", Value::Null).await.json;
        assert_eq!((&config["mapboxToken"], &config["translate"]), (&Value::Null, &json!(false)));
        app.app.db.close().await;
        assert_eq!(app.call(None, "GET", "/api/ready", Value::Null).await.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(app.call(None, "GET", "/api/health", Value::Null).await.status, StatusCode::OK);
    }
}

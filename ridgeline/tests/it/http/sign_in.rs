//! Local accounts: who can sign in, who cannot, and what an attacker learns.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::Duration;
use domain::types::ids::{CompanyId, UserId};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

fn ana(password: &str) -> Value {
    json!({ "email": "Ana@Example.com", "password": password })
}

async fn sign_up(app: &TestApp) -> Person {
    let created = app.call(None, "POST", "/api/auth/local/signup", ana("ridge cap shingle")).await;
    assert_eq!(created.status, StatusCode::CREATED, "{:?}", created.json);
    with(created.json["token"].as_str().expect("token"))
}

fn with(token: &str) -> Person {
    Person { company: CompanyId::default(), user: UserId::default(), token: token.to_string() }
}

both_engines! {
    async fn a_new_user_signs_in_again_and_out(app: &TestApp) {
        sign_up(app).await;
        let again = json!({ "email": "ana@example.COM", "password": "ridge cap shingle" });
        let signed = app.call(None, "POST", "/api/auth/local/login", again).await;
        assert_eq!(signed.status, StatusCode::OK, "{:?}", signed.json);
        let me = with(signed.json["token"].as_str().expect("token"));
        let profile = app.get(&me, "/api/auth/fetchProfile").await;
        assert_eq!(profile.json["user"]["email"], "Ana@Example.com");
        assert_eq!(profile.json["user"]["accountCreationComplete"], false);
        assert_eq!(profile.json["company"], Value::Null);
        let out = app.post(&me, "/api/auth/logout", Value::Null).await;
        assert_eq!(out.status, StatusCode::NO_CONTENT);
        let after = app.get(&me, "/api/auth/fetchProfile").await;
        assert_eq!((after.status, after.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"));
    }

    async fn an_address_is_taken_in_any_spelling(app: &TestApp) {
        sign_up(app).await;
        let twice = json!({ "email": "ANA@example.com", "password": "another password" });
        let response = app.call(None, "POST", "/api/auth/local/signup", twice).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        assert_eq!(response.message(), "A user with this email already exists.");
    }

    async fn a_wrong_password_and_an_unknown_address_get_the_same_response(app: &TestApp) {
        sign_up(app).await;
        let wrong = app.call(None, "POST", "/api/auth/local/login", ana("wrong password")).await;
        let nobody = json!({ "email": "bo@example.com", "password": "wrong password" });
        let unknown = app.call(None, "POST", "/api/auth/local/login", nobody).await;
        assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
        assert_eq!((wrong.status, &wrong.json), (unknown.status, &unknown.json));
    }

    async fn an_unknown_address_takes_as_long_as_a_wrong_password(app: &TestApp) {
        sign_up(app).await;
        let statements = async |email: &str| {
            let before = app.app.db.statements_run();
            let guess = json!({ "email": email, "password": "wrong password" });
            let response = app.call(None, "POST", "/api/auth/local/login", guess).await;
            (response.status, response.headers.len(), app.app.db.statements_run() - before)
        };
        let known = statements("ana@example.com").await;
        assert_eq!(known, statements("bo@example.com").await);
    }

    async fn ten_failures_lock_an_account_for_a_while_even_a_nonexistent_one(app: &TestApp) {
        sign_up(app).await;
        for email in ["ana@example.com", "nobody@example.com"] {
            let guess = |n: usize| json!({ "email": email, "password": format!("guess number {n}") });
            for n in 0..10 {
                let response = app.call(None, "POST", "/api/auth/local/login", guess(n)).await;
                assert_eq!(response.status, StatusCode::UNAUTHORIZED, "{email} {n}");
            }
            let response = app.call(None, "POST", "/api/auth/local/login", guess(10)).await;
            assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS, "{email}");
            assert!(response.headers.contains_key(header::RETRY_AFTER));
        }
        let right = app.call(None, "POST", "/api/auth/local/login", ana("ridge cap shingle")).await;
        assert_eq!(right.status, StatusCode::TOO_MANY_REQUESTS, "the right one waits, too");
        app.advance(Duration::minutes(16));
        let right = app.call(None, "POST", "/api/auth/local/login", ana("ridge cap shingle")).await;
        assert_eq!(right.status, StatusCode::OK);
    }

    async fn a_hundred_guesses_at_once_are_no_more_than_ten(app: &TestApp) {
        sign_up(app).await;
        let guess = async |n: usize| {
            let form = ana(&format!("guess number {n}"));
            app.call(None, "POST", "/api/auth/local/login", form).await.status
        };
        let statuses = join_all((0..100).map(guess)).await;
        let checked = statuses.iter().filter(|status| **status == StatusCode::UNAUTHORIZED).count();
        assert!((1..=10).contains(&checked), "{checked} were checked");
        let refused = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
        let others = statuses.iter().filter(|status| refused.contains(*status)).count();
        assert_eq!(checked + others, 100, "{statuses:?}");
    }

    async fn two_servers_together_check_no_more_than_ten_guesses(app: &TestApp) {
        sign_up(app).await;
        let other = app.second_server(|_| {}).await;
        let guess = async |n: usize| {
            let server = if n.is_multiple_of(2) { app } else { &other };
            let form = ana(&format!("guess number {n}"));
            server.call(None, "POST", "/api/auth/local/login", form).await.status
        };
        let statuses = join_all((0..40).map(guess)).await;
        let checked = statuses.iter().filter(|status| **status == StatusCode::UNAUTHORIZED).count();
        assert!((1..=10).contains(&checked), "{checked} were checked");
    }

    async fn a_hundred_guesses_in_an_open_session_are_no_more_than_ten(app: &TestApp) {
        let me = app.founder("ana@example.com").await;
        let guess = async |n: usize| {
            let form = json!({ "oldPassword": format!("guess number {n}"), "newPassword": "copper valley flashing" });
            app.post(&me, "/api/auth/local/changePassword", form).await
        };
        let responses = join_all((0..100).map(guess)).await;
        let checked = responses.iter().filter(|response| response.code() == "validation").count();
        assert!((1..=10).contains(&checked), "{checked} were checked");
        assert_eq!(app.get(&me, "/api/auth/fetchProfile").await.status, StatusCode::OK);
    }

    async fn right_passwords_at_once_all_sign_in(app: &TestApp) {
        sign_up(app).await;
        let sign_in = async |n: usize| {
            // Each spelling is another body: identical calls have a limit of their own.
            let email = if n.is_multiple_of(2) { "ana@example.com" } else { "ANA@example.com" };
            let form = json!({ "email": email, "password": "ridge cap shingle", "n": n });
            app.call(None, "POST", "/api/auth/local/login", form).await.status
        };
        let statuses = join_all((0..12).map(sign_in)).await;
        assert!(statuses.iter().all(|status| *status == StatusCode::OK), "{statuses:?}");
    }

    async fn a_session_expires_thirty_days_after_its_last_use(app: &TestApp) {
        let me = sign_up(app).await;
        for _ in 0..3 {
            app.advance(Duration::days(29));
            assert_eq!(app.get(&me, "/api/auth/fetchProfile").await.status, StatusCode::OK);
        }
        app.advance(Duration::days(31));
        assert_eq!(app.get(&me, "/api/auth/fetchProfile").await.status, StatusCode::UNAUTHORIZED);
    }

    async fn a_short_password_is_refused_before_an_account_is_created(app: &TestApp) {
        let response = app.call(None, "POST", "/api/auth/local/signup", ana("1234567")).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(response.fields(), ["password too_short"]);
        let blank = app.call(None, "POST", "/api/auth/local/signup", json!({})).await;
        assert_eq!(blank.fields(), ["email required", "password required"]);
        let response = app.call(None, "POST", "/api/auth/local/signup", ana(&"x".repeat(129))).await;
        assert_eq!(response.fields(), ["password too_long"]);
    }

    async fn the_redirect_to_the_login_page_never_leaves_this_site(app: &TestApp) {
        for (query, expected) in [
            ("", "/sign-in"),
            ("?screen_hint=signup", "/sign-up"),
            ("?return_to=/app/jobs", "/sign-in?return_to=/app/jobs"),
            ("?return_to=//evil.example", "/sign-in"),
            ("?return_to=https://evil.example", "/sign-in"),
            ("?return_to=/%5Cevil.example", "/sign-in"),
            ("?return_to=/%09/evil.example", "/sign-in"),
        ] {
            let sent = app.call(None, "GET", &format!("/api/auth/login{query}"), Value::Null).await;
            let to = sent.headers.get(header::LOCATION).and_then(|to| to.to_str().ok());
            assert_eq!((sent.status, to), (StatusCode::FOUND, Some(expected)), "{query}");
        }
        for (method, path) in [("GET", "/api/auth/callback"), ("POST", "/api/auth/exchange")] {
            let response = app.call(None, method, path, Value::Null).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
        }
        let config = app.call(None, "GET", "/api/auth/config", Value::Null).await;
        assert_eq!(config.json, json!({ "provider": "local" }));
    }

    async fn an_invalid_token_is_refused(app: &TestApp) {
        for bearer in ["", "Bearer ", "Bearer nonsense", "Basic abc", "bearer x"] {
            let request = Request::get("/api/auth/fetchProfile").header(header::AUTHORIZATION, bearer);
            let response = app.send(None, request.body(Body::empty()).expect("request")).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{bearer}");
        }
    }
}

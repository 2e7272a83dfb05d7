//! Changing the password: with the old one, or with the link in a mail.

use axum::http::{StatusCode, header};
use chrono::Duration;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    TestApp,
    accounts::{PASSWORD, token_in, with_token},
};

const CHANGE: &str = "/api/auth/local/changePassword";
const FORGOT: &str = "/api/auth/local/forgotPassword";
const RESET: &str = "/api/auth/local/resetPassword";
const ANA: &str = "ana@example.com";

fn change(old: &str, new: &str) -> Value {
    json!({ "oldPassword": old, "newPassword": new })
}

both_engines! {
    async fn a_common_password_is_refused(app: &TestApp) {
        for easy in ["password", "Passw0rd1", "qwertyuiop", "aaaaaaaa", "ana@example.com"] {
            let form = json!({ "email": ANA, "password": easy });
            let response = app.ask("/api/auth/local/signup", form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["password choice".into()]), "{easy}");
            assert!(response.message().starts_with("This password is too easy"), "{}", response.message());
        }
        let me = app.founder(ANA).await;
        let response = app.post(&me, CHANGE, change(PASSWORD, "12345678")).await;
        assert_eq!(response.fields(), ["newPassword choice"]);
        assert_eq!(app.log_in(ANA, PASSWORD).await.status, StatusCode::OK, "it is the old one still");
    }

    async fn a_new_password_signs_everybody_else_out(app: &TestApp) {
        let me = app.founder(ANA).await;
        let elsewhere = with_token(&app.log_in(ANA, PASSWORD).await);
        assert!(app.is_signed_in(&elsewhere).await);
        let created = app.post(&me, CHANGE, change(PASSWORD, "flashing drip edge")).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        assert_eq!(created.json["account"]["email"], ANA);
        assert!(app.is_signed_in(&me).await, "this one stays");
        assert!(!app.is_signed_in(&elsewhere).await);
        assert_eq!(app.log_in(ANA, PASSWORD).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.log_in(ANA, "flashing drip edge").await.status, StatusCode::OK);
        let response = app.newest_mail().await;
        assert_eq!((response.subject.as_str(), response.to.as_slice()), ("Your Ridgeline password was changed", ["- <ana@example.com>".to_string()].as_slice()));
    }

    async fn an_open_session_cannot_change_the_password_without_the_old_one(app: &TestApp) {
        let response = app.ask(CHANGE, change(PASSWORD, "flashing drip edge")).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"));
        let newcomer = app.signed_up("bo@example.com").await;
        let response = app.post(&newcomer, CHANGE, change(PASSWORD, "flashing drip edge")).await;
        assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
        let me = app.founder(ANA).await;
        for bad in [json!([]), json!({ "oldPassword": 7 })] {
            assert_eq!(app.post(&me, CHANGE, bad).await.status, StatusCode::BAD_REQUEST);
        }
        let response = app.post(&me, CHANGE, json!({})).await;
        assert_eq!(response.fields(), ["oldPassword required", "newPassword required"]);
        let response = app.post(&me, CHANGE, change(PASSWORD, "short")).await;
        assert_eq!(response.fields(), ["newPassword too_short"]);
        let response = app.post(&me, CHANGE, change(PASSWORD, "a\u{0}bcdefghijk")).await;
        assert_eq!(response.fields(), ["newPassword format"]);
        for n in 0..10 {
            let response = app.post(&me, CHANGE, change(&format!("guess {n}"), "flashing drip edge")).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["oldPassword mismatch".into()]));
        }
        let response = app.post(&me, CHANGE, change(PASSWORD, "flashing drip edge")).await;
        assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers[header::RETRY_AFTER], "900");
        app.advance(Duration::minutes(16));
        assert_eq!(app.post(&me, CHANGE, change(PASSWORD, "flashing drip edge")).await.status, StatusCode::OK);
    }

    async fn a_forgotten_password_is_reset_by_mail(app: &TestApp) {
        let me = app.founder(ANA).await;
        let response = app.ask(FORGOT, json!({ "email": " ANA@Example.com " })).await;
        assert_eq!((response.status, response.bytes.len()), (StatusCode::NO_CONTENT, 0));
        let letter = app.newest_mail().await;
        assert_eq!((letter.subject.as_str(), letter.to.as_slice()), ("A new password for Ridgeline", ["- <ana@example.com>".to_string()].as_slice()));
        let token = token_in(&letter, "/reset-password");
        // A refused attempt does not use up the link.
        let response = app.ask(RESET, json!({ "token": token, "newPassword": "short" })).await;
        assert_eq!(response.fields(), ["newPassword too_short"]);
        let response = app.ask(RESET, json!({ "token": token, "newPassword": "iloveyou" })).await;
        assert_eq!(response.fields(), ["newPassword choice"]);
        let form = json!({ "token": token, "newPassword": "flashing drip edge" });
        let created = app.ask(RESET, form.clone()).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        let again = with_token(&created);
        assert!(!app.is_signed_in(&me).await, "whoever was signed in is not any more");
        let account = app.get(&again, "/api/auth/account").await;
        assert_eq!(account.json["account"]["emailVerified"], true, "the link shows that mails arrive");
        assert_eq!(app.log_in(ANA, PASSWORD).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.log_in(ANA, "flashing drip edge").await.status, StatusCode::OK);
        let response = app.ask(RESET, form).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        assert!(response.message().starts_with("This link has expired"), "{}", response.message());
    }

    async fn a_password_reset_does_not_reveal_who_has_an_account(app: &TestApp) {
        app.founder(ANA).await;
        app.outbox().await;
        let statements = async |email: &str| {
            let before = app.app.db.statements_run();
            let response = app.ask(FORGOT, json!({ "email": email })).await;
            (response.status, response.bytes, response.headers.len(), app.app.db.statements_run() - before)
        };
        let known = statements(ANA).await;
        let unknown = statements("nobody@example.com").await;
        assert_eq!(known.0, StatusCode::NO_CONTENT);
        assert_eq!(known, unknown, "the same answer after the same work");
        let letters = app.outbox().await;
        let to: Vec<_> = letters.iter().filter(|letter| letter.subject.starts_with("A new")).flat_map(|letter| letter.to.clone()).collect();
        assert_eq!(to, ["- <ana@example.com>"]);
    }

    async fn a_reset_link_works_once_within_an_hour_and_revokes_the_other_links(app: &TestApp) {
        app.founder(ANA).await;
        let mut tokens = Vec::new();
        for _ in 0..2 {
            app.ask(FORGOT, json!({ "email": ANA })).await;
            tokens.push(token_in(&app.newest_mail().await, "/reset-password"));
        }
        let form = |token: &str| json!({ "token": token, "newPassword": "flashing drip edge" });
        app.advance(Duration::minutes(59));
        assert_eq!(app.ask(RESET, form(&tokens[0])).await.status, StatusCode::OK);
        assert_eq!(app.ask(RESET, form(&tokens[1])).await.status, StatusCode::NOT_FOUND);
        app.advance(Duration::hours(2));
        app.ask(FORGOT, json!({ "email": ANA })).await;
        let late = token_in(&app.newest_mail().await, "/reset-password");
        app.advance(Duration::hours(1));
        for token in [late.as_str(), "nonsense", "no\u{0}ne"] {
            assert_eq!(app.ask(RESET, form(token)).await.status, StatusCode::NOT_FOUND, "{token}");
        }
        let response = app.ask(RESET, json!({})).await;
        assert_eq!(response.fields(), ["token required", "newPassword required"]);
    }

    async fn nobody_is_flooded_with_reset_mails(app: &TestApp) {
        app.founder(ANA).await;
        for email in [ANA, "nobody@example.com"] {
            for _ in 0..3 {
                assert_eq!(app.ask(FORGOT, json!({ "email": email })).await.status, StatusCode::NO_CONTENT);
            }
            let response = app.ask(FORGOT, json!({ "email": email })).await;
            assert_eq!((response.status, response.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"), "{email}");
            assert!(response.headers.contains_key(header::RETRY_AFTER));
        }
        let bad = app.ask(FORGOT, json!({ "email": "nobody" })).await;
        assert_eq!(bad.fields(), ["email email"]);
        for n in 0..12 {
            let response = app.ask(FORGOT, json!({ "email": format!("n{n}@example.com") })).await;
            assert_eq!(response.status, StatusCode::NO_CONTENT, "{n}");
        }
        let response = app.ask(FORGOT, json!({ "email": "one.more@example.com" })).await;
        assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS, "one network asks twenty times an hour");
        app.advance(Duration::minutes(61));
        assert_eq!(app.ask(FORGOT, json!({ "email": ANA })).await.status, StatusCode::NO_CONTENT);
    }

    async fn twenty_requests_at_once_mail_a_user_three_times(app: &TestApp) {
        app.founder(ANA).await;
        let other = app.second_server(|_| {}).await;
        let request = async |n: usize| {
            let server = if n.is_multiple_of(2) { app } else { &other };
            let email = if n.is_multiple_of(3) { "ANA@example.com" } else { ANA };
            // Each body is another one: identical calls have a limit of their own.
            server.ask(FORGOT, json!({ "email": email, "n": n })).await.status
        };
        let statuses = join_all((0..20).map(request)).await;
        let accepted = statuses.iter().filter(|status| **status == StatusCode::NO_CONTENT).count();
        assert_eq!(accepted, 3, "{statuses:?}");
        let letters = app.outbox().await;
        assert_eq!(letters.iter().filter(|letter| letter.subject.starts_with("A new")).count(), 3);
    }

    async fn a_reset_mail_delayed_past_its_expiry_is_not_sent(app: &TestApp) {
        app.founder(ANA).await;
        let before = app.outbox().await.len();
        app.ask(FORGOT, json!({ "email": ANA })).await;
        app.advance(Duration::hours(1));
        assert_eq!(app.outbox().await.len(), before);
    }
}

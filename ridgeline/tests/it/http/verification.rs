//! Verifying the user's email address.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    Engine, Person, TestApp,
    accounts::{PASSWORD, token_in, with_token},
    invited::secret_in,
};

const VERIFY: &str = "/api/auth/local/verifyEmail";
const RESEND: &str = "/api/auth/local/resendVerification";
const ANA: &str = "ana@example.com";

/// A user who signed up and then accepted an invitation with the link in its mail.
async fn invited(app: &TestApp, admin: &Person) -> Person {
    let me = app.signed_up(ANA).await;
    let invitation = app.invite(admin, ANA, "member").await;
    let form = json!({
        "secret": secret_in(&app.newest_mail().await),
        "invitationId": invitation["invitationId"], "firstName": "Ana", "lastName": "Muñoz",
        "location": "Nashville, TN", "position": "Foreman", "language": "english", "email": ANA,
    });
    let come = app.post(&me, "/api/company/invitation/submit", form).await;
    assert_eq!(come.status, StatusCode::CREATED, "{:?}", come.json);
    me
}

both_engines! {
    async fn the_link_in_the_first_mail_verifies_the_address_and_changes_nothing_else(app: &TestApp) {
        let me = app.founder("Ana@Example.com").await;
        let account = app.get(&me, "/api/auth/account").await;
        assert_eq!(account.json, json!({ "account": {
            "email": "Ana@Example.com", "emailVerified": false, "verificationRequired": false,
            "hasPassword": true, "secondFactor": false, "recoveryCodesLeft": 0,
        } }));
        let letter = app.newest_mail().await;
        assert_eq!(letter.subject, "Confirm your email address");
        let before = app.get(&me, "/api/auth/fetchProfile").await.json;
        let token = token_in(&letter, "/verify-email");
        let response = app.ask(VERIFY, json!({ "token": token })).await;
        assert_eq!((response.status, &response.json), (StatusCode::OK, &json!({ "email": "Ana@Example.com" })));
        let account = app.get(&me, "/api/auth/account").await;
        assert_eq!(account.json["account"]["emailVerified"], true);
        assert_eq!(app.get(&me, "/api/auth/fetchProfile").await.json, before);
        let response = app.ask(VERIFY, json!({ "token": token })).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "it works once");
        let response = app.post(&me, RESEND, Value::Null).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn a_spanish_reader_gets_the_mail_in_spanish(app: &TestApp) {
        let body = json!({ "email": ANA, "password": PASSWORD }).to_string();
        let request = Request::post("/api/auth/local/signup").header(header::ACCEPT_LANGUAGE, "es-MX,es;q=0.9");
        let created = app.send(None, request.body(Body::from(body)).expect("request")).await;
        assert_eq!(created.status, StatusCode::CREATED);
        assert_eq!(app.newest_mail().await.subject, "Confirme su correo electrónico");
        let me = app.found(&with_token(&created), "spanish").await;
        assert_eq!(app.post(&me, RESEND, Value::Null).await.status, StatusCode::OK);
        let letters = app.outbox().await;
        assert_eq!(letters.iter().filter(|letter| letter.subject == "Confirme su correo electrónico").count(), 2);
        assert_eq!(app.newest_mail().await.subject, "Confirme su correo electrónico");
        app.ask("/api/auth/local/forgotPassword", json!({ "email": ANA })).await;
        assert_eq!(app.newest_mail().await.subject, "Una contraseña nueva para Ridgeline");
    }

    async fn a_verification_link_is_valid_for_a_day_and_sent_again_on_request(app: &TestApp) {
        let me = app.founder(ANA).await;
        let first = token_in(&app.newest_mail().await, "/verify-email");
        app.advance(Duration::hours(24));
        assert_eq!(app.ask(VERIFY, json!({ "token": first })).await.status, StatusCode::NOT_FOUND);
        let response = app.ask(RESEND, Value::Null).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"));
        let mut tokens = Vec::new();
        for _ in 0..5 {
            let sent = app.post(&me, RESEND, Value::Null).await;
            assert_eq!((sent.status, &sent.json), (StatusCode::OK, &json!({ "sentTo": ANA })));
            tokens.push(token_in(&app.newest_mail().await, "/verify-email"));
        }
        let response = app.post(&me, RESEND, Value::Null).await;
        assert_eq!((response.status, response.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
        assert_eq!(app.ask(VERIFY, json!({ "token": tokens[0] })).await.status, StatusCode::OK, "an older mail is as good");
        assert_eq!(app.ask(VERIFY, json!({ "token": tokens[1] })).await.status, StatusCode::NOT_FOUND);
    }

    async fn twenty_requests_at_once_mail_an_address_five_times(app: &TestApp) {
        let me = app.founder(ANA).await;
        let other = app.second_server(|_| {}).await;
        let request = async |n: usize| {
            let server = if n.is_multiple_of(2) { app } else { &other };
            server.post(&me, RESEND, json!({ "n": n })).await.status
        };
        let statuses = join_all((0..20).map(request)).await;
        let accepted = statuses.iter().filter(|status| **status == StatusCode::OK).count();
        assert_eq!(accepted, 5, "{statuses:?}");
    }

    async fn an_invalid_link_verifies_nothing(app: &TestApp) {
        app.founder(ANA).await;
        app.ask("/api/auth/local/forgotPassword", json!({ "email": ANA })).await;
        let other = token_in(&app.newest_mail().await, "/reset-password");
        for token in [other.as_str(), "nonsense"] {
            assert_eq!(app.ask(VERIFY, json!({ "token": token })).await.status, StatusCode::NOT_FOUND, "{token}");
        }
        assert_eq!(app.ask(VERIFY, json!({ "token": 7 })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(app.ask(VERIFY, json!({})).await.fields(), ["token required"]);
        assert_eq!(app.ask(VERIFY, json!({ "token": "a\u{0}b" })).await.fields(), ["token format"]);
    }

    async fn an_invitation_link_verifies_its_address_too(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let me = invited(app, &admin).await;
        let account = app.get(&me, "/api/auth/account").await;
        assert_eq!(account.json["account"]["emailVerified"], true);
    }
}

async fn every_call_is_refused_until_the_address_is_verified(engine: Engine) {
    let app = TestApp::with(engine, |parts| parts.require_verified_email = true).await;
    let me = app.signed_up(ANA).await;
    // These calls must work before onboarding, or no user could ever continue.
    let account = app.get(&me, "/api/auth/account").await;
    assert_eq!(account.json["account"]["verificationRequired"], true);
    assert_eq!(app.get(&me, "/api/auth/fetchProfile").await.status, StatusCode::OK);
    assert_eq!(app.post(&me, RESEND, Value::Null).await.status, StatusCode::OK);
    let response = app.get(&me, "/api/auth/sessions").await;
    assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
    let form = json!({
        "firstName": "Ana", "lastName": "Muñoz", "location": "Nashville, TN", "language": "english",
        "position": "Owner", "account_type": "contractor", "company_name": "Summit Roofing",
    });
    let found = "/api/auth/createNewAccountWithCompany";
    let response = app.post(&me, found, form.clone()).await;
    assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
    assert!(
        response.message().starts_with("Confirm your email address first"),
        "{}",
        response.message()
    );
    let token = token_in(&app.newest_mail().await, "/verify-email");
    assert_eq!(app.ask(VERIFY, json!({ "token": token })).await.status, StatusCode::OK);
    let account = app.get(&me, "/api/auth/account").await;
    assert_eq!(account.json["account"]["verificationRequired"], false);
    assert_eq!(app.post(&me, found, form).await.status, StatusCode::CREATED);
    assert_eq!(app.get(&me, "/api/auth/sessions").await.status, StatusCode::OK);
    // A user who had a company before the operator turned this on.
    let before = app.sign_in(Contractor, Admin).await;
    let response = app.get(&before, "/api/jobs/myJobs/contractor").await;
    assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
    assert_eq!(app.post(&before, RESEND, Value::Null).await.status, StatusCode::OK);
    let token = token_in(&app.newest_mail().await, "/verify-email");
    assert_eq!(app.ask(VERIFY, json!({ "token": token })).await.status, StatusCode::OK);
    assert_eq!(app.get(&before, "/api/jobs/myJobs/contractor").await.status, StatusCode::OK);
    assert_eq!(
        app.post(&before, "/api/auth/logout", Value::Null).await.status,
        StatusCode::NO_CONTENT
    );
}

async fn an_invited_user_needs_no_other_verification(engine: Engine) {
    let app = TestApp::with(engine, |parts| parts.require_verified_email = true).await;
    let admin = app.founder_with_proof("bo@example.com").await;
    let me = invited(&app, &admin).await;
    assert_eq!(app.get(&me, "/api/auth/sessions").await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_invited_user_needs_no_other_verification_on_sqlite() {
    an_invited_user_needs_no_other_verification(Engine::Sqlite).await;
}

#[tokio::test]
async fn an_invited_user_needs_no_other_verification_on_postgres() {
    an_invited_user_needs_no_other_verification(Engine::Postgres).await;
}

#[tokio::test]
async fn every_call_is_refused_until_the_address_is_verified_on_sqlite() {
    every_call_is_refused_until_the_address_is_verified(Engine::Sqlite).await;
}

#[tokio::test]
async fn every_call_is_refused_until_the_address_is_verified_on_postgres() {
    every_call_is_refused_until_the_address_is_verified(Engine::Postgres).await;
}

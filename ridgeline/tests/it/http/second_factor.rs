//! Two-factor authentication: a code after the password.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use chrono::Duration;
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::cli::second_factor_off::turn_off_in;
use totp_rs::{Builder, Secret};

use crate::support::{
    Person, TestApp, TestResponse,
    accounts::{PASSWORD, with_token},
};

const STEP: &str = "/api/auth/local/secondFactor";
const BEGIN: &str = "/api/auth/local/secondFactor/begin";
const CONFIRM: &str = "/api/auth/local/secondFactor/confirm";
const CODES: &str = "/api/auth/local/secondFactor/recoveryCodes";
const OFF: &str = "/api/auth/local/secondFactor/off";
const ANA: &str = "ana@example.com";

/// An authenticator app with this secret.
struct Phone(String);

impl Phone {
    /// The code that it shows now, or after this many seconds.
    fn code(&self, app: &TestApp, from_now: i64) -> String {
        let secret = Secret::try_from_base32(&self.0).expect("base32");
        let totp = Builder::new().with_secret(secret).build().expect("codes");
        let at = app.app.clock.now().timestamp() + from_now;
        totp.generate(u64::try_from(at).expect("a time")).to_string()
    }
}

/// A user with a second factor: the authenticator app and the recovery codes.
async fn with_factor(app: &TestApp) -> (Person, Phone, Vec<String>) {
    let me = app.founder_with_proof(ANA).await;
    let begun = app.post(&me, BEGIN, json!({ "password": PASSWORD })).await;
    assert_eq!(begun.status, StatusCode::OK, "{:?}", begun.json);
    let setup = &begun.json["secondFactor"];
    let phone = Phone(setup["secret"].as_str().expect("a secret").to_string());
    let uri = setup["otpauthUri"].as_str().expect("a uri");
    assert!(uri.starts_with("otpauth://totp/Ridgeline:ana@example.com?secret="), "{uri}");
    assert!(setup["qrSvg"].as_str().expect("a picture").contains("<svg"));
    let on = app.post(&me, CONFIRM, json!({ "code": phone.code(app, 0) })).await;
    assert_eq!(on.status, StatusCode::OK, "{:?}", on.json);
    let codes = on.json["recoveryCodes"].as_array().expect("codes").iter();
    let codes = codes.map(|code| code.as_str().expect("a code").to_string()).collect();
    (me, phone, codes)
}

async fn step_token(app: &TestApp) -> String {
    let logged_in = app.log_in(ANA, PASSWORD).await;
    assert_eq!(
        (logged_in.status, logged_in.json.get("token")),
        (StatusCode::OK, None),
        "{:?}",
        logged_in.json
    );
    logged_in.json["secondFactor"].as_str().expect("a step").to_string()
}

async fn give(app: &TestApp, step: &str, code: &str) -> TestResponse {
    app.ask(STEP, json!({ "stepToken": step, "code": code })).await
}

fn is_wrong(response: &TestResponse) -> bool {
    response.status == StatusCode::UNPROCESSABLE_ENTITY && response.fields() == ["code mismatch"]
}

both_engines! {
    async fn the_password_alone_signs_nobody_in(app: &TestApp) {
        let (me, phone, codes) = with_factor(app).await;
        assert_eq!(codes.len(), 10);
        assert_eq!(app.newest_mail().await.subject, "Two-step sign-in is on");
        let account = app.get(&me, "/api/auth/account").await;
        assert_eq!((&account.json["account"]["secondFactor"], &account.json["account"]["recoveryCodesLeft"]), (&json!(true), &json!(10)));
        let step = step_token(app).await;
        let not_in = Person { token: step.clone(), ..me.clone() };
        assert!(!app.is_signed_in(&not_in).await, "a step is no session");
        assert!(is_wrong(&give(app, &step, "000000").await));
        app.advance(Duration::seconds(30));
        let given = give(app, &step, &phone.code(app, 0)).await;
        assert_eq!(given.status, StatusCode::OK, "{:?}", given.json);
        assert!(app.is_signed_in(&with_token(&given)).await);
        let response = give(app, &step, &phone.code(app, 30)).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "a step works once");
    }

    async fn a_used_code_is_refused(app: &TestApp) {
        let (_, phone, _) = with_factor(app).await;
        let step = step_token(app).await;
        assert!(is_wrong(&give(app, &step, &phone.code(app, 0)).await), "it confirmed the app");
        assert!(is_wrong(&give(app, &step, &phone.code(app, -30)).await), "nor one from before");
        let next = phone.code(app, 30);
        assert_eq!(give(app, &step, &next).await.status, StatusCode::OK, "a clock may be a step ahead");
        let step = step_token(app).await;
        assert!(is_wrong(&give(app, &step, &next).await));
        app.advance(Duration::minutes(2));
        assert!(is_wrong(&give(app, &step, &phone.code(app, 60)).await), "two steps are too many");
        assert_eq!(give(app, &step, &phone.code(app, -30)).await.status, StatusCode::OK);
    }

    async fn two_concurrent_uses_of_one_code_give_one_session(app: &TestApp) {
        let (_, phone, codes) = with_factor(app).await;
        app.advance(Duration::minutes(1));
        for code in [&phone.code(app, 0), &codes[0]] {
            let (one, two) = (step_token(app).await, step_token(app).await);
            let giving = |step: &str| {
                let form = json!({ "stepToken": step, "code": code }).to_string();
                app.concurrently(Request::post(STEP).body(Body::from(form)).expect("request"))
            };
            let (one, two) = tokio::join!(giving(&one), giving(&two));
            assert_eq!(one.min(two), StatusCode::OK, "{code}");
            assert!(one.max(two).is_client_error(), "{code}: {one} {two}");
        }
    }

    async fn guessing_codes_locks_the_account_for_a_while(app: &TestApp) {
        let (_, phone, _) = with_factor(app).await;
        app.advance(Duration::minutes(1));
        for n in 0..5 {
            let step = step_token(app).await;
            assert!(is_wrong(&give(app, &step, &format!("00000{n}")).await), "{n}");
        }
        let step = step_token(app).await;
        let response = give(app, &step, &phone.code(app, 0)).await;
        assert_eq!((response.status, response.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"), "with a fresh step, too");
        app.advance(Duration::minutes(16));
        let response = give(app, &step, &phone.code(app, 0)).await;
        assert_eq!(response.status, StatusCode::UNAUTHORIZED, "a step lives ten minutes");
        let step = step_token(app).await;
        assert_eq!(give(app, &step, &phone.code(app, 0)).await.status, StatusCode::OK);
    }

    async fn twenty_guesses_at_once_are_no_more_than_five(app: &TestApp) {
        let (_, phone, _) = with_factor(app).await;
        app.advance(Duration::minutes(1));
        let step = step_token(app).await;
        let other = app.second_server(|_| {}).await;
        let guess = async |n: usize| {
            let server = if n.is_multiple_of(2) { app } else { &other };
            give(server, &step, &format!("{n:06}")).await
        };
        let responses = join_all((0..20).map(guess)).await;
        assert_eq!(responses.iter().filter(|response| is_wrong(response)).count(), 5);
        let late = give(app, &step, &phone.code(app, 0)).await;
        assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    }

    async fn the_code_of_a_setup_cannot_be_guessed_in_an_open_session(app: &TestApp) {
        let me = app.founder_with_proof(ANA).await;
        let begun = app.post(&me, BEGIN, json!({ "password": PASSWORD })).await;
        let phone = Phone(begun.json["secondFactor"]["secret"].as_str().expect("secret").to_string());
        let other = app.second_server(|_| {}).await;
        let guess = async |n: usize| {
            let server = if n.is_multiple_of(2) { app } else { &other };
            server.post(&me, CONFIRM, json!({ "code": format!("{n:06}") })).await
        };
        let responses = join_all((0..20).map(guess)).await;
        assert_eq!(responses.iter().filter(|response| is_wrong(response)).count(), 5);
        let late = app.post(&me, CONFIRM, json!({ "code": phone.code(app, 0) })).await;
        assert_eq!((late.status, late.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
        app.advance(Duration::minutes(16));
        let on = app.post(&me, CONFIRM, json!({ "code": phone.code(app, 0) })).await;
        assert_eq!(on.status, StatusCode::OK, "{:?}", on.json);
    }

    async fn a_recovery_code_replaces_a_lost_phone_once(app: &TestApp) {
        let (me, _, codes) = with_factor(app).await;
        let step = step_token(app).await;
        let typed = codes[3].to_uppercase().replace('-', " ");
        assert_eq!(give(app, &step, &typed).await.status, StatusCode::OK);
        let letter = app.newest_mail().await;
        assert!(letter.text.contains("Codes left: 9."), "{}", letter.text);
        let step = step_token(app).await;
        assert!(is_wrong(&give(app, &step, &codes[3]).await));
        let wrong = app.post(&me, CODES, json!({ "password": "not mine at all" })).await;
        assert_eq!(wrong.fields(), ["password mismatch"]);
        let fresh = app.post(&me, CODES, json!({ "password": PASSWORD })).await;
        assert_eq!(fresh.json["recoveryCodes"].as_array().map(Vec::len), Some(10), "{:?}", fresh.json);
        assert!(is_wrong(&give(app, &step, &codes[4]).await), "the old ones are void");
        let code = fresh.json["recoveryCodes"][0].as_str().expect("a code").to_string();
        assert_eq!(give(app, &step, &code).await.status, StatusCode::OK);
    }

    async fn turning_it_off_takes_the_password_and_a_code(app: &TestApp) {
        let (me, phone, codes) = with_factor(app).await;
        app.advance(Duration::minutes(1));
        let form = |password: &str, code: &str| json!({ "password": password, "code": code });
        assert_eq!(app.post(&me, OFF, form("not mine at all", &codes[0])).await.fields(), ["password mismatch"]);
        assert_eq!(app.post(&me, OFF, form(PASSWORD, "000000")).await.fields(), ["code mismatch"]);
        assert_eq!(app.post(&me, OFF, json!({})).await.fields(), ["password required", "code required"]);
        let off = app.post(&me, OFF, form(PASSWORD, &phone.code(app, 0))).await;
        assert_eq!((off.status, &off.json["account"]["secondFactor"]), (StatusCode::OK, &json!(false)), "{:?}", off.json);
        assert_eq!(app.newest_mail().await.subject, "Two-step sign-in is off");
        assert!(app.is_signed_in(&with_token(&app.log_in(ANA, PASSWORD).await)).await);
        for (path, body) in [(OFF, form(PASSWORD, &codes[0])), (CODES, json!({ "password": PASSWORD })), (CONFIRM, json!({ "code": "123456" }))] {
            let response = app.post(&me, path, body).await;
            assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"), "{path}");
        }
    }

    async fn it_is_on_only_after_the_first_valid_code(app: &TestApp) {
        for path in [BEGIN, CONFIRM, CODES, OFF] {
            assert_eq!(app.ask(path, json!({})).await.status, StatusCode::UNAUTHORIZED, "{path}");
        }
        let newcomer = app.signed_up("bo@example.com").await;
        assert_eq!(app.post(&newcomer, BEGIN, json!({ "password": PASSWORD })).await.status, StatusCode::FORBIDDEN);
        let me = app.founder_with_proof(ANA).await;
        assert_eq!(app.post(&me, BEGIN, json!({ "password": 7 })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(app.post(&me, BEGIN, json!({})).await.fields(), ["password required"]);
        assert_eq!(app.post(&me, BEGIN, json!({ "password": "not mine at all" })).await.fields(), ["password mismatch"]);
        let first = app.post(&me, BEGIN, json!({ "password": PASSWORD })).await;
        let phone = Phone(first.json["secondFactor"]["secret"].as_str().expect("secret").to_string());
        assert!(app.log_in(ANA, PASSWORD).await.json.get("token").is_some(), "not yet");
        assert!(is_wrong(&app.post(&me, CONFIRM, json!({ "code": "000000" })).await));
        let again = app.post(&me, BEGIN, json!({ "password": PASSWORD })).await;
        assert_ne!(again.json["secondFactor"]["secret"], first.json["secondFactor"]["secret"]);
        assert!(is_wrong(&app.post(&me, CONFIRM, json!({ "code": phone.code(app, 0) })).await), "the first is void");
        let phone = Phone(again.json["secondFactor"]["secret"].as_str().expect("secret").to_string());
        assert_eq!(app.post(&me, CONFIRM, json!({ "code": phone.code(app, 0) })).await.status, StatusCode::OK);
        let response = app.post(&me, BEGIN, json!({ "password": PASSWORD })).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        for (bad, refused) in [(json!({}), vec!["stepToken required", "code required"]), (json!({ "stepToken": "a\u{0}", "code": "1" }), vec!["stepToken format"])] {
            assert_eq!(app.ask(STEP, bad).await.fields(), refused);
        }
        assert_eq!(give(app, "nonsense", "123456").await.status, StatusCode::UNAUTHORIZED);
    }

    async fn the_operator_restores_access_for_a_user_who_lost_phone_and_codes(app: &TestApp) {
        let (me, phone, _) = with_factor(app).await;
        let step = step_token(app).await;
        let turn_off = async |address: &str| {
            let done = turn_off_in(&app.app.db, &app.app.clock, address).await;
            done.map_err(|error| error.to_string())
        };
        assert_eq!(turn_off("bo@example.com").await, Err("nobody signs in with bo@example.com".to_string()));
        assert!(app.is_signed_in(&me).await);
        let message = turn_off(" ANA@Example.com ").await.expect("done");
        assert!(message.starts_with("Two-step sign-in is off for ana@example.com."), "{message}");
        assert!(!app.is_signed_in(&me).await, "whoever has the phone is out");
        assert_eq!(give(app, &step, &phone.code(app, 30)).await.status, StatusCode::UNAUTHORIZED);
        let letter = app.newest_mail().await;
        assert_eq!((letter.subject.as_str(), letter.to.as_slice()), ("Two-step sign-in is off", ["- <ana@example.com>".to_string()].as_slice()));
        assert!(letter.text.contains("If you did not ask for this"), "{}", letter.text);
        let again = app.logged_in_again(&me, ANA).await;
        let account = app.get(&again, "/api/auth/account").await;
        assert_eq!((&account.json["account"]["secondFactor"], &account.json["account"]["recoveryCodesLeft"]), (&json!(false), &json!(0)));
        assert_eq!(turn_off(ANA).await, Err("two-step sign-in is not on for ana@example.com".to_string()));
    }

    async fn a_password_reset_does_not_bypass_it(app: &TestApp) {
        let (_, phone, _) = with_factor(app).await;
        app.ask("/api/auth/local/forgotPassword", json!({ "email": ANA })).await;
        let token = crate::support::accounts::token_in(&app.newest_mail().await, "/reset-password");
        let created = app.ask("/api/auth/local/resetPassword", json!({ "token": token, "newPassword": "flashing drip edge" })).await;
        assert_eq!((created.status, created.json.get("token")), (StatusCode::OK, None::<&Value>));
        let step = created.json["secondFactor"].as_str().expect("a step");
        assert_eq!(give(app, step, &phone.code(app, 30)).await.status, StatusCode::OK);
    }

    async fn deleting_an_account_with_a_second_factor_takes_a_code(app: &TestApp) {
        let (me, phone, _) = with_factor(app).await;
        app.colleague(me.company, domain::permissions::permission::UserType::Admin).await;
        app.advance(Duration::minutes(1));
        let delete = async |form: Value| app.post(&me, "/api/auth/deleteAccount", form).await;
        let response = delete(json!({ "password": PASSWORD })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["code required".to_string()]));
        assert!(is_wrong(&delete(json!({ "password": PASSWORD, "code": "000000" })).await));
        assert!(app.is_signed_in(&me).await);
        let code = phone.code(app, 0);
        let done = delete(json!({ "password": PASSWORD, "code": code })).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert!(!app.is_signed_in(&me).await);
    }
}

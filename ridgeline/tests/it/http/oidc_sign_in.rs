//! Signing in with a third-party identity provider.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};
use store::{
    accounts::{identities, passwords, sessions},
    companies::people,
    token::TokenHash,
};

use crate::support::{
    Engine, Person, TestApp,
    accounts::with_token,
    provider::{Browser, IdentityProvider, only, site},
};

/// Generates each test for both engines, with a separate provider.
macro_rules! with_provider {
    ($(async fn $name:ident($words:expr, $provider:ident, $app:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn body(engine: Engine) {
                let $provider = &IdentityProvider::start($words);
                let $app = &$provider.app(engine).await;
                $body
            }

            #[tokio::test]
            async fn on_sqlite() {
                Box::pin(body(Engine::Sqlite)).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                Box::pin(body(Engine::Postgres)).await;
            }
        }
    )+};
}
pub(super) use with_provider;

async fn profile(app: &TestApp, who: &Person) -> Value {
    app.get(who, "/api/auth/fetchProfile").await.json["user"].clone()
}

with_provider! {
    async fn a_user_of_the_provider_signs_in_and_out(&[], provider, app) {
        provider.expect("ana-1", "Ana@Example.com", true).await;
        let config = app.call(None, "GET", "/api/auth/config", Value::Null).await;
        assert_eq!(config.json, json!({ "provider": "oidc" }));
        let mut browser = Browser::new(provider);
        let begun = browser.open(app, site("/api/auth/login?screen_hint=signup&return_to=/app/jobs?x=1%262")).await;
        assert_eq!((begun.status, &begun.headers[header::CACHE_CONTROL]), (StatusCode::FOUND, &"no-store".parse().expect("a header")));
        let provider_url = begun.next().expect("the provider");
        let sent = |name: &str| provider_url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.to_string()).unwrap_or_default();
        for (name, value) in [("screen_hint", "signup"), ("response_type", "code"), ("code_challenge_method", "S256"), ("scope", "openid email profile"), ("redirect_uri", "http://localhost:8080/api/auth/callback")] {
            assert_eq!(sent(name), value, "{name}");
        }
        assert!(sent("state").len() >= 43 && sent("nonce").len() >= 43 && sent("code_challenge").len() >= 43);
        let cookie = begun.headers[header::SET_COOKIE].to_str().expect("a cookie");
        assert!(cookie.contains("; HttpOnly; SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
        let landed = browser.follow(app, provider_url).await;
        assert_eq!((landed.url.path(), landed.query("return_to").as_deref()), ("/signed-in", Some("/app/jobs?x=1&2")), "{landed:?}");
        let code = landed.query("code").expect("a code");
        let traded = browser.exchange(app, &code).await;
        assert_eq!(traded.status, StatusCode::OK, "{:?}", traded.json);
        assert!(traded.headers[header::SET_COOKIE].to_str().expect("a cookie").contains("Max-Age=0"));
        let me = with_token(&traded);
        let user = profile(app, &me).await;
        assert_eq!((&user["email"], &user["accountCreationComplete"]), (&json!("Ana@Example.com"), &json!(false)));
        let me = app.found(&me, "english").await;
        let mut tx = app.app.db.read().await.expect("tx");
        let stored = sessions::id_token(&mut tx, TokenHash::of(&me.token)).await.expect("stored");
        assert_eq!(stored.id_token, None, "whoever reads the table reads no ID token");
        let sealed = stored.sealed_id_token.expect("an ID token");
        assert!(!String::from_utf8_lossy(&sealed).contains("eyJ"));
        drop(tx);
        let account = app.get(&me, "/api/auth/account").await;
        assert_eq!((&account.json["account"]["emailVerified"], &account.json["account"]["hasPassword"]), (&json!(true), &json!(false)));
        let out = app.post(&me, "/api/auth/logout", Value::Null).await;
        assert_eq!((out.status, out.bytes.len()), (StatusCode::NO_CONTENT, 0));
        assert!(!app.is_signed_in(&me).await);
        let end = out.headers["x-end-session"].to_str().expect("an address").parse().expect("an address");
        let page = browser.open(app, end).await;
        assert_eq!(page.status, StatusCode::OK, "the provider takes it: {}", page.text);
    }

    async fn a_returning_user_is_recognized_after_their_address_changed(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let first = with_token(&Browser::new(provider).token(app).await);
        let id = profile(app, &first).await["id"].clone();
        provider.expect("ana-1", "ana@summit.example", true).await;
        let again = with_token(&Browser::new(provider).token(app).await);
        let user = profile(app, &again).await;
        assert_eq!((&user["id"], &user["email"]), (&id, &json!("ana@summit.example")));
        // Another user now has her former address.
        provider.expect("bo-1", "ana@example.com", true).await;
        let other = with_token(&Browser::new(provider).token(app).await);
        assert_ne!(profile(app, &other).await["id"], id);
        // She keeps hers if the provider gives her one that is already in use here.
        provider.expect("ana-1", "ana@example.com", true).await;
        let again = with_token(&Browser::new(provider).token(app).await);
        assert_eq!(profile(app, &again).await["email"], "ana@summit.example");
    }

    async fn an_existing_account_is_linked_by_address_and_a_squatters_access_is_removed(&[], provider, app) {
        let squatter = app.newcomer("Ana@Example.com").await;
        let verified = app.newcomer("bo@example.com").await;
        let mut tx = app.app.db.write().await.expect("tx");
        passwords::insert(&mut tx, squatter.user, "$argon2id$x").await.expect("password");
        let earlier = ("https://id.example", "mallory");
        identities::insert(&mut tx, squatter.user, earlier, app.app.clock.now()).await.expect("identity");
        people::set_verified(&mut tx, verified.user, app.app.clock.now()).await.expect("verified");
        tx.commit().await.expect("commit");
        provider.expect("ana-1", "ana@example.COM", true).await;
        let me = with_token(&Browser::new(provider).token(app).await);
        assert_eq!(profile(app, &me).await["id"], json!(squatter.user));
        assert!(!app.is_signed_in(&squatter).await, "whoever signed up with her address is out");
        let mut tx = app.app.db.read().await.expect("tx");
        assert!(passwords::find_of(&mut tx, squatter.user).await.expect("asked").is_none());
        assert_eq!(identities::find(&mut tx, earlier.0, earlier.1).await.expect("asked"), None, "nor does another provider open it");
        provider.expect("bo-1", "bo@example.com", true).await;
        let bo = with_token(&Browser::new(provider).token(app).await);
        assert_eq!(profile(app, &bo).await["id"], json!(verified.user));
        assert!(app.is_signed_in(&verified).await, "it was his all along");
    }

    async fn a_reassigned_address_at_the_provider_opens_nobodys_account(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let ana = with_token(&Browser::new(provider).token(app).await);
        provider.expect("ana-2", "ana@example.com", true).await;
        let response = Browser::new(provider).sign_in(app).await;
        assert_eq!(response.status, StatusCode::CONFLICT);
        assert!(response.text.contains("This address belongs to another sign-in"), "{}", response.text);
        assert!(app.is_signed_in(&ana).await);
    }

    async fn only_an_address_verified_by_the_provider_is_accepted(&["claims=token"], provider, app) {
        let admin = app.sign_in(Contractor, Admin).await;
        provider.expect("ana-1", "ana@example.com", false).await;
        let response = Browser::new(provider).sign_in(app).await;
        assert_eq!(response.status, StatusCode::FORBIDDEN);
        assert!(response.text.contains("Confirm your email address first") && response.text.contains("lang=\"en\""), "{}", response.text);
        let response = Browser::new(provider).reading("es-MX").sign_in(app).await;
        assert!(response.text.contains("Primero confirme su correo") && response.text.contains("lang=\"es\""), "{}", response.text);
        // No account was created: the address can be invited, and works once it is verified.
        provider.expect("ana-1", "ana@example.com", true).await;
        let me = with_token(&Browser::new(provider).token(app).await);
        let invitation = app.invite(&admin, "ana@example.com", "member").await;
        assert_eq!(invitation["isResendingInvitation"], false);
        assert_eq!(profile(app, &me).await["email"], "ana@example.com", "from the ID token itself");
        provider.set(json!({ "account": { "sub": "bo-1" } })).await;
        assert_eq!(Browser::new(provider).sign_in(app).await.status, StatusCode::FORBIDDEN, "no address at all");
    }

    async fn an_address_of_microsoft_is_accepted_if_the_owner_of_its_domain_confirmed_it(&["claims=token"], provider, app) {
        for (n, claims, fits) in [
            (1, json!({ "xms_edov": true }), true),
            (2, json!({ "xms_edov": "1" }), true),
            (3, json!({ "xms_edov": 1 }), true),
            (4, json!({ "xms_edov": false }), false),
            (5, json!({ "xms_edov": "0" }), false),
            (6, json!({}), false),
            (7, json!({ "xms_edov": true, "email_verified": false }), false),
        ] {
            let mut account = json!({ "sub": format!("ana-{n}"), "email": format!("ana{n}@example.com") });
            account.as_object_mut().expect("claims").extend(claims.as_object().expect("claims").clone());
            provider.set(json!({ "account": account })).await;
            let landed = Browser::new(provider).sign_in(app).await;
            let status = if fits { StatusCode::FOUND } else { StatusCode::FORBIDDEN };
            assert_eq!(landed.status, status, "{claims}: {}", landed.text);
        }
    }

    async fn users_of_any_tenant_sign_in_and_none_as_a_user_of_another(&["claims=token", "tenant=9188040d-6c67-4c5b-b112-36a304b66dad"], provider, app) {
        let mut settings = provider.settings();
        settings.issuer += "/common/v2.0";
        let app = &app.second_server(|parts| parts.sign_in_methods = only(&settings)).await;
        let as_of = async |tenant: &str| {
            let account = json!({ "sub": "ana-1", "email": "ana@example.com", "xms_edov": true, "tid": tenant });
            provider.set(json!({ "account": account })).await;
            Browser::new(provider).sign_in(app).await
        };
        let own = "9188040d-6c67-4c5b-b112-36a304b66dad";
        assert_eq!(as_of(own).await.url.path(), "/signed-in");
        assert_eq!(as_of(own).await.url.path(), "/signed-in", "the same user again");
        // An address that one tenant names does not open the account of a user of another.
        let bo = app.newcomer("bo@example.com").await;
        let mut tx = app.app.db.write().await.expect("tx");
        let tenant = format!("{}/7e5c040d-6c67-4c5b-b112-36a304b66dad/v2.0", provider.settings().issuer);
        identities::insert(&mut tx, bo.user, (&tenant, "bo-1"), app.app.clock.now()).await.expect("identity");
        tx.commit().await.expect("commit");
        let claims = json!({ "sub": "mallory", "email": "bo@example.com", "xms_edov": true, "tid": own });
        provider.set(json!({ "account": claims })).await;
        let page = Browser::new(provider).sign_in(app).await;
        assert_eq!(page.status, StatusCode::CONFLICT, "{}", page.text);
        assert!(app.is_signed_in(&bo).await);
        // Nor does its administrator's word on an address open one, which only the owner of the domain can give.
        let claims = json!({ "sub": "mallory", "email": "cy@example.com", "email_verified": true, "tid": own });
        provider.set(json!({ "account": claims })).await;
        assert_eq!(Browser::new(provider).sign_in(app).await.status, StatusCode::FORBIDDEN);
        for other in ["7e5c040d-6c67-4c5b-b112-36a304b66dad", "../common", ""] {
            let page = as_of(other).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{other}: {}", page.text);
        }
    }

    async fn passwords_cannot_be_used_with_a_provider(&[], _provider, app) {
        for path in ["signup", "login", "secondFactor", "forgotPassword", "resetPassword", "verifyEmail"] {
            for body in [json!({}), json!({ "email": "ana@example.com", "password": "ridge cap shingle" })] {
                let response = app.ask(&format!("/api/auth/local/{path}"), body).await;
                assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
            }
        }
        let me = app.sign_in(Contractor, Admin).await;
        for path in ["changePassword", "resendVerification", "secondFactor/begin", "secondFactor/confirm", "secondFactor/off", "secondFactor/recoveryCodes"] {
            let response = app.post(&me, &format!("/api/auth/local/{path}"), json!({})).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
        }
        assert_eq!(app.get(&me, "/api/auth/sessions").await.status, StatusCode::OK);
        let response = app.ask("/api/auth/exchange", json!({})).await;
        assert_eq!(response.fields(), ["code required"]);
    }

    async fn the_redirect_after_sign_in_never_leaves_this_site(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        for refused in ["//evil.example", "https://evil.example", "/%5Cevil.example", "/%09/evil.example"] {
            let landed = Browser::new(provider).follow(app, site(&format!("/api/auth/login?return_to={refused}"))).await;
            assert_eq!((landed.url.path(), landed.query("return_to")), ("/signed-in", None), "{refused}");
        }
        let browser = Browser::new(provider).open(app, site("/api/auth/login?screen_hint=a%20b%26prompt=none")).await;
        assert!(!browser.next().expect("the provider").as_str().contains("hint"), "a hint is a word");
    }

    async fn any_of_several_servers_accepts_the_callback(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let twin = |settings| app.second_server(move |parts| parts.sign_in_methods = only(&settings));
        let (second, third) = (twin(provider.settings()).await, twin(provider.settings()).await);
        let mut browser = Browser::new(provider);
        let back = browser.until_callback(app, "?return_to=/app/jobs").await;
        let landed = browser.follow(&second, back).await;
        assert_eq!(landed.query("return_to").as_deref(), Some("/app/jobs"), "{landed:?}");
        let traded = browser.exchange(&third, &landed.query("code").expect("a code")).await;
        assert!(app.is_signed_in(&with_token(&traded)).await);
    }

    async fn another_host_name_redirects_to_the_public_address_to_sign_in(&[], _provider, app) {
        let at = async |host: &str, query: &str| {
            let request = Request::get(format!("/api/auth/login{query}")).header(header::HOST, host);
            let answer = app.send(None, request.body(Body::empty()).expect("request")).await;
            answer.headers[header::LOCATION].to_str().expect("an address").to_string()
        };
        assert_eq!(
            at("127.0.0.1:8080", "?screen_hint=signup&return_to=/app/jobs").await,
            "http://localhost:8080/api/auth/login?sent_here=true&screen_hint=signup&return_to=/app/jobs"
        );
        assert!(at("127.0.0.1:8080", "?sent_here=true").await.contains("/auth?"), "not in circles");
    }

    async fn several_tabs_can_sign_in_at_once(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let mut browser = Browser::new(provider);
        let first = browser.until_callback(app, "").await;
        let second = browser.until_callback(app, "").await;
        for back in [first, second] {
            let landed = browser.follow(app, back).await;
            let traded = browser.exchange(app, &landed.query("code").expect("a code")).await;
            assert!(app.is_signed_in(&with_token(&traded)).await);
        }
        for _ in 0..20 {
            browser.open(app, site("/api/auth/login")).await;
        }
        assert!(browser.visits() <= 7, "{} cookies", browser.visits());
        app.advance(Duration::days(1));
    }
}

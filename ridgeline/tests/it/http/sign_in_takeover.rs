//! Nobody gets into an account through a provider that its owner did not link, and nobody stays there.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::{DateTime, Duration, Utc};
use reqwest::Url;
use serde_json::{Value, json};
use server::cli::second_factor_off::turn_off_in;
use services::auth::{
    oidc::{Provider, ProviderSettings},
    sign_in_methods::SignInMethods,
};
use store::accounts::{identities, second_factors};
use uuid::Uuid;

use crate::support::{
    Person, TestApp, TestResponse,
    accounts::{token_in, with_token},
    provider::{BrowserPage, IdentityProvider, app_with, site},
    two_providers::{METHODS, Site, with_two_providers},
};

const ANA: &str = "ana@example.com";
const TENANTS: [&str; 2] =
    ["9188040d-6c67-4c5b-b112-36a304b66dad", "7e5c040d-6c67-4c5b-b112-36a304b66dad"];

/// An identity and a second factor, as an earlier version stored them at this time.
async fn add_both(app: &TestApp, me: &Person, issuer: &str, at: DateTime<Utc>) {
    let mut tx = app.app.db.write().await.expect("tx");
    identities::insert(&mut tx, me.user, (issuer, "mallory"), at).await.expect("identity");
    second_factors::begin(&mut tx, me.user, Uuid::now_v7(), at).await.expect("begun");
    second_factors::set_used(&mut tx, me.user, 1).await.expect("on");
    tx.commit().await.expect("commit");
}

/// Whether the account has an identity, and whether it asks for a code.
async fn has_both(app: &TestApp, me: &Person) -> (bool, bool) {
    let mut tx = app.app.db.read().await.expect("tx");
    let linked = identities::list(&mut tx, me.user).await.expect("identities");
    (!linked.is_empty(), second_factors::is_on(&mut tx, me.user).await.expect("a factor"))
}

/// The response to a new password by mail.
async fn reset(app: &TestApp) -> TestResponse {
    app.ask("/api/auth/local/forgotPassword", json!({ "email": ANA })).await;
    let token = token_in(&app.newest_mail().await, "/reset-password");
    let form = json!({ "token": token, "newPassword": "flashing drip edge" });
    app.ask("/api/auth/local/resetPassword", form).await
}

async fn is_recent(app: &TestApp, me: &Person) -> Value {
    app.get(me, METHODS).await.json["signInMethods"]["signedInRecently"].clone()
}

/// Asks for a link from a page with this origin.
async fn link_at(here: &Site, me: &Person, origin: &str) -> TestResponse {
    let request = Request::post(format!("{METHODS}/google/link")).header(header::ORIGIN, origin);
    here.app.send(Some(me), request.body(Body::empty()).expect("request")).await
}

fn is_refused(page: &BrowserPage) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text.contains("You were not signed in")
}

/// The URL without its issuer, at another path.
fn moved(url: &Url, path: &str) -> Url {
    let mut other = url.clone();
    let pairs = url.query_pairs().filter(|(name, _)| name != "iss");
    let pairs: Vec<_> = pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect();
    other.query_pairs_mut().clear().extend_pairs(pairs);
    other.set_path(path);
    other
}

with_two_providers! {
    async fn whoever_signs_up_with_a_strangers_address_adds_no_way_into_the_account(here) {
        let app = &here.app;
        let squatter = app.founder(ANA).await;
        here.google.expect("mallory", "mallory@example.com", true).await;
        let link = app.post(&squatter, &format!("{METHODS}/google/link"), Value::Null).await;
        assert_eq!((link.status, link.code()), (StatusCode::FORBIDDEN, "forbidden"));
        assert!(link.message().starts_with("Confirm your email address first"), "{}", link.message());
        assert_eq!(has_both(app, &squatter).await, (false, false));
    }

    async fn the_owner_of_an_address_takes_the_account_back_for_good(here) {
        let app = &here.app;
        let squatter = app.founder(ANA).await;
        add_both(app, &squatter, &here.google.settings().issuer, app.app.clock.now()).await;
        here.google.expect("mallory", "mallory@example.com", true).await;
        let mut browser = here.browser();
        let landed = browser.follow(app, site("/api/auth/login?provider=google")).await;
        let code = landed.query("code").expect("a code");
        app.advance(Duration::seconds(30));
        let mine = reset(app).await;
        let me = with_token(&mine);
        assert_eq!(has_both(app, &squatter).await, (false, false));
        assert!(app.is_signed_in(&me).await && !app.is_signed_in(&squatter).await);
        assert_eq!(browser.exchange(app, &code).await.status, StatusCode::UNAUTHORIZED, "a code from before");
        let other = with_token(&here.token("google").await);
        assert_ne!(here.id(&other).await, here.id(&me).await, "the stranger is a new user");
    }

    async fn what_the_owner_added_to_a_confirmed_account_survives_a_new_password(here) {
        let app = &here.app;
        let me = here.owner(ANA).await;
        here.google.expect("mallory", "ana.private@example.com", true).await;
        assert_eq!(here.link(&me, "google").await.as_deref(), Some("linked"));
        let mut tx = app.app.db.write().await.expect("tx");
        second_factors::begin(&mut tx, me.user, Uuid::now_v7(), app.app.clock.now()).await.expect("begun");
        second_factors::set_used(&mut tx, me.user, 1).await.expect("on");
        tx.commit().await.expect("commit");
        let created = reset(app).await;
        assert!(created.json["secondFactor"].is_string() && created.json.get("token").is_none(), "{:?}", created.json);
        assert_eq!(has_both(app, &me).await, (true, true));
    }

    async fn an_operator_who_restores_access_ends_a_strangers_link_too(here) {
        let app = &here.app;
        let squatter = app.founder(ANA).await;
        add_both(app, &squatter, &here.google.settings().issuer, app.app.clock.now()).await;
        turn_off_in(&app.app.db, &app.app.clock, ANA).await.expect("done");
        assert_eq!(has_both(app, &squatter).await, (false, false));
        // So does an admin who removes a colleague.
        let admin = here.owner("bo@example.com").await;
        let colleague = app.colleague(admin.company, domain::permissions::permission::UserType::Member).await;
        add_both(app, &colleague, "https://id.example", app.app.clock.now()).await;
        let removed = app.post(&admin, "/api/company/removeUser", json!({ "userId": colleague.user })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        assert_eq!(has_both(app, &colleague).await, (false, false));
    }

    async fn a_response_at_the_callback_of_another_provider_signs_nobody_in(here) {
        let app = &here.app;
        here.google.expect("ana-1", ANA, true).await;
        let mut browser = here.browser();
        let begun = browser.open(app, site("/api/auth/login?provider=google")).await.next().expect("the provider");
        let redirect = begun.query_pairs().find(|(name, _)| name == "redirect_uri").expect("a redirect").1.to_string();
        assert_eq!(redirect, "http://localhost:8080/api/auth/callback/google");
        let back = browser.until_callback_from(app, begun).await;
        for path in ["/api/auth/callback/microsoft", "/api/auth/callback"] {
            let page = browser.open(app, moved(&back, path)).await;
            assert!(is_refused(&page), "without an issuer, only the path says whose response it is: {page:?}");
        }
        let unknown = browser.open(app, moved(&back, "/api/auth/callback/other")).await;
        assert_eq!(unknown.status, StatusCode::NOT_FOUND);
        assert_eq!(browser.follow(app, back).await.url.path(), "/signed-in", "at its own it still works");
    }

    async fn a_provider_that_knows_the_browser_does_not_prove_who_sits_there(here) {
        let app = &here.app;
        here.google.expect("ana-1", ANA, true).await;
        let mut browser = here.browser();
        let first = with_token(&here.token_in(&mut browser, "?provider=google").await);
        let first = app.found(&first, "english").await;
        assert_eq!(is_recent(app, &first).await, json!(false));
        let refused = app.post(&first, &format!("{METHODS}/microsoft/link"), Value::Null).await;
        assert_eq!((refused.status, refused.code()), (StatusCode::FORBIDDEN, "forbidden"));
        let silent = with_token(&here.token_in(&mut browser, "?provider=google").await);
        assert_eq!(is_recent(app, &silent).await, json!(false), "the provider asked nobody");
        let asked = with_token(&here.token_in(&mut browser, "?provider=google&again=true").await);
        assert_eq!(is_recent(app, &asked).await, json!(true));
        app.advance(Duration::minutes(11));
        assert_eq!(is_recent(app, &asked).await, json!(false), "and that ends");
    }

    async fn a_provider_that_does_not_ask_again_allows_no_changes(here) {
        let app = &here.app;
        here.google.expect("ana-1", ANA, true).await;
        let mut browser = here.browser();
        here.token_in(&mut browser, "?provider=google").await;
        app.advance(Duration::minutes(5));
        for behavior in ["silent", "said"] {
            here.google.set(json!({ "askedBefore": behavior })).await;
            let page = browser.follow(app, site("/api/auth/login?provider=google&again=true&return_to=/app/user/settings")).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{behavior}: {page:?}");
            assert!(page.text.contains("You were not asked to sign in again"), "{}", page.text);
            assert!(page.text.contains("href=\"/api/auth/login?return_to=/app/user/settings\""), "another way: {}", page.text);
        }
        app.advance(Duration::minutes(6));
        let plain = here.token_in(&mut browser, "?provider=google").await;
        let me = app.found(&with_token(&plain), "english").await;
        assert_eq!(is_recent(app, &me).await, json!(false), "the session is new, and what the provider knows is not");
    }

    async fn a_link_begins_at_the_address_where_it_ends(here) {
        let me = here.owner(ANA).await;
        let elsewhere = link_at(here, &me, "http://127.0.0.1:8080").await;
        assert_eq!((elsewhere.status, &elsewhere.json["url"]), (StatusCode::OK, &json!("http://localhost:8080/app/user/settings?signInLink=address")));
        assert!(!elsewhere.headers.contains_key(header::SET_COOKIE));
        let begun = link_at(here, &me, "http://localhost:8080").await;
        let url = begun.json["url"].as_str().expect("an address").to_string();
        assert!(url.starts_with(&here.google.settings().issuer) && url.contains("max_age=0"), "{url}");
        assert!(begun.headers.contains_key(header::SET_COOKIE));
    }

    async fn unlinking_a_lost_identity_ends_what_it_opened(here) {
        let app = &here.app;
        let me = here.owner(ANA).await;
        here.google.expect("ana-1", ANA, true).await;
        here.link(&me, "google").await;
        let thief = with_token(&here.token("google").await);
        let mut browser = here.browser();
        let landed = browser.follow(app, site("/api/auth/login?provider=google")).await;
        let code = landed.query("code").expect("a code");
        let mut tx = app.app.db.write().await.expect("tx");
        second_factors::begin(&mut tx, me.user, Uuid::now_v7(), app.app.clock.now()).await.expect("begun");
        second_factors::set_used(&mut tx, me.user, 1).await.expect("on");
        tx.commit().await.expect("commit");
        let step = here.token("google").await.json["secondFactor"].as_str().expect("a step").to_string();
        assert!(app.is_signed_in(&thief).await);
        assert_eq!(here.unlink(&me, "google").await.status, StatusCode::OK);
        assert!(!app.is_signed_in(&thief).await, "a session");
        assert_eq!(browser.exchange(app, &code).await.status, StatusCode::UNAUTHORIZED, "a code");
        let given = app.ask("/api/auth/local/secondFactor", json!({ "stepToken": step, "code": "123456" })).await;
        assert_eq!(given.status, StatusCode::UNAUTHORIZED, "a step");
        assert!(app.is_signed_in(&me).await, "whoever unlinks stays");
    }

    async fn unlinking_a_provider_of_many_tenants_leaves_no_tenant_behind(here) {
        let microsoft = IdentityProvider::start(&["claims=token", &format!("tenant={}", TENANTS[0])]);
        let base = microsoft.settings();
        let settings = ProviderSettings {
            issuer: format!("{}/common/v2.0", base.issuer),
            name: Some("Microsoft".to_string()),
            ..base.clone()
        };
        let shared = Provider::new(&settings).expect("settings");
        let methods = SignInMethods::new(vec![shared], true).expect("settings");
        let app = app_with(here.engine, methods).await;
        let me = app.founder_with_proof(ANA).await;
        let mut tx = app.app.db.write().await.expect("tx");
        for tenant in TENANTS {
            let issuer = format!("{}/{tenant}/v2.0", base.issuer);
            identities::insert(&mut tx, me.user, (&issuer, "ana-1"), app.app.clock.now()).await.expect("identity");
        }
        tx.commit().await.expect("commit");
        let unlinked = app.delete(&me, &format!("{METHODS}/microsoft")).await;
        assert_eq!(unlinked.status, StatusCode::OK, "{:?}", unlinked.json);
        assert!(unlinked.json["signInMethods"]["providers"][0]["linkedAt"].is_null());
        let mut tx = app.app.db.read().await.expect("tx");
        assert!(identities::list(&mut tx, me.user).await.expect("asked").is_empty());
    }
}

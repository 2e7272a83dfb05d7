//! Failures between a browser, this server and an identity provider, and what users see of them.

use axum::http::{StatusCode, header};
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use reqwest::Url;
use serde_json::json;

use super::oidc_sign_in::with_provider;
use crate::support::{
    Engine, TestApp,
    accounts::with_token,
    provider::{Browser, BrowserPage, IdentityProvider, only, site},
};

/// The address with another value for this parameter.
fn with(url: &Url, name: &str, value: &str) -> Url {
    let mut changed = url.clone();
    let pairs = url.query_pairs().map(|(found, old)| {
        let new = if found == name { value.to_string() } else { old.to_string() };
        (found.to_string(), new)
    });
    let pairs: Vec<_> = pairs.collect();
    changed.query_pairs_mut().clear().extend_pairs(pairs);
    changed
}

fn is_page(response: &BrowserPage, status: StatusCode, title: &str) -> bool {
    let is_html = response.headers[header::CONTENT_TYPE] == "text/html; charset=utf-8";
    let is_safe = response.headers.contains_key(header::CONTENT_SECURITY_POLICY)
        && !response.text.contains("<script");
    response.status == status && is_html && is_safe && response.text.contains(title)
}

fn is_stale(response: &BrowserPage) -> bool {
    is_page(response, StatusCode::BAD_REQUEST, "This sign-in has expired")
}

fn is_refused(response: &BrowserPage) -> bool {
    is_page(response, StatusCode::BAD_REQUEST, "You were not signed in")
}

async fn people(app: &TestApp) -> i64 {
    let mut tx = app.app.db.read().await.expect("tx");
    store::sql!("SELECT COUNT(*) AS value FROM person").value(&mut tx).await.expect("count")
}

with_provider! {
    async fn a_forged_link_signs_nobody_in_to_another_account(&[], provider, app) {
        provider.expect("mallory", "mallory@example.com", true).await;
        let (mut mallory, mut ana) = (Browser::new(provider), Browser::new(provider));
        // Mallory's authorization response, in Ana's browser.
        let back = mallory.until_callback(app, "").await;
        assert!(is_stale(&ana.open(app, back.clone()).await), "without a visit");
        ana.until_callback(app, "").await;
        assert!(is_stale(&ana.open(app, back.clone()).await), "with a visit of its own");
        // Mallory's exchange code, in Ana's browser: the attempt uses it up.
        let landed = mallory.follow(app, back).await;
        let code = landed.query("code").expect("a code");
        let response = ana.exchange(app, &code).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"));
        assert_eq!(mallory.exchange(app, &code).await.status, StatusCode::UNAUTHORIZED);
    }

    async fn a_tampered_provider_response_signs_nobody_in(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let mut browser = Browser::new(provider);
        let back = browser.until_callback(app, "").await;
        let state = back.query_pairs().find(|(name, _)| name == "state").expect("a state").1.to_string();
        for other in ["", "0", &format!("{}0000", &state[..state.len() - 4])] {
            assert!(is_stale(&browser.open(app, with(&back, "state", other)).await), "{other}");
        }
        assert!(is_refused(&browser.open(app, with(&back, "iss", "https://evil.example")).await));
        assert!(is_refused(&browser.open(app, with(&back, "code", "made-up")).await));
        assert!(is_stale(&browser.open(app, site("/api/auth/callback")).await));
        // The provider signs another nonce than the one that was sent.
        let redirect = browser.open(app, site("/api/auth/login")).await.next().expect("the provider");
        assert!(is_refused(&browser.follow(app, with(&redirect, "nonce", "another")).await));
        // Another code challenge than the one that was sent.
        let redirect = browser.open(app, site("/api/auth/login")).await.next().expect("the provider");
        let promise = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(is_refused(&browser.follow(app, with(&redirect, "code_challenge", promise)).await));
        assert_eq!(people(app).await, 0);
    }

    async fn a_used_or_expired_sign_in_is_reported_as_expired(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let mut browser = Browser::new(provider);
        let back = browser.until_callback(app, "").await;
        let landed = browser.follow(app, back.clone()).await;
        assert!(is_refused(&browser.open(app, back).await), "the provider takes its code back once");
        let code = landed.query("code").expect("a code");
        assert_eq!(browser.exchange(app, &code).await.status, StatusCode::OK);
        assert_eq!(browser.exchange(app, &code).await.status, StatusCode::UNAUTHORIZED, "once");
        let late = browser.sign_in(app).await.query("code").expect("a code");
        app.advance(Duration::seconds(60));
        assert_eq!(browser.exchange(app, &late).await.status, StatusCode::UNAUTHORIZED, "within a minute");
        let back = browser.until_callback(app, "?return_to=/app/jobs").await;
        app.advance(Duration::minutes(10));
        assert!(is_stale(&browser.open(app, back).await), "within ten minutes");
    }

    async fn one_sign_in_is_used_once_whatever_codes_the_provider_gave_for_it(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let mut browser = Browser::new(provider);
        for _ in 0..4 {
            let begun = browser.open(app, site("/api/auth/login")).await.next().expect("the provider");
            let (first, second, third) = (
                browser.until_callback_from(app, begun.clone()).await,
                browser.until_callback_from(app, begun.clone()).await,
                browser.until_callback_from(app, begun).await,
            );
            assert!(first != second && second != third, "each has its own code");
            let (mut one, mut two) = (browser.clone(), browser.clone());
            let (one, two) = tokio::join!(one.open(app, first), two.open(app, second));
            let (won, lost) = if one.status == StatusCode::FOUND { (one, two) } else { (two, one) };
            assert_eq!(won.next().expect("the app").path(), "/signed-in");
            assert!(is_refused(&lost), "{lost:?}");
            assert!(is_refused(&browser.open(app, third).await), "nor later");
        }
    }

    async fn two_concurrent_exchanges_of_one_code_give_one_session(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        let mut browser = Browser::new(provider);
        let code = browser.sign_in(app).await.query("code").expect("a code");
        let (one, two) = tokio::join!(
            app.concurrently(browser.exchanging(&code)),
            app.concurrently(browser.exchanging(&code)),
        );
        assert_eq!([one.min(two), one.max(two)], [StatusCode::OK, StatusCode::UNAUTHORIZED]);
    }

    async fn a_canceled_sign_in_shows_a_page_and_can_be_repeated(&[], provider, app) {
        provider.set(json!({ "account": null })).await;
        let mut browser = Browser::new(provider);
        let response = browser.follow(app, site("/api/auth/login?return_to=/app/jobs")).await;
        assert!(is_refused(&response), "{response:?}");
        assert!(response.text.contains("href=\"/api/auth/login?return_to=/app/jobs\""), "{}", response.text);
        provider.expect("ana-1", "ana@example.com", true).await;
        assert_eq!(browser.token(app).await.status, StatusCode::OK);
    }

    async fn new_provider_keys_do_not_block_sign_ins(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        assert_eq!(Browser::new(provider).token(app).await.status, StatusCode::OK);
        provider.set(json!({ "rotate": true })).await;
        assert_eq!(Browser::new(provider).token(app).await.status, StatusCode::OK);
        // Once more at once: the keys were just fetched and are not fetched again for a while.
        provider.set(json!({ "rotate": true })).await;
        assert!(is_refused(&Browser::new(provider).sign_in(app).await));
    }

    async fn an_unavailable_provider_shows_a_clear_page_and_recovers_automatically(&[], provider, app) {
        let me = app.sign_in(Contractor, Admin).await;
        provider.expect("ana-1", "ana@example.com", true).await;
        for fault in ["down", "sick"] {
            provider.set(json!({ "fault": fault })).await;
            let response = Browser::new(provider).reading("es").sign_in(app).await;
            assert!(is_page(&response, StatusCode::SERVICE_UNAVAILABLE, "No se puede iniciar sesión en este momento"), "{response:?}");
            assert!(response.headers.contains_key(header::RETRY_AFTER));
            assert!(app.is_signed_in(&me).await, "whoever is in stays in");
            let out = app.get(&me, "/api/auth/config").await;
            assert_eq!(out.json, json!({ "provider": "oidc" }));
        }
        provider.set(json!({ "fault": null })).await;
        let mut browser = Browser::new(provider);
        assert_eq!(browser.token(app).await.status, StatusCode::OK);
        // It goes down during a session.
        let back = browser.until_callback(app, "").await;
        provider.set(json!({ "fault": "down" })).await;
        let response = browser.open(app, back.clone()).await;
        assert!(is_page(&response, StatusCode::SERVICE_UNAVAILABLE, "Sign-in is not available right now"), "{response:?}");
        let out = app.post(&me, "/api/auth/logout", serde_json::Value::Null).await;
        assert_eq!(out.status, StatusCode::NO_CONTENT, "nobody is kept in");
        provider.set(json!({ "fault": null })).await;
        let landed = browser.follow(app, back).await;
        assert_eq!(landed.url.path(), "/signed-in", "the same answer is good now: {landed:?}");
    }

    async fn a_clock_difference_of_a_minute_is_accepted_and_of_an_hour_refused(&[], provider, app) {
        provider.expect("ana-1", "ana@example.com", true).await;
        for (shift, fits) in [(Duration::seconds(-90), true), (Duration::seconds(180), true), (Duration::hours(1), false), (Duration::hours(-2), false)] {
            app.advance(shift);
            let landed = Browser::new(provider).sign_in(app).await;
            assert_eq!(landed.url.path() == "/signed-in", fits, "{shift}: {landed:?}");
            assert!(fits || is_refused(&landed), "{shift}");
        }
    }

    async fn an_issuer_with_a_trailing_slash_is_accepted(&[], provider, app) {
        let mut settings = provider.settings();
        settings.issuer += "/";
        let app = app.second_server(move |parts| parts.sign_in_methods = only(&settings)).await;
        provider.expect("ana-1", "ana@example.com", true).await;
        let token = Browser::new(provider).token(&app).await;
        assert!(app.is_signed_in(&with_token(&token)).await);
    }
}

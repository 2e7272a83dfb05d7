//! Several identity providers at once, beside accounts with passwords.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::Duration;
use domain::types::ids::UserId;
use reqwest::Url;
use serde_json::{Value, json};
use store::{accounts::second_factors, companies::people};
use uuid::Uuid;

use crate::support::{
    accounts::{PASSWORD, with_token},
    provider::{BrowserPage, site},
    two_providers::{METHODS, with_two_providers},
};

const ANA: &str = "ana@example.com";

fn is_refused(page: &BrowserPage) -> bool {
    page.status == StatusCode::BAD_REQUEST && page.text.contains("You were not signed in")
}

fn with(url: &Url, changes: &[(&str, Option<&str>)]) -> Url {
    let mut other = url.clone();
    let pairs = url.query_pairs().filter_map(|(name, old)| {
        match changes.iter().find(|(known, _)| *known == name) {
            Some((_, new)) => new.map(|new| (name.to_string(), new.to_string())),
            None => Some((name.to_string(), old.to_string())),
        }
    });
    let pairs: Vec<_> = pairs.collect();
    other.query_pairs_mut().clear().extend_pairs(pairs);
    other
}

fn value(url: &Url, name: &str) -> String {
    let found = url.query_pairs().find(|(found, _)| found == name);
    found.unwrap_or_else(|| panic!("no {name}: {url}")).1.to_string()
}

with_two_providers! {
    async fn a_new_user_signs_in_with_each_provider_or_with_a_password(here) {
        let app = &here.app;
        let config = app.call(None, "GET", "/api/auth/config", Value::Null).await;
        let named = json!([{ "id": "google", "name": "Google" }, { "id": "microsoft", "name": "Microsoft" }]);
        assert_eq!(config.json, json!({ "provider": "local", "providers": named }));
        // Both providers may give the same subject to different people.
        here.google.expect("1", ANA, true).await;
        here.microsoft.expect("1", "bo@example.com", true).await;
        let ana = with_token(&here.token("google").await);
        let bo = with_token(&here.token("microsoft").await);
        let local = app.signed_up("cy@example.com").await;
        let ids = [here.id(&ana).await, here.id(&bo).await, here.id(&local).await];
        assert!(ids[0] != ids[1] && ids[1] != ids[2], "{ids:?}");
        assert_eq!(here.id(&with_token(&here.token("google").await)).await, ids[0]);
        assert_eq!(here.id(&with_token(&app.log_in("cy@example.com", PASSWORD).await)).await, ids[2]);
        let account = app.get(&app.found(&ana, "english").await, "/api/auth/account").await;
        assert_eq!((&account.json["account"]["emailVerified"], &account.json["account"]["hasPassword"]), (&json!(true), &json!(false)));
        // Without a choice, or with one that does not exist, the app's page asks.
        for query in ["?return_to=/app/jobs", "?provider=other&return_to=/app/jobs"] {
            let landed = here.browser().open(app, site(&format!("/api/auth/login{query}"))).await;
            let next = landed.next().expect("a page");
            assert_eq!((next.path(), next.query()), ("/sign-in", Some("return_to=/app/jobs")));
        }
        // They stay signed in at the provider, where they also read their mail.
        let out = app.post(&ana, "/api/auth/logout", Value::Null).await;
        assert!(out.status == StatusCode::NO_CONTENT && !out.headers.contains_key("x-end-session"));
    }

    async fn no_provider_takes_over_an_account_by_naming_its_address(here) {
        let app = &here.app;
        let me = app.founder(ANA).await;
        here.google.expect("mallory", "Ana@Example.com", true).await;
        let page = here.sign_in("google").await;
        assert_eq!(page.status, StatusCode::CONFLICT);
        assert!(page.text.contains("You already have an account here") && page.text.contains("href=\"/api/auth/login\""), "{}", page.text);
        assert!(app.is_signed_in(&me).await, "the account is untouched");
        assert_eq!(app.log_in(ANA, PASSWORD).await.status, StatusCode::OK);
        // Nor the account that another provider opened.
        here.google.expect("bo-1", "bo@example.com", true).await;
        here.token("google").await;
        here.microsoft.expect("mallory", "bo@example.com", true).await;
        assert_eq!(here.sign_in("microsoft").await.status, StatusCode::CONFLICT);
        // Nor does a new account come from an address that was not verified.
        here.microsoft.expect("cy-1", "cy@example.com", false).await;
        assert_eq!(here.sign_in("microsoft").await.status, StatusCode::FORBIDDEN);
    }

    async fn a_linked_provider_opens_the_account_until_it_is_unlinked(here) {
        let app = &here.app;
        let me = here.owner(ANA).await;
        let id = here.id(&me).await;
        assert!(here.linked(&me).await.is_empty());
        // An identity with another address, which the provider need not have verified.
        here.google.expect("ana-1", "ana.private@example.com", false).await;
        assert_eq!(here.link(&me, "google").await.as_deref(), Some("linked"));
        assert_eq!(here.linked(&me).await, ["google"]);
        let mail = app.newest_mail().await;
        assert!(mail.subject.contains("sign-in methods") && mail.text.contains("sign in to your Ridgeline account with Google"), "{mail:?}");
        assert!(mail.text.contains("http://localhost:8080/app/user/settings"), "{mail:?}");
        let again = with_token(&here.token("google").await);
        assert_eq!(here.id(&again).await, id);
        let account = app.get(&again, "/api/auth/account").await.json["account"].clone();
        assert_eq!(account["email"], ANA, "that address is not hers here");
        assert_eq!(here.link(&me, "google").await.as_deref(), Some("linked"), "once more changes nothing");
        let unlinked = here.unlink(&me, "google").await;
        assert_eq!(unlinked.status, StatusCode::OK, "{:?}", unlinked.json);
        assert!(unlinked.json["signInMethods"]["providers"][0]["linkedAt"].is_null());
        assert!(app.newest_mail().await.text.contains("Google no longer signs you in"));
        assert_eq!(here.sign_in("google").await.status, StatusCode::FORBIDDEN, "nobody's identity any more");
        assert_eq!(app.log_in(ANA, PASSWORD).await.status, StatusCode::OK);
        assert_eq!(here.unlink(&me, "google").await.status, StatusCode::NOT_FOUND);
        assert_eq!(here.unlink(&me, "other").await.status, StatusCode::NOT_FOUND);
    }

    async fn the_last_way_to_sign_in_stays(here) {
        let app = &here.app;
        here.google.expect("ana-1", ANA, true).await;
        here.microsoft.expect("ana-2", ANA, true).await;
        let me = here.founder_at("google").await;
        let refused = here.unlink(&me, "google").await;
        assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "conflict"));
        assert_eq!(refused.message(), "This is your last way to sign in. Add another one first.");
        assert_eq!(here.link(&me, "microsoft").await.as_deref(), Some("linked"));
        let unlinking = |id: &str| {
            let request = Request::delete(format!("{METHODS}/{id}"));
            let request = request.header(header::AUTHORIZATION, format!("Bearer {}", me.token));
            app.concurrently(request.body(Body::empty()).expect("request"))
        };
        let (one, two) = tokio::join!(unlinking("google"), unlinking("microsoft"));
        assert_eq!([one.min(two), one.max(two)], [StatusCode::OK, StatusCode::CONFLICT], "two at the same time");
        assert_eq!(here.linked(&me).await.len(), 1);
        // A password is another way.
        app.set_password(&me).await;
        let id = here.linked(&me).await.remove(0);
        assert_eq!(here.unlink(&me, &id).await.status, StatusCode::OK);
    }

    async fn an_open_session_is_not_enough_to_change_the_ways_to_sign_in(here) {
        let app = &here.app;
        let me = here.owner(ANA).await;
        here.google.expect("ana-1", ANA, true).await;
        here.link(&me, "google").await;
        app.advance(Duration::minutes(10));
        let methods = app.get(&me, METHODS).await.json["signInMethods"].clone();
        assert_eq!((&methods["signedInRecently"], &methods["hasPassword"]), (&json!(false), &json!(true)));
        for refused in [app.post(&me, &format!("{METHODS}/microsoft/link"), Value::Null).await, here.unlink(&me, "google").await] {
            assert_eq!((refused.status, refused.code()), (StatusCode::FORBIDDEN, "forbidden"));
            assert!(refused.message().contains("sign in again first"), "{}", refused.message());
        }
        assert_eq!(here.linked(&me).await, ["google"]);
        let again = app.logged_in_again(&me, ANA).await;
        assert_eq!(here.unlink(&again, "google").await.status, StatusCode::OK);
    }

    async fn a_link_ends_only_in_the_browser_and_session_that_began_it(here) {
        let app = &here.app;
        let (ana, bo) = (here.owner(ANA).await, here.owner("bo@example.com").await);
        here.google.expect("mallory", "mallory@example.com", true).await;
        // Mallory's response in the browser of Ana, who began a link of her own.
        let (mut mallory, mut browser) = (here.browser(), here.browser());
        let begun = here.begin(&mut mallory, &bo, "google").await;
        let back = mallory.until_callback_from(app, begun).await;
        here.begin(&mut browser, &ana, "google").await;
        assert_eq!(browser.open(app, back.clone()).await.status, StatusCode::BAD_REQUEST);
        // A sign-in of Mallory's, which does not end as a link.
        let foreign = mallory.until_callback(app, "?provider=google").await;
        assert_eq!(browser.open(app, foreign).await.status, StatusCode::BAD_REQUEST);
        // Whoever signed out has left nothing to finish.
        app.post(&bo, "/api/auth/logout", Value::Null).await;
        let page = mallory.open(app, back).await;
        assert!(page.status == StatusCode::BAD_REQUEST && page.text.contains("This sign-in has expired"), "{page:?}");
        assert!(page.text.contains("href=\"/app/user/settings\">Back to the settings"), "a link does not begin at the sign-in: {}", page.text);
        assert!(here.linked(&ana).await.is_empty());
        // Without a session nothing begins at all.
        let response = app.call(None, "POST", &format!("{METHODS}/google/link"), Value::Null).await;
        assert_eq!(response.status, StatusCode::UNAUTHORIZED);
        // A canceled link is one that did not happen.
        here.google.set(json!({ "account": null })).await;
        assert_eq!(here.link(&ana, "google").await.as_deref(), Some("refused"));
    }

    async fn an_identity_opens_one_account_and_an_account_has_one_identity_of_a_provider(here) {
        let (ana, bo) = (here.owner(ANA).await, here.owner("bo@example.com").await);
        here.google.expect("ana-1", ANA, true).await;
        assert_eq!(here.link(&ana, "google").await.as_deref(), Some("linked"));
        assert_eq!(here.link(&bo, "google").await.as_deref(), Some("taken"));
        assert!(here.linked(&bo).await.is_empty());
        here.google.expect("ana-2", ANA, true).await;
        assert_eq!(here.link(&ana, "google").await.as_deref(), Some("another"));
        here.google.expect("ana-1", ANA, true).await;
        assert_eq!(here.id(&with_token(&here.token("google").await)).await, json!(ana.user));
    }

    async fn a_response_of_one_provider_completes_no_sign_in_at_the_other(here) {
        let app = &here.app;
        here.google.expect("ana-1", ANA, true).await;
        here.microsoft.expect("mallory", "mallory@example.com", true).await;
        let mut browser = here.browser();
        let google = browser.until_callback(app, "?provider=google").await;
        let microsoft = browser.until_callback(app, "?provider=microsoft").await;
        let (code, issuer) = (value(&microsoft, "code"), value(&microsoft, "iss"));
        let (own_code, own) = (value(&google, "code"), value(&google, "iss"));
        for changes in [
            // The other provider's whole response.
            [("code", Some(code.as_str())), ("iss", Some(issuer.as_str()))],
            // Its issuer with this provider's code.
            [("code", Some(own_code.as_str())), ("iss", Some(issuer.as_str()))],
            // Its code, said to be of this provider.
            [("code", Some(code.as_str())), ("iss", Some(own.as_str()))],
        ] {
            let mut fresh = browser.clone();
            let page = fresh.open(app, with(&google, &changes)).await;
            assert!(is_refused(&page), "{changes:?}: {page:?}");
        }
        // Without an issuer, though the provider always names itself.
        let google = browser.until_callback(app, "?provider=google").await;
        assert!(is_refused(&browser.open(app, with(&google, &[("iss", None)])).await));
        let google = browser.until_callback(app, "?provider=google").await;
        assert_eq!(browser.follow(app, google).await.url.path(), "/signed-in", "a whole one works");
    }

    async fn a_provider_that_is_down_stops_neither_the_others_nor_passwords(here) {
        let app = &here.app;
        here.google.set(json!({ "fault": "down" })).await;
        here.microsoft.expect("bo-1", "bo@example.com", true).await;
        let page = here.sign_in("google").await;
        assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE, "{}", page.text);
        assert!(page.text.contains("href=\"/api/auth/login?provider=google\""), "{}", page.text);
        assert!(page.text.contains("href=\"/api/auth/login\">Sign in another way"), "{}", page.text);
        assert_eq!(here.token("microsoft").await.status, StatusCode::OK);
        let me = here.owner(ANA).await;
        let config = app.call(None, "GET", "/api/auth/config", Value::Null).await;
        assert_eq!(config.json["providers"].as_array().map(Vec::len), Some(2));
        let response = app.post(&me, &format!("{METHODS}/google/link"), Value::Null).await;
        assert_eq!(response.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.message().contains("does not answer"), "{}", response.message());
        // It goes down after the link began.
        let mut browser = here.browser();
        here.microsoft.expect("ana-1", ANA, true).await;
        let begun = here.begin(&mut browser, &me, "microsoft").await;
        let back = browser.until_callback_from(app, begun).await;
        here.microsoft.set(json!({ "fault": "down" })).await;
        assert_eq!(browser.follow(app, back).await.query("signInLink").as_deref(), Some("unavailable"));
        here.google.set(json!({ "fault": null })).await;
        here.google.expect("cy-1", "cy@example.com", true).await;
        assert_eq!(here.token("google").await.status, StatusCode::OK, "back again by itself");
    }

    async fn two_step_sign_in_also_protects_a_linked_account(here) {
        let app = &here.app;
        let me = here.owner(ANA).await;
        here.google.expect("ana-1", ANA, true).await;
        here.link(&me, "google").await;
        let mut tx = app.app.db.write().await.expect("tx");
        second_factors::begin(&mut tx, me.user, Uuid::now_v7(), app.app.clock.now()).await.expect("begun");
        second_factors::set_used(&mut tx, me.user, 1).await.expect("on");
        tx.commit().await.expect("commit");
        let response = here.token("google").await;
        assert_eq!((response.status, response.json.get("token")), (StatusCode::OK, None));
        assert!(response.json["secondFactor"].is_string(), "{:?}", response.json);
    }

    async fn a_user_without_a_password_deletes_the_account_with_a_typed_word(here) {
        let app = &here.app;
        here.google.expect("ana-1", ANA, true).await;
        let newcomer = with_token(&here.token("google").await);
        let response = app.post(&newcomer, "/api/auth/deleteAccount", json!({ "confirmation": "DELETE" })).await;
        assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
        let me = app.founder(ANA).await;
        let response = app.post(&me, "/api/auth/deleteAccount", json!({ "confirmation": "DELETE" })).await;
        assert_eq!(response.fields(), ["password required"], "whoever has one proves it");
        let mut tx = app.app.db.read().await.expect("tx");
        let user: UserId = me.user;
        assert_eq!(people::find(&mut tx, user).await.expect("still here").email, ANA);
    }
}

//! How often and how long a link is answered: once for each key, in turn, within its limits, and not after its end.

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, StatusCode},
};
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::Admin,
};
use serde_json::{Value, json};

use crate::support::{TestApp, TestResponse, photos, upload};

const MISSING: (StatusCode, &str) = (StatusCode::NOT_FOUND, "not_found");

fn outcome(response: &TestResponse) -> (StatusCode, &str) {
    (response.status, response.code())
}

fn answer(accepted: bool) -> Value {
    json!({ "accepted": accepted, "startDate": null, "endDate": null })
}

both_engines! {
    async fn a_call_with_a_key_is_made_once_for_each_link(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (mailed, one) = app.link(&owner, &job, json!({ "email": "rosa@crew.example" })).await;
        let (link, two) = app.link(&owner, &job, json!({})).await;
        let key = "0190f5fe-7c00-7a3e-8000-000000000001";
        let note = json!({ "content": "On site" });
        let first = app.guest_with_key(&one, "/note", key, note.clone()).await;
        let again = app.guest_with_key(&one, "/note", key, note.clone()).await;
        assert_eq!((first.status, &again.json), (StatusCode::OK, &first.json));
        assert!(again.headers.contains_key("idempotent-replayed"));
        app.post(&owner, "/api/guest_links/send", json!({ "id": mailed["id"] })).await;
        let mail = app.newest_mail().await;
        let further = mail.text.split("/g/").nth(1).and_then(|rest| rest.split_whitespace().next());
        let again = app.guest_with_key(further.expect("a link"), "/note", key, note.clone()).await;
        assert_eq!(again.json, first.json, "the same link by another secret");
        let other = app.guest_with_key(&one, "/note", key, json!({ "content": "Gone" })).await;
        assert_eq!(other.fields(), ["Idempotency-Key choice"]);
        let theirs = app.guest_with_key(&two, "/note", key, note.clone()).await;
        assert_ne!(theirs.json["note"]["id"], first.json["note"]["id"], "a key belongs to a link");
        let picture = async || {
            let path = format!("/api/guest/{one}/image");
            let mut request = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
            request.headers_mut().insert("idempotency-key", "photo-0123456789abcdef".parse().expect("header"));
            app.send(None, request).await.json["image"]["id"].clone()
        };
        assert_eq!(picture().await, picture().await);
        let id = job["id"].as_str().expect("id");
        assert_eq!(app.get(&owner, &format!("/api/jobs/fetchNotes/{id}")).await.json["notes"].as_array().map(Vec::len), Some(2));
        assert_eq!(app.get(&owner, &format!("/api/jobs/fetchImgs/{id}")).await.json["imgs"].as_array().map(Vec::len), Some(1));
        app.delete(&owner, &format!("/api/guest_links/{}", link["id"].as_str().expect("id"))).await;
        assert_eq!(outcome(&app.guest_with_key(&two, "/note", key, note).await), MISSING, "no answer after its end");
    }

    async fn simultaneous_answers_are_made_one_after_the_other_and_none_after_the_end(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (link, secret) = app.link(&owner, &job, json!({})).await;
        let request = |rest: &str, body: Value| {
            Request::post(format!("/api/guest/{secret}{rest}"))
                .header("content-type", "application/json")
                .body(Body::from(body.to_string()))
                .expect("request")
        };
        let (yes, no) = tokio::join!(
            app.concurrently(request("/answer", answer(true))),
            app.concurrently(request("/answer", answer(false))),
        );
        assert_eq!((yes, no), (StatusCode::OK, StatusCode::OK));
        let state = app.links(&owner, &job).await[0]["state"].clone();
        assert!(["accepted", "declined"].contains(&state.as_str().expect("state")), "{state}");
        let revoke = Request::delete(format!("/api/guest_links/{}", link["id"].as_str().expect("id")))
            .header("authorization", format!("Bearer {}", owner.token))
            .body(Body::empty())
            .expect("request");
        let notes = (0..6).map(|n| app.concurrently(request("/note", json!({ "content": format!("note {n}") }))));
        let (ended, written) = tokio::join!(app.concurrently(revoke), futures_util::future::join_all(notes));
        assert_eq!(ended, StatusCode::OK);
        assert!(written.iter().all(|status| [StatusCode::OK, StatusCode::NOT_FOUND].contains(status)), "{written:?}");
        let stored = app.get(&owner, &format!("/api/jobs/fetchNotes/{}", job["id"].as_str().expect("id"))).await;
        let made = written.iter().filter(|status| **status == StatusCode::OK).count();
        assert_eq!(stored.json["notes"].as_array().map(Vec::len), Some(made));
        assert_eq!(outcome(&app.guest(&secret, "/note", json!({ "content": "late" })).await), MISSING);
    }

    async fn guessing_secrets_is_stopped_on_all_servers_and_a_living_link_still_opens(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (link, secret) = app.link(&owner, &job, json!({})).await;
        let other = app.second_server(|_| {}).await;
        let from = async |app: &TestApp, peer: &str, secret: &str| {
            let mut request = Request::get(format!("/api/guest/{secret}")).body(Body::empty()).expect("request");
            let peer = SocketAddr::new(peer.parse().expect("address"), 40_000);
            request.extensions_mut().insert(ConnectInfo(peer));
            app.send(None, request).await
        };
        for n in 0..20 {
            let server = if n % 2 == 0 { app } else { &other };
            assert_eq!(outcome(&from(server, "203.0.113.7", &format!("guess-{n}")).await), MISSING, "{n}");
        }
        for server in [app, &other] {
            let refused = from(server, "203.0.113.7", "guess-more").await;
            assert_eq!(outcome(&refused), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
            assert!(refused.headers.contains_key("retry-after"));
            assert_eq!(from(server, "203.0.113.7", &secret).await.status, StatusCode::OK, "a living link");
        }
        assert_eq!(outcome(&from(app, "203.0.113.8", "guess-more").await), MISSING, "others are not refused");
        app.delete(&owner, &format!("/api/guest_links/{}", link["id"].as_str().expect("id"))).await;
        assert_eq!(from(app, "203.0.113.7", &secret).await.status, StatusCode::TOO_MANY_REQUESTS, "an ended one is a wrong one");
        app.advance(Duration::minutes(61));
        assert_eq!(outcome(&from(app, "203.0.113.7", "guess-more").await), MISSING);
    }

    async fn a_link_is_read_120_times_a_minute(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        let (_, other) = app.link(&owner, &job, json!({})).await;
        for n in 0..120 {
            assert_eq!(app.guest_get(&secret, "").await.status, StatusCode::OK, "{n}");
        }
        let refused = app.guest_get(&secret, "").await;
        assert_eq!(outcome(&refused), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
        assert_eq!(app.guest_get(&other, "").await.status, StatusCode::OK);
        app.advance(Duration::minutes(1));
        assert_eq!(app.guest_get(&secret, "").await.status, StatusCode::OK);
    }

    async fn what_a_holder_wrote_outlives_the_company_that_made_the_link(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        let form = json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
        app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let (_, secret) = app.link(&sub, &job, json!({})).await;
        assert_eq!(app.guest(&secret, "/note", json!({ "content": "On site" })).await.status, StatusCode::OK);
        app.set_password(&sub).await;
        let form = json!({ "name": "Ridge & Sons", "password": crate::support::accounts::PASSWORD });
        let deleted = app.post(&sub, "/api/company/delete", form).await;
        assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
        assert_eq!(outcome(&app.guest_get(&secret, "").await), MISSING);
        let notes = app.get(&owner, &format!("/api/jobs/fetchNotes/{}", job["id"].as_str().expect("id"))).await;
        assert_eq!((&notes.json["notes"][0]["name"], &notes.json["notes"][0]["viaLink"]), (&json!("Rosa Díaz"), &json!(true)));
    }
}

//! Calendar feeds are cached until something in them changes.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Foreman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, calendars::read_calendar};

const FEED: &str = "/api/calendar/feed";

async fn feed_of(app: &TestApp, who: &Person) -> String {
    let created = app.post(who, FEED, Value::Null).await;
    created.json["feed"]["url"].as_str().expect("an address").to_string()
}

async fn scheduled(app: &TestApp, owner: &Person, title: &str) -> Value {
    let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
    let id = app.post(owner, "/api/jobs/create", form).await.json["id"].clone();
    let days = json!({ "jobId": id, "startDate": "2026-03-02", "endDate": "2026-03-02" });
    let done = app.post(owner, "/api/jobs/update/schedule", days).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    done.json["job"].clone()
}

/// Requests a feed as a calendar app does; returns the response and the number of statements.
async fn fetch(app: &TestApp, url: &str, tag: Option<&str>) -> (TestResponse, u64) {
    let mut request = Request::get(url);
    if let Some(tag) = tag {
        request = request.header(header::IF_NONE_MATCH, tag);
    }
    let before = app.app.db.statements_run();
    let answer = app.send(None, request.body(Body::empty()).expect("request")).await;
    (answer, app.app.db.statements_run() - before)
}

fn tag(answer: &TestResponse) -> String {
    answer.headers[header::ETAG].to_str().expect("a tag").to_string()
}

fn titles(answer: &TestResponse) -> Vec<String> {
    let mut titles: Vec<_> =
        read_calendar(&answer.bytes).events.into_iter().map(|event| event.summary).collect();
    titles.sort();
    titles
}

both_engines! {
    async fn an_unchanged_feed_is_not_built_again_and_a_change_is_shown_at_once(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        scheduled(app, &admin, "Tear-off").await;
        let url = feed_of(app, &admin).await;
        let (first, built) = fetch(app, &url, None).await;
        // The first read after a change stores a new version, the next one caches it.
        fetch(app, &url, None).await;
        for tag in [None, Some(tag(&first))] {
            let (again, statements) = fetch(app, &url, tag.as_deref()).await;
            assert!(statements <= 2, "whose feed it is and the revision, not the jobs: {statements} of {built}");
            let expected = if tag.is_some() { (StatusCode::NOT_MODIFIED, 0) } else { (StatusCode::OK, first.bytes.len()) };
            assert_eq!((again.status, again.bytes.len()), expected);
            assert_eq!(again.headers[header::ETAG], first.headers[header::ETAG]);
        }
        scheduled(app, &admin, "Re-roof").await;
        let (changed, _) = fetch(app, &url, Some(&tag(&first))).await;
        assert_eq!((changed.status, titles(&changed)), (StatusCode::OK, vec!["Re-roof".to_string(), "Tear-off".to_string()]));
        assert_eq!(changed.headers[header::CONTENT_TYPE], "text/calendar; charset=utf-8");
        fetch(app, &url, None).await;
        let (again, statements) = fetch(app, &url, None).await;
        assert!(statements <= 2 && again.bytes == changed.bytes, "the new one is kept: {statements}");
    }

    async fn a_cached_feed_ends_with_its_link_and_with_its_readers_place(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (other, left) = (app.colleague(admin.company, Admin).await, app.colleague(admin.company, Admin).await);
        scheduled(app, &admin, "Tear-off").await;
        let mut urls = Vec::new();
        for who in [&admin, &other, &left] {
            let url = feed_of(app, who).await;
            for _ in 0..2 {
                assert_eq!(titles(&fetch(app, &url, None).await.0), ["Tear-off"]);
            }
            urls.push(url);
        }
        assert_eq!(app.delete(&admin, FEED).await.status, StatusCode::OK);
        let replaced = feed_of(app, &other).await;
        let removed = app.post(&admin, "/api/company/removeUser", json!({ "userId": left.user })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        for url in &urls {
            assert_eq!(fetch(app, url, None).await.0.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(titles(&fetch(app, &replaced, None).await.0), ["Tear-off"]);
    }

    async fn a_reader_with_another_role_gets_no_cached_feed_of_the_former_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let reader = app.colleague(admin.company, Admin).await;
        scheduled(app, &admin, "Tear-off").await;
        let url = feed_of(app, &reader).await;
        assert_eq!(titles(&fetch(app, &url, None).await.0), ["Tear-off"]);
        let mut tx = app.app.db.write().await.expect("tx");
        // Without a new revision: the role alone decides.
        store::sql!("UPDATE person SET user_type = $2 WHERE id = $1")
            .bind(reader.user).bind(Foreman).run_one(&mut tx).await.expect("role");
        tx.commit().await.expect("commit");
        assert!(titles(&fetch(app, &url, None).await.0).is_empty(), "foremen see the jobs assigned to them");
    }
}

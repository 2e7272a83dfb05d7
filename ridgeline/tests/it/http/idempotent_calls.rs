//! `Idempotency-Key` on any call that creates or sends: it runs once, and whoever sends it again gets the same answer.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Member},
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::{
    db::idempotent_call::{CallClaim, IdempotentCall},
    sql,
};

use crate::support::{Person, TestApp, TestResponse};

const KEY: &str = "0190f5fe-7c00-7a3e";

fn request(key: &str, path: &str, form: &Value) -> Request<Body> {
    let request = Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header("idempotency-key", key);
    request.body(Body::from(form.to_string())).expect("request")
}

async fn post(app: &TestApp, who: &Person, key: &str, path: &str, form: &Value) -> TestResponse {
    app.send(Some(who), request(key, path, form)).await
}

fn job(title: &str) -> Value {
    json!({ "title": title, "city": "Nashville", "state": "TN" })
}

async fn jobs(app: &TestApp, who: &Person) -> usize {
    let list = app.get(who, "/api/jobs/myJobs/contractor").await;
    list.json["jobs"].as_array().expect("jobs").len()
}

both_engines! {
    async fn a_job_whose_answer_was_lost_is_created_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let first = post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        assert_eq!(first.status, StatusCode::OK, "{:?}", first.json);
        let again = post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        assert_eq!((again.status, &again.json), (first.status, &first.json));
        assert_eq!(again.headers["idempotent-replayed"], "true");
        assert_eq!(jobs(app, &who).await, 1);
        // A key belongs to a user, and is valid for a day.
        let colleague = app.colleague(who.company, Admin).await;
        assert_eq!(post(app, &colleague, KEY, "/api/jobs/create", &job("Roof")).await.status, StatusCode::OK);
        app.advance(chrono::Duration::hours(25));
        assert_eq!(post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await.status, StatusCode::OK);
        assert_eq!(jobs(app, &who).await, 3);
    }

    async fn another_request_with_the_same_key_is_refused_and_stores_nothing(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        for (path, form) in [("/api/jobs/create", job("Gutter")), ("/api/jobs/update/changeColor", json!({ "jobId": null, "color": "" }))] {
            let other = post(app, &who, KEY, path, &form).await;
            assert_eq!((other.status, other.code()), (StatusCode::UNPROCESSABLE_ENTITY, "validation"));
            assert_eq!(other.fields(), ["Idempotency-Key choice"]);
        }
        assert_eq!(jobs(app, &who).await, 1);
    }

    async fn a_key_has_16_to_64_characters(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        for (length, expected) in [(15, vec!["Idempotency-Key too_short"]), (16, vec![]), (64, vec![]), (65, vec!["Idempotency-Key too_long"])] {
            let answer = post(app, &who, &"k".repeat(length), "/api/jobs/create", &job("Roof")).await;
            assert_eq!(answer.json["error"]["fields"].as_array().map_or_else(Vec::new, |_| answer.fields()), expected, "{length}");
        }
        assert_eq!(jobs(app, &who).await, 2);
    }

    async fn a_refused_call_takes_no_key(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let refused = post(app, &who, KEY, "/api/jobs/create", &job("")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        let mended = post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        assert_eq!(mended.status, StatusCode::OK, "{:?}", mended.json);
        assert_eq!(jobs(app, &who).await, 1);
    }

    async fn an_attempt_that_counts_is_committed_without_the_key_of_its_call(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let call = IdempotentCall::default();
        call.begin(CallClaim { owner: who.user.into(), key_hash: [1; 32], request_hash: [2; 32], now: app.app.clock.now() });
        let keys = async || {
            let mut tx = app.app.db.read().await.expect("tx");
            sql!("SELECT COUNT(*) AS value FROM idempotent_call").value::<i64>(&mut tx).await.expect("count")
        };
        call.over(Box::pin(async {
            app.app.db.write().await.expect("tx").commit_without_key().await.expect("an attempt");
            assert_eq!(keys().await, 0);
            app.app.db.write().await.expect("tx").commit().await.expect("the change");
            assert_eq!(keys().await, 1);
        }))
        .await;
    }

    async fn repeats_that_come_at_once_wait_and_get_the_same_answer(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let form = job("Roof");
        let router = app.router();
        let calls = (0..8).map(|_| {
            let mut request = request(KEY, "/api/jobs/create", &form);
            let token = format!("Bearer {}", who.token).parse().expect("a header");
            request.headers_mut().insert(header::AUTHORIZATION, token);
            tower::ServiceExt::oneshot(router.clone(), request)
        });
        let mut answers = Vec::new();
        for answer in join_all(calls).await {
            let answer = answer.expect("an answer");
            assert_eq!(answer.status(), StatusCode::OK);
            answers.push(axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body"));
        }
        answers.dedup();
        assert_eq!(answers.len(), 1);
        assert_eq!(jobs(app, &who).await, 1);
    }

    async fn a_call_goes_on_when_its_client_is_gone_and_the_repeat_gets_its_answer(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let mut lost = request(KEY, "/api/jobs/create", &job("Roof"));
        let token = format!("Bearer {}", who.token).parse().expect("a header");
        lost.headers_mut().insert(header::AUTHORIZATION, token);
        let mut call = Box::pin(tower::ServiceExt::oneshot(app.router(), lost));
        // It begins, and its client disconnects.
        assert!(futures_util::poll!(&mut call).is_pending());
        drop(call);
        let again = post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        assert_eq!(again.status, StatusCode::OK, "{:?}", again.json);
        assert_eq!(jobs(app, &who).await, 1);
    }

    async fn a_stored_answer_is_only_for_those_who_may_still_make_the_call(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let who = app.colleague(admin.company, Admin).await;
        post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        let mut tx = app.app.db.write().await.expect("tx");
        sql!("UPDATE person SET user_type = 'member' WHERE id = $1").bind(who.user).run_one(&mut tx).await.expect("changed");
        tx.touch_people(who.company);
        tx.commit().await.expect("commit");
        let again = post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        assert_eq!(again.status, StatusCode::FORBIDDEN);
    }

    async fn who_reads_the_database_reads_neither_keys_nor_answers(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let created = post(app, &who, KEY, "/api/jobs/create", &job("Roof")).await;
        let mut tx = app.app.db.read().await.expect("tx");
        let keys: Vec<Vec<u8>> = sql!("SELECT key_hash AS value FROM idempotent_call").values(&mut tx).await.expect("keys");
        let answers: Vec<Vec<u8>> = sql!("SELECT answer AS value FROM idempotent_call").values(&mut tx).await.expect("answers");
        let contains = |stored: &[u8], text: &str| stored.windows(text.len()).any(|part| part == text.as_bytes());
        let id = created.json["id"].as_str().expect("an id");
        assert!(!contains(&keys[0], KEY) && !contains(&answers[0], id));
    }
}

#[tokio::test]
async fn the_same_call_on_two_servers_runs_once() {
    let app = TestApp::new(store::db::Engine::Postgres).await;
    let other = app.second_server(|_| {}).await;
    let who = app.sign_in(Contractor, Member).await;
    for n in 0..10 {
        let form =
            json!({ "subject": "Colors", "type": "other", "details": format!("{n} darker") });
        let key = format!("{KEY}-{n}");
        let (one, two) = tokio::join!(
            post(&app, &who, &key, "/api/feedback", &form),
            post(&other, &who, &key, "/api/feedback", &form)
        );
        assert!(one.status.is_success(), "{:?}", one.json);
        assert_eq!((one.status, &one.json), (two.status, &two.json));
    }
    let mut tx = app.app.db.read().await.expect("tx");
    let stored: i64 =
        sql!("SELECT COUNT(*) AS value FROM feedback").value(&mut tx).await.expect("count");
    assert_eq!(stored, 10);
}

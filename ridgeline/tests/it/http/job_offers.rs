//! Offers of a job to several companies: who is asked, and what becomes of the offer.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, planning::days};

mod answers;
mod endings;

const ANSWER: &str = "/api/job_offers/answer";
const CREATE: &str = "/api/job_offers/create";
const CONFLICT: (StatusCode, &str, Vec<String>) = (StatusCode::CONFLICT, "conflict", Vec::new());
const MISSING: (StatusCode, &str, Vec<String>) = (StatusCode::NOT_FOUND, "not_found", Vec::new());

fn refusal(response: &TestResponse) -> (StatusCode, &str, Vec<String>) {
    (response.status, response.code(), response.fields())
}

fn invalid(field: &str) -> (StatusCode, &'static str, Vec<String>) {
    (StatusCode::UNPROCESSABLE_ENTITY, "validation", vec![field.to_owned()])
}

fn id(row: &Value) -> &str {
    row["id"].as_str().expect("id")
}

async fn offers(app: &TestApp, owner: &Person, job: &Value) -> Vec<Value> {
    let listed = app.get(owner, &format!("/api/job_offers/{}", id(job))).await;
    assert_eq!(listed.status, StatusCode::OK, "{:?}", listed.json);
    listed.json["offers"].as_array().cloned().expect("offers")
}

async fn received(app: &TestApp, sub: &Person) -> Vec<Value> {
    let listed = app.get(sub, "/api/job_offers/received").await;
    assert_eq!(listed.status, StatusCode::OK, "{:?}", listed.json);
    listed.json["offers"].as_array().cloned().expect("offers")
}

async fn withdraw(app: &TestApp, who: &Person, offer: &Value) -> TestResponse {
    app.delete(who, &format!("/api/job_offers/{}", id(offer))).await
}

/// A contractor with a job, and two connected subcontractors.
struct Parties {
    owner: Person,
    job: Value,
    subs: [Person; 2],
    connections: [String; 2],
}

impl Parties {
    async fn of(app: &TestApp) -> Self {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (one, first) = app.connected_subcontractor(&owner).await;
        let (two, second) = app.connected_subcontractor(&owner).await;
        Self { owner, job, subs: [one, two], connections: [first, second] }
    }

    async fn offer(&self, app: &TestApp) -> Value {
        app.offer(&self.owner, &self.job, &[&self.connections[0], &self.connections[1]]).await
    }

    async fn state(&self, app: &TestApp) -> String {
        let offers = offers(app, &self.owner, &self.job).await;
        offers[0]["state"].as_str().expect("a state").to_owned()
    }
}

both_engines! {
    async fn asked_companies_see_what_it_is_about_and_no_more(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let form = json!({ "title": "Ridge repair", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208" });
        let job = app.post(&owner, "/api/jobs/create", form).await.json;
        let job = app.job_seen_by(&owner, &job["id"]).await;
        let (one, first) = app.connected_subcontractor(&owner).await;
        let (two, second) = app.connected_subcontractor(&owner).await;
        let offer = app.offer(&owner, &job, &[&second, &first, &second]).await;
        let asked = |sub: &Person| json!({ "companyId": sub.company, "name": "Ridge & Sons", "state": "asked" });
        let windows = json!([days("2026-03-09", "2026-03-10"), days("2026-03-16", "2026-03-17")]);
        let expected = json!({
            "id": offer["id"], "jobId": job["id"], "state": "open", "days": windows, "until": "2026-03-03T12:00:00Z",
            "takenBy": null, "companies": [asked(&two), asked(&one)],
        });
        assert_eq!(offer, expected);
        assert_eq!(offers(app, &owner, &job).await, std::slice::from_ref(&offer));
        let expected = json!({
            "id": offer["id"], "state": "open", "days": windows, "until": "2026-03-03T12:00:00Z",
            "contractorCompanyName": "Ridge & Sons",
            "job": { "title": "Ridge repair", "city": "Nashville", "state": "TN", "zip": "37208" },
        });
        assert_eq!(received(app, &one).await, [expected]);
        assert_eq!(app.get(&one, &format!("/api/jobs/job/{}", id(&job))).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.notified(&one).await, ["Job offer"]);
        let history = app.history(&owner, &job).await;
        assert!(history[0].contains("offer of Ridge repair"), "{history:?}");
    }

    async fn an_offer_names_what_is_wrong_with_it(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [sub, _], connections } = &it;
        let pending = app.sign_in(Subcontractor, Admin).await;
        let pending = app.connection(owner, &pending, false).await;
        let other = app.sign_in(Contractor, Admin).await;
        let contractor = app.connection(owner, &other, true).await;
        let foreign = app.connection(&other, sub, true).await;
        let good = json!({ "jobId": job["id"], "connections": [connections[0]], "days": [days("2026-03-09", "2026-03-10")], "until": "2026-03-05" });
        let with = |field: &str, value: Value| {
            let mut form = good.clone();
            form[field] = value;
            form
        };
        let wrong = days("2026-03-10", "2026-03-09");
        for (form, field) in [
            (with("connections", json!([])), "connections required"),
            (with("connections", json!(null)), "connections required"),
            (with("connections", (0..21).map(|n| format!("0198f7a0-0000-7000-8000-0000000000{n:02}")).collect()), "connections too_large"),
            (with("connections", json!(["x"])), "connections choice"),
            (with("connections", json!([connections[0], pending])), "connections choice"),
            (with("connections", json!([contractor])), "connections choice"),
            (with("connections", json!([foreign])), "connections choice"),
            (with("days", json!([])), "days required"),
            (with("days", vec![days("2026-03-09", "2026-03-10"); 11].into()), "days too_large"),
            (with("days", json!([wrong])), "startDate range"),
            (with("until", json!("")), "until required"),
            (with("until", json!("soon")), "until format"),
            (with("until", json!("2026-03-02T12:00:00Z")), "until range"),
            (with("until", json!("2026-03-01")), "until range"),
        ] {
            assert_eq!(refusal(&app.post(owner, CREATE, form.clone()).await), invalid(field), "{form}");
        }
        let missing = app.post(owner, CREATE, with("jobId", Value::Null)).await;
        assert_eq!(refusal(&missing), invalid("jobId required"));
        for (who, job) in [(owner, json!("0198f7a0-0000-7000-8000-000000000000")), (&other, job["id"].clone())] {
            let response = app.post(who, CREATE, with("jobId", job)).await;
            assert_eq!(refusal(&response), MISSING);
        }
        for who in [sub, &app.colleague(owner.company, Foreman).await] {
            assert_eq!(app.post(who, CREATE, good.clone()).await.status, StatusCode::FORBIDDEN);
        }
        let made = app.post(owner, CREATE, good).await;
        assert_eq!(made.json["offer"]["until"], "2026-03-06T06:00:00Z", "the day ends in the company's zone");
    }

    async fn a_completed_accepted_or_offered_job_cannot_be_offered(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [_, two], connections: [first, second] } = &it;
        let offer = it.offer(app).await;
        assert_eq!(refusal(&app.try_offer(owner, job, &[first]).await), CONFLICT, "there is an open one");
        assert_eq!(withdraw(app, owner, &offer).await.status, StatusCode::OK);
        let again = app.offer(owner, job, &[second]).await;
        let listed = offers(app, owner, job).await;
        assert_eq!([&listed[0]["id"], &listed[1]["id"]], [&again["id"], &offer["id"]], "newest first");
        assert_eq!(app.accept_offer(two, &again).await.status, StatusCode::OK);
        assert_eq!(refusal(&app.try_offer(owner, job, &[first]).await), CONFLICT, "it is accepted");
        let done = app.job(owner).await;
        let form = json!({ "jobId": done["id"], "isActive": false });
        assert_eq!(app.post(owner, "/api/jobs/complete", form).await.status, StatusCode::OK);
        assert_eq!(refusal(&app.try_offer(owner, &done, &[first]).await), CONFLICT, "it is complete");
        // A company that was asked in the ordinary way has not accepted yet.
        let pending = app.job(owner).await;
        app.assign(owner, &pending, first).await;
        app.offer(owner, &pending, &[second]).await;
    }

    async fn a_repeated_call_makes_one_offer(app: &TestApp) {
        let it = Parties::of(app).await;
        let form = json!({ "jobId": it.job["id"], "connections": it.connections, "days": [days("2026-03-09", "2026-03-10")], "until": "2026-03-04" });
        let call = async || {
            let request = axum::http::Request::builder()
                .method("POST")
                .uri(CREATE)
                .header("Idempotency-Key", "offer-of-the-ridge-1")
                .body(axum::body::Body::from(form.to_string()))
                .expect("request");
            app.send(Some(&it.owner), request).await
        };
        let (first, again) = (call().await, call().await);
        assert_eq!((first.status, &again.json), (StatusCode::OK, &first.json));
        assert_eq!(offers(app, &it.owner, &it.job).await.len(), 1);
    }
}

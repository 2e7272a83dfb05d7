//! Jobs that wait for others: who sets it, who sees it, and what refuses it.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, sockets::Socket};

const PATH: &str = "/api/jobs/update/follows";

async fn set(app: &TestApp, who: &Person, job: &Value, first: &[(&Value, u32)]) -> TestResponse {
    let follows: Vec<Value> =
        first.iter().map(|(job, gap)| json!({ "jobId": job["id"], "gapWorkdays": gap })).collect();
    app.post(who, PATH, json!({ "jobId": job["id"], "follows": follows })).await
}

/// What each job of a list follows, by their titles.
async fn follows_in_list(app: &TestApp, who: &Person, side: &str, job: &Value) -> Value {
    let list = app.get(who, &format!("/api/jobs/myJobs/{side}")).await;
    let jobs = list.json["jobs"].as_array().expect("jobs");
    let found = jobs.iter().find(|one| one["id"] == job["id"]).expect("in the list");
    let alone = app.job_seen_by(who, &job["id"]).await;
    assert_eq!(alone["follows"], found["follows"], "the list and the page say the same");
    found["follows"].clone()
}

both_engines! {
    async fn a_job_waits_for_others_and_shows_that_wherever_it_is_answered(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (gutters, roof, siding) = (app.job(&owner).await, app.job(&owner).await, app.job(&owner).await);
        assert_eq!(gutters["follows"], json!([]));
        let list = "/api/jobs/myJobs/contractor";
        let state = app.get(&owner, list).await.headers["x-state"].clone();
        let answer = set(app, &owner, &gutters, &[(&siding, 0), (&roof, 260)]).await;
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
        let both = json!([{ "jobId": roof["id"], "gapWorkdays": 260 }, { "jobId": siding["id"], "gapWorkdays": 0 }]);
        assert_eq!(answer.json["job"]["follows"], both);
        assert_eq!(follows_in_list(app, &owner, "contractor", &gutters).await, both);
        let delta = app.get(&owner, &format!("{list}?since={}", state.to_str().expect("state"))).await;
        assert_eq!((&delta.json["jobs"][0]["follows"], &delta.json["gone"]), (&both, &json!([])));

        let replaced = set(app, &owner, &gutters, &[(&roof, 2)]).await;
        let one = json!([{ "jobId": roof["id"], "gapWorkdays": 2 }]);
        assert_eq!(replaced.json["job"]["follows"], one, "the list replaces the former");
        assert_eq!(follows_in_list(app, &owner, "contractor", &gutters).await, one);
        let state = delta.headers["x-state"].clone();
        let gone = app.post(&owner, "/api/jobs/delete", json!({ "jobId": roof["id"] })).await;
        assert_eq!(gone.status, StatusCode::OK);
        assert_eq!(follows_in_list(app, &owner, "contractor", &gutters).await, json!([]), "a deleted job leaves the lists");
        let delta = app.get(&owner, &format!("{list}?since={}", state.to_str().expect("state"))).await;
        assert_eq!((&delta.json["jobs"][0]["follows"], &delta.json["gone"]), (&json!([]), &json!([roof["id"]])));
        set(app, &owner, &gutters, &[(&siding, 1)]).await;
        assert_eq!(set(app, &owner, &gutters, &[]).await.json["job"]["follows"], json!([]));
        let history = app.history(&owner, &gutters).await;
        assert_eq!(history[0], "Ada Ridge cleared the preceding jobs of the job. It was Whitaker re-roof (+1).");
        set(app, &owner, &gutters, &[]).await;
        assert_eq!(app.history(&owner, &gutters).await.len(), history.len(), "nothing changed");
    }

    async fn only_who_may_schedule_jobs_says_what_they_wait_for(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (job, first) = (app.job(&owner).await, app.job(&owner).await);
        for kind in [Member, Salesman, Foreman] {
            let who = app.colleague(owner.company, kind).await;
            let may = set(app, &who, &job, &[(&first, 1)]).await.status;
            let schedule = json!({ "jobId": job["id"], "startDate": "2026-05-04", "endDate": "2026-05-04" });
            assert_eq!(may, app.post(&who, "/api/jobs/update/schedule", schedule).await.status, "{kind:?}");
        }
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(set(app, &sub, &job, &[]).await.status, StatusCode::FORBIDDEN);
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(set(app, &stranger, &job, &[]).await.status, StatusCode::NOT_FOUND);
    }

    async fn a_viewer_learns_nothing_of_jobs_that_they_do_not_see(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (job, hidden, shared) = (app.job(&owner).await, app.job(&owner).await, app.job(&owner).await);
        let foreman = app.foreman_on(&owner, &job).await;
        let assign = json!({ "assignedToUserId": foreman.user, "jobCrewTableId": shared["jobCrewTableId"] });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/user", assign).await.status, StatusCode::OK);
        assert_eq!(set(app, &owner, &job, &[(&hidden, 1), (&shared, 2)]).await.status, StatusCode::OK);
        let seen = json!([{ "jobId": shared["id"], "gapWorkdays": 2 }]);
        assert_eq!(follows_in_list(app, &foreman, "contractor", &job).await, seen);
        let history = app.history(&foreman, &job).await;
        assert_eq!(history[0], "Ada Ridge changed the preceding jobs of the job.");
        // Once they lose the other job, they no longer see that this one waits for it.
        let at = app.listen().await;
        let mut socket = Socket::of(app, at, &foreman).await;
        let take = json!({ "assignedToUserId": null, "jobCrewTableId": shared["jobCrewTableId"] });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/user", take).await.status, StatusCode::OK);
        assert_eq!(follows_in_list(app, &foreman, "contractor", &job).await, json!([]));
        let received = socket.received(app).await;
        assert!(received.iter().any(|event| event["event"] == "job" && event["data"]["id"] == job["id"]), "{received:?}");

        let (job, hidden, shared) = (app.job(&owner).await, app.job(&owner).await, app.job(&owner).await);
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        let give = |job: &Value| json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
        let path = "/api/jobs/update/assign/subcontractorAccount";
        assert_eq!(app.post(&owner, path, give(&job)).await.status, StatusCode::OK);
        assert_eq!(set(app, &owner, &job, &[(&hidden, 1), (&shared, 2)]).await.status, StatusCode::OK);
        assert_eq!(follows_in_list(app, &sub, "subcontractor", &job).await, json!([]));
        let history = app.history(&sub, &job).await;
        assert!(!history.iter().any(|entry| entry.contains("preceding")), "{history:?}");
        assert_eq!(app.post(&owner, path, give(&shared)).await.status, StatusCode::OK);
        let seen = json!([{ "jobId": shared["id"], "gapWorkdays": 2 }]);
        assert_eq!(follows_in_list(app, &sub, "subcontractor", &job).await, seen, "it has both now");
        let other = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.get(&other, &format!("/api/jobs/job/{}", job["id"].as_str().expect("id"))).await.status, StatusCode::NOT_FOUND);
    }

    async fn jobs_never_wait_for_each_other_in_a_circle(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (one, two, three) = (app.job(&owner).await, app.job(&owner).await, app.job(&owner).await);
        assert_eq!(set(app, &owner, &two, &[(&one, 0)]).await.status, StatusCode::OK);
        assert_eq!(set(app, &owner, &three, &[(&two, 0)]).await.status, StatusCode::OK);
        for (job, first) in [(&one, &one), (&one, &two), (&one, &three), (&two, &three)] {
            let refused = set(app, &owner, job, &[(first, 0)]).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["follows range".to_owned()]));
        }
        let stranger = app.sign_in(Contractor, Admin).await;
        let foreign = app.job(&stranger).await;
        for id in [&foreign["id"], &json!("0198f7a0-0000-7000-8000-000000000000"), &json!("x")] {
            let refused = set(app, &owner, &one, &[(&json!({ "id": id }), 0)]).await;
            assert_eq!(refused.fields(), ["jobId choice"], "{id}");
        }
        for (follows, field) in [
            (json!([{ "jobId": two["id"] }]), "gapWorkdays required"),
            (json!([{ "jobId": two["id"], "gapWorkdays": -1 }]), "gapWorkdays too_small"),
            (json!([{ "jobId": two["id"], "gapWorkdays": 261 }]), "gapWorkdays too_large"),
            (json!([{ "gapWorkdays": 1 }]), "jobId required"),
            (json!(vec![json!({ "jobId": two["id"], "gapWorkdays": 1 }); 21]), "follows too_large"),
            (Value::Null, "follows required"),
        ] {
            let refused = app.post(&owner, PATH, json!({ "jobId": three["id"], "follows": follows })).await;
            assert_eq!(refused.fields(), [field], "{follows}");
        }
        let unknown = json!({ "jobId": foreign["id"], "follows": "wrong" });
        assert_eq!(app.post(&owner, PATH, unknown).await.status, StatusCode::BAD_REQUEST);
        let unknown = json!({ "jobId": foreign["id"], "follows": [{}] });
        assert_eq!(app.post(&owner, PATH, unknown).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&owner, PATH, json!({ "follows": [] })).await.fields(), ["jobId required"]);
    }

    async fn two_changes_at_once_do_not_make_a_circle_together(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        for _ in 0..5 {
            let (one, two) = (app.job(&owner).await, app.job(&owner).await);
            let (to_two, to_one) = ([(&two, 0)], [(&one, 0)]);
            let (a, b) = tokio::join!(set(app, &owner, &one, &to_two), set(app, &owner, &two, &to_one));
            let mut statuses = [a.status, b.status];
            statuses.sort();
            assert_eq!(statuses, [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY]);
        }
    }
}

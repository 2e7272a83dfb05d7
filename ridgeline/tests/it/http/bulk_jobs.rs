//! One change of several jobs, and its undo.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

const BULK: &str = "/api/jobs/bulk";
const UNDO: &str = "/api/jobs/bulk/undo";

async fn change(app: &TestApp, who: &Person, jobs: &[&Value], change: Value) -> TestResponse {
    let ids: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
    app.post(who, BULK, json!({ "jobIds": ids, "change": change })).await
}

async fn changed(app: &TestApp, who: &Person, jobs: &[&Value], what: Value) -> Value {
    let response = change(app, who, jobs, what).await;
    assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
    response.json
}

async fn undone(app: &TestApp, who: &Person, changed: &Value) -> Value {
    let response = app.post(who, UNDO, json!({ "undo": changed["undo"] })).await;
    assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
    response.json
}

fn refused(answer: &Value) -> Vec<(&Value, &str)> {
    let refused = answer["refused"].as_array().expect("a list");
    refused.iter().map(|one| (&one["id"], one["code"].as_str().expect("a code"))).collect()
}

fn titles(answer: &Value) -> usize {
    answer["jobs"].as_array().expect("jobs").len()
}

async fn schedule(app: &TestApp, owner: &Person, job: &Value, start: &str, end: &str) {
    let form = json!({ "jobId": job["id"], "startDate": start, "endDate": end });
    assert_eq!(app.post(owner, "/api/jobs/update/schedule", form).await.status, StatusCode::OK);
}

async fn complete(app: &TestApp, owner: &Person, job: &Value) {
    let form = json!({ "jobId": job["id"], "isActive": false });
    assert_eq!(app.post(owner, "/api/jobs/complete", form).await.status, StatusCode::OK);
}

both_engines! {
    async fn rained_out_jobs_get_new_days_in_one_call_and_their_old_ones_back_in_another(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (one, two, done) = (app.job(&owner).await, app.job(&owner).await, app.job(&owner).await);
        schedule(app, &owner, &one, "2026-05-04", "2026-05-06").await;
        let sub = app.asked_subcontractor(&owner, &one).await;
        assert_eq!(app.answer(&sub, &one, true).await.status, StatusCode::OK);
        complete(app, &owner, &done).await;
        let days = json!({ "schedule": { "startDate": "2026-05-11", "endDate": "2026-05-12" } });
        let strange = json!({ "id": "0198f7a0-0000-7000-8000-000000000000" });
        let answer = changed(app, &owner, &[&one, &two, &done, &strange, &one], days).await;
        assert_eq!(titles(&answer), 2);
        for job in answer["jobs"].as_array().expect("jobs") {
            assert_eq!((&job["startDate"], &job["endDate"]), (&json!("2026-05-11"), &json!("2026-05-12")));
        }
        assert_eq!(refused(&answer), [(&strange["id"], "not_found"), (&done["id"], "conflict")]);
        let moved = app.job_seen_by(&sub, &one["id"]).await;
        assert_eq!((&moved["startDate"], &moved["isAcceptedBySub"]), (&json!("2026-05-11"), &json!(false)), "asked again");
        let history = app.history(&owner, &two).await;
        assert!(history.iter().any(|entry| entry.contains("scheduled")), "{history:?}");

        let back = undone(app, &owner, &answer).await;
        assert_eq!((titles(&back), refused(&back).len()), (2, 0));
        let restored = app.job_seen_by(&owner, &one["id"]).await;
        assert_eq!((&restored["startDate"], &restored["isAcceptedBySub"]), (&json!("2026-05-04"), &json!(true)));
        assert_eq!(app.job_seen_by(&owner, &two["id"]).await["startDate"], Value::Null);
        let twice = app.post(&owner, UNDO, json!({ "undo": answer["undo"] })).await;
        assert_eq!((twice.status, twice.code()), (StatusCode::CONFLICT, "conflict"), "once");
    }

    async fn several_jobs_are_given_away_and_taken_back_like_one(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let (one, two) = (app.job(&owner).await, app.job(&owner).await);
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        let answer = changed(app, &owner, &[&one, &two], json!({ "assign": { "selectedConnection": connection } })).await;
        assert_eq!(titles(&answer), 2);
        assert_eq!(app.job_seen_by(&sub, &two["id"]).await["assignedToCompanyId"], json!(sub.company));
        // A subcontractor's job gets no employee of the contractor.
        let refusal = changed(app, &owner, &[&one], json!({ "assign": { "assignedToUserId": foreman.user } })).await;
        assert_eq!(refused(&refusal), [(&one["id"], "conflict")]);
        assert_eq!(app.answer(&sub, &two, true).await.status, StatusCode::OK);
        let back = undone(app, &owner, &answer).await;
        assert_eq!(refused(&back), [(&two["id"], "changed")], "the subcontractor has accepted since");
        assert_eq!(app.get(&sub, &format!("/api/jobs/job/{}", one["id"].as_str().expect("id"))).await.status, StatusCode::NOT_FOUND);
        let (crew, member) = app.crew(&owner).await;
        let form = json!({ "assign": { "customCrewId": crew, "customCrewMemberId": member } });
        let to_crew = changed(app, &owner, &[&one, &two], form).await;
        assert!(to_crew["jobs"].as_array().expect("jobs").iter().all(|job| job["isCustom"] == json!(true)));
        let back = undone(app, &owner, &to_crew).await;
        assert_eq!(titles(&back), 2);
        let restored = app.job_seen_by(&sub, &two["id"]).await;
        assert_eq!(restored["isAcceptedBySub"], json!(true), "as it was before");
        let to_foreman = changed(app, &owner, &[&one], json!({ "assign": { "assignedToUserId": foreman.user } })).await;
        assert_eq!(to_foreman["jobs"][0]["assignedToUserId"], json!(foreman.user));
        assert_eq!(titles(&changed(app, &owner, &[&one], json!({ "assign": { "assignedToUserId": null } })).await), 1);
        let wrong = change(app, &owner, &[&one], json!({ "assign": { "selectedConnection": one["id"] } })).await;
        assert_eq!((wrong.status, wrong.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["selectedConnection choice".to_owned()]));
        let wrong = change(app, &owner, &[&one], json!({ "assign": { "customCrewId": one["id"] } })).await;
        assert_eq!(wrong.fields(), ["customCrewId choice"]);
    }

    async fn an_undo_that_brings_an_acceptance_back_asks_for_none(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job_on(&owner, "2026-05-04", "2026-05-06").await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let newest = async || app.get(&sub, "/api/notifications/user").await.json["notifications"][0]["content"].clone();
        let asks = |text: Value| text.as_str().expect("a text").contains("Accept the new dates");
        let moved = changed(app, &owner, &[&job], json!({ "schedule": { "startDate": "2026-05-11", "endDate": "2026-05-12" } })).await;
        assert!(asks(newest().await));
        undone(app, &owner, &moved).await;
        assert_eq!(app.job_seen_by(&sub, &job["id"]).await["isAcceptedBySub"], json!(true));
        assert!(!asks(newest().await), "{}", newest().await);
    }

    async fn an_undo_changes_nothing_that_somebody_changed_since(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = [app.job(&owner).await, app.job(&owner).await, app.job(&owner).await];
        let [one, two, gone] = &jobs;
        let color = changed(app, &owner, &[one, two, gone], json!({ "color": "#112233" })).await;
        let repaint = json!({ "jobId": one["id"], "color": "#445566" });
        assert_eq!(app.post(&owner, "/api/jobs/update/changeColor", repaint).await.status, StatusCode::OK);
        assert_eq!(app.post(&owner, "/api/jobs/delete", json!({ "jobId": gone["id"] })).await.status, StatusCode::OK);
        let back = undone(app, &owner, &color).await;
        let mut left = refused(&back);
        left.sort_by_key(|(_, code)| *code);
        assert_eq!(left, [(&one["id"], "changed"), (&gone["id"], "not_found")]);
        assert_eq!(app.job_seen_by(&owner, &one["id"]).await["color"], "#445566");
        assert_eq!(app.job_seen_by(&owner, &two["id"]).await["color"], two["color"]);

        let tagged = changed(app, &owner, &[one, two], json!({ "tag": "hail" })).await;
        let tag = &tagged["jobs"][0]["tags"][0];
        assert_eq!(tag["content"], "hail");
        let delete = json!({ "jobId": tag["jobId"], "tagId": tag["id"] });
        assert_eq!(app.post(&owner, "/api/jobs/deleteTag", delete).await.status, StatusCode::OK);
        let back = undone(app, &owner, &tagged).await;
        assert_eq!((titles(&back), refused(&back)), (1, vec![(&tag["jobId"], "changed")]));
        assert_eq!(back["jobs"][0]["tags"], json!([]));

        let done = changed(app, &owner, &[one, two], json!({ "complete": true })).await;
        assert!(done["jobs"].as_array().expect("jobs").iter().all(|job| job["status"] == "complete"));
        assert_eq!(titles(&undone(app, &owner, &done).await), 2);
        assert_eq!(app.job_seen_by(&owner, &one["id"]).await["status"], "active");
    }

    async fn an_undo_of_colors_keeps_the_days_and_the_crew_that_a_job_got_since(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let painted = changed(app, &owner, &[&job], json!({ "color": "#e03131" })).await;
        schedule(app, &owner, &job, "2026-05-04", "2026-05-06").await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let now = app.job_seen_by(&owner, &job["id"]).await;
        let back = undone(app, &owner, &painted).await;
        let mut expected = now.clone();
        expected["color"] = job["color"].clone();
        assert_eq!(back["jobs"], json!([expected]));
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await, expected);
    }

    async fn a_company_that_gets_a_job_back_is_asked_for_days_that_it_has_not_seen(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job_on(&owner, "2026-05-04", "2026-05-06").await;
        let (first, one) = app.connected_subcontractor(&owner).await;
        let (_, other) = app.connected_subcontractor(&owner).await;
        app.assign(&owner, &job, &one).await;
        assert_eq!(app.answer(&first, &job, true).await.status, StatusCode::OK);
        let given = changed(app, &owner, &[&job], json!({ "assign": { "selectedConnection": other } })).await;
        schedule(app, &owner, &job, "2026-05-11", "2026-05-12").await;
        undone(app, &owner, &given).await;
        let back = app.job_seen_by(&owner, &job["id"]).await;
        assert_eq!((&back["assignedToCompanyId"], &back["isAcceptedBySub"]), (&json!(first.company), &json!(false)));
        assert_eq!(back["startDate"], "2026-05-11");
    }

    async fn an_undo_accepts_no_job_that_was_given_away_and_back(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job_on(&owner, "2026-05-04", "2026-05-06").await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        app.assign(&owner, &job, &connection).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let days = json!({ "schedule": { "startDate": "2026-05-11", "endDate": "2026-05-12" } });
        let moved = changed(app, &owner, &[&job], days).await;
        let nobody = json!({ "jobCrewTableId": job["jobCrewTableId"] });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/nobody", nobody).await.status, StatusCode::OK);
        app.assign(&owner, &job, &connection).await;
        assert_eq!(refused(&undone(app, &owner, &moved).await), [(&job["id"], "changed")]);
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["isAcceptedBySub"], json!(false));
    }

    async fn a_job_that_was_completed_since_keeps_its_crew(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (crew, _) = app.crew(&owner).await;
        let given = changed(app, &owner, &[&job], json!({ "assign": { "customCrewId": crew } })).await;
        complete(app, &owner, &job).await;
        let back = undone(app, &owner, &given).await;
        assert_eq!(refused(&back), [(&job["id"], "changed")]);
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["crewId"], json!(crew));
    }

    async fn nobody_else_undoes_a_change_and_nobody_does_so_late(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (colleague, outsider) = (app.colleague(owner.company, Admin).await, app.sign_in(Contractor, Admin).await);
        let member = app.colleague(owner.company, Member).await;
        let job = app.job(&owner).await;
        let answer = changed(app, &owner, &[&job], json!({ "color": "#112233" })).await;
        let form = json!({ "undo": answer["undo"] });
        for who in [&colleague, &outsider] {
            assert_eq!(app.post(who, UNDO, form.clone()).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(app.post(&member, UNDO, form.clone()).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.post(&owner, UNDO, json!({})).await.fields(), ["undo required"]);
        app.advance(Duration::minutes(15));
        let late = app.post(&owner, UNDO, form).await;
        assert_eq!((late.status, late.message()), (StatusCode::CONFLICT, "This change can no longer be undone."));
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["color"], "#112233");
    }

    async fn other_companies_jobs_are_unknown_and_other_roles_change_none(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(owner.company, Member).await;
        let red = json!({ "color": "#ff0000" });
        let unknown = changed(app, &outsider, &[&job], red.clone()).await;
        assert_eq!(refused(&unknown), [(&job["id"], "not_found")]);
        for who in [&member, &sub] {
            assert_eq!(change(app, who, &[&job], red.clone()).await.status, StatusCode::FORBIDDEN);
        }
        let wrong = change(app, &owner, &[], red).await;
        assert_eq!((wrong.status, wrong.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["jobIds required".to_owned()]));
        let wrong = app.post(&owner, BULK, json!({})).await;
        assert_eq!(wrong.fields(), ["jobIds required", "change required"]);
        assert_eq!(app.post(&owner, BULK, json!({ "jobIds": 4, "change": {} })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["color"], job["color"]);
    }
}

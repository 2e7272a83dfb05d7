//! Jobs that repeat: how they are made, changed together from one on, and ended, and who may.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

pub const CREATE: &str = "/api/job_series/create";
pub const CHANGE: &str = "/api/job_series/change";
pub const STOP: &str = "/api/job_series/stop";

async fn repeat(app: &TestApp, who: &Person, job: &Value, times: u32) -> TestResponse {
    let form = json!({ "jobId": job["id"], "unit": "month", "interval": 6, "times": times });
    app.post(who, CREATE, form).await
}

/// A job every half year from the 2nd of March 2026 on, its copies behind it.
pub async fn series(app: &TestApp, owner: &Person, times: u32) -> Vec<Value> {
    let first = app.job_on(owner, "2026-03-02", "2026-03-03").await;
    let made = repeat(app, owner, &first, times).await;
    assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
    let mut jobs = vec![first];
    jobs.extend(made.json["jobs"].as_array().expect("jobs").iter().cloned());
    jobs.sort_by_key(|job| job["startDate"].to_string());
    jobs
}

pub async fn of_job(app: &TestApp, who: &Person, job: &Value) -> Value {
    let path = format!("/api/job_series/{}", job["id"].as_str().expect("an id"));
    let found = app.get(who, &path).await;
    assert_eq!(found.status, StatusCode::OK, "{:?}", found.json);
    found.json["series"].clone()
}

/// The days of all jobs of a company, in their order.
pub async fn days(app: &TestApp, who: &Person) -> Vec<String> {
    let list = app.get(who, "/api/jobs/myJobs/contractor").await.json["jobs"].clone();
    let days = list.as_array().expect("jobs").iter().map(|job| {
        let day = |field: &str| job[field].as_str().unwrap_or("-").to_owned();
        format!("{} {}", day("startDate"), day("endDate"))
    });
    let mut days: Vec<String> = days.collect();
    days.sort_unstable();
    days
}

both_engines! {
    async fn a_job_repeats_as_jobs_of_its_own_with_what_a_duplicate_has(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let customer = app.customer(&owner).await;
        // Three working days over a weekend.
        let created = app.post(&owner, "/api/jobs/create", json!({
            "title": "Spring check", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208",
            "startDate": "2025-10-30", "endDate": "2025-11-03", "jobCustomer": customer, "contractAmount": 250.5,
            "jobNumber": "R-1", "color": "#aabbcc", "tags": ["gutters", "steep"], "note": "The dog bites.",
        })).await;
        let first = app.job_seen_by(&owner, &created.json["id"]).await;
        let holiday = json!({ "weekdays": [1, 2, 3, 4, 5], "holidays": [{ "day": "2026-03-30", "name": "Inventory" }] });
        assert_eq!(app.put(&owner, "/api/company/workdays", holiday).await.status, StatusCode::OK);
        let form = json!({ "jobId": first["id"], "unit": "month", "interval": 1, "until": "2026-03-31" });
        let made = app.post(&owner, CREATE, form).await;
        assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
        assert_eq!(days(app, &owner).await, [
            "2025-10-30 2025-11-03", "2025-12-01 2025-12-03", "2025-12-30 2026-01-01", "2026-01-30 2026-02-03",
            "2026-03-02 2026-03-04", "2026-03-31 2026-04-02",
        ]);
        let series = &made.json["series"];
        assert_eq!((&series["unit"], &series["interval"], &series["position"], &series["count"]), (&json!("month"), &json!(1), &json!(1), &json!(6)));
        let third = &made.json["jobs"][1];
        assert_eq!(of_job(app, &owner, third).await["position"], 3);
        assert_eq!(of_job(app, &owner, third).await["id"], series["id"]);
        for field in ["title", "address", "city", "state", "zip", "jobCustomer", "contractAmount", "color", "latitude"] {
            assert_eq!(third[field], first[field], "{field}");
        }
        let tags = |job: &Value| {
            let tags = job["tags"].as_array().expect("tags").iter();
            let mut tags: Vec<String> = tags.map(|tag| tag["content"].to_string()).collect();
            tags.sort_unstable();
            tags
        };
        assert_eq!(tags(third), tags(&first));
        assert_eq!((&third["jobNumber"], &third["status"], &third["assignedToCompanyId"]), (&json!(null), &json!("active"), &json!(null)));
        let history = app.history(&owner, third).await;
        assert!(history.len() == 2 && history[1].contains("created") && history[0].contains("tag"), "{history:?}");
        let notes = app.get(&owner, &format!("/api/jobs/fetchNotes/{}", third["id"].as_str().expect("id"))).await;
        assert_eq!(notes.json["notes"], json!([]));
    }

    async fn what_cannot_repeat_is_refused_and_nothing_is_made(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let unscheduled = app.job(&owner).await;
        assert_eq!(repeat(app, &owner, &unscheduled, 3).await.status, StatusCode::CONFLICT);
        let job = app.job_on(&owner, "2026-03-02", "2026-03-02").await;
        // The twelfth would come after five years: none of the eleven before it is stored.
        let refused = repeat(app, &owner, &job, 12).await;
        assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["times too_large".to_owned()]));
        for (more, field) in [
            (json!({ "unit": "decade", "times": 2 }), "unit choice"),
            (json!({ "unit": "day", "times": 61 }), "times too_large"),
            (json!({ "unit": "week", "until": "2026-03-08" }), "until range"),
            (json!({ "unit": "week" }), "times required"),
            (json!({ "unit": "week", "times": 2, "until": "2026-05-01" }), "until mismatch"),
        ] {
            let mut form = json!({ "jobId": job["id"], "interval": 1 });
            form.as_object_mut().expect("a form").extend(more.as_object().expect("fields").clone());
            let refused = app.post(&owner, CREATE, form).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()]));
        }
        assert_eq!(days(app, &owner).await.len(), 2);
        assert_eq!(of_job(app, &owner, &job).await, json!(null));
        assert_eq!(repeat(app, &owner, &job, 11).await.status, StatusCode::OK);
        assert_eq!(repeat(app, &owner, &job, 2).await.status, StatusCode::CONFLICT, "it repeats already");
        assert_eq!(days(app, &owner).await.len(), 12);
        for path in [CHANGE, STOP] {
            let refused = app.post(&owner, path, json!({ "jobId": unscheduled["id"] })).await;
            assert_eq!(refused.status, StatusCode::CONFLICT, "it does not repeat");
        }
    }

    async fn only_who_may_create_change_and_delete_jobs_does_so_with_repeating_ones(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = series(app, &owner, 3).await;
        for kind in [Member, Salesman, Foreman] {
            let who = app.colleague(owner.company, kind).await;
            for path in [CREATE, CHANGE, STOP] {
                assert_eq!(app.post(&who, path, json!({ "jobId": jobs[0]["id"] })).await.status, StatusCode::FORBIDDEN, "{kind:?}");
            }
        }
        let stranger = app.sign_in(Contractor, Admin).await;
        for path in [CREATE, CHANGE, STOP] {
            assert_eq!(app.post(&stranger, path, json!({ "jobId": jobs[0]["id"] })).await.status, StatusCode::NOT_FOUND);
        }
        let member = app.colleague(owner.company, Member).await;
        assert_eq!(of_job(app, &member, &jobs[1]).await["position"], 2);
        let sub = app.asked_subcontractor(&owner, &jobs[1]).await;
        assert_eq!(of_job(app, &sub, &jobs[1]).await, json!(null), "how often it repeats is the contractor's");
        let unseen = format!("/api/job_series/{}", jobs[0]["id"].as_str().expect("id"));
        for who in [&sub, &stranger] {
            assert_eq!(app.get(who, &unseen).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(days(app, &owner).await.len(), 3);
    }

    async fn jobs_whose_answer_was_lost_are_made_once(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job_on(&owner, "2026-03-02", "2026-03-02").await;
        let form = json!({ "jobId": job["id"], "unit": "week", "interval": 2, "times": 4 });
        let send = || {
            let request = Request::post(CREATE)
                .header(header::CONTENT_TYPE, "application/json")
                .header("idempotency-key", "0190f5fe-7c00-7a3e");
            app.send(Some(&owner), request.body(Body::from(form.to_string())).expect("request"))
        };
        let first = send().await;
        assert_eq!(first.status, StatusCode::OK, "{:?}", first.json);
        let again = send().await;
        assert_eq!((again.status, &again.json), (first.status, &first.json));
        assert_eq!(days(app, &owner).await.len(), 4);
    }

    async fn this_and_all_that_follow_move_and_those_before_stay(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = series(app, &owner, 5).await;
        // One of them was changed alone, and one deleted: the others keep their distance.
        let gone = app.post(&owner, "/api/jobs/delete", json!({ "jobId": jobs[3]["id"] })).await;
        assert_eq!(gone.status, StatusCode::OK);
        let (_, cursor) = app.feed(&owner, "after=now").await;
        let form = json!({ "jobId": jobs[1]["id"], "startDate": "2026-09-07", "title": "Fall check", "contractAmount": 99.5, "color": "#aabbcc" });
        let changed = app.post(&owner, CHANGE, form).await;
        assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
        assert_eq!(changed.json["kept"], json!([]));
        assert_eq!(days(app, &owner).await, [
            "2026-03-02 2026-03-03", "2026-09-07 2026-09-08", "2027-03-08 2027-03-09", "2028-03-07 2028-03-08",
        ]);
        for (job, title) in [(&jobs[0], &jobs[0]["title"]), (&jobs[1], &json!("Fall check")), (&jobs[4], &json!("Fall check"))] {
            let now = app.job_seen_by(&owner, &job["id"]).await;
            assert_eq!(&now["title"], title);
        }
        let last = app.job_seen_by(&owner, &jobs[4]["id"]).await;
        assert_eq!((&last["contractAmount"], &last["color"]), (&json!(99.5), &json!("#aabbcc")));
        assert_eq!(of_job(app, &owner, &jobs[4]).await["position"], 4);
        let told = app.changed_since(&owner, &cursor).await;
        assert_eq!(told.iter().filter(|event| event.contains("job.scheduled")).count(), 3, "{told:?}");
        assert!(app.history(&owner, &jobs[4]).await.len() > 1, "each job says what changed");
    }

    async fn a_new_rule_holds_from_this_job_on(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = series(app, &owner, 4).await;
        let form = json!({ "jobId": jobs[1]["id"], "unit": "week", "interval": 1 });
        let changed = app.post(&owner, CHANGE, form).await;
        assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
        assert_eq!(days(app, &owner).await, [
            "2026-03-02 2026-03-03", "2026-09-02 2026-09-03", "2026-09-09 2026-09-10", "2026-09-16 2026-09-17",
        ]);
        assert_eq!(of_job(app, &owner, &jobs[3]).await["unit"], "week");
        assert_eq!(of_job(app, &owner, &jobs[0]).await["unit"], "month");
        let too_far = json!({ "jobId": jobs[1]["id"], "unit": "year", "interval": 4 });
        let refused = app.post(&owner, CHANGE, too_far).await;
        assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["interval too_large".to_owned()]));
        assert_eq!(of_job(app, &owner, &jobs[3]).await["unit"], "week", "nothing of it is stored");
    }

    async fn what_is_done_or_accepted_stays_when_the_rest_changes_or_ends(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = series(app, &owner, 5).await;
        let complete = json!({ "jobId": jobs[1]["id"], "isActive": false });
        assert_eq!(app.post(&owner, "/api/jobs/complete", complete).await.status, StatusCode::OK);
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        for job in [&jobs[2], &jobs[3]] {
            app.assign(&owner, job, &connection).await;
        }
        assert_eq!(app.answer(&sub, &jobs[2], true).await.status, StatusCode::OK);
        let kept = json!([{ "jobId": jobs[1]["id"], "reason": "complete" }, { "jobId": jobs[2]["id"], "reason": "accepted" }]);
        let before = app.notified(&sub).await.len();
        let changed = app.post(&owner, CHANGE, json!({ "jobId": jobs[0]["id"], "startDate": "2026-03-03" })).await;
        assert_eq!((changed.status, &changed.json["kept"]), (StatusCode::OK, &kept), "{:?}", changed.json);
        assert_eq!(days(app, &owner).await, [
            "2026-03-03 2026-03-04", "2026-09-02 2026-09-03", "2027-03-02 2027-03-03", "2027-09-03 2027-09-06", "2028-03-03 2028-03-06",
        ]);
        assert_eq!(app.notified(&sub).await.len(), before + 1, "about the job that waits for its answer");
        let stopped = app.post(&owner, STOP, json!({ "jobId": jobs[0]["id"] })).await;
        assert_eq!((stopped.status, &stopped.json["kept"]), (StatusCode::OK, &kept), "{:?}", stopped.json);
        assert_eq!(stopped.json["deleted"], json!([jobs[3]["id"], jobs[4]["id"]]));
        assert_eq!(days(app, &owner).await.len(), 3);
        let left = of_job(app, &owner, &jobs[2]).await;
        assert_eq!((&left["position"], &left["count"]), (&json!(3), &json!(3)));
        let all = app.post(&owner, STOP, json!({ "jobId": jobs[0]["id"], "withThis": true })).await;
        assert_eq!(all.json["deleted"], json!([jobs[0]["id"]]));
        assert_eq!(days(app, &owner).await.len(), 2);
    }

    async fn many_jobs_take_a_fixed_number_of_statements_each(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let mut counts = Vec::new();
        for times in [10, 10, 20, 40] {
            let job = app.job_on(&owner, "2026-03-02", "2026-03-02").await;
            let form = json!({ "jobId": job["id"], "unit": "week", "interval": 1, "times": times });
            let before = app.app.db.statements_run();
            let made = app.post(&owner, CREATE, form).await;
            assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
            counts.push(app.app.db.statements_run() - before);
        }
        // The first call prepares what the others use.
        let [_, ten, twenty, forty] = counts[..] else { unreachable!("four counts") };
        assert!(forty - twenty <= 20 * 4 + 8 && twenty - ten <= 10 * 4 + 8, "{counts:?}");
    }
}

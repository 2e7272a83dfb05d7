//! Many jobs that move at once: the preview, what is stored, and the undo.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

mod notices;
mod storing;
mod undo;

const PATH: &str = "/api/schedule/shift";

fn ids(jobs: &[&Value]) -> Value {
    jobs.iter().map(|job| job["id"].clone()).collect()
}

/// A request without a preview's state.
fn request(jobs: &[&Value], workdays: i32) -> Value {
    json!({ "selection": { "jobIds": ids(jobs) }, "workdays": workdays, "reason": "Rain" })
}

async fn preview(app: &TestApp, who: &Person, request: &Value) -> Value {
    let mut form = request.clone();
    form["dryRun"] = json!(true);
    let answer = app.post(who, PATH, form).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    assert!(answer.json.get("shiftId").is_none(), "nothing is stored");
    answer.json
}

async fn send(app: &TestApp, who: &Person, request: &Value, state: &Value) -> TestResponse {
    let mut form = request.clone();
    form["state"] = state.clone();
    app.post(who, PATH, form).await
}

/// Previews and stores a move.
async fn shift(app: &TestApp, who: &Person, request: &Value) -> Value {
    let shown = preview(app, who, request).await;
    let answer = send(app, who, request, &shown["state"]).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    assert_eq!(answer.json["moves"], shown["moves"], "what was shown is what is stored");
    answer.json
}

async fn undo(app: &TestApp, who: &Person, shifted: &Value) -> TestResponse {
    let id = shifted["shiftId"].as_str().expect("an id");
    app.post(who, &format!("{PATH}/{id}/undo"), json!({})).await
}

async fn schedule(app: &TestApp, owner: &Person, job: &Value, start: &str, end: &str) {
    let form = json!({ "jobId": job["id"], "startDate": start, "endDate": end });
    let done = app.post(owner, "/api/jobs/update/schedule", form).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

/// A job on these days.
async fn job_on(app: &TestApp, owner: &Person, start: &str, end: &str) -> Value {
    let job = app.job(owner).await;
    schedule(app, owner, &job, start, end).await;
    job
}

async fn give(app: &TestApp, owner: &Person, connection: &str, job: &Value) {
    let form = json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
    let path = "/api/jobs/update/assign/subcontractorAccount";
    assert_eq!(app.post(owner, path, form).await.status, StatusCode::OK);
}

async fn days(app: &TestApp, who: &Person, job: &Value) -> [Value; 2] {
    let job = app.job_seen_by(who, &job["id"]).await;
    [job["startDate"].clone(), job["endDate"].clone()]
}

async fn notices(app: &TestApp, who: &Person) -> Vec<String> {
    let list = app.get(who, "/api/notifications/user").await;
    let list = list.json["notifications"].as_array().expect("a list").clone();
    list.iter().map(|one| one["content"].as_str().expect("a text").to_owned()).collect()
}

/// The ids of the moved jobs, and their days from now on.
fn moves(answer: &Value) -> Vec<(Value, Value)> {
    let moves = answer["moves"].as_array().expect("moves");
    moves.iter().map(|one| (one["jobId"].clone(), one["will"].clone())).collect()
}

fn span(start: &str, end: &str) -> Value {
    json!({ "startDate": start, "endDate": end })
}

both_engines! {
    async fn a_rained_out_day_moves_and_everybody_sees_the_same_new_days(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let one = job_on(app, &owner, "2026-05-08", "2026-05-11").await;
        let two = job_on(app, &owner, "2026-05-07", "2026-05-07").await;
        let other = job_on(app, &owner, "2026-05-07", "2026-05-07").await;
        app.put(&owner, "/api/company/workdays", json!({
            "weekdays": [1, 2, 3, 4, 5], "holidays": [{ "day": "2026-05-12", "name": "Inventory" }],
        })).await;
        let request = request(&[&one, &two], 2);
        let shown = preview(app, &owner, &request).await;
        assert_eq!(shown["moves"][0], json!({
            "jobId": one["id"], "was": span("2026-05-08", "2026-05-11"), "will": span("2026-05-13", "2026-05-14"),
            "asksAgain": [], "overlaps": [],
        }));
        assert_eq!(moves(&shown)[1], (two["id"].clone(), span("2026-05-11", "2026-05-11")));
        assert_eq!(days(app, &owner, &one).await, ["2026-05-08", "2026-05-11"], "a preview stores nothing");
        let stored = shift(app, &owner, &request).await;
        assert_eq!(days(app, &owner, &one).await, ["2026-05-13", "2026-05-14"]);
        assert_eq!(days(app, &owner, &two).await, ["2026-05-11", "2026-05-11"]);
        assert_eq!(days(app, &owner, &other).await, ["2026-05-07", "2026-05-07"]);
        let log = app.activity(&owner, &format!("/api/activity/job/{}", one["id"].as_str().expect("id"))).await;
        assert_eq!(log[0]["action"], "moved");
        let reason = json!({ "field": "reason", "label": "Reason", "from": null, "to": "Rain" });
        assert!(log[0]["changes"].as_array().expect("changes").contains(&reason), "{log:?}");
        let back = undo(app, &owner, &stored).await;
        assert_eq!(back.json, json!({ "restored": [one["id"], two["id"]], "kept": [] }));
        assert_eq!(days(app, &owner, &one).await, ["2026-05-08", "2026-05-11"]);
    }

    async fn only_who_schedules_jobs_moves_many_and_only_the_companys_own(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = job_on(app, &owner, "2026-05-04", "2026-05-04").await;
        let form = request(&[&job], 1);
        assert_eq!(app.call(None, "POST", PATH, form.clone()).await.status, StatusCode::UNAUTHORIZED);
        let sub = app.asked_subcontractor(&owner, &job).await;
        let (foreman, member) = (app.colleague(owner.company, Foreman).await, app.colleague(owner.company, Member).await);
        let stored = shift(app, &owner, &form).await;
        for who in [&sub, &foreman, &member] {
            assert_eq!(app.post(who, PATH, form.clone()).await.status, StatusCode::FORBIDDEN);
            assert_eq!(undo(app, who, &stored).await.status, StatusCode::FORBIDDEN);
        }
        let stranger = app.sign_in(Contractor, Admin).await;
        let mut theirs = form.clone();
        theirs["dryRun"] = json!(true);
        assert_eq!(app.post(&stranger, PATH, theirs).await.fields(), ["jobIds choice"]);
        let theirs = json!({ "selection": { "day": "2026-05-05" }, "workdays": 1, "dryRun": true });
        assert_eq!(app.post(&stranger, PATH, theirs).await.json["moves"], json!([]));
        assert_eq!(undo(app, &stranger, &stored).await.status, StatusCode::NOT_FOUND);
        let unknown = json!({ "shiftId": "0198f7a0-0000-7000-8000-000000000000" });
        assert_eq!(undo(app, &owner, &unknown).await.status, StatusCode::NOT_FOUND);
        assert_eq!(undo(app, &owner, &json!({ "shiftId": "x" })).await.status, StatusCode::NOT_FOUND);
        let colleague = app.colleague(owner.company, Admin).await;
        assert_eq!(undo(app, &colleague, &stored).await.status, StatusCode::OK, "any admin of the company");
    }

    async fn a_move_that_cannot_be_is_refused_field_by_field(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = job_on(app, &owner, "2026-05-04", "2026-05-04").await;
        let (unscheduled, done) = (app.job(&owner).await, job_on(app, &owner, "2026-05-04", "2026-05-04").await);
        app.post(&owner, "/api/jobs/complete", json!({ "jobId": done["id"], "isActive": false })).await;
        let days = |job: &Value| json!({ "jobId": job["id"], "startDate": "2026-05-06", "endDate": "2026-05-06" });
        let foreign = "0198f7a0-0000-7000-8000-000000000000";
        for (change, fields) in [
            (json!({ "selection": null }), vec!["selection required"]),
            (json!({ "selection": {} }), vec!["selection required"]),
            (json!({ "selection": { "jobIds": [], "day": null } }), vec!["selection required"]),
            (json!({ "selection": { "jobIds": ids(&[&job]), "day": "2026-05-04" } }), vec!["selection mismatch"]),
            (json!({ "selection": { "jobIds": vec![job["id"].clone(); 501] } }), vec!["jobIds too_large"]),
            (json!({ "selection": { "jobIds": [job["id"], foreign] } }), vec!["jobIds choice"]),
            (json!({ "selection": { "day": "2026-02-30" } }), vec!["day format"]),
            (json!({ "selection": { "day": "2026-05-04", "calendars": [foreign] } }), vec!["calendars choice"]),
            (json!({ "selection": { "day": "2026-05-04", "crews": [foreign] } }), vec!["crews choice"]),
            (json!({ "workdays": null }), vec!["workdays required"]),
            (json!({ "workdays": 0 }), vec!["workdays too_small"]),
            (json!({ "workdays": -261 }), vec!["workdays too_small"]),
            (json!({ "workdays": 261 }), vec!["workdays too_large"]),
            (json!({ "workdays": 1.5 }), vec!["workdays format"]),
            (json!({ "to": "2026-05-06" }), vec!["to mismatch"]),
            (json!({ "workdays": null, "to": "2026-05-32" }), vec!["to format"]),
            (json!({ "reason": "é".repeat(501) }), vec!["reason too_long"]),
            (json!({ "dryRun": false, "reason": " " }), vec!["reason required", "state required"]),
            (json!({ "dryRun": null, "state": "x", "reason": null }), vec!["reason required"]),
            (json!({ "adjust": [{ "jobId": foreign, "skip": true }] }), vec!["jobId choice"]),
            (json!({ "adjust": [{ "skip": true }] }), vec!["jobId required"]),
            (json!({ "adjust": [{ "jobId": job["id"] }] }), vec!["startDate required", "endDate required"]),
            (json!({ "adjust": [{ "jobId": job["id"], "startDate": "2026-05-06", "endDate": "2026-05-05" }] }), vec!["startDate range"]),
            (json!({ "adjust": [{ "jobId": job["id"], "startDate": "2026-05-06", "endDate": "2026-05-06", "skip": true }] }), vec!["skip mismatch"]),
            (json!({ "adjust": [days(&unscheduled)] }), vec!["jobId choice"]),
            (json!({ "adjust": vec![days(&job); 501] }), vec!["adjust too_large"]),
        ] {
            let mut form = request(&[&job], 1);
            form["dryRun"] = json!(true);
            for (field, value) in change.as_object().expect("fields") {
                form[field] = value.clone();
            }
            let refused = app.post(&owner, PATH, form).await;
            let mut named = refused.fields();
            named.sort();
            let mut fields: Vec<String> = fields.into_iter().map(str::to_owned).collect();
            fields.sort();
            assert_eq!((refused.status, named), (StatusCode::UNPROCESSABLE_ENTITY, fields), "{change}");
        }
        for one in [&unscheduled, &done] {
            let mut form = request(&[&job, one], 1);
            form["dryRun"] = json!(true);
            let refused = app.post(&owner, PATH, form).await;
            assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "conflict"));
        }
        assert_eq!(app.post(&owner, PATH, json!({ "selection": [] })).await.status, StatusCode::BAD_REQUEST);
    }

    async fn the_jobs_of_a_day_are_found_by_calendar_city_and_crew(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        let (crew, _) = app.crew(&owner).await;
        let begun = job_on(app, &owner, "2026-05-04", "2026-05-06").await;
        let of_crew = job_on(app, &owner, "2026-05-05", "2026-05-05").await;
        let of_sub = job_on(app, &owner, "2026-05-05", "2026-05-05").await;
        let later = job_on(app, &owner, "2026-05-06", "2026-05-06").await;
        let done = job_on(app, &owner, "2026-05-05", "2026-05-05").await;
        app.post(&owner, "/api/jobs/complete", json!({ "jobId": done["id"], "isActive": false })).await;
        let form = json!({ "customCrewId": crew, "jobCrewTableId": of_crew["jobCrewTableId"], "isCustom": true });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/custom", form).await.status, StatusCode::OK);
        give(app, &owner, &connection, &of_sub).await;
        let address = json!({ "jobId": of_sub["id"], "title": "Gutters", "city": "Álamo", "state": "TN" });
        assert_eq!(app.post(&owner, "/api/jobs/update/nameAddress", address).await.status, StatusCode::OK);
        let calendar = app.post(&owner, "/api/calendar/new", json!({ "title": "North" })).await.json["calendar"]["id"].clone();
        let on = json!({ "jobId": begun["id"], "calendarId": calendar, "companyId": owner.company });
        assert_eq!(app.post(&owner, "/api/calendar/assign", on).await.status, StatusCode::OK);
        for (filter, found) in [
            (json!({}), vec![&begun, &of_crew, &of_sub]),
            (json!({ "calendars": [calendar] }), vec![&begun]),
            (json!({ "cities": ["NASHVILLE"] }), vec![&begun, &of_crew]),
            (json!({ "cities": ["álamo", "Memphis"] }), vec![&of_sub]),
            (json!({ "crews": [crew] }), vec![&of_crew]),
            (json!({ "crews": [crew, sub.company] }), vec![&of_crew, &of_sub]),
            (json!({ "calendars": [calendar], "crews": [crew] }), vec![]),
        ] {
            let mut selection = filter.clone();
            selection["day"] = json!("2026-05-05");
            let shown = preview(app, &owner, &json!({ "selection": selection, "workdays": 1 })).await;
            let moved: Vec<Value> = moves(&shown).into_iter().map(|(job, _)| job).collect();
            assert_eq!(json!(moved), ids(&found), "{filter}");
        }
        // The rest of the job that has begun moves, and its first day stays.
        let by_day = json!({ "selection": { "day": "2026-05-05" }, "workdays": 2, "reason": "Hail" });
        shift(app, &owner, &by_day).await;
        assert_eq!(days(app, &owner, &begun).await, ["2026-05-04", "2026-05-08"]);
        assert_eq!(days(app, &owner, &of_crew).await, ["2026-05-07", "2026-05-07"]);
        assert_eq!(days(app, &owner, &later).await, ["2026-05-06", "2026-05-06"]);
        let to = json!({ "selection": { "jobIds": ids(&[&later, &of_crew]) }, "to": "2026-05-09", "reason": "Hail" });
        shift(app, &owner, &to).await;
        assert_eq!(days(app, &owner, &later).await, ["2026-05-09", "2026-05-09"], "to any day, also a Saturday");
    }

    async fn jobs_that_wait_give_way_where_their_gap_would_be_lost_and_single_ones_are_adjusted(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let roof = job_on(app, &owner, "2026-05-04", "2026-05-05").await;
        let gutters = job_on(app, &owner, "2026-05-07", "2026-05-07").await;
        let siding = job_on(app, &owner, "2026-05-08", "2026-05-08").await;
        let far = job_on(app, &owner, "2026-06-01", "2026-06-01").await;
        for (job, first, gap) in [(&gutters, &roof, 1), (&siding, &gutters, 0), (&far, &siding, 2)] {
            let form = json!({ "jobId": job["id"], "follows": [{ "jobId": first["id"], "gapWorkdays": gap }] });
            assert_eq!(app.post(&owner, "/api/jobs/update/follows", form).await.status, StatusCode::OK);
        }
        let mut form = request(&[&roof], 1);
        assert_eq!(moves(&preview(app, &owner, &form).await).len(), 1, "without following only what is selected");
        form["withFollowing"] = json!(true);
        let all = [
            (roof["id"].clone(), span("2026-05-05", "2026-05-06")),
            (gutters["id"].clone(), span("2026-05-08", "2026-05-08")),
            (siding["id"].clone(), span("2026-05-11", "2026-05-11")),
        ];
        assert_eq!(moves(&preview(app, &owner, &form).await), all, "the far one stays");
        form["adjust"] = json!([
            { "jobId": gutters["id"], "skip": true },
            { "jobId": siding["id"], "startDate": "2026-05-20", "endDate": "2026-05-21" },
        ]);
        let stored = shift(app, &owner, &form).await;
        assert_eq!(moves(&stored), [all[0].clone(), (siding["id"].clone(), span("2026-05-20", "2026-05-21"))]);
        assert_eq!(days(app, &owner, &gutters).await, ["2026-05-07", "2026-05-07"]);
        assert_eq!(days(app, &owner, &siding).await, ["2026-05-20", "2026-05-21"]);
    }

    async fn a_preview_names_who_is_asked_again_and_what_then_overlaps(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = job_on(app, &owner, "2026-05-04", "2026-05-04").await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        give(app, &owner, &connection, &job).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let busy = job_on(app, &owner, "2026-05-05", "2026-05-06").await;
        give(app, &owner, &connection, &busy).await;
        let past = job_on(app, &owner, "2026-05-04", "2026-05-04").await;
        give(app, &owner, &connection, &past).await;
        // An employee of the contractor on two jobs, one of which a crew does.
        let (crew, _) = app.crew(&owner).await;
        let roof = job_on(app, &owner, "2026-05-04", "2026-05-04").await;
        let custom = json!({ "customCrewId": crew, "jobCrewTableId": roof["jobCrewTableId"], "isCustom": true });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/custom", custom).await.status, StatusCode::OK);
        let foreman = app.foreman_on(&owner, &roof).await;
        let inspected = job_on(app, &owner, "2026-05-05", "2026-05-05").await;
        let assign = json!({ "assignedToUserId": foreman.user, "jobCrewTableId": inspected["jobCrewTableId"] });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/user", assign).await.status, StatusCode::OK);
        let shown = preview(app, &owner, &request(&[&job, &roof], 1)).await;
        let first = &shown["moves"][0];
        assert_eq!((&first["asksAgain"], &first["overlaps"]), (&json!([sub.company]), &ids(&[&busy])));
        let second = &shown["moves"][1];
        assert_eq!((&second["asksAgain"], &second["overlaps"]), (&json!([]), &ids(&[&inspected])), "the same employee");
    }
}

//! `/api/jobs` over HTTP, on both engines.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};
use store::{
    jobs::{
        changes,
        jobs::{self, Assignment, NewJobRow},
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse};

fn reroof() -> Value {
    json!({ "title": "Whitaker re-roof", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208" })
}

async fn create(app: &TestApp, who: &Person, form: Value) -> String {
    let created = app.post(who, "/api/jobs/create", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["id"].as_str().expect("id").to_string()
}

async fn info(app: &TestApp, who: &Person, id: &str) -> Value {
    app.get(who, &format!("/api/jobs/job/{id}")).await.json["info"].clone()
}

fn days(id: &str, start: &str, end: &str) -> Value {
    json!({ "jobId": id, "startDate": start, "endDate": end })
}

/// Stores an assigned job directly, because no call does this in one step.
async fn assigned(app: &TestApp, owner: &Person, assignment: Assignment) -> String {
    let form = serde_json::from_value(reroof()).expect("form");
    let id = domain::types::ids::JobId(Uuid::now_v7());
    let mut row = NewJobRow::from_form(form, None);
    row.contract_amount = Some(domain::types::money::Money::from_cents(1_850_000));
    row.assignment = assignment;
    let mut tx = app.app.db.write().await.expect("tx");
    let scope = Scope::trusted(owner.company);
    jobs::insert(&mut tx, scope, id, &row, app.app.clock.now()).await.expect("job");
    tx.commit().await.expect("commit");
    id.to_string()
}

fn titles(list: &TestResponse) -> Vec<&str> {
    let jobs = list.json["jobs"].as_array().expect("jobs");
    jobs.iter().map(|job| job["title"].as_str().expect("title")).collect()
}

both_engines! {
    async fn an_admin_contractor_creates_and_schedules_a_job(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, reroof()).await;
        let moved = app.post(&admin, "/api/jobs/update/schedule", days(&id, "2026-03-02", "2026-03-04")).await;
        let job = &moved.json["job"];
        assert_eq!((moved.status, &job["endDate"]), (StatusCode::OK, &json!("2026-03-04")));
        let listed = app.get(&admin, "/api/jobs/myJobs/contractor").await;
        assert_eq!(listed.json["jobs"], json!([job]));
        assert_eq!(info(app, &admin, &id).await, *job);
        assert_eq!(job["dateInserted"], "2026-03-02T12:00:00Z");
        assert_eq!(job["status"], "active");
        assert_eq!(job["contractorCompanyName"], "Ridge & Sons");
        assert_eq!(job["contractorId"], json!(admin.company));
        assert_ne!(job["jobCrewTableId"], job["id"], "each job has its assignment row");
        let (latitude, longitude) = (job["latitude"].as_f64().expect("north"), job["longitude"].as_f64().expect("east"));
        assert!((latitude - 36.177).abs() < 0.05 && (longitude + 86.79).abs() < 0.05, "{latitude} {longitude}");
    }

    async fn a_job_at_an_unknown_address_is_not_on_the_map(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, json!({ "title": "x", "city": "Nowhere At All", "state": "ZZ" })).await;
        let job = info(app, &admin, &id).await;
        assert_eq!((&job["latitude"], &job["address"], &job["zip"]), (&Value::Null, &Value::Null, &Value::Null));
    }

    async fn every_invalid_field_of_a_job_is_named(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let response = app.post(&admin, "/api/jobs/create", json!({ "title": "  ", "city": null })).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNPROCESSABLE_ENTITY, "validation"));
        assert_eq!(response.fields(), ["title required", "city required", "state required"]);
        let long = json!({ "title": "x".repeat(1_001), "city": "Reno", "state": "NV" });
        assert_eq!(app.post(&admin, "/api/jobs/create", long).await.fields(), ["title too_long"]);
        let nul = json!({ "title": "a\u{0}b", "city": "Reno", "state": "NV" });
        assert_eq!(app.post(&admin, "/api/jobs/create", nul).await.fields(), ["title format"]);
    }

    async fn an_end_before_the_start_is_refused_with_a_message(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, reroof()).await;
        let response = app.post(&admin, "/api/jobs/update/schedule", days(&id, "2026-03-05", "2026-03-04")).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!((response.fields(), response.message()), (vec!["startDate range".to_string()], "Start date must come before end date."));
        let response = app.post(&admin, "/api/jobs/update/schedule", days(&id, "2026-02-31", "")).await;
        assert_eq!(response.fields(), ["startDate format", "endDate required"]);
        assert_eq!(info(app, &admin, &id).await["startDate"], Value::Null, "nothing half stored");
    }

    async fn a_complete_job_cannot_be_rescheduled(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, reroof()).await;
        app.post(&admin, "/api/jobs/update/schedule", days(&id, "2026-03-02", "2026-03-04")).await;
        let done = app.post(&admin, "/api/jobs/complete", json!({ "jobId": id, "isActive": false })).await;
        assert_eq!(done.json["job"]["status"], "complete");
        for (path, body) in [("/api/jobs/update/schedule", days(&id, "2026-03-09", "2026-03-10")), ("/api/jobs/unschedule", json!({ "jobId": id }))] {
            let response = app.post(&admin, path, body).await;
            assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"), "{path}");
            assert_eq!(response.message(), "You can not reschedule jobs which are marked as complete.");
        }
        assert_eq!(info(app, &admin, &id).await["startDate"], "2026-03-02");
        app.post(&admin, "/api/jobs/complete", json!({ "jobId": id, "isActive": true })).await;
        let off = app.post(&admin, "/api/jobs/unschedule", json!({ "jobId": id })).await;
        assert_eq!((off.status, &off.json["job"]["startDate"]), (StatusCode::OK, &Value::Null));
    }

    async fn a_job_is_not_completed_by_a_body_without_the_field(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, reroof()).await;
        for body in [json!({ "jobId": id }), json!({ "jobId": id, "isActive": null })] {
            let response = app.post(&admin, "/api/jobs/complete", body).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["isActive required".to_string()]));
        }
        for wrong in [json!("false"), json!(0), json!([]), json!({})] {
            let response = app.post(&admin, "/api/jobs/complete", json!({ "jobId": id, "isActive": wrong })).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"), "{wrong}");
        }
        assert_eq!(info(app, &admin, &id).await["status"], "active");
    }

    async fn title_address_and_color_change_and_the_map_follows(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, reroof()).await;
        let changed = app.post(&admin, "/api/jobs/update/nameAddress", json!({
            "jobId": id, "title": "Whitaker hail repair", "address": "", "city": "Memphis", "state": "TN", "zip": "38103" })).await;
        let job = &changed.json["job"];
        assert_eq!((&job["title"], &job["address"]), (&json!("Whitaker hail repair"), &Value::Null));
        assert!(job["longitude"].as_f64().expect("east") < -89.0, "Memphis, not Nashville");
        let response = app.post(&admin, "/api/jobs/update/nameAddress", json!({ "jobId": id, "title": "", "city": "x", "state": "TN" })).await;
        assert_eq!(response.fields(), ["title required"]);
        let colored = app.post(&admin, "/api/jobs/update/changeColor", json!({ "jobId": id, "color": "#2EA27B" })).await;
        assert_eq!(colored.json["job"]["color"], "#2EA27B");
        let response = app.post(&admin, "/api/jobs/update/changeColor", json!({ "jobId": id, "color": "teal" })).await;
        assert_eq!(response.fields(), ["color format"]);
    }

    async fn concurrent_changes_of_title_and_city_are_both_stored_and_the_pin_moves(app: &TestApp) {
        let ana = app.sign_in(Contractor, Admin).await;
        let ben = app.colleague(ana.company, Admin).await;
        let id = create(app, &ana, reroof()).await;
        let before = info(app, &ana, &id).await;
        let was = json!({ "title": before["title"], "address": before["address"], "city": before["city"], "state": before["state"], "zip": before["zip"] });
        let edited = |change: Value| {
            let mut form = was.clone();
            form.as_object_mut().expect("form").extend(change.as_object().expect("change").clone());
            form["was"] = was.clone();
            form["jobId"] = json!(id);
            form
        };
        let path = "/api/jobs/update/nameAddress";
        let moved = edited(json!({ "city": "Memphis", "address": "", "zip": "38103" }));
        let named = edited(json!({ "title": "Whitaker, both roofs" }));
        let (by_ben, by_ana) = tokio::join!(app.post(&ben, path, moved), app.post(&ana, path, named));
        assert_eq!((by_ben.status, by_ana.status), (StatusCode::OK, StatusCode::OK), "{:?} {:?}", by_ben.json, by_ana.json);
        let after = info(app, &ana, &id).await;
        assert_eq!((&after["title"], &after["city"]), (&json!("Whitaker, both roofs"), &json!("Memphis")));
        assert_eq!((&after["address"], &after["zip"]), (&Value::Null, &json!("38103")));
        assert!(after["longitude"].as_f64().expect("east") < -89.0, "the pin is in Memphis, not back in Nashville");
        let whole = app.post(&ana, path, json!({ "jobId": id, "title": "Whitaker", "city": "Nashville", "state": "TN" })).await;
        assert_eq!((&whole.json["job"]["city"], &whole.json["job"]["zip"]), (&json!("Nashville"), &Value::Null), "without a base all is written");
        let response = app.post(&ana, path, edited(json!({ "title": "" }))).await;
        assert_eq!(response.fields(), ["title required"]);
        let mut odd = edited(json!({}));
        odd["was"] = json!("what it was");
        assert_eq!(app.post(&ana, path, odd).await.status, StatusCode::BAD_REQUEST);
    }

    async fn a_deleted_job_is_404(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, reroof()).await;
        let deleted = app.post(&admin, "/api/jobs/delete", json!({ "jobId": id })).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": id })));
        assert_eq!(app.get(&admin, &format!("/api/jobs/job/{id}")).await.status, StatusCode::NOT_FOUND);
        let twice = app.post(&admin, "/api/jobs/delete", json!({ "jobId": id })).await;
        assert_eq!(twice.status, StatusCode::NOT_FOUND);
    }

    async fn no_other_company_sees_a_job_and_only_its_own_admins_change_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = create(app, &admin, reroof()).await;
        let path = format!("/api/jobs/job/{id}");
        let span = days(&id, "2026-03-02", "2026-03-04");
        let signed_out = app.call(None, "GET", &path, Value::Null).await;
        assert_eq!((signed_out.status, signed_out.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"));
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.get(&outsider, &path).await.status, StatusCode::NOT_FOUND, "existence is not revealed");
        for (call, body) in [
            ("update/schedule", span.clone()), ("unschedule", json!({ "jobId": id })), ("delete", json!({ "jobId": id })),
            ("complete", json!({ "jobId": id, "isActive": false })), ("update/changeColor", json!({ "jobId": id, "color": "#ffffff" })),
            ("update/nameAddress", json!({ "jobId": id, "title": "" })),
        ] {
            let response = app.post(&outsider, &format!("/api/jobs/{call}"), body).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{call}: 404 comes before 422");
        }
        let member = app.colleague(admin.company, Member).await;
        let response = app.post(&member, "/api/jobs/update/schedule", span.clone()).await;
        assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts are able to update schedules..."));
        let response = app.post(&member, "/api/jobs/create", reroof()).await;
        assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts may create jobs"));
        let sub = app.sign_in(Subcontractor, Admin).await;
        let response = app.post(&sub, "/api/jobs/update/changeColor", json!({ "jobId": id, "color": "#ffffff" })).await;
        assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only contractor accounts are able to change job colors."));
        let response = app.get(&sub, "/api/jobs/myJobs/contractor").await;
        assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
        assert_eq!(info(app, &admin, &id).await["startDate"], Value::Null);
    }

    async fn a_subcontractor_sees_its_jobs_but_not_the_contract_amount(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let assignment = Assignment { company: Some(sub.company), accepted: true, ..Assignment::default() };
        let id = assigned(app, &owner, assignment).await;
        create(app, &owner, reroof()).await;
        let list = app.get(&sub, "/api/jobs/myJobs/subcontractor").await;
        assert_eq!(titles(&list).len(), 1, "only what is assigned to it");
        assert_eq!(list.json["jobs"][0]["contractAmount"], Value::Null);
        assert_eq!(list.json["jobs"][0]["companyInfo"], json!({ "name": "Ridge & Sons" }));
        assert_eq!(info(app, &owner, &id).await["contractAmount"], 18_500);
        let moved = app.post(&owner, "/api/jobs/update/schedule", days(&id, "2026-03-02", "2026-03-04")).await;
        assert_eq!(moved.json["job"]["isAcceptedBySub"], false, "other days: the subcontractor is asked again");
    }

    async fn rescheduling_to_the_same_dates_keeps_the_acceptance(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let assignment = Assignment { company: Some(sub.company), accepted: true, ..Assignment::default() };
        let id = assigned(app, &owner, assignment).await;
        app.post(&owner, "/api/jobs/update/schedule", days(&id, "2026-03-02", "2026-03-04")).await;
        let mut tx = app.app.db.write().await.expect("tx");
        let job = changes::find_own(&mut tx, Scope::trusted(owner.company), id.parse().expect("id")).await.expect("job");
        store::sql!("UPDATE job SET is_accepted_by_sub = TRUE WHERE id = $1").bind(job.id).run_one(&mut tx).await.expect("accepted");
        tx.commit().await.expect("commit");
        let same = app.post(&owner, "/api/jobs/update/schedule", days(&id, "2026-03-02", "2026-03-04")).await;
        assert_eq!(same.json["job"]["isAcceptedBySub"], true);
        let off = app.post(&owner, "/api/jobs/unschedule", json!({ "jobId": id })).await;
        assert_eq!(off.json["job"]["isAcceptedBySub"], false);
    }

    async fn taking_a_job_without_days_off_the_calendar_keeps_the_acceptance(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let assignment = Assignment { company: Some(sub.company), accepted: true, ..Assignment::default() };
        let id = assigned(app, &owner, assignment).await;
        let off = app.post(&owner, "/api/jobs/unschedule", json!({ "jobId": id })).await;
        assert_eq!(off.json["job"]["isAcceptedBySub"], true, "{:?}", off.json);
    }

    async fn a_foreman_sees_only_the_jobs_assigned_to_him(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let assignment = Assignment { user: Some(foreman.user), ..Assignment::default() };
        let mine = assigned(app, &owner, assignment).await;
        let other = create(app, &owner, reroof()).await;
        let list = app.get(&foreman, "/api/jobs/myJobs/contractor").await;
        assert_eq!(list.json["jobs"].as_array().map(Vec::len), Some(1));
        assert_eq!(list.json["jobs"][0]["id"], mine);
        assert_eq!(list.json["jobs"][0]["assignedToUserInfo"], json!({ "firstName": "Ada", "lastName": "Ridge" }));
        let response = app.get(&foreman, &format!("/api/jobs/job/{other}")).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        assert_eq!(app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"].as_array().map(Vec::len), Some(2));
    }

    async fn the_calendar_month_and_the_unscheduled_list_are_read_separately(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (title, start, end) in [("before", "2026-02-01", "2026-02-28"), ("into", "2026-02-27", "2026-03-01"), ("within", "2026-03-10", "2026-03-12"), ("after", "2026-04-01", "2026-04-02")] {
            let id = create(app, &admin, json!({ "title": title, "city": "Nashville", "state": "TN" })).await;
            app.post(&admin, "/api/jobs/update/schedule", days(&id, start, end)).await;
        }
        create(app, &admin, json!({ "title": "strip", "city": "Nashville", "state": "TN" })).await;
        let month = app.get(&admin, "/api/jobs/myJobs/contractor?from=2026-03-01&to=2026-03-31").await;
        assert_eq!(titles(&month), ["into", "within"]);
        let strip = app.get(&admin, "/api/jobs/myJobs/contractor?unscheduled=true").await;
        assert_eq!(titles(&strip), ["strip"]);
        let response = app.get(&admin, "/api/jobs/myJobs/contractor?from=2026-03-01&to=never").await;
        assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
    }

    async fn listing_forty_jobs_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let list = "/api/jobs/myJobs/contractor";
        // Each is read as a whole the first time, and what changed after that.
        let unread = format!("{list}?unscheduled=true");
        let mut statements = Vec::new();
        for (more, paths) in [(1, vec![list]), (39, vec![list, &unread])] {
            for n in 0..more {
                create(app, &admin, json!({ "title": format!("job {n} of {more}"), "city": "Nashville", "state": "TN" })).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            for path in paths {
                let before = app.app.db.statements_run();
                app.get(&admin, path).await;
                statements.push(app.app.db.statements_run() - before);
            }
        }
        assert!(statements[1] <= statements[0] + 2, "39 changes take as many statements as a list, and those of the log");
        assert_eq!(statements[0], statements[2], "statements for 1 job and for 40");
    }
}

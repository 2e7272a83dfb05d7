//! The activity log of a job, as the companies that share the job read it.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, activity::written};

fn of_job(job: &Value) -> String {
    format!("/api/activity/job/{}", job["id"].as_str().expect("id"))
}

async fn set(app: &TestApp, who: &Person, path: &str, job: &Value, mut form: Value) {
    form["jobId"] = job["id"].clone();
    let done = app.post(who, path, form).await;
    assert_eq!(done.status, StatusCode::OK, "{path}: {:?}", done.json);
}

async fn schedule(app: &TestApp, who: &Person, job: &Value, from: &str, to: &str) {
    let form = json!({ "startDate": from, "endDate": to });
    set(app, who, "/api/jobs/update/schedule", job, form).await;
}

both_engines! {
    async fn nobody_reads_the_log_of_a_job_they_do_not_see(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        let path = of_job(&job);
        assert_eq!(app.call(None, "GET", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        for outsider in [
            app.sign_in(Contractor, Admin).await,
            app.sign_in(Subcontractor, Admin).await,
            app.colleague(ada.company, Foreman).await,
        ] {
            let response = app.get(&outsider, &path).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
            let response = app.get(&outsider, &format!("{path}?before=newest")).await;
            assert_eq!(response.status, StatusCode::NOT_FOUND, "404 comes before 422");
        }
        assert_eq!(app.get(&ada, "/api/activity/job/17").await.status, StatusCode::NOT_FOUND);
        let response = app.get(&ada, &format!("{path}?before=newest")).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["before format".to_owned()]));
        let member = app.colleague(ada.company, Member).await;
        assert_eq!(app.history(&member, &job).await, ["Ada Ridge created the job."]);
    }

    async fn a_jobs_log_names_who_changed_what_with_the_old_and_new_values(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        schedule(app, &ada, &job, "2026-03-01", "2026-03-03").await;
        schedule(app, &ada, &job, "2026-03-05", "2026-03-07").await;
        set(app, &ada, "/api/jobs/contractAmount/update", &job, json!({ "contractAmount": 8100 })).await;
        set(app, &ada, "/api/jobs/contractAmount/update", &job, json!({ "contractAmount": 8200.5 })).await;
        let customer = app.customer(&ada).await;
        set(app, &ada, "/api/jobs/update/customer", &job, json!({ "jobCustomer": customer })).await;
        set(app, &ada, "/api/jobs/unschedule", &job, json!({})).await;
        set(app, &ada, "/api/jobs/complete", &job, json!({ "isActive": false })).await;
        set(app, &ada, "/api/jobs/complete", &job, json!({ "isActive": true })).await;
        let (crew, member) = app.crew(&ada).await;
        let form = json!({ "customCrewId": crew, "customCrewMemberId": member, "jobCrewTableId": job["jobCrewTableId"], "isCustom": true });
        assert_eq!(app.post(&ada, "/api/jobs/update/assign/custom", form).await.status, StatusCode::OK);
        let response = app.post(&ada, "/api/jobs/addNote", json!({ "jobId": job["id"], "authorId": ada.user, "content": "Gate code 12" })).await;
        assert_eq!(response.status, StatusCode::OK);
        let order = app.work_order(&ada, &job).await;
        app.work_order_item(&ada, &order, (2.0, 70.0)).await;
        assert_eq!(app.history(&ada, &job).await, [
            "Ada Ridge added an item to the work order #-1: Tear-off: 2 × $70.00 (Two layers)",
            "Ada Ridge created the work order #-1.",
            "Ada Ridge added a note to the job: Gate code 12",
            "Ada Ridge assigned the job to Tear-off and Rosa Díaz.",
            "Ada Ridge marked the job as active again.",
            "Ada Ridge marked the job as complete.",
            "Ada Ridge removed the job from the calendar. It was on 03/05/2026 – 03/07/2026.",
            "Ada Ridge set the customer of the job to June Whitaker.",
            "Ada Ridge changed the contract amount of the job from $8,100.00 to $8,200.50.",
            "Ada Ridge set the contract amount of the job to $8,100.00.",
            "Ada Ridge moved the job from 03/01/2026 – 03/03/2026 to 03/05/2026 – 03/07/2026.",
            "Ada Ridge scheduled the job for 03/01/2026 – 03/03/2026.",
            "Ada Ridge created the job.",
        ]);
        let entries = app.activity(&ada, &of_job(&job)).await;
        let moved = &entries[10];
        assert_eq!(*moved, json!({
            "id": moved["id"], "at": "2026-03-02T12:00:00Z",
            "actor": { "id": ada.user, "name": "Ada Ridge", "companyId": ada.company, "companyName": "Ridge & Sons" },
            "kind": "job", "kindLabel": "Job", "action": "moved", "actionLabel": "Moved",
            "subjectId": job["id"], "subjectName": "Whitaker re-roof", "jobId": job["id"], "jobTitle": "Whitaker re-roof",
            "route": format!("/app/jobs/details/{}", job["id"].as_str().expect("id")),
            "sentence": "Ada Ridge moved the job from 03/01/2026 – 03/03/2026 to 03/05/2026 – 03/07/2026.",
            "changes": [{ "field": "dates", "label": "Dates", "from": "03/01/2026 – 03/03/2026", "to": "03/05/2026 – 03/07/2026" }],
        }));
    }

    async fn a_call_that_changes_nothing_adds_no_log_entry(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        schedule(app, &ada, &job, "2026-03-01", "2026-03-03").await;
        set(app, &ada, "/api/jobs/jobNumber/update", &job, json!({ "jobNumber": "26-014" })).await;
        let before = written(app).await;
        schedule(app, &ada, &job, "2026-03-01", "2026-03-03").await;
        set(app, &ada, "/api/jobs/jobNumber/update", &job, json!({ "jobNumber": " 26-014 " })).await;
        set(app, &ada, "/api/jobs/complete", &job, json!({ "isActive": true })).await;
        set(app, &ada, "/api/jobs/update/nameAddress", &job, json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" })).await;
        assert_eq!(written(app).await, before);
        let refused = app.post(&ada, "/api/jobs/update/schedule", json!({ "jobId": job["id"], "startDate": "2026-03-09", "endDate": "2026-03-08" })).await;
        assert_eq!((refused.status, written(app).await), (StatusCode::UNPROCESSABLE_ENTITY, before));
    }

    async fn a_subcontractor_reads_the_shared_entries_and_not_the_contractors_own(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        let former = app.asked_subcontractor(&ada, &job).await;
        app.answer(&former, &job, false).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        app.answer(&sub, &job, true).await;
        schedule(app, &ada, &job, "2026-03-05", "2026-03-07").await;
        set(app, &ada, "/api/jobs/contractAmount/update", &job, json!({ "contractAmount": 8100 })).await;
        let customer = app.customer(&ada).await;
        set(app, &ada, "/api/jobs/update/customer", &job, json!({ "jobCustomer": customer })).await;
        let created = app.post(&ada, "/api/calendar/new", json!({ "title": "Crew A" })).await;
        let form = json!({ "jobId": job["id"], "calendarId": created.json["calendar"]["id"] });
        app.post(&ada, "/api/calendar/assign", form).await;
        let bought = app.purchase_order(&ada, &job).await;
        let vendor = app.vendor(&ada).await;
        let path = format!("/api/purchase_orders/update/vendor/{}", bought["id"].as_str().expect("id"));
        app.put(&ada, &path, json!({ "vendorId": vendor })).await;
        let order = app.work_order(&ada, &job).await;
        let response = app.post(&sub, "/api/work_orders/sign", json!({ "orderId": order["id"] })).await;
        assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
        assert_eq!(app.history(&sub, &job).await, [
            "Ada Ridge signed the work order #-1.",
            "Ada Ridge (Ridge & Sons) created the work order #-1.",
            "Ada Ridge (Ridge & Sons) scheduled the job for 03/05/2026 – 03/07/2026.",
            "Ada Ridge accepted the job.",
            "Ada Ridge (Ridge & Sons) assigned the job to Ridge & Sons.",
        ]);
        let read = app.get(&sub, &of_job(&job)).await;
        let read = String::from_utf8_lossy(&read.bytes).into_owned();
        for secret in ["8,100", "8100", "Whitaker, June", "June", "Crew A", "Music City", "urchase", "customer"] {
            assert!(!read.contains(secret), "{secret} in {read}");
        }
        assert_eq!(app.history(&ada, &job).await.len(), 13, "the contractor reads all of it");
        assert_eq!(app.get(&former, &of_job(&job)).await.status, StatusCode::NOT_FOUND);
        // Its own actions are also in its own company's log.
        let own = app.log(&former, "").await;
        assert_eq!(own, ["Ada Ridge declined the job Whitaker re-roof."]);
        let own = app.log(&sub, "").await;
        assert_eq!(own, ["Ada Ridge signed the work order #-1 (Whitaker re-roof).", "Ada Ridge accepted the job Whitaker re-roof."]);
    }

    async fn rescheduling_an_accepted_job_logs_that_it_must_be_accepted_again(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        schedule(app, &ada, &job, "2026-03-01", "2026-03-03").await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        app.answer(&sub, &job, true).await;
        schedule(app, &ada, &job, "2026-03-05", "2026-03-07").await;
        let entries = app.activity(&ada, &of_job(&job)).await;
        let moved = entries[0]["changes"].as_array().expect("changes");
        let moved: Vec<_> = moved.iter().map(|change| (&change["label"], &change["from"], &change["to"])).collect();
        assert_eq!(moved, [
            (&json!("Dates"), &json!("03/01/2026 – 03/03/2026"), &json!("03/05/2026 – 03/07/2026")),
            (&json!("Accepted"), &json!("Yes"), &json!("No")),
        ]);
    }

    async fn a_contractor_does_not_see_its_subcontractors_calendar_entries(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        let before = app.history(&ada, &job).await;
        let created = app.post(&sub, "/api/calendar/new", json!({ "title": "Night shift" })).await;
        let form = json!({ "jobId": job["id"], "calendarId": created.json["calendar"]["id"] });
        assert_eq!(app.post(&sub, "/api/calendar/assign", form).await.status, StatusCode::OK);
        assert_eq!(app.history(&ada, &job).await, before);
        assert!(!app.log(&ada, "").await.join(" ").contains("Night shift"));
        assert_eq!(app.log(&sub, "kind=job").await, ["Ada Ridge added a calendar to the job Whitaker re-roof: Night shift"]);
    }

    async fn each_user_reads_the_log_in_their_language(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        schedule(app, &ada, &job, "2026-03-01", "2026-03-03").await;
        let form = json!({ "firstName": "Ada", "lastName": "Ridge", "location": "Nashville, TN", "language": "spanish", "position": "Estimator", "phoneNumber": "" });
        app.post(&ada, "/api/auth/user/update", form).await;
        assert_eq!(app.history(&ada, &job).await, ["Ada Ridge programó el trabajo para 03/01/2026 – 03/03/2026.", "Ada Ridge creó el trabajo."]);
        let entries = app.activity(&ada, &of_job(&job)).await;
        assert_eq!((&entries[0]["changes"][0]["label"], &entries[0]["kindLabel"]), (&json!("Fechas"), &json!("Trabajo")));
    }

    async fn ending_a_connection_is_logged_on_the_jobs_that_lose_their_subcontractor(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&ada, &sub, true).await;
        let form = json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
        assert_eq!(app.post(&ada, "/api/jobs/update/assign/subcontractorAccount", form).await.status, StatusCode::OK);
        assert_eq!(app.post(&sub, "/api/connections/decline", json!({ "id": connection })).await.status, StatusCode::OK);
        assert_eq!(app.history(&ada, &job).await[0], "Ada Ridge (Ridge & Sons) took the job back from Ridge & Sons.");
        let ended = app.activity(&ada, "/api/activity?kind=connection").await;
        assert_eq!((&ended[0]["action"], &ended[0]["changes"][0]["to"]), (&json!("disconnected"), &json!("1")));
    }

    async fn deleting_a_customer_crew_or_foreman_is_logged_on_the_jobs_that_lose_them(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        let customer = app.customer(&ada).await;
        set(app, &ada, "/api/jobs/update/customer", &job, json!({ "jobCustomer": customer })).await;
        let foreman = app.colleague(ada.company, Foreman).await;
        let form = json!({ "assignedToUserId": foreman.user, "jobCrewTableId": job["jobCrewTableId"] });
        assert_eq!(app.post(&ada, "/api/jobs/update/assign/user", form).await.status, StatusCode::OK);
        app.post(&ada, "/api/company/removeUser", json!({ "userId": foreman.user })).await;
        let (crew, _) = app.crew(&ada).await;
        let form = json!({ "customCrewId": crew, "jobCrewTableId": job["jobCrewTableId"], "isCustom": true });
        assert_eq!(app.post(&ada, "/api/jobs/update/assign/custom", form).await.status, StatusCode::OK);
        app.delete(&ada, &format!("/api/custom_crews/{crew}")).await;
        app.delete(&ada, &format!("/api/customers/delete/{customer}")).await;
        assert_eq!(app.history(&ada, &job).await[..5], [
            "Ada Ridge cleared the customer of the job. It was June Whitaker.",
            "Ada Ridge took the job back from Tear-off.",
            "Ada Ridge assigned the job to Tear-off.",
            "Ada Ridge took the job back from Ada Ridge.",
            "Ada Ridge assigned the job to Ada Ridge.",
        ]);
    }
}

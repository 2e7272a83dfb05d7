//! What has changed in a list since a state.

use axum::http::StatusCode;
use domain::{
    companies::people::UserSettings,
    permissions::permission::{
        CompanyType::Contractor,
        UserType::{Admin, Foreman, Member, Salesman},
    },
};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};
use store::membership::members::{self, NewMembership};

use crate::support::{Person, TestApp, TestResponse, ada_ridge};

both_engines! {
    async fn a_client_that_comes_back_gets_only_what_changed_and_what_is_gone(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (kept, changed, deleted) = (app.job(&admin).await, app.job(&admin).await, app.job(&admin).await);
        let first = app.get(&admin, "/api/jobs/myJobs/contractor").await;
        assert!(first.json.get("whole").is_none() && first.json.get("gone").is_none());
        let since = |answer: &TestResponse| {
            format!("/api/jobs/myJobs/contractor?since={}", answer.headers["x-state"].to_str().expect("state"))
        };
        let none = app.get(&admin, &since(&first)).await;
        assert_eq!(none.json, json!({ "jobs": [], "gone": [] }));
        app.post(&admin, "/api/jobs/update/changeColor", json!({ "jobId": changed["id"], "color": "#112233" })).await;
        app.post(&admin, "/api/jobs/delete", json!({ "jobId": deleted["id"] })).await;
        let delta = app.get(&admin, &since(&first)).await;
        assert_eq!(delta.json["gone"], json!([deleted["id"]]));
        assert_eq!(delta.json["jobs"].as_array().map(Vec::len), Some(1));
        assert_eq!(delta.json["jobs"][0]["color"], json!("#112233"));
        assert_eq!(app.get(&admin, &since(&delta)).await.json, json!({ "jobs": [], "gone": [] }));
        let later = first.headers["x-state"].to_str().expect("state").replace('-', "-9");
        for unknown in ["", "x", &later, "%00-1", "0-1", "-"] {
            let path = format!("/api/jobs/myJobs/contractor?since={unknown}");
            let answer = app.get(&admin, &path).await;
            assert_eq!(answer.json["whole"], json!(true), "{unknown}");
            let ids: Vec<&Value> = answer.json["jobs"].as_array().expect("jobs").iter().map(|job| &job["id"]).collect();
            assert_eq!(ids, [&kept["id"], &changed["id"]]);
        }
    }

    async fn who_sees_only_their_own_jobs_learns_of_no_others_that_they_are_gone(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (theirs, taken, deleted) = (app.job(&admin).await, app.job(&admin).await, app.job(&admin).await);
        let foreman = app.foreman_on(&admin, &theirs).await;
        let colleague = app.colleague(admin.company, Foreman).await;
        let give = async |job: &Value, user: Value| {
            let form = json!({ "assignedToUserId": user, "jobCrewTableId": job["jobCrewTableId"] });
            let done = app.post(&admin, "/api/jobs/update/assign/user", form).await;
            assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        };
        give(&taken, json!(foreman.user)).await;
        give(&deleted, json!(foreman.user)).await;
        let first = app.get(&foreman, "/api/jobs/myJobs/contractor").await;
        assert_eq!(first.json["jobs"].as_array().map(Vec::len), Some(3));
        let delta = async || {
            let state = first.headers["x-state"].to_str().expect("state");
            app.get(&foreman, &format!("/api/jobs/myJobs/contractor?since={state}")).await.json
        };
        // Never his: created, changed, given to somebody else and deleted.
        let (others, gone) = (app.job(&admin).await, app.job(&admin).await);
        give(&others, json!(colleague.user)).await;
        app.post(&admin, "/api/jobs/update/changeColor", json!({ "jobId": others["id"], "color": "#112233" })).await;
        app.post(&admin, "/api/jobs/delete", json!({ "jobId": gone["id"] })).await;
        assert_eq!(delta().await, json!({ "jobs": [], "gone": [] }));
        give(&taken, json!(colleague.user)).await;
        app.post(&admin, "/api/jobs/update/changeColor", json!({ "jobId": taken["id"], "color": "#112233" })).await;
        app.post(&admin, "/api/jobs/delete", json!({ "jobId": deleted["id"] })).await;
        let mut lost = delta().await["gone"].as_array().expect("ids").clone();
        let mut expected = vec![taken["id"].clone(), deleted["id"].clone()];
        for ids in [&mut lost, &mut expected] {
            ids.sort_by_key(ToString::to_string);
        }
        assert_eq!(lost, expected);
    }

    async fn a_job_that_leaves_a_period_is_gone_from_it_also_for_its_foreman(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let foreman = app.foreman_on(&admin, &job).await;
        let others = app.job(&admin).await;
        for job in [&job, &others] {
            app.schedule(&admin, job, "2026-03-05", "2026-03-06").await;
        }
        let march = "/api/jobs/myJobs/contractor?from=2026-03-01&to=2026-03-31";
        let first = app.get(&foreman, march).await;
        assert_eq!(first.json["jobs"].as_array().map(Vec::len), Some(1));
        for job in [&job, &others] {
            app.schedule(&admin, job, "2026-04-07", "2026-04-08").await;
        }
        let state = first.headers["x-state"].to_str().expect("state");
        let delta = app.get(&foreman, &format!("{march}&since={state}")).await;
        assert_eq!(delta.json, json!({ "jobs": [], "gone": [job["id"]] }));
    }

    async fn a_salesman_learns_of_no_other_appointments_that_they_are_gone(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (salesman, other) = (app.colleague(admin.company, Salesman).await, app.colleague(admin.company, Salesman).await);
        let customer = app.customer(&admin).await;
        let form = |who: &Person| json!({
            "customerId": customer, "assignedToId": who.user, "address": "", "city": "", "state": "", "zip": "",
            "note": "", "start": "2026-03-09T15:00:00Z", "end": "2026-03-09T15:30:00Z",
        });
        let create = async |who: &Person| {
            let made = app.post(&admin, "/api/appointments/create", form(who)).await;
            assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
            made.json["appointment"]["id"].as_str().expect("an id").to_owned()
        };
        let delete = async |id: &str| {
            let deleted = app.delete(&admin, &format!("/api/appointments/delete/{id}")).await;
            assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
        };
        let mine = create(&salesman).await;
        let first = app.get(&salesman, "/api/appointments/company").await;
        let delta = async || {
            let state = first.headers["x-state"].to_str().expect("state");
            app.get(&salesman, &format!("/api/appointments/company?since={state}")).await.json
        };
        delete(&create(&other).await).await;
        create(&other).await;
        assert_eq!(delta().await, json!({ "appointments": [], "gone": [] }));
        delete(&mine).await;
        assert_eq!(delta().await, json!({ "appointments": [], "gone": [mine] }));
    }

    async fn a_state_of_another_company_gets_the_whole_list(app: &TestApp) {
        let (admin, other) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        for who in [&admin, &other] {
            app.job(who).await;
        }
        let foreign = app.get(&other, "/api/jobs/myJobs/contractor").await;
        let state = foreign.headers["x-state"].to_str().expect("state");
        let answer = app.get(&admin, &format!("/api/jobs/myJobs/contractor?since={state}")).await;
        assert_eq!(answer.json["whole"], json!(true));
    }

    async fn appointments_show_the_new_name_of_an_employee_who_has_left(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let employee = app.colleague(admin.company, Member).await;
        let meeting = json!({
            "customerId": app.customer(&admin).await, "assignedToId": employee.user, "address": "", "city": "",
            "state": "", "zip": "", "note": "", "start": "2026-03-09T15:00:00Z", "end": "2026-03-09T15:30:00Z",
        });
        app.post(&admin, "/api/appointments/create", meeting).await;
        app.post(&admin, "/api/company/removeUser", json!({ "userId": employee.user })).await;
        let before = app.get(&admin, "/api/appointments/company").await;
        let company = app.sign_in(Contractor, Admin).await.company;
        let settings = UserSettings { first_name: "Íñigo".into(), ..ada_ridge() };
        let mut tx = app.app.db.write().await.expect("tx");
        let place = NewMembership { company, user_type: Member, settings };
        members::join_company(&mut tx, employee.user, &place).await.expect("place");
        tx.commit().await.expect("commit");
        let state = before.headers["x-state"].to_str().expect("state");
        let after = app.get(&admin, &format!("/api/appointments/company?since={state}")).await;
        assert_eq!(after.json["appointments"][0]["assignedToFirstName"], json!("Íñigo"));
    }

    async fn a_state_older_than_the_log_gets_the_whole_list(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let first = app.get(&admin, "/api/jobs/myJobs/contractor").await;
        let mut tx = app.app.db.write().await.expect("tx");
        for _ in 0..=store::db::revisions::change::MOST_CHANGES {
            let one = domain::types::ids::JobId(uuid::Uuid::now_v7());
            tx.touch_row(admin.company, store::db::revisions::change::Change::Job(one));
        }
        tx.commit().await.expect("commit");
        let state = first.headers["x-state"].to_str().expect("state");
        let path = format!("/api/jobs/myJobs/contractor?since={state}");
        let answer = app.get(&admin, &path).await;
        assert_eq!((&answer.json["whole"], &answer.json["jobs"][0]["id"]), (&json!(true), &job["id"]));
    }
}

#[tokio::test]
async fn a_change_of_a_server_of_the_previous_version_is_not_missed() {
    let app = TestApp::new(store::db::Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    let job = app.job(&admin).await;
    let first = app.get(&admin, "/api/jobs/myJobs/contractor").await;
    let mut old = sqlx::PgConnection::connect(app.database_url()).await.expect("a connection");
    for statement in [
        "UPDATE job SET title = 'moved'".to_owned(),
        format!("UPDATE company SET revision = revision + 1 WHERE id = '{}'", admin.company),
    ] {
        old.execute(sqlx::AssertSqlSafe(statement)).await.expect("a change");
    }
    let state = first.headers["x-state"].to_str().expect("state");
    let list = app.get(&admin, "/api/jobs/myJobs/contractor").await;
    assert_eq!(list.json["jobs"][0]["title"], json!("moved"));
    let form = json!({ "jobId": job["id"], "color": "#112233" });
    app.post(&admin, "/api/jobs/update/changeColor", form).await;
    let delta = app.get(&admin, &format!("/api/jobs/myJobs/contractor?since={state}")).await;
    assert_eq!(delta.json["whole"], json!(true), "what the other server changed is not known");
}

//! What has changed in a list since a state.

use domain::{
    companies::people::UserSettings,
    permissions::permission::{
        CompanyType::Contractor,
        UserType::{Admin, Member},
    },
};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};
use store::membership::members::{self, NewMembership};

use crate::support::{TestApp, TestResponse, ada_ridge};

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

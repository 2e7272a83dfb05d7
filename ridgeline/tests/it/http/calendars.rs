//! Calendars, and the jobs on them.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

async fn calendars(app: &TestApp, who: &Person) -> Value {
    app.get(who, &format!("/api/calendar/calendars/{}", who.company)).await.json["calendars"]
        .clone()
}

async fn calendar(app: &TestApp, who: &Person, title: &str) -> Value {
    let created = app.post(who, "/api/calendar/new", json!({ "title": title })).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["calendar"]["id"].clone()
}

async fn assign(
    app: &TestApp,
    who: &Person,
    job: &Value,
    calendar: &Value,
) -> crate::support::TestResponse {
    app.post(who, "/api/calendar/assign", json!({ "jobId": job["id"], "calendarId": calendar }))
        .await
}

both_engines! {
    async fn everybody_in_a_company_sees_its_calendars_and_admins_create_them(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = calendar(app, &admin, " Repairs ").await;
        calendar(app, &admin, "Crews").await;
        let member = app.colleague(admin.company, Member).await;
        let list = calendars(app, &member).await;
        assert_eq!(list[1], json!({ "id": id, "title": "Repairs", "companyId": admin.company }));
        assert_eq!(list[0]["title"], "Crews");
        for (method, path, body) in [
            ("POST", "/api/calendar/new".to_string(), json!({ "title": "x" })),
            ("DELETE", format!("/api/calendar/delete/{}", id.as_str().expect("id")), Value::Null),
        ] {
            let response = app.call(Some(&member), method, &path, body).await;
            assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts can perform this action"));
        }
        let response = app.post(&admin, "/api/calendar/new", json!({ "title": " " })).await;
        assert_eq!(response.fields(), ["title required"]);
    }

    async fn nobody_creates_a_calendar_for_another_company(app: &TestApp) {
        let (admin, outsider) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        let form = json!({ "title": "Repairs", "companyId": outsider.company });
        assert_eq!(app.post(&admin, "/api/calendar/new", form.clone()).await.fields(), ["companyId choice"]);
        assert_eq!(app.post(&outsider, "/api/calendar/new", form).await.status, StatusCode::OK);
        assert_eq!(calendars(app, &admin).await, json!([]));
    }

    async fn another_companys_calendars_are_not_found(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = calendar(app, &admin, "Repairs").await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let list = format!("/api/calendar/calendars/{}", admin.company);
        assert_eq!(app.get(&outsider, &list).await.status, StatusCode::NOT_FOUND);
        let delete = format!("/api/calendar/delete/{}", id.as_str().expect("id"));
        assert_eq!(app.call(Some(&outsider), "DELETE", &delete, Value::Null).await.status, StatusCode::NOT_FOUND);
        let job = app.job(&outsider).await;
        assert_eq!(assign(app, &outsider, &job, &id).await.fields(), ["calendarId choice"]);
        let job = app.job(&admin).await;
        let own = calendar(app, &outsider, "Own").await;
        assert_eq!(assign(app, &outsider, &job, &own).await.status, StatusCode::NOT_FOUND);
        assert_eq!(calendars(app, &admin).await.as_array().map(Vec::len), Some(1));
    }

    async fn a_job_is_put_on_a_calendar_and_taken_off_again(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (first, second) = (calendar(app, &admin, "Repairs").await, calendar(app, &admin, "Spring").await);
        let job = app.job(&admin).await;
        let on = json!({ "jobId": job["id"], "calendarId": first });
        assert_eq!(assign(app, &admin, &job, &first).await.json["assignment"], json!([on]));
        assign(app, &admin, &job, &second).await;
        let listed = app.get(&admin, "/api/jobs/myJobs/contractor").await;
        assert_eq!(listed.json["jobs"][0]["calendarAssignments"].as_array().map(Vec::len), Some(2));
        assert_eq!(assign(app, &admin, &job, &second).await.json["assignment"], json!([]));
        assert_eq!(app.job_seen_by(&admin, &job["id"]).await["calendarAssignments"], json!([on]));
        let delete = format!("/api/calendar/delete/{}", first.as_str().expect("id"));
        assert_eq!(app.call(Some(&admin), "DELETE", &delete, Value::Null).await.json["id"], first);
        assert_eq!(app.job_seen_by(&admin, &job["id"]).await["calendarAssignments"], json!([]));
        let response = app.post(&admin, "/api/calendar/assign", json!({ "jobId": job["id"] })).await;
        assert_eq!(response.fields(), ["calendarId required"]);
        let member = app.colleague(admin.company, Member).await;
        assert_eq!(assign(app, &member, &job, &second).await.status, StatusCode::FORBIDDEN);
    }

    async fn a_subcontractors_calendars_are_visible_to_nobody_else(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let own = calendar(app, &sub, "Crew A").await;
        let (_, now) = app.feed(&admin, "after=now").await;
        assert_eq!(assign(app, &sub, &job, &own).await.status, StatusCode::OK);
        assert_eq!(app.changed_since(&admin, &now).await, Vec::<String>::new(), "no change of theirs");
        let seen = app.job_seen_by(&sub, &job["id"]).await;
        assert_eq!(seen["calendarAssignments"], json!([{ "jobId": job["id"], "calendarId": own }]));
        assert_eq!(app.job_seen_by(&admin, &job["id"]).await["calendarAssignments"], json!([]));
    }
}

//! Tags and measurement reports of a job.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

const ADD_TAG: &str = "/api/jobs/addTag";
const DELETE_TAG: &str = "/api/jobs/deleteTag";
const ADD_REPORT: &str = "/api/jobs/addMeasurementReport";

fn report_path(id: &Value) -> String {
    format!("/api/jobs/deleteMeasurementReport/{}", id.as_str().expect("id"))
}

async fn tag(app: &TestApp, who: &Person, job: &Value, content: &str) -> Value {
    let created = app.post(who, ADD_TAG, json!({ "jobId": job["id"], "content": content })).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["tag"].clone()
}

async fn report(app: &TestApp, who: &Person, job: &Value) -> Value {
    let form = json!({ "jobId": job["id"], "measurement": "square", "amount": 31.125 });
    let created = app.post(who, ADD_REPORT, form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["report"].clone()
}

both_engines! {
    async fn no_other_company_or_role_adds_tags_or_measurements(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let (tag, report) = (tag(app, &admin, &job, "hail").await, report(app, &admin, &job).await);
        let outsider = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        for (method, path, body) in [
            ("POST", ADD_TAG, json!({ "jobId": job["id"], "content": "" })),
            ("POST", DELETE_TAG, json!({ "jobId": job["id"], "tagId": tag["id"] })),
            ("POST", ADD_REPORT, json!({ "jobId": job["id"], "measurement": "league" })),
            ("DELETE", report_path(&report["id"]).as_str(), Value::Null),
        ] {
            let response = app.call(None, method, path, body.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{path}");
            let response = app.call(Some(&outsider), method, path, body.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
            for who in [&member, &sub] {
                let response = app.call(Some(who), method, path, body.clone()).await;
                assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Unauthorized"), "{path}");
            }
        }
        let stored = app.job_seen_by(&admin, &job["id"]).await;
        assert_eq!((&stored["tags"], &stored["reports"]), (&json!([tag]), &json!([report])));
    }

    async fn a_tag_is_added_and_removed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let created = tag(app, &admin, &job, "  two story ").await;
        assert_eq!((&created["content"], &created["jobId"]), (&json!("two story"), &job["id"]));
        let listed = app.get(&sub, "/api/jobs/myJobs/subcontractor").await;
        assert_eq!(listed.json["jobs"][0]["tags"], json!([created]), "the subcontractor sees it at once");
        let form = json!({ "jobId": job["id"], "tagId": created["id"] });
        let deleted = app.post(&admin, DELETE_TAG, form.clone()).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": created["id"] })));
        let listed = app.get(&sub, "/api/jobs/myJobs/subcontractor").await;
        assert_eq!(listed.json["jobs"][0]["tags"], json!([]));
        assert_eq!(app.post(&admin, DELETE_TAG, form).await.status, StatusCode::NOT_FOUND);
    }

    async fn a_tag_is_not_too_long_for_its_chip(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        for (form, refused) in [
            (json!({ "jobId": job["id"], "content": "   " }), vec!["content required"]),
            (json!({ "jobId": job["id"], "content": "x".repeat(31) }), vec!["content too_long"]),
            (json!({}), vec!["jobId required", "content required"]),
        ] {
            let response = app.post(&admin, ADD_TAG, form).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNPROCESSABLE_ENTITY, "validation"));
            assert_eq!(response.fields(), refused);
        }
        let response = app.post(&admin, DELETE_TAG, json!({ "jobId": job["id"] })).await;
        assert_eq!(response.fields(), ["tagId required"]);
        tag(app, &admin, &job, &"ñ".repeat(30)).await;
    }

    async fn a_tag_cannot_be_removed_through_another_job(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (job, other) = (app.job(&admin).await, app.job(&admin).await);
        let created = tag(app, &admin, &job, "hail").await;
        let response = app.post(&admin, DELETE_TAG, json!({ "jobId": other["id"], "tagId": created["id"] })).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND);
        assert_eq!(app.job_seen_by(&admin, &job["id"]).await["tags"], json!([created]));
    }

    async fn a_measurement_is_added_and_deleted(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let created = report(app, &admin, &job).await;
        assert_eq!((&created["measurement"], &created["amount"]), (&json!("square"), &json!(31.125)));
        assert_eq!(app.job_seen_by(&sub, &job["id"]).await["reports"], json!([created]));
        let deleted = app.delete(&admin, &report_path(&created["id"])).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": created["id"] })));
        assert_eq!(app.job_seen_by(&sub, &job["id"]).await["reports"], json!([]));
        assert_eq!(app.delete(&admin, &report_path(&created["id"])).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.delete(&admin, &report_path(&json!("no-id"))).await.status, StatusCode::NOT_FOUND);
    }

    async fn a_measurement_needs_a_known_unit_and_no_negative_amount(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        for (unit, amount, refused) in [
            (json!("league"), json!(1), vec!["measurement choice"]),
            (json!(""), Value::Null, vec!["measurement required", "amount required"]),
            (json!("US gallon"), json!(-0.5), vec!["amount too_small"]),
            (json!("bag"), json!(0.0001), vec!["amount too_many_decimals"]),
        ] {
            let response = app.post(&admin, ADD_REPORT, json!({ "jobId": job["id"], "measurement": unit, "amount": amount })).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, refused.into_iter().map(String::from).collect()));
        }
        let response = app.post(&admin, ADD_REPORT, json!({ "jobId": job["id"], "measurement": "bag", "amount": "3" })).await;
        assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        let none = app.post(&admin, ADD_REPORT, json!({ "jobId": job["id"], "measurement": "bag", "amount": 0 })).await;
        assert_eq!(none.json["report"]["amount"], 0);
    }
}

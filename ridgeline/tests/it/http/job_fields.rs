//! The job fields that are changed one at a time.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::TestApp;

const CUSTOMER: &str = "/api/jobs/update/customer";
const AMOUNT: &str = "/api/jobs/contractAmount/update";
const NUMBER: &str = "/api/jobs/jobNumber/update";
const NOTE: &str = "/api/jobs/update/inspectionNote";

/// Each call with a valid value and an invalid one.
fn calls() -> [(&'static str, &'static str, Value, Value, &'static str); 3] {
    [
        (AMOUNT, "contractAmount", json!(18_500.25), json!(-1), "contractAmount too_small"),
        (NUMBER, "jobNumber", json!("R-2041"), json!("9".repeat(51)), "jobNumber too_long"),
        (
            NOTE,
            "inspectionNote",
            json!("Hail on the south slope."),
            json!("é".repeat(301)),
            "inspectionNote too_long",
        ),
    ]
}

both_engines! {
    async fn no_other_company_or_role_changes_a_field_of_a_job(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let foreman = app.colleague(admin.company, Foreman).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let before = app.job_seen_by(&admin, &job["id"]).await;
        for (path, field, good, bad, _) in calls() {
            let form = json!({ "jobId": job["id"], field: good });
            let response = app.call(None, "POST", path, form.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{path}");
            let response = app.post(&outsider, path, json!({ "jobId": job["id"], field: bad })).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}: 404 comes before 422");
            for who in [&member, &foreman, &sub] {
                let response = app.post(who, path, form.clone()).await;
                assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin contractors can update this value."), "{path}");
            }
        }
        let form = json!({ "jobId": job["id"], "jobCustomer": Value::Null });
        assert_eq!(app.call(None, "POST", CUSTOMER, form.clone()).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.post(&outsider, CUSTOMER, form.clone()).await.status, StatusCode::NOT_FOUND);
        for who in [&member, &foreman, &sub] {
            let response = app.post(who, CUSTOMER, form.clone()).await;
            assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Unauthorized"));
        }
        assert_eq!(app.job_seen_by(&admin, &job["id"]).await, before);
    }

    async fn an_admin_changes_each_field_and_an_empty_value_clears_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        for (path, field, good, _, _) in calls() {
            let changed = app.post(&admin, path, json!({ "jobId": job["id"], field: good })).await;
            assert_eq!((changed.status, &changed.json["job"][field]), (StatusCode::OK, &good), "{path}");
            assert_eq!(app.job_seen_by(&admin, &job["id"]).await, changed.json["job"]);
            let cleared = app.post(&admin, path, json!({ "jobId": job["id"], field: Value::Null })).await;
            assert_eq!((cleared.status, &cleared.json["job"][field]), (StatusCode::OK, &Value::Null), "{path}");
        }
    }

    async fn an_invalid_value_names_its_field_and_stores_nothing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        for (path, field, good, bad, refused) in calls() {
            let response = app.post(&admin, path, json!({ "jobId": job["id"], field: bad })).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_string()]), "{path}");
            let response = app.post(&admin, path, json!({ field: good })).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["jobId required".to_string()]), "{path}");
            let response = app.post(&admin, path, json!({ "jobId": "no id", field: good })).await;
            assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}");
            let response = app.post(&admin, path, json!({ "jobId": job["id"], field: [] })).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"), "{path}");
        }
        for (amount, refused) in [(json!(1.005), "contractAmount too_many_decimals"), (json!(1e10), "contractAmount too_large")] {
            let response = app.post(&admin, AMOUNT, json!({ "jobId": job["id"], "contractAmount": amount })).await;
            assert_eq!(response.fields(), [refused]);
        }
        let most = json!({ "jobId": job["id"], "contractAmount": 9_999_999_999.99 });
        assert_eq!(app.post(&admin, AMOUNT, most).await.json["job"]["contractAmount"], 9_999_999_999.99);
        let response = app.post(&admin, NUMBER, json!({ "jobId": job["id"], "jobNumber": "a\u{0}b" })).await;
        assert_eq!(response.fields(), ["jobNumber format"]);
        let fits = json!({ "jobId": job["id"], "inspectionNote": "é".repeat(300) });
        assert_eq!(app.post(&admin, NOTE, fits).await.status, StatusCode::OK, "accents count once");
    }

    async fn a_job_accepts_only_the_companys_own_customers(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let (job, own) = (app.job(&admin).await, app.customer(&admin).await);
        let foreign = app.customer(&outsider).await;
        let set = app.post(&admin, CUSTOMER, json!({ "jobId": job["id"], "jobCustomer": own })).await;
        assert_eq!((set.status, &set.json["job"]["jobCustomer"]), (StatusCode::OK, &json!(own)));
        for unknown in [foreign.as_str(), "0198f7a0-0000-7000-8000-000000000000", "no id"] {
            let response = app.post(&admin, CUSTOMER, json!({ "jobId": job["id"], "jobCustomer": unknown })).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["jobCustomer choice".to_string()]));
        }
        let response = app.post(&outsider, CUSTOMER, json!({ "jobId": job["id"], "jobCustomer": own })).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "the job is looked up before the choice is judged");
        assert_eq!(app.job_seen_by(&admin, &job["id"]).await["jobCustomer"], json!(own));
        let cleared = app.post(&admin, CUSTOMER, json!({ "jobId": job["id"], "jobCustomer": null })).await;
        assert_eq!((cleared.status, &cleared.json["job"]["jobCustomer"]), (StatusCode::OK, &Value::Null));
    }

    async fn concurrent_changes_of_different_fields_are_both_stored(app: &TestApp) {
        let one = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(one.company, Admin).await;
        let (job, customer) = (app.job(&one).await, app.customer(&one).await);
        let id = &job["id"];
        let answers: [crate::support::TestResponse; 5] = tokio::join!(
            app.post(&one, AMOUNT, json!({ "jobId": id, "contractAmount": 18_500 })),
            app.post(&other, NUMBER, json!({ "jobId": id, "jobNumber": "R-2041" })),
            app.post(&one, NOTE, json!({ "jobId": id, "inspectionNote": "Hail" })),
            app.post(&other, CUSTOMER, json!({ "jobId": id, "jobCustomer": customer })),
            app.post(&one, "/api/jobs/update/changeColor", json!({ "jobId": id, "color": "#2EA27B" })),
        ).into();
        for answer in answers {
            assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
        }
        let job = app.job_seen_by(&one, id).await;
        assert_eq!((&job["contractAmount"], &job["jobNumber"]), (&json!(18_500), &json!("R-2041")));
        assert_eq!((&job["inspectionNote"], &job["jobCustomer"]), (&json!("Hail"), &json!(customer)));
        assert_eq!(job["color"], "#2EA27B");
    }

    async fn the_subcontractor_sees_the_inspection_note_but_neither_customer_nor_amount(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (job, customer) = (app.job(&admin).await, app.customer(&admin).await);
        let sub = app.asked_subcontractor(&admin, &job).await;
        let listed = || async { app.get(&sub, "/api/jobs/myJobs/subcontractor").await.json["jobs"][0].clone() };
        assert_eq!(listed().await["inspectionNote"], Value::Null);
        app.post(&admin, NOTE, json!({ "jobId": job["id"], "inspectionNote": "Hail" })).await;
        assert_eq!(listed().await["inspectionNote"], "Hail", "the other company sees a change at once");
        app.post(&admin, AMOUNT, json!({ "jobId": job["id"], "contractAmount": 18_500 })).await;
        app.post(&admin, CUSTOMER, json!({ "jobId": job["id"], "jobCustomer": customer })).await;
        for seen in [listed().await, app.job_seen_by(&sub, &job["id"]).await] {
            assert_eq!((&seen["contractAmount"], &seen["jobCustomer"]), (&Value::Null, &Value::Null));
        }
    }
}

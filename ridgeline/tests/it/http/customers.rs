//! Customers: who sees and changes them, and what happens to their jobs and appointments.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::TestApp;

const FIND: &str = "/api/customers/find";
const CREATE: &str = "/api/customers/create";
const UPDATE: &str = "/api/customers/update";

fn delete_path(id: &str) -> String {
    format!("/api/customers/delete/{id}")
}

both_engines! {
    async fn no_other_company_or_role_sees_or_changes_a_companys_customers(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = app.customer(&admin).await;
        let before = app.get(&admin, FIND).await.json;
        let outsider = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.get(&outsider, FIND).await.json["customers"], json!([]));
        assert_eq!(app.get(&sub, FIND).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.call(None, "GET", FIND, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        let calls = [
            ("POST", CREATE.to_string(), json!({ "firstName": "" })),
            ("POST", UPDATE.to_string(), json!({ "customerId": id, "customer": { "firstName": "" } })),
            ("DELETE", delete_path(&id), Value::Null),
        ];
        app.refuse_all_but_own_admins(&admin, "Only admin accounts can create new customers", &calls).await;
        app.refuse_subcontractors(&calls).await;
        assert_eq!(app.get(&admin, FIND).await.json, before);
    }

    async fn the_whole_company_sees_a_new_customer_with_the_normalized_phone(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({ "firstName": " Ana ", "lastName": "Peña", "phone": "615 555 0100", "company": " ", "city": "Nashville", "companyId": admin.company });
        let created = app.post(&admin, CREATE, form).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        let ana = &created.json["customer"];
        assert_eq!(*ana, json!({
            "id": ana["id"], "firstName": "Ana", "lastName": "Peña", "company": null, "phone": "615-555-0100",
            "address": null, "city": "Nashville", "state": null, "zip": null, "companyId": admin.company,
        }));
        app.customer(&admin).await;
        for who in [Member, Foreman] {
            let seen = app.get(&app.colleague(admin.company, who).await, FIND).await;
            assert_eq!((seen.status, &seen.json["customers"][0]), (StatusCode::OK, ana), "by last name");
            assert_eq!(seen.json["customers"][1]["lastName"], "Whitaker");
        }
    }

    async fn an_incomplete_customer_names_the_missing_fields_and_is_not_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let good = json!({ "firstName": "Ana", "lastName": "Peña", "phone": "6155550100" });
        let with = |field: &str, value: Value| {
            let mut form = good.clone();
            form[field] = value;
            form
        };
        let response = app.post(&admin, CREATE, json!({})).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["firstName required".to_string(), "lastName required".into(), "phone required".into()]));
        let response = app.post(&admin, CREATE, with("lastName", json!(" "))).await;
        assert_eq!((response.fields(), response.message()), (vec!["lastName required".to_string()], "Must include a first name, last name, and valid phone number"));
        let response = app.post(&admin, CREATE, with("phone", json!("555-5555"))).await;
        assert_eq!((response.fields(), response.message()), (vec!["phone phone_format".to_string()], "Incorrect phone number formatting. Try something like \"555-555-5555\""));
        assert_eq!(app.post(&admin, CREATE, with("zip", json!("9".repeat(1_001)))).await.fields(), ["zip too_long"]);
        assert_eq!(app.post(&admin, CREATE, with("city", json!("a\u{0}b"))).await.fields(), ["city format"]);
        assert_eq!(app.post(&admin, CREATE, with("companyId", json!(outsider.company))).await.fields(), ["companyId choice"]);
        assert_eq!(app.post(&admin, CREATE, with("phone", json!(6_155_550_100_u64))).await.status, StatusCode::BAD_REQUEST);
        let id = app.customer(&admin).await;
        let before = app.get(&admin, FIND).await.json;
        assert_eq!(app.post(&admin, UPDATE, json!({ "customer": good })).await.fields(), ["customerId required"]);
        let response = app.post(&admin, UPDATE, json!({ "customerId": id, "customer": with("phone", json!("1")) })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["phone phone_format".to_string()]));
        assert_eq!(app.post(&admin, UPDATE, json!({ "customerId": id })).await.fields().len(), 3);
        assert_eq!(app.post(&admin, UPDATE, json!({ "customerId": id, "customer": "Ana" })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(app.post(&admin, UPDATE, json!({ "customerId": "nobody", "customer": good })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.get(&admin, FIND).await.json, before);
    }

    async fn an_edit_of_a_customer_keeps_what_a_colleague_changed_meanwhile(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let good = json!({ "firstName": "Ana", "lastName": "Peña", "phone": "615-555-0100", "city": "Reno" });
        let id = app.post(&admin, CREATE, good.clone()).await.json["customer"]["id"].clone();
        let with = |field: &str, value: &str| {
            let mut form = good.clone();
            form[field] = json!(value);
            form
        };
        let edit = async |form: Value| app.post(&admin, UPDATE, json!({ "customerId": id, "customer": form, "was": good })).await;
        assert_eq!(edit(with("phone", "615-555-0199")).await.json["customer"]["phone"], "615-555-0199");
        let both = edit(with("city", "Sparks")).await.json;
        assert_eq!((&both["customer"]["phone"], &both["customer"]["city"]), (&json!("615-555-0199"), &json!("Sparks")));
        assert_eq!(edit(with("city", "")).await.json["customer"]["city"], Value::Null);
    }

    async fn a_changed_customer_is_updated_on_their_appointments_too(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = app.customer(&admin).await;
        let meeting = json!({ "start": "2026-03-03T15:00:00Z", "end": "2026-03-03T15:30:00Z", "customerId": id, "assignedToId": admin.user });
        app.post(&admin, "/api/appointments/create", meeting).await;
        let form = json!({ "customerId": id, "customer": { "firstName": "June", "lastName": "Peña", "phone": "6155550199", "company": "Peña & Co" } });
        let changed = app.post(&admin, UPDATE, form).await;
        assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
        let june = json!({
            "id": id, "firstName": "June", "lastName": "Peña", "company": "Peña & Co", "phone": "615-555-0199",
            "address": null, "city": null, "state": null, "zip": null, "companyId": admin.company,
        });
        assert_eq!(changed.json["customer"], june);
        assert_eq!(app.get(&admin, FIND).await.json["customers"], json!([june]));
        let seen = app.get(&admin, "/api/appointments/company").await;
        assert_eq!(seen.json["appointments"][0]["customerLastName"], "Peña");
    }

    async fn a_deleted_customer_leaves_their_jobs_and_appointments_without_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (job, id) = (app.job(&admin).await, app.customer(&admin).await);
        let chosen = app.post(&admin, "/api/jobs/update/customer", json!({ "jobId": job["id"], "jobCustomer": id })).await;
        assert_eq!(chosen.json["job"]["jobCustomer"], json!(id), "{:?}", chosen.json);
        let meeting = json!({ "start": "2026-03-03T15:00:00Z", "end": "2026-03-03T15:30:00Z", "customerId": id, "assignedToId": admin.user });
        app.post(&admin, "/api/appointments/create", meeting).await;
        app.get(&admin, "/api/jobs/myJobs/contractor").await;
        let deleted = app.delete(&admin, &delete_path(&id)).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": id })));
        assert_eq!(app.get(&admin, FIND).await.json["customers"], json!([]));
        let jobs = app.get(&admin, "/api/jobs/myJobs/contractor").await;
        assert_eq!(jobs.json["jobs"][0]["jobCustomer"], Value::Null, "the kept list was read anew");
        let met = app.get(&admin, "/api/appointments/company").await.json["appointments"][0].clone();
        assert_eq!((&met["customerId"], &met["customerFirstName"]), (&Value::Null, &Value::Null));
        assert_eq!(app.delete(&admin, &delete_path(&id)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.delete(&admin, &delete_path("nobody")).await.status, StatusCode::NOT_FOUND);
    }

    async fn listing_many_customers_takes_one_statement(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        app.get(&admin, FIND).await;
        for _ in 0..5 {
            app.customer(&admin).await;
        }
        app.get(&admin, FIND).await;
        let before = app.app.db.statements_run();
        assert_eq!(app.get(&admin, FIND).await.json["customers"].as_array().map(Vec::len), Some(5));
        let ran = app.app.db.statements_run() - before;
        // On PostgreSQL one looks the session up, and one reads the state of the list.
        let most = if app.app.db.is_sole_writer() { 1 } else { 3 };
        assert!(ran <= most, "{ran} statements");
    }
}

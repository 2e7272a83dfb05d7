//! Onboarding and the user's own settings.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::{
    permissions::permission::{
        CompanyType::Contractor,
        UserType::{Admin, Member},
    },
    types::ids::{CompanyId, UserId},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

async fn newcomer(app: &TestApp, email: &str) -> Person {
    let form = json!({ "email": email, "password": "ridge cap shingle" });
    let created = app.call(None, "POST", "/api/auth/local/signup", form).await;
    let token = created.json["token"].as_str().expect("token").to_string();
    Person { company: CompanyId::default(), user: UserId::default(), token }
}

fn account() -> Value {
    json!({
        "email": "no address at all", "firstName": " Ana ", "lastName": "Peña",
        "location": "Nashville, TN", "phoneNumber": "615 555 0100", "language": "spanish",
        "account_type": "contractor", "company_name": "Techos Peña", "position": "Owner", "plan": "basic",
    })
}

both_engines! {
    async fn onboarding_creates_a_company_and_its_admin(app: &TestApp) {
        let me = newcomer(app, "ana@example.com").await;
        let created = app.post(&me, "/api/auth/createNewAccountWithCompany", account()).await;
        assert_eq!(created.status, StatusCode::CREATED, "{:?}", created.json);
        let (user, company) = (&created.json["user"], &created.json["company"]);
        assert_eq!(user["email"], "ana@example.com", "the address signed in with, not the form's");
        assert_eq!(user["firstName"], "Ana");
        assert_eq!(user["userType"], "admin");
        assert_eq!(user["phoneNumber"], "615-555-0100");
        assert_eq!(user["accountCreationComplete"], true);
        assert_eq!((&company["name"], &company["companyType"]), (&json!("Techos Peña"), &json!("contractor")));
        assert_eq!(company["id"], user["companyId"]);
        let profile = app.get(&me, "/api/auth/fetchProfile").await;
        assert_eq!(profile.json, created.json);
        let twice = app.post(&me, "/api/auth/createNewAccountWithCompany", account()).await;
        assert_eq!((twice.status, twice.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn onboarding_whose_answer_was_lost_gets_the_same_answer_again(app: &TestApp) {
        let me = newcomer(app, "ana@example.com").await;
        let create = async || {
            let request = Request::post("/api/auth/createNewAccountWithCompany")
                .header(header::CONTENT_TYPE, "application/json")
                .header("idempotency-key", "0190f5fe-7c00-7a3e");
            app.send(Some(&me), request.body(Body::from(account().to_string())).expect("a request")).await
        };
        let first = create().await;
        let again = create().await;
        assert_eq!((first.status, again.status), (StatusCode::CREATED, StatusCode::CREATED), "{:?}", again.json);
        assert_eq!(again.json, first.json);
    }

    async fn the_chosen_plan_is_stored_and_the_basic_plan_is_the_default(app: &TestApp) {
        for (email, chosen, stored) in [("ana@example.com", "crew", "crew"), ("leo@example.com", " ", "basic")] {
            let me = newcomer(app, email).await;
            let mut form = account();
            form["plan"] = json!(chosen);
            let created = app.post(&me, "/api/auth/createNewAccountWithCompany", form).await;
            let company: CompanyId = serde_json::from_value(created.json["company"]["id"].clone()).expect("id");
            let mut tx = app.app.db.read().await.expect("tx");
            let plan: String = store::sql!("SELECT plan AS value FROM company WHERE id = $1")
                .bind(company)
                .value(&mut tx)
                .await
                .expect("plan");
            assert_eq!(plan, stored);
        }
    }

    async fn before_onboarding_every_other_call_is_refused(app: &TestApp) {
        let me = newcomer(app, "ana@example.com").await;
        for path in ["/api/jobs/myJobs/contractor", "/api/company/find/0198f7a0-0000-7000-8000-000000000000"] {
            let response = app.get(&me, path).await;
            assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"), "{path}");
        }
        let response = app.post(&me, "/api/jobs/create", json!({ "title": "x" })).await;
        assert_eq!(response.status, StatusCode::FORBIDDEN);
    }

    async fn an_incomplete_form_names_each_missing_field_and_stores_nothing(app: &TestApp) {
        let me = newcomer(app, "ana@example.com").await;
        let response = app.post(&me, "/api/auth/createNewAccountWithCompany", json!({ "account_type": "vendor" })).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(response.fields(), [
            "firstName required", "lastName required", "location required", "language required",
            "position required", "account_type choice", "company_name required",
        ]);
        let profile = app.get(&me, "/api/auth/fetchProfile").await;
        assert_eq!(profile.json["user"]["accountCreationComplete"], false);
    }

    async fn changed_settings_take_effect_and_responses_use_the_new_language(app: &TestApp) {
        let me = app.sign_in(Contractor, Member).await;
        let mut form = json!({
            "firstName": "Luis", "lastName": "Ríos", "location": "Antioch, TN", "language": "spanish",
            "position": "Encargado", "phoneNumber": "",
        });
        let changed = app.post(&me, "/api/auth/user/update", form.clone()).await;
        assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
        assert_eq!(changed.json["user"]["lastName"], "Ríos");
        assert_eq!(changed.json["user"]["phoneNumber"], Value::Null);
        form["phoneNumber"] = json!("555-5555");
        let response = app.post(&me, "/api/auth/user/update", form).await;
        assert_eq!(response.fields(), ["phoneNumber phone_format"]);
        assert!(response.message().starts_with("Formato de teléfono incorrecto"), "{}", response.message());
    }

    async fn every_signed_in_user_sees_a_companys_employees(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let page = app.get(&outsider, &format!("/api/company/find/{}", admin.company)).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.json["company"]["employees"][0]["id"], admin.user.to_string());
        assert_eq!(page.json["company"]["connectionExists"], false);
        let people = app.get(&outsider, &format!("/api/company/users/{}", admin.company)).await;
        assert_eq!(people.json["employees"][0]["lastName"], "Ridge");
        for path in ["/api/company/find/nonsense", "/api/company/users/0198f7a0-0000-7000-8000-000000000000"] {
            let response = app.get(&outsider, path).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
        }
    }
}

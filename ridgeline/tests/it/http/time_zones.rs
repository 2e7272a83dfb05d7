//! A company's time zone, which decides when its days begin and end.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::TestApp;

const PATH: &str = "/api/company/timeZone";

both_engines! {
    async fn only_an_admin_changes_a_companys_time_zone(app: &TestApp) {
        let denver = json!({ "timeZone": "America/Denver" });
        let response = app.call(None, "PUT", PATH, denver.clone()).await;
        assert_eq!(response.status, StatusCode::UNAUTHORIZED);
        let admin = app.sign_in(Contractor, Admin).await;
        for kind in [Member, Foreman] {
            let colleague = app.colleague(admin.company, kind).await;
            let response = app.put(&colleague, PATH, denver.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
        }
        let outsider = app.sign_in(Subcontractor, Admin).await;
        let page = format!("/api/company/find/{}", admin.company);
        assert_eq!(app.get(&outsider, &page).await.json["company"]["timeZone"], "America/Chicago");
        let changed = app.put(&admin, PATH, denver).await;
        assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
        assert_eq!(changed.json["company"]["timeZone"], "America/Denver");
        assert_eq!(changed.json["company"]["name"], "Ridge & Sons", "the whole company is answered");
        assert_eq!(app.get(&admin, &page).await.json, changed.json);
        let theirs = format!("/api/company/find/{}", outsider.company);
        assert_eq!(app.get(&outsider, &theirs).await.json["company"]["timeZone"], "America/Chicago", "nobody else moved");
    }

    async fn an_unknown_time_zone_changes_nothing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let wrong = [
            (json!({}), "timeZone required"),
            (json!({ "timeZone": " " }), "timeZone required"),
            (json!({ "timeZone": "America/Nashville" }), "timeZone choice"),
            (json!({ "timeZone": "UTC\u{0}" }), "timeZone choice"),
        ];
        for (body, refused) in wrong {
            let response = app.put(&admin, PATH, body).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_string()]));
        }
        assert_eq!(app.put(&admin, PATH, json!({ "timeZone": -6 })).await.status, StatusCode::BAD_REQUEST);
        let lone = axum::http::Request::put(PATH).body(axum::body::Body::from("{\"timeZone\": \"\\ud800\"}"));
        assert_eq!(app.send(Some(&admin), lone.expect("request")).await.status, StatusCode::BAD_REQUEST);
        let profile = app.get(&admin, "/api/auth/fetchProfile").await;
        assert_eq!(profile.json["company"]["timeZone"], "America/Chicago");
    }

    async fn a_new_company_gets_its_browsers_time_zone_and_an_unknown_one_is_no_error(app: &TestApp) {
        let guesses = [
            (json!("America/Los_Angeles"), "America/Los_Angeles"),
            (json!("US/Hawaii"), "US/Hawaii"),
            (json!("America/Newtown"), "America/Chicago"),
            (json!(""), "America/Chicago"),
            (Value::Null, "America/Chicago"),
        ];
        for (n, (guess, zone)) in guesses.into_iter().enumerate() {
            let created = onboard(app, n, json!({ "timeZone": guess })).await;
            assert_eq!(created.status, StatusCode::CREATED, "{guess}: {:?}", created.json);
            assert_eq!(created.json["company"]["timeZone"], zone, "{guess}");
        }
        let created = onboard(app, 10, json!({})).await;
        assert_eq!(created.json["company"]["timeZone"], "America/Chicago", "no guess at all");
        let response = onboard(app, 11, json!({ "timeZone": "Central Time" })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["timeZone choice".to_string()]));
    }
}

async fn onboard(app: &TestApp, n: usize, more: Value) -> crate::support::TestResponse {
    let credentials =
        json!({ "email": format!("ana{n}@example.com"), "password": "ridge cap shingle" });
    let created = app.call(None, "POST", "/api/auth/local/signup", credentials).await;
    let mut form = json!({
        "firstName": "Ana", "lastName": "Peña", "location": "Nashville, TN", "language": "english",
        "account_type": "contractor", "company_name": "Techos Peña", "position": "Owner",
    });
    form.as_object_mut().expect("form").extend(more.as_object().expect("fields").clone());
    let bearer = format!("Bearer {}", created.json["token"].as_str().expect("token"));
    let request = axum::http::Request::post("/api/auth/createNewAccountWithCompany")
        .header(axum::http::header::AUTHORIZATION, bearer)
        .body(axum::body::Body::from(form.to_string()));
    app.send(None, request.expect("request")).await
}

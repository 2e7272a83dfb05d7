//! Customers, as far as jobs need them.

use axum::http::StatusCode;
use domain::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::TestApp;

const FIND: &str = "/api/customers/find";

both_engines! {
    async fn a_contractors_people_see_their_own_customers_and_nobody_elses(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = app.customer(&admin).await;
        let member = app.colleague(admin.company, Member).await;
        let seen = app.get(&member, FIND).await;
        assert_eq!(seen.status, StatusCode::OK);
        assert_eq!(seen.json["customers"], json!([{
            "id": id, "firstName": "June", "lastName": "Whitaker", "company": null, "phone": "615-555-0100",
            "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208",
            "companyId": admin.company,
        }]));
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.get(&stranger, FIND).await.json["customers"], json!([]));
        let sub = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.get(&sub, FIND).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.call(None, "GET", FIND, Value::Null).await.status, StatusCode::UNAUTHORIZED);
    }

    async fn many_customers_take_one_statement(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        app.get(&admin, FIND).await;
        for _ in 0..5 {
            app.customer(&admin).await;
        }
        app.get(&admin, FIND).await;
        let before = app.app.db.statements_run();
        assert_eq!(app.get(&admin, FIND).await.json["customers"].as_array().map(Vec::len), Some(5));
        let ran = app.app.db.statements_run() - before;
        assert!(ran <= 2, "{ran} statements: one may look the session up");
    }
}

//! How much a company can do on a day, and its days off.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

const CAPACITY: &str = "/api/company/capacity";
const DAYS_OFF: &str = "/api/company/daysOff";

async fn refused(app: &TestApp, who: &Person, path: &str, form: Value) -> Vec<String> {
    let response = app.put(who, path, form).await;
    assert_eq!(
        (response.status, response.code()),
        (StatusCode::UNPROCESSABLE_ENTITY, "validation")
    );
    response.fields()
}

both_engines! {
    async fn everybody_of_a_company_reads_its_capacity_and_only_admins_set_it(app: &TestApp) {
        for kind in [Contractor, Subcontractor] {
            let admin = app.sign_in(kind, Admin).await;
            let member = app.colleague(admin.company, Member).await;
            for who in [&admin, &member] {
                let read = app.get(who, CAPACITY).await;
                assert_eq!(read.json, json!({ "capacity": { "crews": 1, "sharing": "none" } }), "by default");
            }
            app.share(&admin, 3, "count").await;
            app.share(&admin, 0, "busy").await;
            assert_eq!(app.get(&member, CAPACITY).await.json["capacity"], json!({ "crews": 0, "sharing": "busy" }));
            let form = json!({ "crews": 2, "sharing": "none" });
            let forbidden = app.put(&member, CAPACITY, form).await;
            assert_eq!((forbidden.status, forbidden.code()), (StatusCode::FORBIDDEN, "forbidden"));
            let log = app.log(&admin, "").await;
            assert_eq!(log.len(), 2, "{log:?}");
        }
    }

    async fn a_wrong_capacity_names_its_fields(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (form, fields) in [
            (json!({}), vec!["crews required", "sharing required"]),
            (json!({ "crews": null, "sharing": "" }), vec!["crews required", "sharing required"]),
            (json!({ "crews": -1, "sharing": "all" }), vec!["crews too_small", "sharing choice"]),
            (json!({ "crews": 1001, "sharing": "busy" }), vec!["crews too_large"]),
            (json!({ "crews": 1.5, "sharing": "busy" }), vec!["crews format"]),
        ] {
            assert_eq!(refused(app, &admin, CAPACITY, form.clone()).await, fields, "{form}");
        }
        app.share(&admin, 1_000, "count").await;
    }

    async fn days_off_are_added_listed_by_their_first_day_and_deleted(app: &TestApp) {
        let admin = app.sign_in(Subcontractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        assert_eq!(app.get(&admin, DAYS_OFF).await.json, json!({ "daysOff": [] }));
        let form = json!({ "from": "2026-12-24", "to": "2026-12-26", "reason": "  Christmas  " });
        let added = app.put(&admin, DAYS_OFF, form).await;
        assert_eq!(added.status, StatusCode::OK);
        let christmas = added.json["dayOff"].clone();
        assert_eq!(christmas, json!({ "id": christmas["id"], "from": "2026-12-24", "to": "2026-12-26", "reason": "Christmas" }));
        let form = json!({ "from": "2026-07-04", "to": "2026-07-04" });
        let fourth = app.put(&admin, DAYS_OFF, form.clone()).await.json["dayOff"].clone();
        assert_eq!(fourth["reason"], Value::Null);
        assert_eq!(app.get(&member, DAYS_OFF).await.json["daysOff"], json!([fourth, christmas]));
        assert_eq!(app.put(&member, DAYS_OFF, form).await.status, StatusCode::FORBIDDEN);
        let path = format!("{DAYS_OFF}/{}", fourth["id"].as_str().expect("id"));
        assert_eq!(app.delete(&member, &path).await.status, StatusCode::FORBIDDEN);
        let stranger = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.delete(&stranger, &path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.delete(&admin, &path).await.json, json!({ "id": fourth["id"] }));
        assert_eq!(app.delete(&admin, &path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.get(&admin, DAYS_OFF).await.json["daysOff"], json!([christmas]));
        assert_eq!(app.get(&stranger, DAYS_OFF).await.json["daysOff"], json!([]));
        assert_eq!(app.log(&admin, "").await.len(), 3, "two added, one removed");
    }

    async fn wrong_days_off_name_their_fields(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (form, fields) in [
            (json!({}), vec!["from required", "to required"]),
            (json!({ "from": "2026-02-30", "to": "soon" }), vec!["from format", "to format"]),
            (json!({ "from": "2026-03-02", "to": "2026-03-01" }), vec!["from range"]),
            (json!({ "from": "2026-01-01", "to": "2027-01-02" }), vec!["to too_large"]),
            (json!({ "from": "2026-01-01", "to": "2026-01-01", "reason": "x".repeat(501) }), vec!["reason too_long"]),
        ] {
            assert_eq!(refused(app, &admin, DAYS_OFF, form.clone()).await, fields, "{form}");
        }
        let form = json!({ "from": "2026-01-01", "to": "2027-01-01", "reason": "x".repeat(500) });
        assert_eq!(app.put(&admin, DAYS_OFF, form).await.status, StatusCode::OK, "366 days");
        let foreman = app.colleague(admin.company, Foreman).await;
        assert_eq!(app.put(&foreman, DAYS_OFF, json!({})).await.status, StatusCode::FORBIDDEN);
    }
}

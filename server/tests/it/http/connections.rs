//! Connections, as far as jobs need them.

use axum::http::StatusCode;
use domain::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

fn own(who: &Person) -> String {
    format!("/api/connections/connections/{}", who.company)
}

async fn seen(app: &TestApp, who: &Person) -> Value {
    app.get(who, &own(who)).await.json["fullConnectionsDetails"].clone()
}

both_engines! {
    async fn each_side_sees_the_other_and_who_asked(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let other = app.sign_in(Subcontractor, Admin).await;
        let accepted = app.connection(&admin, &sub, true).await;
        app.connection(&other, &admin, false).await;
        let list = seen(app, &app.colleague(admin.company, Member).await).await;
        let of = |company: &Person| {
            let rows = list.as_array().expect("rows");
            rows.iter().find(|row| row["companyDetails"]["id"] == json!(company.company)).cloned().expect("a row")
        };
        assert_eq!(list.as_array().map(Vec::len), Some(2));
        assert_eq!(of(&sub), json!({
            "id": accepted, "senderId": admin.company, "recipientId": sub.company, "accepted": true, "sent": true,
            "message": "", "companyDetails": {
                "id": sub.company, "name": "Ridge & Sons", "location": "Nashville, TN", "logoUrl": null,
                "companyType": "subcontractor", "documents": [],
            },
        }));
        assert_eq!((&of(&other)["sent"], &of(&other)["accepted"]), (&json!(false), &json!(false)));
        assert_eq!(seen(app, &sub).await[0]["sent"], json!(false));
        assert_eq!(seen(app, &sub).await[0]["companyDetails"]["id"], json!(admin.company));
    }

    async fn another_companys_connections_are_not_found(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.get(&stranger, &own(&admin)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.call(None, "GET", &own(&admin), Value::Null).await.status, StatusCode::UNAUTHORIZED);
    }
}

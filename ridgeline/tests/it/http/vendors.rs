//! Vendors and their contacts.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Salesman},
};
use serde_json::{Value, json};
use store::sql;
use uuid::Uuid;

use crate::support::{Person, TestApp};

const VENDORS: &str = "/api/contractor_vendors";
const DETAILS: &str = "/api/contractor_vendors/details";
const CONTACTS: &str = "/api/contractor_vendors/contacts";

async fn all(app: &TestApp, who: &Person) -> Value {
    app.get(who, VENDORS).await.json
}

/// A vendor with one contact.
async fn vendor(app: &TestApp, admin: &Person) -> (Value, Value) {
    let created = app.post(admin, VENDORS, json!({ "name": "Music City Supply" })).await;
    let vendor = created.json["vendor"].clone();
    let form =
        json!({ "name": "Dana Cole", "email": "dana@supply.example", "vendorId": vendor["id"] });
    let created = app.post(admin, CONTACTS, form).await;
    (vendor, created.json["vendorContact"].clone())
}

fn path(of: &str, thing: &Value) -> String {
    format!("{of}/{}", thing["id"].as_str().expect("id"))
}

both_engines! {
    async fn no_other_company_or_role_sees_or_changes_a_companys_vendors(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (vendor, contact) = vendor(app, &admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.call(None, "GET", VENDORS, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.get(&sub, VENDORS).await.status, StatusCode::FORBIDDEN);
        assert_eq!(all(app, &outsider).await, json!({ "vendors": [], "vendorContacts": [] }));
        let calls = [
            ("POST", VENDORS.to_string(), json!({ "name": "" })),
            ("PUT", DETAILS.to_string(), json!({ "name": "", "vendorId": vendor["id"] })),
            ("DELETE", path(VENDORS, &vendor), Value::Null),
            ("POST", CONTACTS.to_string(), json!({ "name": "", "vendorId": vendor["id"] })),
            ("PUT", CONTACTS.to_string(), json!({ "name": "", "vendorContactId": contact["id"] })),
            ("DELETE", path(CONTACTS, &contact), Value::Null),
        ];
        app.refuse_all_but_own_admins(&admin, "Only admin accounts can perform this action", &calls).await;
        app.refuse_subcontractors(&calls).await;
        assert_eq!(all(app, &admin).await, json!({ "vendors": [vendor], "vendorContacts": [contact] }));
    }

    async fn the_whole_company_sees_an_admins_vendors_and_contacts(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (supply, dana) = vendor(app, &admin).await;
        assert_eq!(supply, json!({ "id": supply["id"], "name": "Music City Supply", "accountNumber": null, "companyId": admin.company }));
        assert_eq!(dana, json!({ "id": dana["id"], "vendorId": supply["id"], "name": "Dana Cole", "email": "dana@supply.example" }));
        let created = app.post(&admin, VENDORS, json!({ "name": " Cumberland Metals ", "accountNumber": " C-17 " })).await;
        let metals = created.json["vendor"].clone();
        assert_eq!((&metals["name"], &metals["accountNumber"]), (&json!("Cumberland Metals"), &json!("C-17")), "{:?}", created.json);
        let salesman = app.colleague(admin.company, Salesman).await;
        assert_eq!(all(app, &salesman).await, json!({ "vendors": [metals, supply], "vendorContacts": [dana] }), "by name");
        let changed = app.put(&admin, DETAILS, json!({ "vendorId": metals["id"], "name": "Zinc Metals", "accountNumber": "" })).await;
        let metals = json!({ "id": metals["id"], "name": "Zinc Metals", "accountNumber": null, "companyId": admin.company });
        assert_eq!(changed.json["vendor"], metals, "{:?}", changed.json);
        let changed = app.put(&admin, CONTACTS, json!({ "vendorContactId": dana["id"], "name": "Dana Ruiz", "email": "D.Ruiz@supply.example" })).await;
        let dana = json!({ "id": dana["id"], "vendorId": supply["id"], "name": "Dana Ruiz", "email": "D.Ruiz@supply.example" });
        assert_eq!(changed.json["vendorContact"], dana, "{:?}", changed.json);
        assert_eq!(all(app, &salesman).await, json!({ "vendors": [supply, metals], "vendorContacts": [dana] }));
    }

    async fn an_invalid_vendor_names_its_fields_and_is_not_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (vendor, contact) = vendor(app, &admin).await;
        let response = app.post(&admin, VENDORS, json!({ "accountNumber": "x".repeat(1_001) })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["name required".to_string(), "accountNumber too_long".into()]));
        assert_eq!(app.post(&admin, VENDORS, json!({ "name": "a\u{0}" })).await.fields(), ["name format"]);
        assert_eq!(app.post(&admin, VENDORS, json!({ "name": ["x"] })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(app.put(&admin, DETAILS, json!({ "name": "x" })).await.fields(), ["vendorId required"]);
        assert_eq!(app.put(&admin, DETAILS, json!({ "vendorId": vendor["id"], "name": " " })).await.fields(), ["name required"]);
        let response = app.post(&admin, CONTACTS, json!({ "name": "", "email": "nobody", "vendorId": vendor["id"] })).await;
        assert_eq!(response.fields(), ["name required", "email email"]);
        assert_eq!(app.post(&admin, CONTACTS, json!({ "name": "x", "email": "a@b.example" })).await.fields(), ["vendorId required"]);
        assert_eq!(app.post(&admin, CONTACTS, json!({ "name": "x", "email": "a@b.example", "vendorId": "nowhere" })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.put(&admin, CONTACTS, json!({ "vendorContactId": contact["id"], "name": "x" })).await.fields(), ["email required"]);
        assert_eq!(app.put(&admin, CONTACTS, json!({ "name": "x", "email": "a@b.example" })).await.fields(), ["vendorContactId required"]);
        assert_eq!(all(app, &admin).await, json!({ "vendors": [vendor], "vendorContacts": [contact] }));
    }

    async fn a_deleted_vendors_contacts_are_deleted_and_its_orders_have_no_vendor(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (deleted, _) = vendor(app, &admin).await;
        let (remaining, contact) = vendor(app, &admin).await;
        let job = app.job(&admin).await;
        let id = |thing: &Value| thing["id"].as_str().and_then(|id| id.parse::<Uuid>().ok()).expect("id");
        let order = Uuid::now_v7();
        let mut tx = app.app.db.write().await.expect("tx");
        sql!("INSERT INTO purchase_order (id, job_id, vendor_id, title, date_inserted) VALUES ($1, $2, $3, '#-1', $4)")
            .bind(order)
            .bind(id(&job))
            .bind(id(&deleted))
            .bind(app.app.clock.now())
            .run_one(&mut tx)
            .await
            .expect("order");
        tx.commit().await.expect("commit");
        let response = app.delete(&admin, &path(VENDORS, &deleted)).await;
        assert_eq!((response.status, &response.json), (StatusCode::OK, &json!({ "id": deleted["id"] })));
        assert_eq!(all(app, &admin).await, json!({ "vendors": [remaining], "vendorContacts": [contact] }));
        let mut tx = app.app.db.read().await.expect("tx");
        let left: Option<Uuid> = sql!("SELECT vendor_id AS value FROM purchase_order WHERE id = $1").bind(order).value(&mut tx).await.expect("the order stays");
        assert_eq!(left, None);
        assert_eq!(app.delete(&admin, &path(VENDORS, &deleted)).await.status, StatusCode::NOT_FOUND);
        let response = app.delete(&admin, &path(CONTACTS, &contact)).await;
        assert_eq!((response.status, &response.json), (StatusCode::OK, &json!({ "id": contact["id"] })));
        assert_eq!(all(app, &admin).await["vendorContacts"], json!([]));
        assert_eq!(app.delete(&admin, &path(CONTACTS, &contact)).await.status, StatusCode::NOT_FOUND);
    }

    async fn listing_twelve_vendors_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut statements = Vec::new();
        for more in [1, 11] {
            for n in 0..more {
                let created = app.post(&admin, VENDORS, json!({ "name": format!("{n} of {more}") })).await;
                app.post(&admin, CONTACTS, json!({ "name": "x", "email": "a@b.example", "vendorId": created.json["vendor"]["id"] })).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            let before = app.app.db.statements_run();
            all(app, &admin).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 vendor and for 12");
    }
}

//! `/api/customers/import` and `/export`: imports every valid row once, and exports no formulas.

use axum::http::{StatusCode, header};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, multipart};

const IMPORT: &str = "/api/customers/import";
const EXPORT: &str = "/api/customers/export";
const FILE: &str = "Nombre,Apellido,Empresa,Teléfono,Ciudad\n\
    Ana,Peña,Peña & Co,(615) 555-0100,Nashville\n\
    Bad,Phone,,555,\n\
    =1+2,Formula,,6155550101,\n\
    ANA,Pena,,615 555 0100,\n\
    Short,Row\n";

async fn import(app: &TestApp, who: &Person, file: &str) -> TestResponse {
    app.send(Some(who), multipart(IMPORT, file.as_bytes(), &[])).await
}

async fn customers(app: &TestApp, who: &Person) -> Value {
    app.get(who, "/api/customers/find").await.json["customers"].clone()
}

both_engines! {
    async fn only_admins_of_contractors_import_and_only_contractors_export(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.send(None, multipart(IMPORT, FILE.as_bytes(), &[])).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.call(None, "GET", EXPORT, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        let response = import(app, &member, FILE).await;
        assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts can create new customers"));
        for response in [import(app, &sub, FILE).await, app.get(&sub, EXPORT).await] {
            assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Unauthorized"));
        }
        assert_eq!(customers(app, &admin).await, json!([]));
        app.customer(&admin).await;
        assert_eq!(app.get(&member, EXPORT).await.status, StatusCode::OK);
        let strangers = app.get(&app.sign_in(Contractor, Admin).await, EXPORT).await;
        assert!(!String::from_utf8_lossy(&strangers.bytes).contains("Whitaker"), "another company's customers");
    }

    async fn valid_rows_are_imported_once_and_invalid_rows_say_why(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let done = import(app, &admin, FILE).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert_eq!(done.imported_rows(), ["2 created", "3 refused", "4 refused", "5 alreadyThere", "6 refused"]);
        assert_eq!((&done.json["created"], &done.json["alreadyThere"], &done.json["refused"]), (&json!(1), &json!(1), &json!(3)));
        let rows = &done.json["rows"];
        assert_eq!((&rows[1]["errors"][0]["field"], &rows[1]["errors"][0]["code"]), (&json!("phone"), &json!("phone_format")));
        assert_eq!(rows[2]["errors"][0]["field"], "firstName");
        assert_eq!(customers(app, &admin).await, json!([{
            "id": rows[0]["id"], "firstName": "Ana", "lastName": "Peña", "company": "Peña & Co", "phone": "615-555-0100",
            "address": null, "city": "Nashville", "state": null, "zip": null, "companyId": admin.company,
        }]));
        let again = import(app, &admin, FILE).await;
        assert_eq!((&again.json["created"], &again.json["alreadyThere"]), (&json!(0), &json!(2)));
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(import(app, &outsider, FILE).await.json["created"], 1, "another company's customer is not ours");
    }

    async fn columns_are_mapped_by_hand_where_the_headings_are_unknown(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = b"a,b,c\nAna,Pe\xc3\xb1a,6155550100\n";
        let response = app.send(Some(&admin), multipart(IMPORT, file, &[])).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["firstName required".to_string(), "lastName required".into(), "phone required".into()]));
        let mapping = json!({ "firstName": "a", "lastName": "b", "phone": "c", "title": "a" }).to_string();
        let done = app.send(Some(&admin), multipart(IMPORT, file, &[("mapping", &mapping)])).await;
        assert_eq!(done.json["created"], 1, "{:?}", done.json);
        let lost = json!({ "firstName": "z", "lastName": "b", "phone": "c" }).to_string();
        let response = app.send(Some(&admin), multipart(IMPORT, file, &[("mapping", &lost)])).await;
        assert_eq!(response.fields(), ["firstName choice"]);
        let response = app.send(Some(&admin), multipart(IMPORT, b"Pe\xf1a", &[])).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["file format".to_string()]));
        let response = app.send(Some(&admin), multipart(IMPORT, &vec![b'x'; 22 << 20], &[])).await;
        assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        assert_eq!(app.post(&admin, IMPORT, json!({})).await.status, StatusCode::BAD_REQUEST);
    }

    async fn an_export_contains_no_formulas_and_is_imported_unchanged(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (first, last) in [("=HYPERLINK(\"x\")", "Smith"), ("Ana", "Peña, \"Ñ\""), ("-", "'=x")] {
            let form = json!({ "firstName": first, "lastName": last, "phone": "6155550100", "company": "@Co" });
            assert_eq!(app.post(&admin, "/api/customers/create", form).await.status, StatusCode::OK);
        }
        let sheet = app.get(&admin, EXPORT).await;
        assert_eq!(sheet.status, StatusCode::OK);
        assert_eq!(sheet.headers[header::CONTENT_TYPE], "text/csv; charset=utf-8");
        assert_eq!(sheet.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"customers.csv\"");
        let text = String::from_utf8(sheet.bytes).expect("UTF-8");
        assert!(text.starts_with("\u{feff}First name,Last name,Company,Phone,Address,City,State,ZIP code\n"), "{text}");
        assert!(text.contains("'=HYPERLINK") && text.contains("'@Co"), "{text}");
        assert_eq!(import(app, &admin, &text).await.json["alreadyThere"], 3, "its own customers are known again");
        let other = app.sign_in(Contractor, Admin).await;
        assert_eq!(import(app, &other, &text).await.json["created"], 3);
        let without_ids = |list: Value| -> Vec<Value> {
            let list = list.as_array().cloned().unwrap_or_default();
            list.into_iter().map(|mut one| { one["id"] = Value::Null; one["companyId"] = Value::Null; one }).collect()
        };
        assert_eq!(without_ids(customers(app, &other).await), without_ids(customers(app, &admin).await));
    }
}

//! `/api/products/import`: a vendor's price list, imported again each time it changes.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, multipart};

const IMPORT: &str = "/api/products/import";

async fn import(app: &TestApp, who: &Person, rows: &str) -> TestResponse {
    let file = format!("Category,Product,Price\n{rows}");
    app.send(Some(who), multipart(IMPORT, file.as_bytes(), &[])).await
}

async fn products(app: &TestApp, who: &Person) -> Vec<(String, f64)> {
    let path = format!("/api/products/products/{}", who.company);
    let list = app.get(who, &path).await.json["products"].clone();
    let of = |one: &Value| {
        (one["name"].as_str().unwrap_or("?").to_string(), one["unitCost"].as_f64().unwrap_or(-1.0))
    };
    list.as_array().into_iter().flatten().map(of).collect()
}

fn outcomes(answer: &TestResponse) -> Vec<&str> {
    let rows = answer.json["rows"].as_array().expect("rows");
    rows.iter().map(|row| row["outcome"].as_str().expect("outcome")).collect()
}

both_engines! {
    async fn only_admins_of_contractors_import_a_price_list(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.send(None, multipart(IMPORT, b"x", &[])).await.status, StatusCode::UNAUTHORIZED);
        let response = import(app, &app.colleague(admin.company, Member).await, "Caps,Ridge cap,1\n").await;
        assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts can perform this action"));
        let response = import(app, &app.sign_in(Subcontractor, Admin).await, "Caps,Ridge cap,1\n").await;
        assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Unauthorized"));
        import(app, &app.sign_in(Contractor, Admin).await, "Caps,Ridge cap,1\n").await;
        assert_eq!(products(app, &admin).await, []);
    }

    async fn a_price_list_is_imported_and_the_next_one_updates_the_costs(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let created = app.post(&admin, "/api/products/categories/add", json!({ "title": "Caps" })).await;
        let caps = created.json["category"]["id"].clone();
        let done = import(app, &admin, "CAPS,Ridge cap,62.50\nNails,Coil nails,$49.95\nNails,,1\nnails,Cap nails,36.2\n").await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert_eq!(outcomes(&done), ["created", "created", "refused", "created"]);
        assert_eq!((&done.json["created"], &done.json["changed"], &done.json["alreadyThere"], &done.json["refused"]), (&json!(3), &json!(0), &json!(0), &json!(1)));
        assert_eq!((&done.json["rows"][2]["errors"][0]["field"], &done.json["rows"][2]["row"]), (&json!("name"), &json!(4)));
        let path = format!("/api/products/categories/{}", admin.company);
        let categories = app.get(&admin, &path).await.json["categories"].clone();
        assert_eq!((categories.as_array().map(Vec::len), &categories[0]["id"], &categories[1]["title"]), (Some(2), &caps, &json!("Nails")));
        let first = done.json["rows"][0]["id"].clone();
        let next = import(app, &admin, "Caps,RIDGE CAP,65\nNails,Coil nails,49.95\nCaps,Starter,40\n").await;
        assert_eq!(outcomes(&next), ["changed", "alreadyThere", "created"]);
        assert_eq!((&next.json["changed"], &next.json["rows"][0]["id"]), (&json!(1), &first), "{:?}", next.json);
        let named = |name: &str, cost| (name.to_string(), cost);
        assert_eq!(products(app, &admin).await, [named("Cap nails", 36.2), named("Coil nails", 49.95), named("Ridge cap", 65.0), named("Starter", 40.0)]);
    }

    async fn the_last_of_several_costs_in_a_price_list_is_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let done = import(app, &admin, "Caps,Ridge cap,1\nCaps,Ridge cap,2\nCaps,Ridge cap,3\n").await;
        assert_eq!(outcomes(&done), ["created", "changed", "changed"]);
        let cap = |cost| vec![("Ridge cap".to_string(), cost)];
        assert_eq!(products(app, &admin).await, cap(3.0));
        let next = import(app, &admin, "Caps,Ridge cap,5\nCaps,Ridge cap,4\n").await;
        assert_eq!((outcomes(&next), &next.json["changed"]), (vec!["changed", "changed"], &json!(2)));
        assert_eq!(products(app, &admin).await, cap(4.0));
    }

    async fn an_unreadable_price_list_changes_nothing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let response = app.send(Some(&admin), multipart(IMPORT, b"vendor,price\nx,1\n", &[])).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["category required".to_string(), "name required".into()]));
        let response = app.send(Some(&admin), multipart(IMPORT, b"", &[])).await;
        assert_eq!(response.fields(), ["file required"]);
        let mapping = json!({ "category": "a", "name": "b", "unitCost": "c" }).to_string();
        let done = app.send(Some(&admin), multipart(IMPORT, b"a,b,c\nCaps,Ridge cap,1\n", &[("mapping", &mapping)])).await;
        assert_eq!(done.json["created"], 1, "{:?}", done.json);
        assert_eq!(app.post(&admin, IMPORT, json!({})).await.status, StatusCode::BAD_REQUEST);
    }
}

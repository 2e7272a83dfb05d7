//! `/api/contractor_vendors/import`: the vendors of another program, with their contacts.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, multipart};

const IMPORT: &str = "/api/contractor_vendors/import";

async fn import(app: &TestApp, who: &Person, rows: &str) -> TestResponse {
    let file = format!("Supplier,Account #,Contact,E-mail\n{rows}");
    app.send(Some(who), multipart(IMPORT, file.as_bytes(), &[])).await
}

fn outcomes(answer: &TestResponse) -> Vec<&str> {
    let rows = answer.json["rows"].as_array().expect("rows");
    rows.iter().map(|row| row["outcome"].as_str().expect("outcome")).collect()
}

/// The vendors by name, each with the names and addresses of its contacts.
async fn vendors(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, "/api/contractor_vendors").await.json;
    let contacts = list["vendorContacts"].as_array().expect("contacts");
    list["vendors"]
        .as_array()
        .expect("vendors")
        .iter()
        .map(|vendor| {
            let own = contacts.iter().filter(|contact| contact["vendorId"] == vendor["id"]);
            let own: Vec<Value> =
                own.map(|contact| json!([contact["name"], contact["email"]])).collect();
            json!([vendor["name"], vendor["accountNumber"], own])
        })
        .collect()
}

async fn undo(app: &TestApp, who: &Person, imported: &TestResponse) -> Value {
    let id = imported.json["importId"].as_str().expect("id");
    let answer = app.post(who, &format!("/api/imports/undo/{id}"), Value::Null).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer.json
}

both_engines! {
    async fn vendors_come_with_their_contacts_and_the_next_list_adds_only_what_is_missing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let done = import(app, &admin, "Gulf Supply,42,Dana Cole,dana@gulf.example\nGULF  SUPPLY,,Sam Roe,sam@gulf.example\nMusic City,,,\nCumberland,7,,desk@cumberland.example\n,1,,\nHarpeth,1,Lee,no address\n").await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert_eq!(outcomes(&done), ["created", "changed", "created", "created", "refused", "refused"]);
        assert_eq!((&done.json["rows"][4]["errors"][0]["field"], &done.json["rows"][5]["errors"][0]["field"]), (&json!("name"), &json!("email")));
        assert_eq!(vendors(app, &admin).await, [
            json!(["Cumberland", "7", [["Cumberland", "desk@cumberland.example"]]]),
            json!(["Gulf Supply", "42", [["Dana Cole", "dana@gulf.example"], ["Sam Roe", "sam@gulf.example"]]]),
            json!(["Music City", null, []]),
        ]);
        let next = import(app, &admin, "gulf supply,43,Dana,DANA@gulf.example\nMusic City,,Ana Peña,ana@music.example\n").await;
        assert_eq!(outcomes(&next), ["alreadyThere", "changed"]);
        assert_eq!((&next.json["created"], &next.json["changed"], &next.json["alreadyThere"]), (&json!(0), &json!(1), &json!(1)));
        assert_eq!(vendors(app, &admin).await[2], json!(["Music City", null, [["Ana Peña", "ana@music.example"]]]));
        let entry = &app.activity(&admin, "/api/activity?").await[0];
        assert_eq!((&entry["action"], &entry["kind"]), (&json!("imported"), &json!("vendor")), "{entry}");
    }

    async fn an_import_of_vendors_is_undone_except_what_somebody_changed_or_ordered_from(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({ "name": "Before", "accountNumber": "" });
        let before = app.post(&admin, "/api/contractor_vendors", form).await.json["vendor"]["id"].clone();
        let done = import(app, &admin, "Untouched,1,Dana,dana@gulf.example\nRenamed,2,,\nBefore,,Ana,ana@before.example\n").await;
        let ids: Vec<Value> = done.json["rows"].as_array().expect("rows").iter().map(|row| row["id"].clone()).collect();
        assert_eq!(ids[2], before);
        let form = json!({ "vendorId": ids[1], "name": "Renamed twice", "accountNumber": "2" });
        app.put(&admin, "/api/contractor_vendors/details", form).await;
        let undone = undo(app, &admin, &done).await;
        assert_eq!((&undone["kept"], undone["deleted"].as_array().map(Vec::len), &undone["deleted"][0]), (&json!([ids[1]]), Some(2), &ids[0]));
        assert_eq!(vendors(app, &admin).await, [json!(["Before", null, []]), json!(["Renamed twice", "2", []])]);
    }

    async fn the_contacts_of_a_vendor_that_is_kept_stay_with_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let done = import(app, &admin, "Gulf,1,Dana,dana@gulf.example\nGulf,1,Sam,sam@gulf.example\n").await;
        let order = app.purchase_order(&admin, &job).await;
        let path = format!("/api/purchase_orders/update/vendor/{}", order["id"].as_str().expect("id"));
        let chosen = app.put(&admin, &path, json!({ "vendorId": done.json["rows"][0]["id"] })).await;
        assert_eq!(chosen.status, StatusCode::OK, "{:?}", chosen.json);
        let undone = undo(app, &admin, &done).await;
        assert_eq!((&undone["deleted"], undone["kept"].as_array().map(Vec::len)), (&json!([]), Some(2)));
        assert_eq!(vendors(app, &admin).await, [json!(["Gulf", "1", [["Dana", "dana@gulf.example"], ["Sam", "sam@gulf.example"]]])]);
    }

    async fn only_admins_of_contractors_import_vendors(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.send(None, multipart(IMPORT, b"x", &[])).await.status, StatusCode::UNAUTHORIZED);
        for who in [app.colleague(admin.company, Member).await, app.sign_in(Subcontractor, Admin).await] {
            assert_eq!(import(app, &who, "Gulf Supply,,,\n").await.status, StatusCode::FORBIDDEN);
        }
        import(app, &app.sign_in(Contractor, Admin).await, "Gulf Supply,,,\n").await;
        assert_eq!(vendors(app, &admin).await, Vec::<Value>::new());
    }
}

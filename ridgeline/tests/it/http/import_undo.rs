//! `/api/imports/undo`: an import of the wrong file is taken back, and what somebody changed since stays.

use std::{fmt::Write as _, time::Instant};

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse, multipart};

const JOBS: (&str, &str) = ("/api/jobs/import", "Title,City,State\n");
const CUSTOMERS: (&str, &str) = ("/api/customers/import", "First Name,Last Name,Phone\n");
const PRODUCTS: (&str, &str) = ("/api/products/import", "Category,Product,Price\n");

async fn import(
    app: &TestApp,
    who: &Person,
    kind: (&str, &str),
    rows: &str,
    fields: &[(&str, &str)],
) -> Value {
    let sheet = format!("{}{rows}", kind.1);
    let answer = app.send(Some(who), multipart(kind.0, sheet.as_bytes(), fields)).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer.json
}

async fn undo(app: &TestApp, who: &Person, id: &Value) -> TestResponse {
    app.post(who, &format!("/api/imports/undo/{}", id.as_str().expect("id")), Value::Null).await
}

async fn undone(app: &TestApp, who: &Person, imported: &Value) -> Value {
    let answer = undo(app, who, &imported["importId"]).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer.json
}

/// The ids of what an import stored, in the order of its file.
fn ids(imported: &Value) -> Vec<Value> {
    imported["rows"].as_array().expect("rows").iter().map(|row| row["id"].clone()).collect()
}

async fn titles(app: &TestApp, who: &Person) -> Vec<String> {
    let jobs = app.get(who, "/api/jobs/myJobs/contractor").await.json["jobs"].clone();
    let mut titles: Vec<String> = jobs
        .as_array()
        .expect("jobs")
        .iter()
        .map(|job| job["title"].as_str().expect("title").to_owned())
        .collect();
    titles.sort();
    titles
}

async fn costs(app: &TestApp, who: &Person) -> Vec<Value> {
    let path = format!("/api/products/products/{}", who.company);
    let products = app.get(who, &path).await.json["products"].clone();
    products
        .as_array()
        .expect("products")
        .iter()
        .map(|one| json!([one["name"], one["unitCost"]]))
        .collect()
}

both_engines! {
    async fn an_import_of_jobs_is_undone_except_what_somebody_changed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let colleague = app.colleague(admin.company, Admin).await;
        app.post(&admin, "/api/jobs/create", json!({ "title": "Before", "city": "Nashville", "state": "TN" })).await;
        let rows: String = ["Untouched", "Noted", "Moved", "Deleted", "Assigned", "Also untouched"].map(|title| format!("{title},Nashville,TN\n")).concat();
        let imported = import(app, &admin, JOBS, &rows, &[]).await;
        let ids = ids(&imported);
        for (path, body) in [
            ("/api/jobs/addNote", json!({ "jobId": ids[1], "authorId": colleague.user, "content": "Gate code 12" })),
            ("/api/jobs/update/schedule", json!({ "jobId": ids[2], "startDate": "2026-03-09", "endDate": "2026-03-10" })),
            ("/api/jobs/delete", json!({ "jobId": ids[3] })),
            ("/api/jobs/bulk", json!({ "jobIds": [ids[4]], "change": { "assign": { "assignedToUserId": colleague.user } } })),
        ] {
            let done = app.post(&colleague, path, body).await;
            assert_eq!(done.status, StatusCode::OK, "{path}: {:?}", done.json);
        }
        let answer = undone(app, &admin, &imported).await;
        assert_eq!(answer, json!({ "deleted": [ids[0], ids[5]], "kept": [ids[1], ids[2], ids[4]] }));
        assert_eq!(titles(app, &admin).await, ["Assigned", "Before", "Moved", "Noted"]);
        let entry = &app.activity(&admin, "/api/activity?").await[0];
        assert_eq!((&entry["action"], &entry["kind"]), (&json!("deleted"), &json!("job")), "{entry}");
        let again = undo(app, &admin, &imported["importId"]).await;
        assert_eq!((again.status, again.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn nobody_else_undoes_an_import_and_nobody_a_late_or_unknown_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = Uuid::now_v7().to_string();
        import(app, &admin, JOBS, "A,Nashville,TN\n", &[("importId", &id)]).await;
        let id = json!(id);
        for stranger in [app.colleague(admin.company, Member).await, app.sign_in(Subcontractor, Admin).await] {
            assert_eq!(undo(app, &stranger, &id).await.status, StatusCode::FORBIDDEN);
        }
        let other = app.sign_in(Contractor, Admin).await;
        for (who, id) in [(&other, &id), (&admin, &json!(Uuid::now_v7())), (&admin, &json!("mine"))] {
            let refused = undo(app, who, id).await;
            assert_eq!((refused.status, refused.code()), (StatusCode::NOT_FOUND, "not_found"));
        }
        let path = format!("/api/imports/undo/{}", id.as_str().expect("id"));
        assert_eq!(app.call(None, "POST", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        app.advance(Duration::hours(24));
        let admin = app.colleague(admin.company, Admin).await;
        let late = undo(app, &admin, &id).await;
        assert_eq!((late.status, late.code()), (StatusCode::CONFLICT, "conflict"));
        assert_eq!(titles(app, &admin).await, ["A"]);
    }

    async fn an_import_is_undone_by_its_senders_id_until_the_day_is_over_and_can_come_again(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = Uuid::now_v7().to_string();
        let first = import(app, &admin, JOBS, "A,Nashville,TN\nB,Nashville,TN\n", &[("importId", &id)]).await;
        assert_eq!(first["importId"], json!(id));
        app.advance(Duration::hours(23));
        let admin = app.colleague(admin.company, Admin).await;
        assert_eq!(undone(app, &admin, &first).await["deleted"], json!(ids(&first)));
        let second = import(app, &admin, JOBS, "A,Nashville,TN\n", &[("importId", &id)]).await;
        assert_eq!(second["created"], 1);
        assert_eq!(undone(app, &admin, &second).await, json!({ "deleted": ids(&second), "kept": [] }));
        assert_eq!(titles(app, &admin).await, Vec::<String>::new());
    }

    async fn other_software_hears_of_each_customer_that_is_gone_again(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let rows = "Ana,Peña,6155550100\nJune,Ortiz,6155550101\n";
        let imported = import(app, &admin, CUSTOMERS, rows, &[]).await;
        undone(app, &admin, &imported).await;
        let (changes, _) = app.feed(&admin, "kinds=customer").await;
        let told: Vec<(&Value, &Value)> =
            changes.iter().skip(2).map(|change| (&change["type"], &change["data"]["id"])).collect();
        let deleted = json!("customer.deleted");
        let mut expected: Vec<Value> = ids(&imported).into_iter().map(|id| json!(id)).collect();
        expected.sort_by_key(Value::to_string);
        let mut gone: Vec<Value> = told.iter().map(|(_, id)| (*id).clone()).collect();
        gone.sort_by_key(Value::to_string);
        assert!(told.iter().all(|(kind, _)| **kind == deleted), "{told:?}");
        assert_eq!(gone, expected);
    }

    async fn customers_whom_a_job_or_an_appointment_has_stay(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let rows: String = [0, 1, 2, 3].map(|n| format!("Ana,Peña {n},615555010{n}\n")).concat();
        let imported = import(app, &admin, CUSTOMERS, &rows, &[]).await;
        let ids = ids(&imported);
        let job = app.job(&admin).await;
        let form = json!({ "firstName": "Ana", "lastName": "Díaz", "phone": "6155550102" });
        for (path, body) in [
            ("/api/jobs/update/customer", json!({ "jobId": job["id"], "jobCustomer": ids[0] })),
            ("/api/appointments/create", json!({
                "customerId": ids[1], "assignedToId": admin.user, "address": "", "city": "", "state": "", "zip": "",
                "note": "", "start": "2026-03-09T15:00:00Z", "end": "2026-03-09T15:30:00Z",
            })),
            ("/api/customers/update", json!({ "customerId": ids[2], "customer": form })),
        ] {
            let done = app.post(&admin, path, body).await;
            assert!(done.status.is_success(), "{path}: {:?}", done.json);
        }
        let answer = undone(app, &admin, &imported).await;
        assert_eq!(answer, json!({ "deleted": [ids[3]], "kept": ids[..3] }));
        let found = app.get(&admin, "/api/customers/find").await;
        assert_eq!(found.json["customers"].as_array().map(Vec::len), Some(3));
    }

    async fn a_price_list_is_taken_back_with_its_costs_and_categories(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let before = import(app, &admin, PRODUCTS, "Caps,Ridge cap,1\nCaps,Hip cap,2\nCaps,Vent,3\n", &[]).await;
        let old = ids(&before);
        let imported = import(app, &admin, PRODUCTS, "Caps,Ridge cap,10\nCaps,Hip cap,20\nNails,Coil,5\nNails,Coil,6\nFelt,Roll,7\nFelt,Tape,8\n", &[]).await;
        let new = ids(&imported);
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let path = format!("/api/purchase_orders/updateOrderItems/{}", order["id"].as_str().expect("id"));
        let ordered = app.post(&admin, &path, json!([{ "productId": new[4], "quantity": 2 }])).await;
        assert_eq!(ordered.status, StatusCode::OK, "{:?}", ordered.json);
        let form = json!({ "id": old[1], "name": "Hip cap", "unitCost": 21 });
        assert_eq!(app.put(&admin, "/api/products/products", form).await.status, StatusCode::OK);
        let answer = undone(app, &admin, &imported).await;
        let mut kept = vec![old[1].clone(), new[4].clone()];
        kept.sort_by_key(Value::to_string);
        assert_eq!(answer, json!({ "deleted": [new[2], new[5]], "kept": kept, "restored": [old[0]] }));
        assert_eq!(costs(app, &admin).await, [json!(["Hip cap", 21]), json!(["Ridge cap", 1]), json!(["Roll", 7]), json!(["Vent", 3])]);
        let path = format!("/api/products/categories/{}", admin.company);
        let categories = app.get(&admin, &path).await.json["categories"].clone();
        let titles: Vec<&Value> = categories.as_array().expect("categories").iter().map(|one| &one["title"]).collect();
        assert_eq!(titles, [&json!("Caps"), &json!("Felt")], "the empty new category is gone");
    }

    async fn an_undo_that_is_sent_twice_with_its_key_is_answered_twice(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let imported = import(app, &admin, JOBS, "A,Nashville,TN\n", &[]).await;
        let path = format!("/api/imports/undo/{}", imported["importId"].as_str().expect("id"));
        let mut answers = Vec::new();
        for _ in 0..2 {
            let request = axum::http::Request::post(&path)
                .header("authorization", format!("Bearer {}", admin.token))
                .header("idempotency-key", "undo-of-the-wrong-file")
                .body(axum::body::Body::empty())
                .expect("a request");
            let answer = app.send(None, request).await;
            answers.push((answer.status, answer.json));
        }
        assert_eq!((answers[0].0, &answers[0].1), (StatusCode::OK, &json!({ "deleted": ids(&imported), "kept": [] })));
        assert_eq!(answers[0], answers[1]);
    }

    async fn thousands_of_jobs_are_gone_within_seconds(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut rows = String::new();
        for n in 0..6_000 {
            writeln!(rows, "Roof {n},Nashville,TN").expect("text");
        }
        let imported = import(app, &admin, JOBS, &rows, &[]).await;
        let began = Instant::now();
        let answer = undone(app, &admin, &imported).await;
        println!("{:?}: undone in {:?}", app.app.db.engine(), began.elapsed());
        assert_eq!(answer["deleted"].as_array().map(Vec::len), Some(6_000));
        assert_eq!(titles(app, &admin).await, Vec::<String>::new());
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }
}

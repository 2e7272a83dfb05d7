//! Links by which a vendor opens a purchase order without an account.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::{
    Person, TestApp, TestResponse, guests::secret_of, ordering_office::OrderingOffice, photos,
    upload,
};

fn refusal(response: &TestResponse) -> (StatusCode, &str) {
    (response.status, response.code())
}

const CONFLICT: (StatusCode, &str) = (StatusCode::CONFLICT, "conflict");
const CHANGED: (StatusCode, &str) = (StatusCode::CONFLICT, "changed");
const MISSING: (StatusCode, &str) = (StatusCode::NOT_FOUND, "not_found");
const FORBIDDEN: (StatusCode, &str) = (StatusCode::FORBIDDEN, "forbidden");

/// An office whose order was sent, and the secret of a link to it.
async fn sent(app: &TestApp) -> (OrderingOffice, String) {
    let office = OrderingOffice::open(app).await;
    office.become_now(app, "sent").await;
    let (_, secret) = app.order_link(&office.admin, office.id(), json!({})).await;
    (office, secret)
}

/// The vendor's answer to the version that it sees.
async fn answer(app: &TestApp, secret: &str, mut form: Value) -> TestResponse {
    if form.get("version").is_none() {
        form["version"] = app.vendors_order(secret).await["version"].clone();
    }
    app.guest(secret, "/order", form).await
}

async fn contact_of(app: &TestApp, office: &OrderingOffice) -> Value {
    let list = app.get(&office.admin, "/api/contractor_vendors").await;
    list.json["vendorContacts"][0].clone()
}

both_engines! {
    async fn a_vendor_sees_its_order_and_of_the_job_only_where_to_deliver(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let place = json!({ "jobId": office.job["id"], "title": "Whitaker re-roof", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208" });
        assert_eq!(app.post(&office.admin, "/api/jobs/update/nameAddress", place).await.status, StatusCode::OK);
        app.work_order(&office.admin, &office.job).await;
        app.purchase_order(&office.admin, &office.job).await;
        office.become_now(app, "sent").await;
        let (link, secret) = app.order_link(&office.admin, office.id(), json!({ "language": "spanish" })).await;
        assert_eq!((&link["purchaseOrderId"], &link["jobId"], &link["may"], &link["state"]), (&json!(office.id()), &Value::Null, &json!([]), &json!("pending")));
        let read = app.guest_get(&secret, "").await.json;
        let names: Vec<&str> = read.as_object().expect("object").keys().map(String::as_str).collect();
        assert_eq!(names, ["contact", "endsOn", "language", "may", "name", "purchaseOrder", "state"]);
        assert_eq!(read["contact"], json!({ "company": "Ridge & Sons", "name": "Ada Ridge", "phone": null }));
        assert_eq!((&read["name"], &read["language"]), (&json!("Dana Cole"), &json!("spanish")));
        let order = office.now(app).await;
        let item = |place: usize, name: &str, quantity: f64| json!({
            "id": order["items"][place]["id"], "productName": name, "categoryTitle": "Roofing", "quantity": quantity,
            "received": 0, "available": null, "substitute": null, "confirmedCost": null,
        });
        let mut shingles = item(0, "Shingles", 20.0);
        shingles["quantity"] = json!(20);
        assert_eq!(read["purchaseOrder"], json!({
            "id": office.id(), "title": order["title"], "version": order["version"], "status": "sent", "remark": null,
            "expectedOn": null, "dateInserted": order["dateInserted"],
            "items": [shingles, item(1, "Felt", 2.5)],
            "deliveryAddress": { "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208" },
        }));
        let text = read.to_string();
        for hidden in ["unitCost", "lineTotal", "total", "sends", "jobId", "Whitaker", "deliveryPhotos", "vendorId", office.job["id"].as_str().expect("id")] {
            assert!(!text.contains(hidden), "{hidden}: {text}");
        }
    }

    async fn a_vendor_confirms_an_order_and_the_office_sees_day_remark_and_rows(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let before = office.now(app).await;
        let (first, second) = (&before["items"][0]["id"], &before["items"][1]["id"]);
        let form = json!({ "confirmed": true, "expectedOn": "2026-03-09", "remark": "Gate at seven", "rows": [
            { "id": first, "available": true }, { "id": second, "available": false, "substitute": "Synthetic underlayment" },
        ] });
        let done = answer(app, &secret, form).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert_eq!(done.json["purchaseOrder"], app.vendors_order(&secret).await);
        let order = office.now(app).await;
        for seen in [&order, &done.json["purchaseOrder"]] {
            assert_eq!((&seen["status"], &seen["expectedOn"], &seen["remark"]), (&json!("confirmed"), &json!("2026-03-09"), &json!("Gate at seven")));
            assert_eq!(seen["version"].as_i64(), before["version"].as_i64().map(|version| version + 1));
            let rows: Vec<_> = seen["items"].as_array().expect("items").iter().map(|row| (&row["id"], &row["available"], &row["substitute"])).collect();
            assert_eq!(rows, [(first, &json!(true), &Value::Null), (second, &json!(false), &json!("Synthetic underlayment"))]);
        }
        let path = format!("/api/activity/job/{}", office.job["id"].as_str().expect("id"));
        let entry = app.activity(&office.admin, &path).await[0].clone();
        assert_eq!(entry["actor"]["name"], json!("by link: Dana Cole"));
        assert_eq!(entry["actor"]["id"], Value::Null);
        assert!(entry.to_string().contains("Synthetic underlayment"), "{entry}");
        // The answer is taken back: it replaces the former one, and rows that it does not name keep theirs.
        let taken_back = answer(app, &secret, json!({ "confirmed": false, "remark": "The truck broke", "rows": [{ "id": first, "available": false }] })).await;
        let now = &taken_back.json["purchaseOrder"];
        assert_eq!((&now["status"], &now["expectedOn"], &now["remark"]), (&json!("seen"), &Value::Null, &json!("The truck broke")));
        assert_eq!((&now["items"][0]["available"], &now["items"][1]["substitute"]), (&json!(false), &json!("Synthetic underlayment")));
        assert_eq!(answer(app, &secret, json!({ "confirmed": true, "rows": null })).await.json["purchaseOrder"]["status"], "confirmed");
    }

    async fn an_answer_to_a_former_version_is_refused_with_the_order_of_now(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let stale = app.vendors_order(&secret).await["version"].clone();
        let amended = office.ask(app, "amend", json!({ "items": office.rows(24.0, 2.5) })).await;
        assert_eq!(amended.status, StatusCode::OK, "{:?}", amended.json);
        let refused = answer(app, &secret, json!({ "version": stale, "confirmed": true })).await;
        assert_eq!(refusal(&refused), CHANGED);
        assert_eq!(refused.json["purchaseOrder"], app.vendors_order(&secret).await);
        assert_eq!(refused.json["purchaseOrder"]["items"][0]["quantity"], json!(24));
        assert_eq!(office.now(app).await["status"], "sent");
    }

    async fn a_wrong_answer_names_its_fields_and_changes_nothing(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let before = office.now(app).await;
        let id = &before["items"][0]["id"];
        for (form, fields) in [
            (json!({ "version": null }), vec!["version required", "confirmed required"]),
            (json!({ "confirmed": null }), vec!["confirmed required"]),
            (json!({ "confirmed": true, "expectedOn": "soon" }), vec!["expectedOn format"]),
            (json!({ "confirmed": true, "remark": "x".repeat(10_001) }), vec!["remark too_long"]),
            (json!({ "confirmed": true, "rows": [{ "available": true }] }), vec!["id required"]),
            (json!({ "confirmed": true, "rows": [{ "id": id }] }), vec!["available required"]),
            (json!({ "confirmed": true, "rows": [{ "id": id, "available": true, "substitute": "x".repeat(1_001) }] }), vec!["substitute too_long"]),
            (json!({ "confirmed": true, "rows": [{ "id": id, "available": true }, { "id": id, "available": false }] }), vec!["id mismatch"]),
            (json!({ "confirmed": true, "rows": [{ "id": office.id(), "available": true }] }), vec!["id choice"]),
        ] {
            let response = answer(app, &secret, form.clone()).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, fields.iter().map(ToString::to_string).collect()), "{form}");
        }
        assert_eq!(answer(app, &secret, json!({ "confirmed": true, "rows": {} })).await.code(), "malformed");
        assert_eq!(office.now(app).await, before);
    }

    async fn a_vendor_answers_only_an_order_that_was_sent_and_of_which_nothing_came(app: &TestApp) {
        let (office, secret) = sent(app).await;
        for status in ["draft", "partlyReceived", "received", "closed", "cancelled"] {
            office.set_status(app, status).await;
            for confirmed in [true, false] {
                assert_eq!(refusal(&answer(app, &secret, json!({ "confirmed": confirmed })).await), CONFLICT, "{status}");
            }
            assert_eq!(app.vendors_order(&secret).await["status"], status, "it is still read");
            assert_eq!(app.guest(&secret, "/seen", Value::Null).await.status, StatusCode::OK);
            assert_eq!(office.now(app).await["status"], status, "and seen");
        }
        for status in ["sent", "seen", "confirmed"] {
            office.set_status(app, status).await;
            assert_eq!(answer(app, &secret, json!({ "confirmed": true })).await.status, StatusCode::OK, "{status}");
        }
    }

    async fn opening_the_page_makes_a_sent_order_seen_and_reading_it_does_not(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let before = app.vendors_order(&secret).await;
        assert_eq!(office.now(app).await["status"], "sent");
        let seen = app.guest(&secret, "/seen", Value::Null).await;
        assert_eq!((seen.status, &seen.json["link"]["lastSeen"]), (StatusCode::OK, &json!(app.app.clock.now())));
        let order = office.now(app).await;
        assert_eq!((&order["status"], order["version"].as_i64()), (&json!("seen"), before["version"].as_i64().map(|version| version + 1)));
        assert_eq!(app.guest(&secret, "/seen", Value::Null).await.status, StatusCode::OK);
        assert_eq!(office.now(app).await, order, "once");
        let log = app.history(&office.admin, &office.job).await;
        assert_eq!(log[0], "by link: Dana Cole changed the status of the purchase order #-1 from Sent to Seen.");
        assert_eq!(answer(app, &secret, json!({ "confirmed": true })).await.status, StatusCode::OK);
        app.guest(&secret, "/seen", Value::Null).await;
        assert_eq!(office.now(app).await["status"], "confirmed");
    }

    async fn a_link_opens_one_kind_of_thing(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let form = json!({ "accepted": true, "startDate": null, "endDate": null });
        for (call, form) in [("/answer", form), ("/note", json!({ "content": "x" })), ("/sign", json!({})), ("/complete", json!({})), ("/uploads", json!({}))] {
            assert_eq!(refusal(&app.guest(&secret, call, form).await), MISSING, "{call}");
        }
        assert_eq!(refusal(&app.guest_get(&secret, "/calendar.ics").await), MISSING);
        let path = format!("/api/guest/{secret}/image");
        let image = app.send(None, upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[])).await;
        assert_eq!(refusal(&image), MISSING);
        let (_, of_job) = app.link(&office.admin, &office.job, json!({})).await;
        assert_eq!(refusal(&app.guest(&of_job, "/order", json!({ "version": 1, "confirmed": true })).await), MISSING);
        assert_eq!(app.guest_get(&of_job, "").await.json.get("purchaseOrder"), None);
    }

    async fn only_those_who_may_send_an_order_make_links_to_it(app: &TestApp) {
        let (office, _) = sent(app).await;
        let (link, _) = app.order_link(&office.admin, office.id(), json!({ "email": "dana@supply.example" })).await;
        let foreman = app.foreman_on(&office.admin, &office.job).await;
        let company = office.admin.company;
        let list = format!("/api/guest_links/{}", office.id());
        let revoke = format!("/api/guest_links/{}", link["id"].as_str().expect("id"));
        let others = [
            (foreman, FORBIDDEN, FORBIDDEN, FORBIDDEN),
            (app.colleague(company, Member).await, FORBIDDEN, FORBIDDEN, FORBIDDEN),
            (app.colleague(company, Salesman).await, FORBIDDEN, MISSING, FORBIDDEN),
            (app.colleague(company, Foreman).await, FORBIDDEN, MISSING, FORBIDDEN),
            (app.sign_in(Contractor, Admin).await, MISSING, MISSING, MISSING),
            (app.sign_in(Subcontractor, Admin).await, FORBIDDEN, MISSING, MISSING),
        ];
        let refused = async |who: &Person, make, read, manage| {
            assert_eq!(refusal(&app.make_order_link(who, office.id(), json!({})).await), make);
            assert_eq!(refusal(&app.get(who, &list).await), read);
            for call in ["renew", "send"] {
                let form = json!({ "id": link["id"] });
                assert_eq!(refusal(&app.post(who, &format!("/api/guest_links/{call}"), form).await), manage, "{call}");
            }
            assert_eq!(refusal(&app.delete(who, &revoke).await), manage);
        };
        for (who, make, read, manage) in &others {
            refused(who, *make, *read, *manage).await;
        }
        let sub = app.asked_subcontractor(&office.admin, &office.job).await;
        assert_eq!(app.answer(&sub, &office.job, true).await.status, StatusCode::OK);
        refused(&sub, FORBIDDEN, MISSING, MISSING).await;
        let nothing = app.make_order_link(&office.admin, "0198f7a0-0000-7000-8000-000000000000", json!({})).await;
        assert_eq!(refusal(&nothing), MISSING);
    }

    async fn a_link_to_an_order_is_listed_renewed_mailed_and_ended(app: &TestApp) {
        let (office, _) = sent(app).await;
        let contact = contact_of(app, &office).await;
        let (link, first) = app.order_link(&office.admin, office.id(), json!({ "name": "", "vendorContactId": contact["id"], "language": "spanish", "expiresOn": "2026-03-20" })).await;
        assert_eq!((&link["name"], &link["email"], &link["vendorContactId"], &link["endsOn"]), (&contact["name"], &contact["email"], &contact["id"], &json!("2026-03-20")));
        for (fields, field) in [
            (json!({ "vendorContactId": office.id() }), "vendorContactId choice"),
            (json!({ "language": "french" }), "language choice"),
            (json!({ "expiresOn": "2026-03-01" }), "expiresOn range"),
            (json!({ "name": "" }), "name required"),
        ] {
            assert_eq!(app.make_order_link(&office.admin, office.id(), fields).await.fields(), [field]);
        }
        let path = format!("/api/guest_links/{}", office.id());
        let listed = app.get(&office.admin, &path).await.json["links"].clone();
        assert_eq!((listed.as_array().map(Vec::len), &listed[1]["id"], listed[1].get("url")), (Some(2), &link["id"], None));
        assert_eq!(app.links(&office.admin, &office.job).await, Vec::<Value>::new(), "it is none of the job's");
        let form = json!({ "id": link["id"] });
        let mailed = app.post(&office.admin, "/api/guest_links/send", form.clone()).await;
        assert_eq!(mailed.json, json!({ "message": "The link was sent to dana@supply.example." }));
        let mail = app.newest_mail().await;
        assert!(mail.text.contains("le envía un enlace a la orden de compra \"#-1\""), "{}", mail.text);
        assert!(mail.text.contains("http://localhost:8080/g/") && !mail.text.contains(&first), "{}", mail.text);
        let silent = &listed[0]["id"];
        assert_eq!(app.post(&office.admin, "/api/guest_links/send", json!({ "id": silent })).await.fields(), ["email required"]);
        let renewed = app.post(&office.admin, "/api/guest_links/renew", form).await;
        let second = secret_of(&renewed.json["link"]);
        assert_eq!(refusal(&app.guest_get(&first, "").await), MISSING);
        assert_eq!(app.vendors_order(&second).await["id"], office.id());
        app.delete(&office.admin, &format!("/api/guest_links/{}", link["id"].as_str().expect("id"))).await;
        assert_eq!(refusal(&app.guest(&second, "/order", json!({ "version": 1, "confirmed": true })).await), MISSING);
        let (_, short) = app.order_link(&office.admin, office.id(), json!({ "expiresOn": "2026-03-04" })).await;
        app.advance(chrono::Duration::days(4));
        assert_eq!(refusal(&app.guest_get(&short, "").await), MISSING, "it has run out");
    }

    async fn a_link_ends_with_its_order_and_not_with_its_cancellation(app: &TestApp) {
        let (office, secret) = sent(app).await;
        office.become_now(app, "cancelled").await;
        assert_eq!(app.vendors_order(&secret).await["status"], "cancelled", "the vendor reads that it is cancelled");
        let form = json!({ "orderId": office.id() });
        assert_eq!(app.post(&office.admin, "/api/purchase_orders/delete", form).await.status, StatusCode::OK);
        assert_eq!(refusal(&app.guest_get(&secret, "").await), MISSING);
        assert_eq!(refusal(&app.guest(&secret, "/seen", Value::Null).await), MISSING);
        let other = app.purchase_order(&office.admin, &office.job).await;
        let (_, secret) = app.order_link(&office.admin, other["id"].as_str().expect("id"), json!({})).await;
        let sub = app.asked_subcontractor(&office.admin, &office.job).await;
        assert_eq!(app.answer(&sub, &office.job, false).await.status, StatusCode::OK);
        assert_eq!(app.vendors_order(&secret).await["id"], other["id"], "who does the job is not the vendor's affair");
        app.post(&office.admin, "/api/jobs/delete", json!({ "jobId": office.job["id"] })).await;
        assert_eq!(refusal(&app.guest_get(&secret, "").await), MISSING);
    }

    async fn an_answer_that_is_sent_twice_is_stored_once(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let form = json!({ "version": app.vendors_order(&secret).await["version"], "confirmed": true });
        let key = "0190f5fe-7c00-7a3e";
        let first = app.guest_with_key(&secret, "/order", key, form.clone()).await;
        let again = app.guest_with_key(&secret, "/order", key, form).await;
        assert_eq!((first.status, &first.json), (StatusCode::OK, &again.json));
        assert_eq!(office.now(app).await["version"], first.json["purchaseOrder"]["version"]);
    }
}

//! Who has an order learns when it changes or is cancelled.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{TestApp, ordering_office::OrderingOffice};

async fn settings(app: &TestApp, office: &OrderingOffice, language: &str) {
    let form = json!({ "firstName": "Ada", "lastName": "Ridge", "location": "Nashville, TN", "language": language, "position": "Estimator" });
    assert_eq!(app.post(&office.admin, "/api/auth/user/update", form).await.status, StatusCode::OK);
}

async fn contact(app: &TestApp, office: &OrderingOffice, name: &str, email: &str) {
    let vendor = app.vendor(&office.admin).await;
    let form = json!({ "name": name, "email": email, "vendorId": vendor });
    let created = app.post(&office.admin, "/api/contractor_vendors/contacts", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
}

both_engines! {
    async fn an_amendment_is_mailed_as_what_changed_to_everybody_who_has_the_order(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        contact(app, &office, "José Muñoz", "jose@supply.example").await;
        contact(app, &office, "Eve", "eve@supply.example").await;
        office.mail(app, "dana@supply.example").await;
        settings(app, &office, "spanish").await;
        office.mail(app, "jose@supply.example").await;
        settings(app, &office, "english").await;
        let before = office.now(app).await;
        assert_eq!(app.outbox().await.len(), 2);

        let nails = app.product(&office.admin, "Nails", 450).await;
        let items = json!([{ "productId": office.shingles, "quantity": 24 }, { "productId": nails, "quantity": 1.5 }]);
        let amended = office.ask(app, "amend", json!({ "items": items })).await;
        assert_eq!(amended.status, StatusCode::OK, "{:?}", amended.json);
        let order = &amended.json["order"];
        assert_eq!(order, &office.now(app).await);
        assert_eq!((&order["status"], order["version"].as_i64()), (&json!("sent"), before["version"].as_i64().map(|version| version + 1)));
        assert_eq!(order["items"][0]["id"], before["items"][0]["id"], "a row keeps its id while its product stays");
        assert_eq!((&order["items"][0]["quantity"], &order["items"][1]["productName"]), (&json!(24), &json!("Nails")));

        let mails = app.outbox().await;
        let told: Vec<_> = mails.iter().filter(|mail| mail.subject.contains("#-1 has changed") || mail.subject.contains("#-1 cambió")).collect();
        let dana = told.iter().find(|mail| mail.to == ["Dana Cole <dana@supply.example>"]).expect("Dana is told");
        assert!(dana.text.contains("Ridge & Sons has changed the purchase order \"#-1\"."), "{}", dana.text);
        assert!(dana.text.contains("Shingles (Roofing): 24 instead of 20\nNew: Nails (Roofing), 1.5\nNo longer ordered: Felt (Roofing) (was 2.5)"), "{}", dana.text);
        assert!(dana.attachments.is_empty());
        let jose = told.iter().find(|mail| mail.to == ["José Muñoz <jose@supply.example>"]).expect("José is told");
        assert!(jose.text.contains("Shingles (Roofing): 24 en lugar de 20"), "{}", jose.text);
        assert_eq!(told.len(), 2, "nobody else has the order");
        let sends = order["sends"].as_array().expect("sends");
        assert_eq!(sends.len(), 4, "the office sees that it was told");
        let log = app.history(&office.admin, &office.job).await;
        assert_eq!(log[0], "Ada Ridge changed the item of the purchase order #-1.");
    }

    async fn an_amendment_keeps_what_came_and_asks_the_vendor_again(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        for status in ["draft", "received", "closed", "cancelled"] {
            office.set_status(app, status).await;
            let response = office.ask(app, "amend", json!({ "items": office.rows(1.0, 1.0) })).await;
            assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"), "{status}");
        }
        for (at, status) in (1..).zip(["sent", "seen", "confirmed"]) {
            office.set_status(app, status).await;
            let amended = office.ask(app, "amend", json!({ "items": office.rows(20.0, 2.5 + f64::from(at)) })).await;
            assert_eq!((amended.status, &amended.json["order"]["status"]), (StatusCode::OK, &json!("sent")), "{status}");
        }
        let partly = office.receive(app, &[(0, 5.0), (1, 1.0)]).await;
        assert_eq!(partly.json["order"]["status"], "partlyReceived", "{:?}", partly.json);
        let before = office.now(app).await;
        for (items, refused) in [
            (office.rows(4.999, 2.0), "quantity too_small"),
            (json!([{ "productId": office.shingles, "quantity": 20 }]), "quantity too_small"),
            (json!([]), "items required"),
            (office.rows(0.0, 0.0), "items required"),
            (office.rows(-1.0, 2.0), "quantity too_small"),
            (json!([{ "productId": office.shingles, "quantity": 20 }, { "productId": office.shingles, "quantity": 20 }]), "productId choice"),
            (json!([{ "productId": office.id(), "quantity": 20 }]), "productId choice"),
            (json!([{ "productId": office.shingles, "quantity": 20, "purchaseOrderId": office.job["id"] }]), "purchaseOrderId choice"),
        ] {
            let response = office.ask(app, "amend", json!({ "items": items })).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_owned()]), "{items}");
        }
        assert_eq!(office.ask(app, "amend", json!({ "items": office.rows(5.0, 5.0), "version": null })).await.fields(), ["version required"]);
        assert_eq!(office.ask(app, "amend", json!({ "items": {} })).await.code(), "malformed");
        assert_eq!(office.now(app).await, before);
        let amended = office.ask(app, "amend", json!({ "items": office.rows(5.0, 1.0) })).await.json["order"].clone();
        assert_eq!((&amended["status"], &amended["items"][0]["received"], &amended["items"][0]["id"]),
            (&json!("partlyReceived"), &json!(5), &before["items"][0]["id"]));
        assert_eq!(app.outbox().await.len(), 0, "it was sent to nobody");
    }

    async fn saving_an_amendment_without_a_change_bothers_nobody(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        office.mail(app, "dana@supply.example").await;
        office.become_now(app, "confirmed").await;
        let before = office.now(app).await;
        let same = office.ask(app, "amend", json!({ "items": office.rows(20.0, 2.5) })).await;
        assert_eq!((same.status, &same.json["order"]), (StatusCode::OK, &before));
        assert_eq!(app.outbox().await.len(), 1);
    }

    async fn a_cancelled_order_is_not_delivered_because_its_vendor_is_told(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        office.mail(app, "dana@supply.example").await;
        // Sent twice to the same person, who is told once.
        app.advance(chrono::Duration::seconds(61));
        office.mail(app, "DANA@supply.example").await;
        let cancelled = office.become_now(app, "cancelled").await;
        assert_eq!(cancelled["sends"].as_array().map(Vec::len), Some(3));
        let mails = app.outbox().await;
        let told: Vec<_> = mails.iter().filter(|mail| mail.subject == "Ridge & Sons: #-1 is cancelled").collect();
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].to, ["Dana Cole <dana@supply.example>"]);
        assert_eq!(told[0].reply_to, [format!("Ada Ridge <{}@example.com>", office.admin.user)]);
        assert!(told[0].text.contains("Please do not deliver it."), "{}", told[0].text);
    }

    async fn a_cancelled_draft_that_nobody_has_is_mailed_to_nobody(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let cancelled = office.become_now(app, "cancelled").await;
        assert_eq!((&cancelled["status"], &cancelled["sends"]), (&json!("cancelled"), &json!([])));
        assert_eq!(app.outbox().await.len(), 0);
        let response = office.ask(app, "status", json!({ "status": "sent" })).await;
        assert_eq!((response.status, response.json.get("order")), (StatusCode::CONFLICT, None::<&Value>));
    }
}

//! Each address to which an order is mailed gets a link of its own, and whoever holds a link is told what changes.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{TestApp, mail::ReceivedMail, ordering_office::OrderingOffice};

fn secret_in(mail: &ReceivedMail) -> Option<String> {
    let (_, rest) = mail.text.split_once("http://localhost:8080/g/")?;
    rest.split_whitespace().next().map(str::to_owned)
}

async fn links(app: &TestApp, office: &OrderingOffice) -> Vec<Value> {
    let list = app.get(&office.admin, &format!("/api/guest_links/{}", office.id())).await;
    assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
    list.json["links"].as_array().expect("links").clone()
}

fn to<'a>(mails: &'a [ReceivedMail], address: &str) -> Vec<&'a ReceivedMail> {
    mails.iter().filter(|mail| mail.to[0].contains(address)).collect()
}

async fn contact(app: &TestApp, office: &OrderingOffice, name: &str, email: &str) {
    let vendor = app.vendor(&office.admin).await;
    let form = json!({ "name": name, "email": email, "vendorId": vendor });
    let created = app.post(&office.admin, "/api/contractor_vendors/contacts", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
}

both_engines! {
    async fn every_address_of_an_order_gets_a_link_of_its_own(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        contact(app, &office, "José Muñoz", "jose@supply.example").await;
        let sent = office.mail_to(app, &["dana@supply.example", "jose@supply.example"]).await;
        assert_eq!((sent.status, &sent.json["order"]["status"]), (StatusCode::OK, &json!("sent")), "{:?}", sent.json);
        assert_eq!(sent.json["order"]["sends"].as_array().map(Vec::len), Some(1), "one send, however many mails");
        let mails = app.outbox().await;
        let secrets: Vec<String> = mails.iter().map(|mail| secret_in(mail).expect("a link")).collect();
        assert!(secrets.len() == 2 && secrets[0] != secrets[1], "{secrets:?}");
        assert!(mails.iter().all(|mail| mail.attachments.len() == 1), "both have the PDF");
        assert_eq!(app.stored_files(), 0, "which takes no room once the last is sent");
        let listed = links(app, &office).await;
        let names: Vec<_> = listed.iter().map(|link| (&link["name"], &link["email"], link.get("url"))).collect();
        assert_eq!(names, [(&json!("Dana Cole"), &json!("dana@supply.example"), None), (&json!("José Muñoz"), &json!("jose@supply.example"), None)]);
        let seen = app.guest(&secrets[1], "/seen", Value::Null).await;
        assert_eq!(seen.json["link"]["name"], "José Muñoz");
        assert_eq!(office.now(app).await["status"], "seen");
        // Sent again, each keeps the link, and both mails open it.
        app.advance(chrono::Duration::seconds(61));
        office.mail_to(app, &["DANA@supply.example"]).await;
        let mails = app.outbox().await;
        let again = secret_in(to(&mails, "dana@").last().expect("a mail")).expect("a link");
        assert_ne!(again, secrets[0]);
        for secret in [&again, &secrets[0]] {
            assert_eq!(app.vendors_order(secret).await["id"], office.id());
        }
        assert_eq!(links(app, &office).await.len(), 2);
        assert_eq!(office.now(app).await["status"], "seen", "it stays as far as it was");
        let log = app.history(&office.admin, &office.job).await;
        assert_eq!(log.iter().filter(|entry| entry.contains("created the link for Dana Cole")).count(), 1, "{log:?}");
    }

    async fn an_order_is_mailed_in_the_language_of_the_link_that_its_vendor_holds(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        app.order_link(&office.admin, office.id(), json!({ "email": "dana@supply.example", "language": "spanish" })).await;
        office.mail_to(app, &["dana@supply.example"]).await;
        let mails = app.outbox().await;
        assert!(mails[0].text.contains("le envía la orden de compra adjunta") && mails[0].text.contains("Abrir la orden de compra"), "{}", mails[0].text);
        assert_eq!(links(app, &office).await.len(), 1);
    }

    async fn a_pdf_without_an_order_has_no_link(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let emails = json!(["dana@supply.example"]).to_string();
        let fields = [("contactEmails", emails.as_str())];
        let path = "/api/purchase_orders/sendToVendors";
        let request = crate::support::upload(path, ("purchaseOrderPDF", "order.pdf"), b"%PDF-1.7\n%%EOF", &fields);
        assert_eq!(app.send(Some(&office.admin), request).await.status, StatusCode::OK);
        assert_eq!(secret_in(&app.outbox().await[0]), None);
        assert_eq!(links(app, &office).await, Vec::<Value>::new());
    }

    async fn an_amendment_reaches_everyone_who_was_sent_the_order_or_holds_a_link(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        office.mail_to(app, &["dana@supply.example"]).await;
        app.order_link(&office.admin, office.id(), json!({ "name": "Luis", "email": "luis@yard.example", "language": "spanish" })).await;
        let (ended, _) = app.order_link(&office.admin, office.id(), json!({ "name": "Eve", "email": "eve@yard.example" })).await;
        app.delete(&office.admin, &format!("/api/guest_links/{}", ended["id"].as_str().expect("id"))).await;
        app.order_link(&office.admin, office.id(), json!({ "name": "No address" })).await;
        app.outbox().await;
        let amended = office.ask(app, "amend", json!({ "items": office.rows(24.0, 2.5) })).await;
        assert_eq!(amended.status, StatusCode::OK, "{:?}", amended.json);
        let mails = app.outbox().await;
        assert_eq!(mails.len(), 3, "the order, and two amendments");
        let dana = to(&mails, "dana@")[1];
        assert!(dana.text.contains("Shingles (Roofing): 24 instead of 20"), "{}", dana.text);
        let luis = to(&mails, "luis@")[0];
        assert!(luis.text.contains("Shingles (Roofing): 24 en lugar de 20") && luis.subject.contains("cambió"), "{}", luis.text);
        for mail in [dana, luis] {
            let secret = secret_in(mail).expect("a link");
            assert_eq!(app.vendors_order(&secret).await["items"][0]["quantity"], json!(24));
        }
        assert_eq!(amended.json["order"]["sends"].as_array().map(Vec::len), Some(3));
    }

    async fn who_holds_a_link_reads_that_the_order_is_cancelled_if_it_was_sent(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let fields = json!({ "email": "luis@yard.example", "language": "spanish" });
        app.order_link(&office.admin, office.id(), fields.clone()).await;
        office.become_now(app, "cancelled").await;
        assert_eq!(app.outbox().await.len(), 0, "a draft is nobody's affair");
        office.set_status(app, "draft").await;
        office.become_now(app, "sent").await;
        office.become_now(app, "cancelled").await;
        let mails = app.outbox().await;
        assert_eq!((mails.len(), mails[0].subject.as_str()), (1, "Ridge & Sons: #-1 cancelada"));
    }

    async fn closed_and_cancelled_orders_are_not_sent(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        for status in ["closed", "cancelled"] {
            office.set_status(app, status).await;
            let refused = office.mail_to(app, &["dana@supply.example"]).await;
            assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "conflict"), "{status}");
        }
        assert_eq!((app.outbox().await.len(), links(app, &office).await.len()), (0, 0));
    }
}

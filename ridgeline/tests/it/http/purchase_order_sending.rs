//! Sending purchase orders by mail: only to contacts of the company's own vendors.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::{
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        UserType::{Admin, Foreman, Member},
    },
    types::{ids::VendorId, limits::LIMITS},
};
use serde_json::{Value, json};
use server::tasks::mail_sender::MailSender;
use services::mail::transport::{Limits, MailTransport};

use crate::support::{Person, TestApp, TestResponse, upload};

const SEND: &str = "/api/purchase_orders/sendToVendors";
const FILE: (&str, &str) = ("purchaseOrderPDF", "order.pdf");
const PDF: &[u8] = b"%PDF-1.7\nwhat is bought\x00\xff\r\n.\r\n%%EOF";

/// A contractor with an order, and a vendor whose contact is Dana.
struct Office {
    admin: Person,
    order: Value,
    vendor: VendorId,
    dana: Value,
}

impl Office {
    async fn open(app: &TestApp) -> Self {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let vendor = app.vendor(&admin).await;
        let dana = contact(app, &admin, vendor, "Dana Cole", "Dana@supply.example").await;
        Self { admin, order, vendor, dana }
    }

    fn order_id(&self) -> &str {
        self.order["id"].as_str().expect("id")
    }

    async fn single(&self, app: &TestApp) -> Value {
        let path = format!("/api/purchase_orders/single/{}", self.order_id());
        app.get(&self.admin, &path).await.json["order"].clone()
    }
}

async fn contact(
    app: &TestApp,
    owner: &Person,
    vendor: VendorId,
    name: &str,
    email: &str,
) -> Value {
    let form = json!({ "name": name, "email": email, "vendorId": vendor });
    let created = app.post(owner, "/api/contractor_vendors/contacts", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["vendorContact"].clone()
}

async fn send(app: &TestApp, who: &Person, pdf: &[u8], fields: &[(&str, &str)]) -> TestResponse {
    app.send(Some(who), upload(SEND, FILE, pdf, fields)).await
}

async fn to(app: &TestApp, who: &Person, emails: &Value) -> TestResponse {
    send(app, who, PDF, &[("contactEmails", &emails.to_string())]).await
}

/// No mail was queued, and no file was stored.
async fn assert_nothing_sent(app: &TestApp) {
    assert_eq!(app.outbox().await.len(), 0, "a mail went out");
    assert_eq!(app.stored_files(), 0, "a file was kept");
    let arriving = std::fs::read_dir(app.folder.path().join("arriving")).expect("folder");
    assert_eq!(arriving.count(), 0, "an upload was left lying");
}

both_engines! {
    async fn only_the_contractors_admins_send_a_purchase_order(app: &TestApp) {
        let office = Office::open(app).await;
        let emails = json!(["dana@supply.example"]).to_string();
        let fields = [("contactEmails", emails.as_str()), ("orderId", office.order_id())];
        assert_eq!(app.send(None, upload(SEND, FILE, PDF, &fields)).await.status, StatusCode::UNAUTHORIZED);
        let (member, foreman) = (app.colleague(office.admin.company, Member).await, app.colleague(office.admin.company, Foreman).await);
        let sub = app.sign_in(Subcontractor, Admin).await;
        for who in [member, foreman, sub] {
            assert_eq!(send(app, &who, PDF, &fields).await.status, StatusCode::FORBIDDEN);
        }
        let outsider = app.sign_in(Contractor, Admin).await;
        let own = app.vendor(&outsider).await;
        contact(app, &outsider, own, "Dana Cole", "dana@supply.example").await;
        // 404 takes precedence over any error in the form or its file.
        for fields in [&fields[..], &[("orderId", office.order_id())]] {
            assert_eq!(send(app, &outsider, b"<html>", fields).await.status, StatusCode::NOT_FOUND);
        }
        for nothing in ["x", "018f0000-0000-7000-8000-000000000000"] {
            assert_eq!(send(app, &office.admin, PDF, &[fields[0], ("orderId", nothing)]).await.status, StatusCode::NOT_FOUND);
        }
        assert_nothing_sent(app).await;
    }

    async fn texts_of_a_form_with_a_pdf_take_64_kb_and_unknown_ones_nothing(app: &TestApp) {
        let office = Office::open(app).await;
        let long = "x".repeat(60 << 10);
        let emails = json!(["dana@supply.example"]).to_string();
        let mut fields = vec![("orderId", office.order_id()), ("contactEmails", emails.as_str())];
        fields.extend(["a", "b", "c", "companyName", "purchaseOrderPDFs"].map(|unknown| (unknown, long.as_str())));
        let sent = send(app, &office.admin, PDF, &fields).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        let before = app.stored_files();
        // Each is below the limit, both are above it.
        let half = "x".repeat(40 << 10);
        fields.extend([("message", half.as_str()), ("subject", half.as_str())]);
        let refused = send(app, &office.admin, PDF, &fields).await;
        assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE, "{:?}", refused.json);
        assert_eq!(app.stored_files(), before);
    }

    async fn an_order_arrives_with_its_pdf_and_is_marked_as_sent(app: &TestApp) {
        let office = Office::open(app).await;
        contact(app, &office.admin, office.vendor, "Muñoz, José", "jose@supply.example").await;
        let emails = json!(["DANA@Supply.Example", "jose@supply.example", " dana@supply.example "]).to_string();
        let fields = [
            ("orderId", office.order_id()),
            ("contactEmails", &emails),
            ("message", " Please by Friday.\nThank you & <regards> "),
            ("fileName", "Orden nº 3"),
            ("companyName", "Somebody Else Inc."),
        ];
        let sent = send(app, &office.admin, PDF, &fields).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        assert_eq!(sent.json["sentTo"], json!(["Dana@supply.example", "jose@supply.example"]), "as they are stored, each once");
        let sends = &sent.json["order"]["sends"];
        let now = app.app.clock.now();
        let waiting = |email: &str, name: &str| json!({ "email": email, "name": name, "state": "waiting", "since": now, "reason": null });
        let subject = "Ridge & Sons: #-1";
        assert_eq!(sends[0], json!({
            "id": sends[0]["id"], "sentAt": now, "subject": subject, "message": "Please by Friday.\nThank you & <regards>",
            "fileName": "Orden nº 3.pdf", "firstName": "Ada", "lastName": "Ridge",
            "recipients": [waiting("Dana@supply.example", "Dana Cole"), waiting("jose@supply.example", "Muñoz, José")],
        }));
        assert_eq!(sent.json["order"]["status"], "sent");
        assert_eq!(office.single(app).await, sent.json["order"]);
        app.advance(chrono::Duration::seconds(5));
        let mails = app.outbox().await;
        assert_eq!(mails.len(), 2);
        assert_eq!(mails[0].to, ["Dana Cole <Dana@supply.example>"]);
        assert_eq!(mails[1].to, ["Muñoz, José <jose@supply.example>"]);
        for mail in &mails {
            assert_eq!(mail.from, ["Ridge & Sons <ridgeline@localhost>"], "the token's company signs");
            assert_eq!(mail.reply_to, [format!("Ada Ridge <{}@example.com>", office.admin.user)]);
            assert_eq!(mail.subject, subject);
            assert!(mail.text.contains("Please by Friday.\nThank you & <regards>"), "{}", mail.text);
            assert!(mail.html.contains("Please by Friday.<br>Thank you &amp; &lt;regards&gt;"), "{}", mail.html);
            assert_eq!(mail.attachments, [("Orden nº 3.pdf".to_string(), "application/pdf".to_string(), PDF.to_vec())]);
        }
        let after = office.single(app).await;
        for recipient in after["sends"][0]["recipients"].as_array().expect("recipients") {
            assert_eq!((&recipient["state"], &recipient["since"]), (&json!("taken"), &json!(app.app.clock.now())));
        }
        assert_eq!(app.stored_files(), 0, "the PDF takes no room any more");
        // The same call works again.
        app.advance(chrono::Duration::seconds(61));
        let again = send(app, &office.admin, PDF, &[fields[0], fields[1], ("subject", "Second\r\n try")]).await;
        let subjects: Vec<_> = again.json["order"]["sends"].as_array().expect("sends").iter().map(|send| send["subject"].clone()).collect();
        assert_eq!(subjects, [json!(subject), json!("Second try")]);
        assert_eq!(app.outbox().await.len(), 4);
    }

    async fn a_pdf_without_an_order_is_sent_and_recorded_on_none(app: &TestApp) {
        let office = Office::open(app).await;
        let sent = to(app, &office.admin, &json!(["dana@supply.example"])).await;
        assert_eq!((sent.status, &sent.json), (StatusCode::OK, &json!({ "sentTo": ["Dana@supply.example"] })));
        assert_eq!(office.single(app).await["sends"], json!([]));
        let mails = app.outbox().await;
        assert_eq!(mails[0].subject, "Ridge & Sons: purchase order");
        assert_eq!(mails[0].attachments[0].0, "order.pdf");
    }

    async fn only_contacts_of_own_vendors_receive_mail(app: &TestApp) {
        let office = Office::open(app).await;
        let other = app.sign_in(Contractor, Admin).await;
        let elsewhere = app.vendor(&other).await;
        contact(app, &other, elsewhere, "Eve", "eve@elsewhere.example").await;
        let former = contact(app, &office.admin, office.vendor, "Old Hand", "old@supply.example").await;
        let former = format!("/api/contractor_vendors/contacts/{}", former["id"].as_str().expect("id"));
        assert_eq!(app.delete(&office.admin, &former).await.status, StatusCode::OK);
        let own = "dana@supply.example";
        let choice = [
            "eve@elsewhere.example", "EVE@ELSEWHERE.EXAMPLE", "old@supply.example", "anybody@example.com",
            "dana@supply.example.evil.example", "xdana@supply.example", "dana+x@supply.example", "*@supply.example",
        ];
        for address in choice {
            for emails in [json!([address]), json!([own, address]), json!([address, own])] {
                let response = to(app, &office.admin, &emails).await;
                assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["contactEmails choice".to_string()]), "{emails}");
            }
        }
        let tricks = [
            "dana@supply.example, eve@elsewhere.example", "dana@supply.example;eve@elsewhere.example", "Dana <eve@elsewhere.example>",
            "<eve@elsewhere.example> dana@supply.example", "\"dana@supply.example\" <eve@elsewhere.example>",
            "dana@supply.example\r\nBcc: eve@elsewhere.example", "dana@supply.example\neve@elsewhere.example", "dana@supply.example\u{0}",
            "dana@supply.example@elsewhere.example", "@relay.example:dana@supply.example", "dana%supply.example@elsewhere", "dаna@supply.example",
            "dana@supply.example>", "supply.example", "@supply.example", "dana@",
        ];
        for address in tricks {
            for emails in [json!([address]), json!([own, address])] {
                let response = to(app, &office.admin, &emails).await;
                assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["contactEmails email".to_string()]), "{emails}");
            }
        }
        // A second list, a list in another field, another name for the field.
        let tricked = json!(["eve@elsewhere.example"]).to_string();
        for field in ["contactEmail", "contactEmails[]", "emails", "to", "bcc"] {
            assert_eq!(send(app, &office.admin, PDF, &[(field, &tricked)]).await.fields(), ["contactEmails required"]);
        }
        assert_nothing_sent(app).await;
        let both = [json!([own]).to_string(), tricked];
        let sent = send(app, &office.admin, PDF, &[("contactEmails", &both[0]), ("contactEmails", &both[1])]).await;
        assert_eq!(sent.json["sentTo"], json!(["Dana@supply.example"]), "the first list counts");
        assert_eq!(app.outbox().await.len(), 1);
    }

    async fn a_contact_deleted_while_a_mail_is_sent_gets_it_completely_or_not_at_all(app: &TestApp) {
        let office = Office::open(app).await;
        let deleted = format!("/api/contractor_vendors/contacts/{}", office.dana["id"].as_str().expect("id"));
        let emails = json!(["dana@supply.example"]);
        let (sent, deleted) = tokio::join!(to(app, &office.admin, &emails), app.delete(&office.admin, &deleted));
        assert_eq!(deleted.status, StatusCode::OK);
        let mails = app.outbox().await.len();
        assert!((sent.status, mails) == (StatusCode::OK, 1) || (sent.status, mails) == (StatusCode::UNPROCESSABLE_ENTITY, 0), "{} {mails}", sent.status);
        assert_eq!(app.stored_files(), 0);
    }

    async fn every_invalid_field_of_a_mail_is_named(app: &TestApp) {
        let office = Office::open(app).await;
        let own = json!(["dana@supply.example"]).to_string();
        for (pdf, fields, expected) in [
            (PDF, vec![], vec!["contactEmails required"]),
            (PDF, vec![("contactEmails", "[]")], vec!["contactEmails required"]),
            (PDF, vec![("contactEmails", "[\" \"]")], vec!["contactEmails required"]),
            (PDF, vec![("contactEmails", "null")], vec!["contactEmails required"]),
            (b"".as_slice(), vec![("contactEmails", own.as_str())], vec!["purchaseOrderPDF required"]),
            (b"".as_slice(), vec![], vec!["contactEmails required", "purchaseOrderPDF required"]),
            (PDF, vec![("contactEmails", &own), ("message", "a\u{0}b")], vec!["message format"]),
            (PDF, vec![("contactEmails", &own), ("subject", "a\u{0}b"), ("fileName", "\u{0}")], vec!["fileName format", "subject format"]),
        ] {
            let answer = send(app, &office.admin, pdf, &fields).await;
            assert_eq!((answer.status, answer.fields()), (StatusCode::UNPROCESSABLE_ENTITY, expected.iter().map(ToString::to_string).collect()), "{fields:?}");
        }
        let long = |many| "é".repeat(many);
        let (message, line) = (long(501), long(1_001));
        let fields = [("contactEmails", own.as_str()), ("message", &message), ("subject", &line), ("fileName", &line)];
        let response = send(app, &office.admin, PDF, &fields).await;
        assert_eq!(response.fields(), ["message too_long", "fileName too_long", "subject too_long"]);
        for broken in ["dana@supply.example", "{}", "[7]", "[\"a\"", "[\"\\ud800\"]", "[[\"dana@supply.example\"]]", "\"dana@supply.example\""] {
            assert_eq!(send(app, &office.admin, PDF, &[("contactEmails", broken)]).await.status, StatusCode::BAD_REQUEST, "{broken}");
        }
        let json = Request::post(SEND).header("content-type", "application/json").body(Body::from(json!({ "contactEmails": ["dana@supply.example"] }).to_string()));
        assert_eq!(app.send(Some(&office.admin), json.expect("request")).await.status, StatusCode::BAD_REQUEST);
        assert_nothing_sent(app).await;
        let (message, line) = (long(500), long(1_000));
        let fields = [("contactEmails", own.as_str()), ("message", &message), ("subject", &line), ("fileName", &line)];
        assert_eq!(send(app, &office.admin, PDF, &fields).await.status, StatusCode::OK);
        assert_eq!(app.outbox().await[0].subject, line);
    }

    async fn only_a_pdf_of_a_size_that_mailboxes_accept_is_attached(app: &TestApp) {
        let office = Office::open(app).await;
        let own = json!(["dana@supply.example"]).to_string();
        let fields = [("contactEmails", own.as_str())];
        for file in [&b"<html>%PDF-1.7"[..], b"%PDF", b"MZ\x90\0", b" %PDF-1.7", b"\x89PNG\r\n\x1a\n"] {
            let response = send(app, &office.admin, file, &fields).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"), "{file:?}");
        }
        let most = usize::try_from(LIMITS.purchase_order_bytes).expect("bytes");
        let pdf = |bytes: usize| [b"%PDF-1.7".to_vec(), vec![7; bytes - 8]].concat();
        let response = send(app, &office.admin, &pdf(most + 1), &fields).await;
        assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        assert!(response.message().contains("15"), "{}", response.message());
        let endless = "x".repeat(70_000);
        assert_eq!(send(app, &office.admin, PDF, &[fields[0], ("message", &endless)]).await.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert_nothing_sent(app).await;
        let largest = pdf(most);
        assert_eq!(send(app, &office.admin, &largest, &fields).await.status, StatusCode::OK);
        assert!(app.outbox().await[0].attachments[0].2 == largest, "byte for byte");
    }

    async fn the_sender_reads_in_their_language_why_an_order_did_not_arrive(app: &TestApp) {
        let office = Office::open(app).await;
        let own = json!(["dana@supply.example"]).to_string();
        send(app, &office.admin, PDF, &[("contactEmails", &own), ("orderId", office.order_id())]).await;
        // Nothing listens on this port.
        let nowhere = MailTransport::smtp("smtp://127.0.0.1:1", None, Limits::default()).expect("an address");
        let sender = MailSender::new(app.app.clone(), nowhere);
        assert_eq!(sender.send_due().await.expect("tried"), 1);
        let recipient = office.single(app).await["sends"][0]["recipients"][0].clone();
        assert_eq!(recipient["state"], "waiting");
        assert_eq!(recipient["reason"], "The email server cannot be reached. We keep trying.");
        let spanish = json!({ "firstName": "Ada", "lastName": "Ridge", "location": "Nashville, TN", "language": "spanish", "position": "Estimator" });
        assert_eq!(app.post(&office.admin, "/api/auth/user/update", spanish).await.status, StatusCode::OK);
        let reason = office.single(app).await["sends"][0]["recipients"][0]["reason"].clone();
        assert_eq!(reason, "No se puede conectar con el servidor de correo. Seguimos intentando.");
        app.advance(chrono::Duration::hours(24));
        assert_eq!(sender.send_due().await.expect("tried"), 1);
        let recipient = office.single(app).await["sends"][0]["recipients"][0].clone();
        assert_eq!((&recipient["state"], &recipient["reason"]), (&json!("failed"), &json!("Lo intentamos durante un día y el correo no se pudo enviar. Envíelo de nuevo.")));
        assert_eq!(app.stored_files(), 0);
    }

    async fn listing_orders_sent_often_takes_as_many_statements_as_one(app: &TestApp) {
        let office = Office::open(app).await;
        let own = json!(["dana@supply.example"]).to_string();
        let list = format!("/api/purchase_orders/job/{}", office.order["jobId"].as_str().expect("id"));
        let mut statements = Vec::new();
        for more in [1, 5] {
            for _ in 0..more {
                send(app, &office.admin, PDF, &[("contactEmails", &own), ("orderId", office.order_id())]).await;
            }
            app.get(&office.admin, &list).await;
            let before = app.app.db.statements_run();
            let orders = app.get(&office.admin, &list).await;
            statements.push(app.app.db.statements_run() - before);
            assert_eq!(orders.json["orders"][0], office.single(app).await);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 send and for 6");
    }
}

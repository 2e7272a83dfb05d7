//! Sending work orders by mail: to the subcontractor's admins and to the employee on the job.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, upload};

const SEND: &str = "/api/work_orders/send";
const FILE: (&str, &str) = ("workOrderPDF", "order.pdf");
const PDF: &[u8] = b"%PDF-1.7\nwhat is done";

fn id(thing: &Value) -> &str {
    thing["id"].as_str().expect("id")
}

async fn send(app: &TestApp, who: &Person, pdf: &[u8], fields: &[(&str, &str)]) -> TestResponse {
    app.send(Some(who), upload(SEND, FILE, pdf, fields)).await
}

async fn single(app: &TestApp, who: &Person, order: &Value) -> Value {
    app.get(who, &format!("/api/work_orders/single/{}", id(order))).await.json["order"].clone()
}

async fn speaks_spanish(app: &TestApp, who: &Person) {
    let form = json!({ "firstName": "Luz", "lastName": "Vega", "location": "Nashville, TN", "language": "spanish", "position": "Foreman" });
    assert_eq!(app.post(who, "/api/auth/user/update", form).await.status, StatusCode::OK);
}

both_engines! {
    async fn only_the_contractors_admins_send_a_work_order(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let fields = [("orderId", id(&order))];
        assert_eq!(app.send(None, upload(SEND, FILE, PDF, &fields)).await.status, StatusCode::UNAUTHORIZED);
        for who in [app.colleague(admin.company, Member).await, sub] {
            assert_eq!(send(app, &who, PDF, &fields).await.status, StatusCode::FORBIDDEN);
        }
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(send(app, &outsider, b"<html>", &fields).await.status, StatusCode::NOT_FOUND);
        for (pdf, fields, status) in [
            (PDF, vec![("orderId", "x")], StatusCode::NOT_FOUND),
            (PDF, vec![], StatusCode::UNPROCESSABLE_ENTITY),
            (b"<html>".as_slice(), fields.to_vec(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
            (PDF, vec![fields[0], ("message", "\u{0}")], StatusCode::UNPROCESSABLE_ENTITY),
        ] {
            assert_eq!(send(app, &admin, pdf, &fields).await.status, status, "{fields:?}");
        }
        let long = "é".repeat(501);
        assert_eq!(send(app, &admin, PDF, &[fields[0], ("message", &long)]).await.fields(), ["message too_long"]);
        assert!(app.outbox().await.is_empty());
        assert_eq!(app.stored_files(), 0);
    }

    async fn a_work_order_without_a_subcontractor_cannot_be_sent(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let response = send(app, &admin, PDF, &[("orderId", id(&order))]).await;
        assert_eq!((response.status, response.message()), (StatusCode::CONFLICT, "Assign this job to a connected subcontractor first."));
        assert_eq!(single(app, &admin, &order).await["sends"], json!([]));
        assert!(app.outbox().await.is_empty());
        assert_eq!(app.stored_files(), 0);
    }

    async fn each_admin_and_the_assigned_employee_get_it_in_their_language(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let employee = app.colleague(sub.company, Member).await;
        app.colleague(sub.company, Member).await;
        speaks_spanish(app, &employee).await;
        let given = json!({ "jobCrewTableId": job["jobCrewTableId"], "jobId": job["id"], "assignedToUserId": employee.user });
        let given = app.post(&sub, "/api/jobs/update/assign/user", given).await;
        assert_eq!(given.status, StatusCode::OK, "{:?}", given.json);
        let sent = send(app, &admin, PDF, &[("orderId", id(&order)), ("message", "Start <early>"), ("fileName", "Tear-off.PDF")]).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        assert_eq!(sent.json["order"], single(app, &admin, &order).await);
        assert_eq!(single(app, &sub, &order).await["sends"], json!([]), "whom it was sent to is the contractor's own business");
        let sends = sent.json["order"]["sends"].as_array().expect("sends");
        assert_eq!((sends.len(), &sends[0]["fileName"], &sends[0]["subject"]), (1, &json!("Tear-off.pdf"), &json!("Ridge & Sons: work order #-1")));
        assert_eq!(sends[0]["recipients"].as_array().expect("recipients").len(), 2, "nobody else is told");
        let mails = app.outbox().await;
        let link = format!("http://localhost:8080/app/work_order/{}", id(&order));
        assert_eq!(mails[0].to, [format!("Ada Ridge <{}@example.com>", sub.user)]);
        assert_eq!(mails[0].subject, "Ridge & Sons: work order #-1");
        assert_eq!(mails[1].to, [format!("Luz Vega <{}@example.com>", employee.user)]);
        assert_eq!(mails[1].subject, "Ridge & Sons: orden de trabajo #-1");
        assert!(mails[1].text.contains("Abrir la orden de trabajo"), "{}", mails[1].text);
        for mail in &mails {
            assert!(mail.text.contains(&link) && mail.html.contains(&link), "{}", mail.text);
            assert!(mail.text.contains("Start <early>") && mail.html.contains("Start &lt;early&gt;"));
            assert_eq!(mail.reply_to, [format!("Ada Ridge <{}@example.com>", admin.user)]);
            assert_eq!(mail.attachments, [("Tear-off.pdf".to_string(), "application/pdf".to_string(), PDF.to_vec())]);
        }
        assert_eq!(app.stored_files(), 0);
        let states: Vec<Value> = single(app, &admin, &order).await["sends"][0]["recipients"].as_array().expect("recipients").iter().map(|one| one["state"].clone()).collect();
        assert_eq!(states, ["taken", "taken"]);
    }

    async fn it_is_sent_without_a_pdf_and_its_link_ignores_the_requests_host(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        app.asked_subcontractor(&admin, &job).await;
        let (parts, body) = upload(SEND, ("nothing", "x"), b"", &[("orderId", id(&order))]).into_parts();
        let mut request = Request::from_parts(parts, Body::new(body));
        for name in [header::HOST.as_str(), "x-forwarded-host", "origin"] {
            request.headers_mut().insert(header::HeaderName::try_from(name).expect("name"), "evil.example".parse().expect("host"));
        }
        let sent = app.send(Some(&admin), request).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        assert_eq!(sent.json["order"]["sends"][0]["fileName"], Value::Null);
        let mails = app.outbox().await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].attachments.is_empty() && !mails[0].text.contains("evil"), "{}", mails[0].text);
    }

    async fn listing_orders_sent_often_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        app.asked_subcontractor(&admin, &job).await;
        let list = format!("/api/work_orders/job/{}", id(&job));
        let mut statements = Vec::new();
        for more in [1, 5] {
            for _ in 0..more {
                send(app, &admin, b"", &[("orderId", id(&order))]).await;
            }
            app.get(&admin, &list).await;
            let before = app.app.db.statements_run();
            let orders = app.get(&admin, &list).await;
            statements.push(app.app.db.statements_run() - before);
            assert_eq!(orders.json["orders"][0], single(app, &admin, &order).await);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 send and for 6");
    }
}

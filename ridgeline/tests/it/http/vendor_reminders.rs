//! Vendors are reminded of their orders by mail: to answer them, and of the day on which they deliver.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman},
};
use serde_json::{Value, json};
use server::tasks::vendor_reminders::send_due;

use crate::support::{TestApp, mail::ReceivedMail, ordering_office::OrderingOffice};

const SETTING: &str = "/api/company/vendorReminders";

/// The mails that were sent, once what is due now is sent, too.
async fn mails(app: &TestApp) -> Vec<ReceivedMail> {
    send_due(&app.app).await.expect("reminders");
    app.outbox().await
}

/// The vendor's answer by link, which it may give again.
async fn answer(app: &TestApp, office: &OrderingOffice, secret: &str, mut form: Value) {
    form["version"] = office.now(app).await["version"].clone();
    let answered = app.guest(secret, "/order", form).await;
    assert_eq!(answered.status, StatusCode::OK, "{:?}", answered.json);
}

both_engines! {
    async fn an_order_that_nobody_answers_is_reminded_of_once_by_whichever_server_is_first(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        office.mail(app, "dana@supply.example").await;
        app.advance(Duration::hours(23));
        assert_eq!(mails(app).await.len(), 1, "the order itself");
        app.advance(Duration::hours(1));
        let other = app.second_server(|_| {}).await;
        let (one, two) = tokio::join!(send_due(&app.app), send_due(&other.app));
        one.and(two).expect("reminders");
        let sent = app.outbox().await;
        assert_eq!(sent.len(), 2);
        assert_eq!(sent[1].subject, "Ridge & Sons: please answer #-1");
        assert!(sent[1].text.contains("waiting for your answer") && sent[1].text.contains("/g/"), "{}", sent[1].text);
        app.advance(Duration::days(5));
        assert_eq!(mails(app).await.len(), 2, "one reminder is enough");
        assert_eq!(office.now(app).await["sends"][1]["subject"], "Ridge & Sons: please answer #-1");
        let log = app.history(&office.admin, &office.job).await;
        assert_eq!(log[0], "A reminder of the purchase order #-1 was sent to dana@supply.example.");
    }

    async fn on_the_last_working_day_before_a_delivery_its_vendor_is_reminded_in_the_language_of_the_link(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let link = json!({ "name": "Luis", "email": "luis@yard.example", "language": "spanish" });
        let (_, secret) = app.order_link(&office.admin, office.id(), link).await;
        office.become_now(app, "sent").await;
        // A Monday.
        answer(app, &office, &secret, json!({ "confirmed": true, "expectedOn": "2026-03-09" })).await;
        // The company's Friday begins its work at 14:00 UTC; the test began on Monday at noon.
        app.advance(Duration::days(4) + Duration::minutes(119));
        assert_eq!(mails(app).await.len(), 0);
        app.advance(Duration::minutes(1));
        let sent = mails(app).await;
        assert_eq!(sent.len(), 1);
        assert!(sent[0].subject.contains("#-1 se entrega el 9"), "{}", sent[0].subject);
        assert!(sent[0].text.contains("Abrir la orden de compra"), "{}", sent[0].text);
        app.advance(Duration::days(2));
        assert_eq!(mails(app).await.len(), 1);
    }

    async fn an_order_without_an_open_question_is_not_reminded_of(app: &TestApp) {
        for end in ["confirmed", "cancelled", "deleted", "complete", "off", "tomorrow"] {
            let office = OrderingOffice::open(app).await;
            let link = json!({ "email": format!("{end}@yard.example") });
            let (_, secret) = app.order_link(&office.admin, office.id(), link).await;
            office.become_now(app, "sent").await;
            match end {
                "deleted" => {
                    let gone = app.post(&office.admin, "/api/purchase_orders/delete", json!({ "orderId": office.id() })).await;
                    assert_eq!(gone.status, StatusCode::OK);
                }
                "complete" => {
                    let done = app.post(&office.admin, "/api/jobs/complete", json!({ "jobId": office.job["id"], "isActive": false })).await;
                    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
                }
                "off" => {
                    app.put(&office.admin, SETTING, json!({ "enabled": false })).await;
                }
                // At ten in the morning, less than a working day before it is to come.
                "tomorrow" => {
                    app.advance(Duration::hours(3));
                    let today = app.app.clock.now().date_naive();
                    let day = today + Duration::days(1);
                    answer(app, &office, &secret, json!({ "confirmed": true, "expectedOn": day })).await;
                }
                status => drop(office.become_now(app, status).await),
            }
            let mut sent = Vec::new();
            for hours in [2, 70] {
                app.advance(Duration::hours(hours));
                sent = mails(app).await;
                let reminders = sent.iter().filter(|mail| mail.to[0].contains(end) && !mail.subject.contains("cancelled"));
                assert_eq!(reminders.count(), 0, "{end} after {hours} hours");
            }
            if end == "off" {
                app.put(&office.admin, SETTING, json!({ "enabled": true })).await;
                assert_eq!(mails(app).await.len(), sent.len(), "what was due meanwhile is not sent later");
            }
        }
    }

    async fn an_amendment_and_a_vendor_who_must_still_find_out_begin_the_day_anew(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let (_, secret) = app.order_link(&office.admin, office.id(), json!({ "email": "dana@supply.example" })).await;
        office.become_now(app, "sent").await;
        app.advance(Duration::hours(20));
        answer(app, &office, &secret, json!({ "confirmed": false, "remark": "I will ask the mill." })).await;
        app.advance(Duration::hours(20));
        assert_eq!(mails(app).await.len(), 0);
        let amended = office.ask(app, "amend", json!({ "items": office.rows(24.0, 2.5) })).await;
        assert_eq!(amended.status, StatusCode::OK, "{:?}", amended.json);
        app.advance(Duration::hours(20));
        assert_eq!(mails(app).await.len(), 1, "the amendment");
        app.advance(Duration::hours(4));
        assert_eq!(mails(app).await.len(), 2);
    }

    async fn only_admins_of_the_contractor_turn_reminders_off_and_only_their_own(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(admin.company, Foreman).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let setting = |enabled: bool| json!({ "vendorReminders": { "enabled": enabled } });
        assert_eq!(app.get(&admin, SETTING).await.json, setting(true), "by default");
        for who in [&foreman, &app.sign_in(Subcontractor, Admin).await] {
            assert_eq!(app.get(who, SETTING).await.status, StatusCode::FORBIDDEN);
            assert_eq!(app.put(who, SETTING, json!({ "enabled": false })).await.status, StatusCode::FORBIDDEN);
        }
        assert_eq!(app.put(&admin, SETTING, json!({})).await.fields(), ["enabled required"]);
        for _ in 0..2 {
            let set = app.put(&admin, SETTING, json!({ "enabled": false })).await;
            assert_eq!((set.status, set.json), (StatusCode::OK, setting(false)));
        }
        assert_eq!(app.get(&admin, SETTING).await.json, setting(false));
        assert_eq!(app.get(&outsider, SETTING).await.json, setting(true));
        let log = app.log(&admin, "").await;
        assert!(log[0].contains("reminders to vendors") && log[0].contains("from Yes to No"), "{log:?}");
    }
}

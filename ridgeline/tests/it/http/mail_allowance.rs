//! How many new addresses a company may mail in a day.

use axum::http::{StatusCode, header};
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::Admin,
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::sql;

use crate::support::{Engine, Person, TestApp, TestResponse, upload};

const INVITE: &str = "/api/company/invite";
const SENTENCE: &str = "Duplicate: your company may email 50 new addresses in 24 hours, and this would be more. Nothing was sent.";

async fn invite(app: &TestApp, who: &Person, name: &str) -> TestResponse {
    let form = json!({ "email": format!("{name}@example.com"), "userType": "member" });
    app.post(who, INVITE, form).await
}

/// Invites this many strangers, all of whom may be mailed.
async fn invite_all(app: &TestApp, who: &Person, names: &str, many: usize) {
    for n in 0..many {
        let sent = invite(app, who, &format!("{names}{n}")).await;
        assert_eq!(sent.status, StatusCode::OK, "{names}{n}: {:?}", sent.json);
    }
}

fn is_refused(response: &TestResponse) -> bool {
    let is = response.status == StatusCode::TOO_MANY_REQUESTS;
    assert!(is || response.status == StatusCode::OK, "{:?}", response.json);
    assert!(!is || response.code() == "duplicate_call_limit", "{:?}", response.json);
    is
}

async fn open(app: &TestApp, who: &Person) -> usize {
    let list = app.get(who, "/api/company/invitations").await.json["invitations"].clone();
    list.as_array().expect("a list").len()
}

/// Adds contacts to a vendor; returns their addresses.
async fn contacts(app: &TestApp, who: &Person, many: usize) -> Vec<String> {
    let vendor = app.vendor(who).await;
    let addresses: Vec<String> = (0..many).map(|n| format!("sales{n}@supply.example")).collect();
    let mut tx = app.app.db.write().await.expect("tx");
    for address in &addresses {
        sql!("INSERT INTO vendor_contact (id, vendor_id, name, email, email_key) VALUES ($1, $2, 'Dana', $3, $3)")
            .bind(uuid::Uuid::now_v7())
            .bind(vendor)
            .bind(address)
            .run_one(&mut tx)
            .await
            .expect("contact");
    }
    tx.commit().await.expect("commit");
    addresses
}

async fn send(app: &TestApp, who: &Person, order: &Value, to: &[String]) -> TestResponse {
    let to = json!(to).to_string();
    let order = order["id"].as_str().expect("id");
    let fields = [("orderId", order), ("contactEmails", to.as_str()), ("message", "")];
    let pdf = ("purchaseOrderPDF", "order.pdf");
    let path = "/api/purchase_orders/sendToVendors";
    app.send(Some(who), upload(path, pdf, b"%PDF-1.7\n%%EOF", &fields)).await
}

both_engines! {
    async fn a_new_company_mails_fifty_strangers_a_day_and_whoever_it_reached_before(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        invite_all(app, &admin, "first", 50).await;
        app.advance(Duration::hours(1));
        let refused = invite(app, &admin, "one.more").await;
        assert!(is_refused(&refused));
        assert!(refused.message().starts_with(SENTENCE), "{}", refused.message());
        assert_eq!(refused.headers[header::RETRY_AFTER], (23 * 3_600).to_string());
        assert_eq!((open(app, &admin).await, app.outbox().await.len()), (50, 50), "nothing is left of it");
        assert!(!is_refused(&invite(app, &admin, "FIRST7").await), "an address counts once");
        let other = app.sign_in(Subcontractor, Admin).await;
        assert!(!is_refused(&invite(app, &other, "one.more").await), "other companies go on");
        app.advance(Duration::hours(23));
        invite_all(app, &admin, "second", 50).await;
        assert!(is_refused(&invite(app, &admin, "one.more").await));
        assert!(!is_refused(&invite(app, &admin, "first8").await), "known since yesterday");
    }

    async fn the_refusal_is_in_the_readers_language(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let settings = json!({ "firstName": "Luis", "lastName": "Ríos", "location": "Antioch, TN", "language": "spanish", "position": "Dueño" });
        assert_eq!(app.post(&admin, "/api/auth/user/update", settings).await.status, StatusCode::OK);
        invite_all(app, &admin, "first", 50).await;
        let refused = invite(app, &admin, "one.more").await;
        assert!(refused.message().starts_with("Duplicate: su empresa puede enviar correos a 50 direcciones nuevas en 24 horas"), "{}", refused.message());
    }

    async fn a_hundred_invitations_at_once_reach_fifty_strangers(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let names: Vec<String> = (0..100).map(|n| format!("at.once{n}")).collect();
        let answers = join_all(names.iter().map(|name| invite(app, &admin, name))).await;
        let refused = answers.iter().filter(|answer| is_refused(answer)).count();
        assert_eq!((refused, open(app, &admin).await, app.outbox().await.len()), (50, 50, 50));
    }

    async fn an_order_to_more_strangers_stays_unsent(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let vendors = contacts(app, &admin, 80).await;
        let refused = send(app, &admin, &order, &vendors[..51]).await;
        assert!(is_refused(&refused));
        assert!(refused.message().starts_with(SENTENCE), "{}", refused.message());
        let path = format!("/api/purchase_orders/single/{}", order["id"].as_str().expect("id"));
        let single = app.get(&admin, &path).await;
        assert_eq!(single.json["order"]["sends"], json!([]));
        assert_eq!((app.outbox().await.len(), app.stored_files()), (0, 0));
        assert!(!is_refused(&send(app, &admin, &order, &vendors[..30]).await));
        assert!(is_refused(&send(app, &admin, &order, &vendors[..51]).await), "30 are known, 21 are not");
        assert!(!is_refused(&send(app, &admin, &order, &vendors[..50]).await));
        assert!(is_refused(&invite(app, &admin, "one.more").await), "invitations count too");
        assert_eq!(app.outbox().await.len(), 80);
    }

    async fn the_allowance_doubles_after_a_week_in_which_the_mails_arrived(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let unlucky = app.sign_in(Contractor, Admin).await;
        for who in [&admin, &unlucky] {
            invite_all(app, who, "first", 50).await;
        }
        app.advance(Duration::days(2));
        invite_all(app, &unlucky, "second", 50).await;
        assert_eq!(app.outbox().await.len(), 150);
        let mut tx = app.app.db.write().await.expect("tx");
        sql!(
            "UPDATE mail_delivery SET state = 'failed', trouble = 'refused'
             WHERE email IN ('first7@example.com', 'second8@example.com')
                 AND mail_id IN (SELECT id FROM mail WHERE company_id = $1)"
        )
        .bind(unlucky.company)
        .run(&mut tx)
        .await
        .expect("refused");
        tx.commit().await.expect("commit");
        app.advance(Duration::days(5) - Duration::seconds(1));
        invite_all(app, &admin, "second", 50).await;
        assert!(is_refused(&invite(app, &admin, "one.more").await), "not before the week is over");
        app.advance(Duration::days(1));
        invite_all(app, &admin, "third", 100).await;
        assert!(is_refused(&invite(app, &admin, "one.more").await));
        invite_all(app, &unlucky, "third", 50).await;
        assert!(is_refused(&invite(app, &unlucky, "one.more").await), "two in a hundred were refused");
    }
}

async fn an_operator_who_turns_limits_off_has_none_of_these(engine: Engine) {
    let app = TestApp::with(engine, |parts| {
        parts.duplicate_counter = None;
        parts.rate_limiter = None;
    })
    .await;
    let admin = app.sign_in(Contractor, Admin).await;
    invite_all(&app, &admin, "first", 60).await;
}

#[tokio::test]
async fn an_operator_who_turns_limits_off_has_none_of_these_on_sqlite() {
    an_operator_who_turns_limits_off_has_none_of_these(Engine::Sqlite).await;
}

#[tokio::test]
async fn an_operator_who_turns_limits_off_has_none_of_these_on_postgres() {
    an_operator_who_turns_limits_off_has_none_of_these(Engine::Postgres).await;
}

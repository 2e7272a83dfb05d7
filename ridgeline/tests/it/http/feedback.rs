//! Leads from the landing page, and feedback.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::ConnectInfo,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};
use server::app::AppState;
use store::{columns, sql};

use crate::support::{TestApp, TestResponse};

const LEADS: &str = "/api/leads";
const FEEDBACK: &str = "/api/feedback";

struct Lead {
    id: uuid::Uuid,
    name: String,
    email: String,
    company_type: String,
    details: String,
}

struct Written {
    id: uuid::Uuid,
    person_id: uuid::Uuid,
    company_id: uuid::Uuid,
    subject: String,
    kind: String,
    details: String,
}

columns! {
    Lead { id, name, email, company_type, details }
    Written { id, person_id, company_id, subject, kind, details }
}

async fn leads(app: &TestApp) -> Vec<Lead> {
    let mut tx = app.app.db.read().await.expect("tx");
    sql!("SELECT id, name, email, company_type, details FROM lead ORDER BY date_inserted, id")
        .all(&mut tx)
        .await
        .expect("leads")
}

async fn feedback(app: &TestApp) -> Vec<Written> {
    let mut tx = app.app.db.read().await.expect("tx");
    sql!("SELECT id, person_id, company_id, subject, kind, details FROM feedback")
        .all(&mut tx)
        .await
        .expect("feedback")
}

fn form(name: &str) -> Value {
    json!({ "name": name, "email": "ana@example.com", "companyType": "vendor", "details": "Call me." })
}

/// A lead sent from this IP address.
async fn from(app: &TestApp, address: &str, form: &Value) -> TestResponse {
    let address: IpAddr = address.parse().expect("address");
    let mut request = Request::builder()
        .method("POST")
        .uri(LEADS)
        .header(header::CONTENT_TYPE, "application/json")
        .body(form.to_string().into())
        .expect("request");
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address, 40_000)));
    app.send(None, request).await
}

both_engines! {
    async fn a_visitors_lead_is_stored(app: &TestApp) {
        let created = app.call(None, "POST", LEADS, form("  Ana Peña ")).await;
        assert_eq!(created.status, StatusCode::CREATED, "{:?}", created.json);
        let [stored] = leads(app).await.try_into().unwrap_or_else(|_| panic!("one lead"));
        assert_eq!(created.json, json!({ "id": stored.id }));
        let words = [stored.name.as_str(), &stored.email, &stored.company_type, &stored.details];
        assert_eq!(words, ["Ana Peña", "ana@example.com", "vendor", "Call me."]);
        let short = json!({ "name": "Bo", "email": "bo@example.com", "companyType": "contractor", "website": "" });
        assert_eq!(app.call(None, "POST", LEADS, short).await.status, StatusCode::CREATED);
        assert_eq!(leads(app).await[1].details, "");
    }

    async fn an_invalid_lead_names_its_errors(app: &TestApp) {
        let response = app.call(None, "POST", LEADS, json!({})).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNPROCESSABLE_ENTITY, "validation"));
        assert_eq!(response.fields(), ["name required", "email required", "companyType required"]);
        for (field, value, code) in [
            ("email", json!("ana@example"), "email"), ("companyType", json!("roofer"), "choice"),
            ("name", json!("x".repeat(1_001)), "too_long"), ("details", json!("x".repeat(10_001)), "too_long"),
            ("details", json!("a\u{0}b"), "format"),
        ] {
            let mut form = form("Ana");
            form[field] = value;
            let response = app.call(None, "POST", LEADS, form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![format!("{field} {code}")]));
        }
        for bad in [json!([]), json!({ "name": 7 }), json!("lead")] {
            assert_eq!(app.call(None, "POST", LEADS, bad).await.status, StatusCode::BAD_REQUEST);
        }
        let request = Request::builder().method("POST").uri(LEADS).header("accept-language", "es-MX").body("{}".into()).expect("request");
        assert_eq!(app.send(None, request).await.json["error"]["fields"][0]["message"], "Este campo es obligatorio.");
        assert_eq!(leads(app).await.len(), 0);
    }

    async fn a_lead_is_mailed_to_the_operator_and_a_reply_reaches_the_visitor(app: &TestApp) {
        app.call(None, "POST", LEADS, form("Kept, not mailed")).await;
        assert_eq!(app.outbox().await.len(), 0, "nobody is named to be mailed");
        let named = |parts: &mut AppState| parts.leads_to = Some("sales@ridgeline.example".to_string());
        let app = &TestApp::with(app.app.db.engine(), named).await;
        let mut lead = form("Ana\r\nBcc: everybody@example.com");
        lead["details"] = json!("Call <b>me</b>.\nSoon.");
        assert_eq!(app.call(None, "POST", LEADS, lead.clone()).await.status, StatusCode::CREATED);
        lead["website"] = json!("x");
        app.call(None, "POST", LEADS, lead).await;
        let [letter] = app.outbox().await.try_into().expect("one letter");
        assert_eq!((letter.to, letter.reply_to), (vec!["- <sales@ridgeline.example>".to_string()], vec!["Ana Bcc: everybody@example.com <ana@example.com>".to_string()]));
        assert_eq!(letter.subject, "Ridgeline: Ana Bcc: everybody@example.com would like to find out more");
        assert!(letter.text.contains(", ana@example.com (vendor) would like to find out more about Ridgeline.") && letter.text.contains("Call <b>me</b>.\nSoon."), "{}", letter.text);
        assert!(letter.html.contains("Call &lt;b&gt;me&lt;/b&gt;.<br>Soon."), "{}", letter.html);
        assert!(!letter.headers.iter().any(|name| name.eq_ignore_ascii_case("bcc")));
    }

    async fn a_lead_from_a_robot_gets_a_response_and_is_not_stored(app: &TestApp) {
        let mut spam = form("Ana");
        spam["website"] = json!("https://casino.example");
        let created = app.call(None, "POST", LEADS, spam).await;
        assert_eq!((created.status, created.json["id"].is_string()), (StatusCode::CREATED, true));
        assert_eq!(leads(app).await.len(), 0);
    }

    async fn the_twenty_first_lead_in_an_hour_is_refused_and_other_visitors_are_not(app: &TestApp) {
        for n in 0..20 {
            assert_eq!(from(app, "203.0.113.7", &form(&format!("Ana {n}"))).await.status, StatusCode::CREATED);
            app.advance(chrono::Duration::minutes(1));
        }
        let response = from(app, "203.0.113.7", &form("Ana")).await;
        assert_eq!((response.status, response.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
        assert!(response.message().starts_with("Duplicate"), "{}", response.message());
        assert_eq!(response.headers[header::RETRY_AFTER], "2400");
        // A refused form is not stored as a lead.
        assert_eq!(from(app, "203.0.113.7", &json!({})).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(from(app, "203.0.113.8", &form("Bo")).await.status, StatusCode::CREATED);
        app.advance(chrono::Duration::minutes(40));
        assert_eq!(from(app, "203.0.113.7", &form("Ana")).await.status, StatusCode::CREATED);
        assert_eq!(leads(app).await.len(), 22);
    }

    async fn feedback_reaches_the_operator_with_its_author(app: &TestApp) {
        let form = json!({ "subject": " Map ", "type": "found a bug", "details": "It is blank." });
        let response = app.call(None, "POST", FEEDBACK, form.clone()).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"));
        let admin = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(app.sign_in(Subcontractor, Admin).await.company, Member).await;
        for bad in [json!([]), json!({ "subject": 7 })] {
            assert_eq!(app.post(&admin, FEEDBACK, bad).await.status, StatusCode::BAD_REQUEST);
        }
        let response = app.post(&admin, FEEDBACK, json!({ "type": "praise" })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["subject required".into(), "type choice".into(), "details required".into()]));
        let response = app.post(&admin, FEEDBACK, json!({ "subject": "a\u{0}b", "type": "other", "details": "x" })).await;
        assert_eq!(response.fields(), ["subject format"]);
        assert_eq!(feedback(app).await.len(), 0);
        let created = app.post(&member, FEEDBACK, form).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        let [stored] = feedback(app).await.try_into().unwrap_or_else(|_| panic!("one"));
        assert_eq!(created.json, json!({ "id": stored.id }));
        assert_eq!((stored.person_id, stored.company_id), (member.user.0, member.company.0));
        assert_eq!([stored.subject.as_str(), &stored.kind, &stored.details], ["Map", "found a bug", "It is blank."]);
    }
}

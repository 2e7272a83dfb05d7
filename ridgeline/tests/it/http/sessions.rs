//! Listing a user's sessions, and ending others.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{
    Person, TestApp,
    accounts::{PASSWORD, with_token},
};

const SESSIONS: &str = "/api/auth/sessions";
const OTHERS: &str = "/api/auth/sessions/endOthers";
const ANA: &str = "ana@example.com";

async fn log_in_with(app: &TestApp, agent: &str) -> Person {
    let body = json!({ "email": ANA, "password": PASSWORD }).to_string();
    let request = Request::post("/api/auth/local/login").header(header::USER_AGENT, agent);
    with_token(&app.send(None, request.body(Body::from(body)).expect("request")).await)
}

both_engines! {
    async fn a_user_lists_their_sessions_and_ends_the_others(app: &TestApp) {
        let me = app.founder(ANA).await;
        app.advance(chrono::Duration::hours(1));
        let phone = log_in_with(app, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1").await;
        app.advance(chrono::Duration::hours(1));
        let outsider = log_in_with(app, "curl/8").await;
        let list = app.get(&me, SESSIONS).await;
        let places = list.json["sessions"].as_array().expect("a list").clone();
        let seen: Vec<_> = places.iter().map(|place| (place["isThisOne"].clone(), place["browser"].clone(), place["system"].clone(), place["startedAt"].clone())).collect();
        assert_eq!(seen, [
            (json!(true), Value::Null, Value::Null, json!("2026-03-02T12:00:00Z")),
            (json!(false), Value::Null, Value::Null, json!("2026-03-02T14:00:00Z")),
            (json!(false), json!("Safari"), json!("iPhone"), json!("2026-03-02T13:00:00Z")),
        ]);
        assert!(places.iter().all(|place| !me.token.contains(place["id"].as_str().expect("id"))));
        let path = format!("{SESSIONS}/{}", places[1]["id"].as_str().expect("id"));
        // Another user's session is 404.
        let other = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.delete(&other, &path).await.status, StatusCode::NOT_FOUND);
        assert!(app.is_signed_in(&outsider).await);
        let ended = app.delete(&me, &path).await;
        assert_eq!((ended.status, &ended.json), (StatusCode::OK, &json!({ "id": places[1]["id"] })));
        assert!(!app.is_signed_in(&outsider).await);
        assert!(app.is_signed_in(&phone).await);
        assert_eq!(app.delete(&me, &path).await.status, StatusCode::NOT_FOUND);
        log_in_with(app, "").await;
        let ended = app.post(&me, OTHERS, Value::Null).await;
        assert_eq!((ended.status, &ended.json), (StatusCode::OK, &json!({ "ended": 2 })));
        assert!(!app.is_signed_in(&phone).await && app.is_signed_in(&me).await);
        assert_eq!(app.get(&me, SESSIONS).await.json["sessions"].as_array().map(Vec::len), Some(1));
    }

    async fn only_signed_in_users_list_and_end_sessions(app: &TestApp) {
        for (method, path) in [("GET", SESSIONS), ("POST", OTHERS), ("DELETE", "/api/auth/sessions/0a")] {
            let response = app.call(None, method, path, Value::Null).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{path}");
            let newcomer = app.newcomer(&format!("{}@example.com", method.to_lowercase())).await;
            let response = app.call(Some(&newcomer), method, path, Value::Null).await;
            assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"), "{path}");
        }
        let me = app.sign_in(Contractor, Admin).await;
        let before = app.app.db.statements_run();
        app.get(&me, SESSIONS).await;
        let one = app.app.db.statements_run() - before;
        for _ in 0..5 {
            app.signed_in_again(me.user).await;
        }
        let before = app.app.db.statements_run();
        assert_eq!(app.get(&me, SESSIONS).await.json["sessions"].as_array().map(Vec::len), Some(6));
        assert!(app.app.db.statements_run() - before <= one, "one query however many there are");
    }
}

//! Identifying on a socket, and what a user may subscribe to.

use std::time::Duration;

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};
use services::live::{Live, connection::SocketTimings};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{
    Engine, TestApp,
    accounts::token_in,
    sockets::{Socket, company_room},
};

#[test]
fn a_client_has_five_seconds_to_identify_and_is_pinged_every_25() {
    let pace = SocketTimings::default();
    assert_eq!(pace.identify, Duration::from_secs(5));
    assert_eq!(pace.ping, Duration::from_secs(25));
    assert_eq!(pace.window, Duration::from_millis(25));
}

#[tokio::test]
async fn a_client_that_never_identifies_is_disconnected() {
    let pace = SocketTimings { identify: Duration::from_millis(200), ..SocketTimings::default() };
    let app = TestApp::with(Engine::Sqlite, |parts| parts.live = Live::with_timings(pace)).await;
    let at = app.listen().await;
    let mut silent = Socket::open(at).await;
    assert_eq!(silent.close_code().await, Some(4401));
    let mut chatter = Socket::open(at).await;
    chatter.send(&json!({ "type": "subscribe", "rooms": [] })).await;
    assert_eq!(chatter.close_code().await, Some(4401), "other frames are no identification");
}

both_engines! {
    async fn an_invalid_token_closes_the_socket_at_once(app: &TestApp) {
        let at = app.listen().await;
        for frame in [
            json!({ "type": "identify", "token": "0000" }),
            json!({ "type": "identify", "token": "" }),
            json!({ "type": "identify", "token": 7 }),
            json!({ "type": "identify" }),
        ] {
            let mut socket = Socket::open(at).await;
            socket.send(&frame).await;
            assert_eq!(socket.close_code().await, Some(4401), "{frame}");
        }
        assert_eq!(app.app.live.hub().count(), 0);
    }

    async fn frames_before_the_token_are_ignored(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut colleague = Socket::of(app, at, &ada).await;
        let mut socket = Socket::open(at).await;
        let room = company_room(&ada);
        socket.send(&json!({ "type": "subscribe", "rooms": [room] })).await;
        socket.send_text("no JSON").await;
        socket.send_message(Message::binary(vec![0_u8, 255])).await;
        // The first response is to the token: earlier frames were neither answered nor stored.
        socket.identify(&ada).await;
        app.job(&ada).await;
        assert_eq!(colleague.names(app).await, ["job"]);
        assert_eq!(socket.subscribe(&[&room]).await["type"], "subscribed");
        assert!(socket.names(app).await.is_empty(), "nothing of before the subscription");
    }

    async fn nobody_subscribes_to_another_company(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let spy = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut socket = Socket::open(at).await;
        socket.identify(&spy).await;
        let (own, other) = (company_room(&spy), company_room(&ada));
        let names = [own.as_str(), other.as_str(), "company_7", "chat_", "roof", &own];
        let response = socket.subscribe(&names).await;
        assert_eq!(response, json!({ "type": "subscribed", "rooms": [own] }), "once, and no other");
        for refused in [other.as_str(), "company_7", "chat_", "roof"] {
            let response = socket.answer().await;
            assert_eq!(response, json!({ "type": "error", "code": "forbidden", "room": refused }));
        }
        app.job(&ada).await;
        assert!(socket.names(app).await.is_empty());
    }

    async fn a_user_without_a_company_identifies_and_receives_nothing(app: &TestApp) {
        let at = app.listen().await;
        let new = app.newcomer("new@example.com").await;
        let mut socket = Socket::open(at).await;
        socket.identify(&new).await;
        let response = socket.subscribe(&[&company_room(&new)]).await;
        assert_eq!(response, json!({ "type": "subscribed", "rooms": [] }));
        assert_eq!(socket.answer().await["code"], "forbidden");
    }

    async fn an_invalid_frame_gets_an_error_and_the_socket_stays_open(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut socket = Socket::of(app, at, &ada).await;
        let malformed = json!({ "type": "error", "code": "malformed" });
        for text in ["", "{", "[]", r#"{"type":"dance"}"#, r#"{"type":"subscribe","rooms":"all"}"#] {
            socket.send_text(text).await;
            assert_eq!(socket.answer().await, malformed, "{text:?}");
        }
        socket.send_message(Message::binary(vec![1_u8])).await;
        assert_eq!(socket.answer().await, malformed);
        socket.send(&json!({ "type": "identify", "token": ada.token })).await;
        assert_eq!(socket.answer().await, malformed, "it is somebody already");
        app.job(&ada).await;
        assert_eq!(socket.names(app).await, ["job"]);
    }

    async fn a_frame_over_the_limit_closes_the_socket(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut socket = Socket::of(app, at, &ada).await;
        socket.send_text(&"x".repeat(64 * 1024)).await;
        assert_eq!(socket.answer().await["code"], "malformed", "64 KB are read");
        socket.send_text(&"x".repeat(64 * 1024 + 1)).await;
        assert_eq!(socket.close_code().await, Some(1009));
    }
}

#[tokio::test]
async fn a_plain_request_to_the_socket_address_gets_an_error() {
    let app = TestApp::new(Engine::Sqlite).await;
    let answer = app.call(None, "GET", "/api/socket", Value::Null).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (400, "malformed"));
}

async fn an_unverified_user_receives_no_events(engine: Engine) {
    let app = TestApp::with(engine, |parts| parts.require_verified_email = true).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut socket = Socket::open(at).await;
    socket.identify(&ada).await;
    let room = company_room(&ada);
    let response = socket.subscribe(&[&room]).await;
    assert_eq!(response, json!({ "type": "subscribed", "rooms": [] }));
    assert_eq!(socket.answer().await["code"], "forbidden");
    let response = app.post(&ada, "/api/chat/subscribe", json!({ "rooms": [room] })).await;
    assert_eq!(response.status.as_u16(), 403);
    app.post(&ada, "/api/auth/local/resendVerification", Value::Null).await;
    let token = token_in(&app.newest_mail().await, "/verify-email");
    let response = app.ask("/api/auth/local/verifyEmail", json!({ "token": token })).await;
    assert_eq!(response.status.as_u16(), 200, "{:?}", response.json);
    // The client reconnects, and is accepted from then on.
    assert_eq!(socket.close_code().await, Some(4408));
    let mut socket = Socket::of(&app, at, &ada).await;
    app.job(&ada).await;
    assert_eq!(socket.names(&app).await, ["job"]);
}

#[tokio::test]
async fn an_unverified_user_receives_no_events_on_sqlite() {
    an_unverified_user_receives_no_events(Engine::Sqlite).await;
}

#[tokio::test]
async fn an_unverified_user_receives_no_events_on_postgres() {
    an_unverified_user_receives_no_events(Engine::Postgres).await;
}

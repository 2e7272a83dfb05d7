//! Sockets end at once when their user loses access or when the server stops.

use std::time::Duration;

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};
use services::live::{Live, connection::SocketTimings};

use crate::support::{
    Engine, Person, TestApp,
    accounts::{PASSWORD, token_in},
    sockets::Socket,
};

both_engines! {
    async fn logging_out_closes_the_sockets_of_that_session(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let elsewhere = app.signed_in_again(ada.user).await;
        let elsewhere = Person { company: ada.company, ..elsewhere };
        let mut here = Socket::of(app, at, &ada).await;
        let mut there = Socket::of(app, at, &elsewhere).await;
        app.post(&ada, "/api/auth/logout", Value::Null).await;
        assert_eq!(here.close_code().await, Some(4401));
        app.job(&elsewhere).await;
        assert_eq!(there.names(app).await, ["job"], "their other session goes on");
    }

    async fn ending_other_sessions_closes_their_sockets(app: &TestApp) {
        let at = app.listen().await;
        let me = app.founder("ana@example.com").await;
        let phone = app.logged_in_again(&me, "ana@example.com").await;
        let (mut here, mut there) = (Socket::of(app, at, &me).await, Socket::of(app, at, &phone).await);
        let list = app.get(&phone, "/api/auth/sessions").await;
        assert_eq!(list.json["sessions"][1]["isThisOne"], false, "{:?}", list.json);
        let ended = app.post(&me, "/api/auth/sessions/endOthers", Value::Null).await;
        assert_eq!(ended.json, json!({ "ended": 1 }));
        assert_eq!(there.close_code().await, Some(4401));
        let phone = app.logged_in_again(&me, "ana@example.com").await;
        let mut there = Socket::of(app, at, &phone).await;
        let list = app.get(&me, "/api/auth/sessions").await;
        let id = list.json["sessions"][1]["id"].as_str().expect("the phone");
        app.delete(&me, &format!("/api/auth/sessions/{id}")).await;
        assert_eq!(there.close_code().await, Some(4401));
        app.job(&me).await;
        assert_eq!(here.names(app).await, ["job"], "this one goes on");
    }

    async fn a_new_password_closes_the_sockets_of_other_sessions(app: &TestApp) {
        let at = app.listen().await;
        let me = app.founder("ana@example.com").await;
        let phone = app.logged_in_again(&me, "ana@example.com").await;
        let (mut here, mut there) = (Socket::of(app, at, &me).await, Socket::of(app, at, &phone).await);
        let form = json!({ "oldPassword": PASSWORD, "newPassword": "flashing drip edge" });
        let changed = app.post(&me, "/api/auth/local/changePassword", form).await;
        assert!(changed.status.is_success(), "{:?}", changed.json);
        assert_eq!(there.close_code().await, Some(4401));
        app.job(&me).await;
        assert_eq!(here.names(app).await, ["job"], "this one goes on");
        app.ask("/api/auth/local/forgotPassword", json!({ "email": "ana@example.com" })).await;
        let token = token_in(&app.newest_mail().await, "/reset-password");
        let form = json!({ "token": token, "newPassword": "slate and copper" });
        let reset = app.ask("/api/auth/local/resetPassword", form).await;
        assert!(reset.status.is_success(), "{:?}", reset.json);
        assert_eq!(here.close_code().await, Some(4401), "by mail it ends everywhere");
    }

    async fn the_sockets_of_a_removed_user_close_at_once(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let leaver = app.colleague(ada.company, UserType::Admin).await;
        let (mut one, mut two) = (Socket::of(app, at, &leaver).await, Socket::of(app, at, &leaver).await);
        let done = app.post(&ada, "/api/company/removeUser", json!({ "userId": leaver.user })).await;
        assert!(done.status.is_success(), "{:?}", done.json);
        assert_eq!(one.close_code().await, Some(4401));
        assert_eq!(two.close_code().await, Some(4401));
    }

    async fn a_changed_language_applies_to_open_sockets(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let sub = app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
        let mut socket = Socket::of(app, at, &ada).await;
        let ask = async || {
            let created = app.post(&sub, "/api/connections/connect", json!({
                "recipientId": ada.company, "message": "",
            })).await;
            let id = created.json["connection"]["id"].clone();
            app.post(&sub, "/api/connections/decline", json!({ "id": id })).await;
        };
        ask().await;
        let english = socket.event("notification").await;
        let form = json!({
            "firstName": "Ada", "lastName": "Ridge", "location": "Nashville, TN",
            "language": "spanish", "position": "Owner",
        });
        assert!(app.post(&ada, "/api/auth/user/update", form).await.status.is_success());
        socket.received(app).await;
        ask().await;
        let spanish = socket.event("notification").await;
        assert_ne!(english["title"], spanish["title"]);
        let list = app.get(&ada, "/api/notifications/user").await;
        let titles: Vec<_> = list.json["notifications"].as_array().expect("list").iter()
            .map(|notification| &notification["title"]).collect();
        assert!(!titles.contains(&&english["title"]), "as it is over HTTP: {titles:?}");
    }
}

fn quick() -> SocketTimings {
    SocketTimings { ping: Duration::from_millis(250), ..SocketTimings::default() }
}

#[tokio::test]
async fn an_expired_session_closes_its_socket() {
    let app = TestApp::with(Engine::Sqlite, |parts| parts.live = Live::with_timings(quick())).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut socket = Socket::of(&app, at, &ada).await;
    app.advance(chrono::Duration::days(31));
    assert_eq!(socket.close_code().await, Some(4401));
}

#[tokio::test]
async fn a_session_in_use_elsewhere_keeps_its_socket() {
    let app = TestApp::with(Engine::Sqlite, |parts| parts.live = Live::with_timings(quick())).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut socket = Socket::of(&app, at, &ada).await;
    for _ in 0..4 {
        app.advance(chrono::Duration::days(10));
        assert!(app.get(&ada, "/api/notifications/user").await.status.is_success());
        assert!(socket.received(&app).await.is_empty());
    }
}

#[tokio::test]
async fn an_unresponsive_connection_is_dropped_after_two_pings() {
    let app = TestApp::with(Engine::Sqlite, |parts| parts.live = Live::with_timings(quick())).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut there = Socket::of(&app, at, &ada).await;
    // The client's end stays open and nothing reads from it: no ping is answered.
    let silent = Socket::of(&app, at, &ada).await.into_stream();
    assert_eq!(app.app.live.hub().count(), 2);
    let mut pings = 0;
    while app.app.live.hub().count() == 2 {
        if let Some(tokio_tungstenite::tungstenite::Message::Ping(_)) = there.message().await {
            pings += 1;
        }
    }
    assert!(pings >= 2, "{pings}");
    app.job(&ada).await;
    assert_eq!(there.names(&app).await, ["job"], "whoever answers goes on");
    drop(silent);
}

#[tokio::test]
async fn a_stopping_server_closes_its_sockets_and_accepts_no_new_ones() {
    let app = TestApp::new(Engine::Sqlite).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut open = Socket::of(&app, at, &ada).await;
    let live = app.app.live.clone();
    let stopped = tokio::spawn(async move { live.hub().shut_down().await });
    assert_eq!(open.close_code().await, Some(1001));
    drop(open);
    stopped.await.expect("all of them are gone");
    let mut late = Socket::open(at).await;
    late.send(&json!({ "type": "identify", "token": ada.token })).await;
    assert_eq!(late.close_code().await, Some(1001));
}

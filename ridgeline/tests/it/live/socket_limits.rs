//! What one user and one socket may have open, and that nobody is locked out by it.

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};
use services::live::{Live, connection::SocketTimings};

use crate::support::{
    Engine, TestApp,
    process::Process,
    sockets::{Socket, company_room},
};

both_engines! {
    async fn a_phone_that_comes_back_replaces_the_oldest_of_twenty_sockets(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let other = app.colleague(ada.company, UserType::Admin).await;
        let mut others = Socket::of(app, at, &other).await;
        let mut open = Vec::new();
        for _ in 0..20 {
            open.push(Socket::of(app, at, &ada).await);
        }
        app.job(&ada).await;
        for socket in &mut open {
            socket.event("job").await;
        }
        let mut newest = Socket::of(app, at, &ada).await;
        let mut oldest = open.remove(0);
        assert_eq!(oldest.close_code().await, Some(4429));
        app.job(&ada).await;
        newest.event("job").await;
        for socket in &mut open {
            socket.event("job").await;
        }
        assert_eq!(others.names(app).await, ["job", "job"], "nobody else's is closed");
    }
}

#[tokio::test]
async fn the_real_server_closes_the_oldest_of_21_sockets() {
    let server = Process::start(&[], &[]);
    let token = server.sign_up("ana@example.com").await;
    let at = server.at.parse().expect("an address");
    let mut open = Vec::new();
    for _ in 0..21 {
        let mut socket = Socket::open(at).await;
        socket.send(&json!({ "type": "identify", "token": token })).await;
        assert_eq!(socket.answer().await["type"], "identified");
        open.push(socket);
    }
    assert_eq!(open.remove(0).close_code().await, Some(4429));
    for socket in &mut open {
        assert_eq!(socket.subscribe(&[]).await["type"], "subscribed", "it is still open");
    }
}

async fn with(pace: SocketTimings) -> TestApp {
    TestApp::with(Engine::Sqlite, |parts| parts.live = Live::with_timings(pace)).await
}

#[tokio::test]
async fn a_socket_has_as_many_rooms_as_are_counted_and_hears_which_are_refused() {
    let app = with(SocketTimings { rooms: 1, ..SocketTimings::default() }).await;
    let at = app.listen().await;
    let (ada, _, chat) = app.room().await;
    let chat = format!("chat_{chat}");
    let mut socket = Socket::of(&app, at, &ada).await;
    let own = company_room(&ada);
    assert_eq!(socket.subscribe(&[&own]).await["rooms"], json!([own]), "it has this one already");
    assert_eq!(socket.subscribe(&[&chat]).await["rooms"], json!([]));
    let refused = json!({ "type": "error", "code": "forbidden", "room": chat });
    assert_eq!(socket.answer().await, refused);
    let named = app.post(&ada, "/api/chat/subscribe", json!({ "rooms": [own, chat] })).await;
    assert_eq!(named.json["rooms"], json!([own]), "names above the limit are not looked up");
    app.job(&ada).await;
    assert!(socket.names(&app).await.contains(&"job".to_string()), "what it has goes on");
}

#[tokio::test]
async fn a_flood_of_frames_ends_its_socket() {
    let app = with(SocketTimings { frames_per_minute: 5, ..SocketTimings::default() }).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut quiet = Socket::of(&app, at, &ada).await;
    let mut flood = Socket::of(&app, at, &ada).await;
    for _ in 0..5 {
        flood.send(&json!({ "type": "subscribe", "rooms": [] })).await;
    }
    assert_eq!(flood.close_code().await, Some(1008));
    let mut unknown = Socket::open(at).await;
    for _ in 0..6 {
        unknown.send(&Value::Null).await;
    }
    assert_eq!(unknown.close_code().await, Some(1008), "also before it says who it is");
    app.job(&ada).await;
    assert_eq!(quiet.names(&app).await, ["job"], "other sockets go on");
}

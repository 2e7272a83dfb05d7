//! Several servers over one database: users on one server receive events from the others.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
};

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use store::db::event::Event;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use uuid::Uuid;

use crate::support::{Engine, Person, TestApp, sockets::Socket};

/// A server in a separate process, killed when it is dropped.
struct Process {
    child: Child,
    at: SocketAddr,
    _folder: TempDir,
}

impl Process {
    fn start(database: &str) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_ridgeline"))
            .args(["serve", "--listen", "127.0.0.1:0", "--rate-limits", "off"])
            .args(["--database-url", database, "--data"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("run");
        let mut line = String::new();
        let out = child.stdout.take().expect("stdout");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let at = line.trim().rsplit_once("http://").expect("an address").1;
        Self { child, at: at.parse().expect("an address"), _folder: folder }
    }

    /// Kills it, like a crash.
    fn kill(&mut self) {
        self.child.kill().expect("kill");
        self.child.wait().expect("end");
    }

    /// Sends SIGTERM.
    fn stop(&mut self) {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One call on a new connection.
async fn call(at: SocketAddr, who: &Person, method: &str, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        who.token,
        body.len()
    );
    let mut stream = TcpStream::connect(at).await.expect("connect");
    stream.write_all(request.as_bytes()).await.expect("asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("answered");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    assert!(head.starts_with("HTTP/1.1 20"), "{path}: {answer}");
    serde_json::from_str(body).unwrap_or_default()
}

async fn say(at: SocketAddr, who: &Person, room: &str, words: &str) -> Value {
    let form = json!({ "userId": who.user, "roomId": room, "contents": words, "tempId": words });
    call(at, who, "POST", "/api/chat/sendMessage", &form).await["message"].clone()
}

/// A database whose sessions date from today: a server in a separate process uses the real clock.
async fn today() -> TestApp {
    let app = TestApp::new(Engine::Postgres).await;
    *app.now.lock().expect("the clock") = services::core::clock::Clock::Real.now();
    app
}

/// Two people of connected companies, and their room.
async fn two(app: &TestApp) -> (Person, Person, String) {
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let sub = app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
    let room = app.connection(&ada, &sub, true).await;
    (ada, sub, room)
}

async fn in_room(at: SocketAddr, who: &Person, room: &str) -> Socket {
    let mut socket = Socket::subscribed(at, who).await;
    let chat = format!("chat_{room}");
    assert_eq!(socket.subscribe(&[&chat]).await["rooms"], json!([chat]));
    socket
}

#[tokio::test]
async fn users_on_two_servers_chat_and_see_the_same_jobs() {
    let app = today().await;
    let (ada, sub, room) = two(&app).await;
    let (one, other) = (Process::start(app.database_url()), Process::start(app.database_url()));
    let mut adas = in_room(one.at, &ada, &room).await;
    let mut subs = in_room(other.at, &sub, &room).await;
    for n in 0..5 {
        let sent = say(one.at, &ada, &room, &format!("question {n}")).await;
        assert_eq!(subs.event("chat_message").await, sent, "from one to the other");
        assert_eq!(adas.event("chat_message").await, sent, "and to its own");
        let sent = say(other.at, &sub, &room, &format!("answer {n}")).await;
        assert_eq!(adas.event("chat_message").await["id"], sent["id"]);
        assert_eq!(subs.event("chat_message").await["id"], sent["id"]);
    }
    let form = json!({ "title": "Whitaker", "city": "Nashville", "state": "TN" });
    let job = call(other.at, &ada, "POST", "/api/jobs/create", &form).await;
    assert_eq!(adas.event("job").await["id"], job["id"]);
    // Rooms subscribed to on one server take effect on the other.
    let mut late = Socket::subscribed(other.at, &ada).await;
    let chat = format!("chat_{room}");
    call(one.at, &ada, "POST", "/api/chat/subscribe", &json!({ "rooms": [chat] })).await;
    assert_eq!(late.answer().await, json!({ "type": "subscribed", "rooms": [chat] }));
    call(other.at, &ada, "POST", "/api/auth/logout", &Value::Null).await;
    assert_eq!(adas.close_code().await, Some(4401), "logged out at the other server");
}

#[tokio::test]
async fn users_of_a_killed_server_continue_on_another_and_miss_nothing() {
    let app = today().await;
    let (ada, sub, room) = two(&app).await;
    let (mut one, other) = (Process::start(app.database_url()), Process::start(app.database_url()));
    let mut adas = in_room(one.at, &ada, &room).await;
    let mut subs = in_room(other.at, &sub, &room).await;
    let mut log: Vec<Value> = Vec::new();
    say(other.at, &sub, &room, "before").await;
    log.push(adas.event("chat_message").await["id"].clone());
    one.kill();
    assert_eq!(adas.close_code().await, None, "nobody is left to say why");
    say(other.at, &sub, &room, "while she is away").await;
    assert_eq!(subs.event("chat_message").await["contents"], "before");
    assert_eq!(subs.event("chat_message").await["contents"], "while she is away");
    let mut adas = in_room(other.at, &ada, &room).await;
    // Sent after she subscribes again and before she has caught up: it arrives both ways.
    say(other.at, &sub, &room, "at once").await;
    let last = log.last().and_then(Value::as_str).expect("an id");
    let path = format!("/api/chat/messages/room/{room}?after={last}");
    let missed = call(other.at, &ada, "GET", &path, &Value::Null).await;
    let mut add = |id: &Value| {
        if !log.contains(id) {
            log.push(id.clone());
        }
    };
    for message in missed["messages"].as_array().expect("messages") {
        add(&message["id"]);
    }
    add(&adas.event("chat_message").await["id"]);
    say(other.at, &sub, &room, "after").await;
    add(&adas.event("chat_message").await["id"]);
    let path = format!("/api/chat/messages/room/{room}");
    let all = call(other.at, &ada, "GET", &path, &Value::Null).await;
    let there: Vec<Value> = all["messages"]
        .as_array()
        .expect("list")
        .iter()
        .map(|message| message["id"].clone())
        .collect();
    assert_eq!((log.len(), &log), (4, &there), "her log is the server's");
}

#[tokio::test]
async fn a_stopping_server_closes_its_sockets_at_once() {
    let app = today().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut server = Process::start(app.database_url());
    let mut socket = Socket::subscribed(server.at, &ada).await;
    server.stop();
    assert_eq!(socket.close_code().await, Some(1001));
    assert!(server.child.wait().expect("end").success());
}

#[tokio::test]
async fn events_over_the_size_limit_of_notify_arrive_completely() {
    let app = TestApp::new(Engine::Postgres).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut socket = Socket::of(&app, at, &ada).await;
    let deleted: Vec<Uuid> = (0..300).map(|_| Uuid::now_v7()).collect();
    let mut tx = app.app.db.write().await.expect("tx");
    for id in &deleted {
        let (notification, company) = ((*id).into(), ada.company);
        tx.publish(Event::Notification { notification, reader: ada.user, company });
    }
    tx.commit().await.expect("commit");
    let received = socket.received(&app).await;
    let ids: Vec<Uuid> = received
        .iter()
        .map(|event| event["data"]["id"].as_str().expect("id").parse().expect("an id"))
        .collect();
    assert_eq!(ids, deleted, "all of it, once, and in its order");
}

#[tokio::test]
async fn clients_that_may_have_missed_events_are_made_to_catch_up() {
    let app = TestApp::new(Engine::Postgres).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut socket = Socket::of(&app, at, &ada).await;
    let mut admin = PgConnection::connect(app.database_url()).await.expect("postgres");
    let ended: i64 = sqlx::query_scalar(
        "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'LISTEN %'",
    )
    .fetch_one(&mut admin)
    .await
    .expect("ended");
    assert_eq!(ended, 1, "one line a process");
    assert_eq!(socket.close_code().await, Some(4408));
    let mut again = Socket::of(&app, at, &ada).await;
    app.job(&ada).await;
    assert_eq!(again.names(&app).await, ["job"], "the line is up again");
}

#[tokio::test]
async fn what_a_server_stored_and_could_not_send_before_it_crashed_is_sent_by_another() {
    let app = TestApp::new(Engine::Postgres).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut socket = Socket::of(&app, at, &ada).await;
    let id = Uuid::now_v7();
    let event =
        Event::Notification { notification: id.into(), reader: ada.user, company: ada.company };
    let mut crashed = PgConnection::connect(app.database_url()).await.expect("postgres");
    sqlx::query("INSERT INTO event_outbox (id, events, stored_at) VALUES ($1, $2, now())")
        .bind(Uuid::now_v7())
        .bind(serde_json::to_string(&[event]).expect("JSON"))
        .execute(&mut crashed)
        .await
        .expect("stored");
    assert_eq!(socket.event("notification_deleted").await["id"], json!(id));
    let left: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM event_outbox")
        .fetch_one(&mut crashed)
        .await
        .expect("count");
    assert_eq!(left, 0, "it is sent once");
}

#[tokio::test]
async fn a_change_is_seen_elsewhere_though_the_connection_that_sends_events_broke() {
    let app = TestApp::new(Engine::Postgres).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let mut socket = Socket::of(&app, at, &ada).await;
    app.job(&ada).await;
    assert_eq!(socket.names(&app).await, ["job"]);
    let mut admin = PgConnection::connect(app.database_url()).await.expect("postgres");
    let ended: i64 = sqlx::query_scalar(
        "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND query LIKE '%FROM event_outbox%'",
    )
    .fetch_one(&mut admin)
    .await
    .expect("ended");
    assert_eq!(ended, 1, "one connection of a process");
    app.job(&ada).await;
    assert_eq!(socket.names(&app).await, ["job"]);
}

#[tokio::test]
async fn a_rolled_back_change_sends_no_event() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::new(engine).await;
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut socket = Socket::of(&app, at, &ada).await;
        let mut tx = app.app.db.write().await.expect("tx");
        let (notification, company) = (Uuid::now_v7().into(), ada.company);
        tx.publish(Event::Notification { notification, reader: ada.user, company });
        drop(tx);
        assert!(socket.received(&app).await.is_empty(), "{engine:?}");
    }
}

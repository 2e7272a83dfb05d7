//! Browser sockets, on a server that really listens.

use std::{
    collections::{HashSet, VecDeque},
    net::SocketAddr,
    sync::{LazyLock, Mutex},
    time::{Duration, Instant},
};

use domain::types::ids::CompanyId;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use store::db::{
    Db,
    event::{Event, ListKind},
};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};
use uuid::Uuid;

use super::{Person, TestApp};

/// Ids of notifications that do not exist: [`Socket::of`] has them sent, and other tabs of the user receive them too.
static MARKERS: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Longer than anything here takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

impl TestApp {
    /// Serves it on a port, with live events.
    pub async fn listen(&self) -> SocketAddr {
        server::api::live::start(&self.app).await.expect("news");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("address");
        let service = self.router().into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum::serve(listener, service).await });
        address
    }
}

/// Publishes an event that all sockets of a company receive and that no call publishes.
async fn flush_events(db: &Db, company: CompanyId) {
    let mut tx = db.write().await.expect("tx");
    tx.publish(Event::List { company, list: ListKind::Connections });
    tx.commit().await.expect("commit");
}

/// One browser tab.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// Received events that were not read yet.
    events: VecDeque<Value>,
    company: CompanyId,
}

impl Socket {
    /// Opens a socket that sends nothing yet.
    pub async fn open(at: SocketAddr) -> Self {
        Self::over(TcpStream::connect(at).await.expect("connect"), at).await
    }

    /// Opens a socket on a connection.
    pub async fn over(stream: TcpStream, at: SocketAddr) -> Self {
        stream.set_nodelay(true).expect("option");
        let url = format!("ws://{at}/api/socket");
        let (stream, _) = tokio_tungstenite::client_async(url, stream).await.expect("upgrade");
        Self { stream, events: VecDeque::new(), company: CompanyId::default() }
    }

    /// Opens a socket for a user and subscribes to their company. What was committed before is not sent to it any more:
    /// on PostgreSQL the events of a commit follow it.
    pub async fn of(app: &TestApp, at: SocketAddr, who: &Person) -> Self {
        let mut socket = Self::subscribed(at, who).await;
        let marker = Uuid::now_v7();
        MARKERS.lock().expect("markers").insert(marker.to_string());
        let mut tx = app.app.db.write().await.expect("tx");
        let (notification, reader, company) = (marker.into(), who.user, who.company);
        tx.publish(Event::Notification { notification, reader, company });
        tx.commit().await.expect("commit");
        while socket.stored_event().await["data"]["id"] != marker.to_string() {}
        socket
    }

    /// The same, without waiting for the events of earlier commits.
    pub async fn subscribed(at: SocketAddr, who: &Person) -> Self {
        let mut socket = Self::open(at).await;
        socket.identify(who).await;
        let room = company_room(who);
        let response = socket.subscribe(&[&room]).await;
        assert_eq!(response["rooms"], json!([room]));
        socket
    }

    pub async fn identify(&mut self, who: &Person) {
        self.send(&json!({ "type": "identify", "token": who.token })).await;
        let response = self.answer().await;
        assert_eq!(response, json!({ "type": "identified", "userId": who.user }));
        self.company = who.company;
    }

    /// Subscribes to rooms; returns the first response.
    pub async fn subscribe(&mut self, rooms: &[&str]) -> Value {
        self.send(&json!({ "type": "subscribe", "rooms": rooms })).await;
        self.answer().await
    }

    pub async fn send(&mut self, frame: &Value) {
        self.send_text(&frame.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.send_message(Message::text(text)).await;
    }

    pub async fn send_message(&mut self, message: Message) {
        self.stream.send(message).await.expect("sent");
    }

    /// The next message of any kind; `None` at the end.
    pub async fn message(&mut self) -> Option<Message> {
        let next = tokio::time::timeout(TIMEOUT, self.stream.next());
        next.await.expect("a message in time").and_then(Result::ok)
    }

    /// The next frame, and when it arrived.
    pub async fn frame(&mut self) -> (Value, Instant) {
        loop {
            match self.message().await {
                Some(Message::Text(text)) => {
                    let came = Instant::now();
                    return (serde_json::from_str(&text).expect("JSON"), came);
                }
                Some(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("no frame but {other:?}"),
            }
        }
    }

    /// The next frame without events; earlier events are stored.
    pub async fn answer(&mut self) -> Value {
        loop {
            let (frame, _) = self.frame().await;
            if frame["type"] != "events" {
                return frame;
            }
            self.keep(&frame);
        }
    }

    fn keep(&mut self, frame: &Value) {
        assert_eq!(frame["type"], "events", "{frame}");
        let events = frame["events"].as_array().expect("events");
        assert!(!events.is_empty(), "an empty frame");
        self.events.extend(events.iter().cloned());
    }

    /// The next event of a call.
    pub async fn next_event(&mut self) -> Value {
        loop {
            let event = self.stored_event().await;
            let id = event["data"]["id"].as_str();
            if id.is_none_or(|id| !MARKERS.lock().expect("markers").contains(id)) {
                return event;
            }
        }
    }

    async fn stored_event(&mut self) -> Value {
        while self.events.is_empty() {
            let (frame, _) = self.frame().await;
            self.keep(&frame);
        }
        self.events.pop_front().expect("an event")
    }

    /// The data of the next event with this name; earlier ones are dropped.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let event = self.next_event().await;
            if event["event"] == name {
                return event["data"].clone();
            }
        }
    }

    /// All events received so far: of everything committed before this call, and no more.
    pub async fn received(&mut self, app: &TestApp) -> Vec<Value> {
        self.received_from(&app.app.db).await
    }

    /// The same, from any server over this database.
    pub async fn received_from(&mut self, db: &Db) -> Vec<Value> {
        flush_events(db, self.company).await;
        let mut received = Vec::new();
        loop {
            let event = self.next_event().await;
            if event["event"] == "connections" {
                return received;
            }
            received.push(event);
        }
    }

    /// The names of the events received so far.
    pub async fn names(&mut self, app: &TestApp) -> Vec<String> {
        let received = self.received(app).await;
        received.iter().map(|event| event["event"].as_str().expect("a name").to_string()).collect()
    }

    /// The close code; `None` if the connection was only dropped.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.message().await {
                Some(Message::Close(frame)) => {
                    return frame.map(|frame| frame.code.into());
                }
                Some(_) => {}
                None => return None,
            }
        }
    }

    /// The underlying connection, for a client that misbehaves.
    pub fn into_stream(self) -> TcpStream {
        self.stream.into_inner()
    }
}

/// The room of this user's company.
pub fn company_room(who: &Person) -> String {
    format!("company_{}", who.company)
}

//! Two connected companies, their users, and their chat room.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, ensure};
use domain::types::ids::{CompanyId, ConnectionId, UserId};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::app::database_file;
use services::core::clock::Clock;
use store::{
    connections::{self, NewConnection},
    db::Db,
    scope::Scope,
};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};
use uuid::Uuid;

use crate::{
    Bench,
    client::{call, get, post},
    people_fixture::{add_admin, add_companies},
    server::Server,
};

/// A socket on the client's side.
pub type Socket = WebSocketStream<TcpStream>;

/// A signed-in user.
#[derive(Clone)]
pub struct SignedInUser {
    company: CompanyId,
    user: UserId,
    token: String,
}

/// The users of both companies.
pub struct People {
    folder: TempDir,
    all: Vec<SignedInUser>,
    /// Their chat room.
    pub room: String,
}

impl People {
    /// Creates `count` users, half of them in each company.
    pub async fn create(bench: &Bench, count: usize) -> Result<Self> {
        let folder = bench.folder()?;
        let db = Db::open_sqlite(&database_file(folder.path())).await?;
        let mut tx = db.write_long().await?;
        let (contractor, [sub, ..]) = add_companies(&mut tx).await?;
        let mut all = Vec::with_capacity(count);
        for n in 0..count {
            let company = [contractor, sub][n % 2];
            let (email, last_name) = (format!("{n}@example.com"), format!("Ridge {n}"));
            let (user, token) = add_admin(&mut tx, company, &email, last_name).await?;
            all.push(SignedInUser { company, user, token });
        }
        let id = ConnectionId(Uuid::now_v7());
        let new = NewConnection { id, accepted: true, message: "" };
        connections::insert(&mut tx, scope(contractor), sub, &new, Clock::Real.now()).await?;
        tx.commit().await?;
        db.close().await;
        Ok(Self { folder, all, room: id.to_string() })
    }

    /// Starts the server to measure on their database.
    pub fn serve(&self, bench: &Bench) -> Result<Server> {
        Server::ours(&bench.server, self.folder.path())
    }

    fn user(&self, n: usize) -> &SignedInUser {
        &self.all[n % self.all.len()]
    }

    fn bearer(&self, n: usize) -> String {
        format!("authorization: Bearer {}\r\n", self.user(n).token)
    }

    /// A socket of the n-th user, subscribed to the company and the room.
    pub async fn listen(&self, at: SocketAddr, n: usize) -> Result<Socket> {
        let user = self.user(n);
        let mut socket = open(at).await?;
        let rooms = [format!("company_{}", user.company), format!("chat_{}", self.room)];
        socket.send(text_frame(&json!({ "type": "identify", "token": user.token }))).await?;
        socket.send(text_frame(&json!({ "type": "subscribe", "rooms": rooms }))).await?;
        loop {
            let Message::Text(text) = socket.next().await.context("no answer")?? else { continue };
            let answer: Value = serde_json::from_str(&text)?;
            if answer["type"] == "subscribed" {
                ensure!(answer["rooms"] == json!(rooms), "not subscribed: {answer}");
                return Ok(socket);
            }
        }
    }

    /// The request with which the n-th user sends a message.
    pub fn message(&self, n: usize, temp_id: &str, contents: &str) -> Vec<u8> {
        let form = json!({
            "userId": self.user(n).user, "roomId": self.room, "contents": contents,
            "tempId": temp_id,
        });
        post("/api/chat/sendMessage", &self.bearer(n), &form.to_string())
    }

    /// The messages after this one, or the newest, as the n-th user reads them.
    pub async fn read(&self, at: SocketAddr, n: usize, after: Option<&str>) -> Result<Vec<Value>> {
        let after = after.map(|id| format!("&after={id}")).unwrap_or_default();
        let path = format!("/api/chat/messages/room/{}?read=false{after}", self.room);
        let (status, body, _) = call(at, &get(&path, &self.bearer(n))).await?;
        ensure!(status == 200, "{path}: {status}");
        let mut answer: Value = serde_json::from_slice(&body)?;
        match answer["messages"].take() {
            Value::Array(messages) => Ok(messages),
            other => anyhow::bail!("no messages but {other}"),
        }
    }
}

/// Opens a socket without sending anything.
pub async fn open(at: SocketAddr) -> Result<Socket> {
    let stream = TcpStream::connect(at).await?;
    stream.set_nodelay(true)?;
    let (socket, _) =
        tokio_tungstenite::client_async(format!("ws://{at}/api/socket"), stream).await?;
    Ok(socket)
}

fn text_frame(frame: &Value) -> Message {
    Message::text(frame.to_string())
}

#[expect(clippy::disallowed_methods, reason = "the bench creates its companies")]
fn scope(company: CompanyId) -> Scope {
    Scope::trusted(company)
}

//! Two connected companies, their people, and their room.

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

/// Somebody who is signed in.
#[derive(Clone)]
pub struct Somebody {
    company: CompanyId,
    user: UserId,
    token: String,
}

/// Everybody of both companies.
pub struct People {
    folder: TempDir,
    all: Vec<Somebody>,
    /// Their room.
    pub room: String,
}

impl People {
    /// Settles so many people, half of them in each company.
    pub async fn settle(bench: &Bench, count: usize) -> Result<Self> {
        let folder = bench.folder()?;
        let db = Db::open_sqlite(&database_file(folder.path())).await?;
        let mut tx = db.write_long().await?;
        let (contractor, sub) = add_companies(&mut tx).await?;
        let mut all = Vec::with_capacity(count);
        for n in 0..count {
            let company = [contractor, sub][n % 2];
            let (email, last_name) = (format!("{n}@example.com"), format!("Ridge {n}"));
            let (user, token) = add_admin(&mut tx, company, &email, last_name).await?;
            all.push(Somebody { company, user, token });
        }
        let id = ConnectionId(Uuid::now_v7());
        let new = NewConnection { id, accepted: true, message: "" };
        connections::insert(&mut tx, scope(contractor), sub, &new, Clock::Real.now()).await?;
        tx.commit().await?;
        db.close().await;
        Ok(Self { folder, all, room: id.to_string() })
    }

    /// The server that we measure, over their house.
    pub fn serve(&self, bench: &Bench) -> Result<Server> {
        Server::ours(&bench.server, self.folder.path())
    }

    fn somebody(&self, n: usize) -> &Somebody {
        &self.all[n % self.all.len()]
    }

    fn bearer(&self, n: usize) -> String {
        format!("authorization: Bearer {}\r\n", self.somebody(n).token)
    }

    /// A socket of the n-th person that hears of the company and of the room.
    pub async fn listen(&self, at: SocketAddr, n: usize) -> Result<Socket> {
        let who = self.somebody(n);
        let mut socket = open(at).await?;
        let rooms = [format!("company_{}", who.company), format!("chat_{}", self.room)];
        socket.send(said(&json!({ "type": "identify", "token": who.token }))).await?;
        socket.send(said(&json!({ "type": "subscribe", "rooms": rooms }))).await?;
        loop {
            let Message::Text(text) = socket.next().await.context("no answer")?? else { continue };
            let answer: Value = serde_json::from_str(&text)?;
            if answer["type"] == "subscribed" {
                ensure!(answer["rooms"] == json!(rooms), "not let in: {answer}");
                return Ok(socket);
            }
        }
    }

    /// The request with which the n-th person sends a message.
    pub fn message(&self, n: usize, temp_id: &str, contents: &str) -> Vec<u8> {
        let form = json!({
            "userId": self.somebody(n).user, "roomId": self.room, "contents": contents,
            "tempId": temp_id,
        });
        post("/api/chat/sendMessage", &self.bearer(n), &form.to_string())
    }

    /// The messages after this one, or the newest, as the n-th person reads them.
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

/// Opens a socket, which says nothing yet.
pub async fn open(at: SocketAddr) -> Result<Socket> {
    let stream = TcpStream::connect(at).await?;
    stream.set_nodelay(true)?;
    let (socket, _) =
        tokio_tungstenite::client_async(format!("ws://{at}/api/socket"), stream).await?;
    Ok(socket)
}

fn said(frame: &Value) -> Message {
    Message::text(frame.to_string())
}

#[expect(clippy::disallowed_methods, reason = "a bench furnishes companies of its own")]
fn scope(company: CompanyId) -> Scope {
    Scope::trusted(company)
}

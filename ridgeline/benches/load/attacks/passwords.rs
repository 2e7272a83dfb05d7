//! Guesses that arrive at once, and a flood of sign-ins from one network.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use tokio::task::JoinSet;

use crate::{
    Bench,
    client::{Connection, post, succeed},
    server::Server,
    table::Row,
};

const LOGIN: &str = "/api/auth/local/login";
const PASSWORD: &str = "ridge cap shingle";
/// Guesses at once, of which ten may be checked.
const GUESSES: usize = 100;
/// Sign-ins of one network at once.
const FLOOD: usize = 300;

/// Both.
pub async fn at_once(bench: &Bench) -> Result<Vec<Row>> {
    let folder = bench.folder()?;
    let server = Server::ours_limited(&bench.server, folder.path())?;
    sign_up(&server, "ana@example.com").await?;
    let mut guesses = JoinSet::new();
    for number in 0..GUESSES {
        let request = log_in("ana@example.com", &format!("guess number {number}"));
        guesses.spawn(sent_from(Ipv4Addr::new(127, 0, 0, 2), server.address, request));
    }
    let mut checked = 0.0;
    while let Some(answer) = guesses.join_next().await {
        let (status, _) = answer??;
        ensure!([401, 429, 503].contains(&status), "{status}");
        checked += f64::from(u8::from(status == 401));
    }
    drop(server);
    let name = format!("passwords checked of {GUESSES} guesses at once");
    let checked = Row { wanted: "at most 10".to_owned(), ..Row::below(name, checked, 10.5, "") };
    Ok(vec![checked, flood(bench).await?])
}

/// The longest wait of a user who signs in again and again while another network floods the server.
async fn flood(bench: &Bench) -> Result<Row> {
    let folder = bench.folder()?;
    let server = Server::ours(&bench.server, folder.path())?;
    sign_up(&server, "bo@example.com").await?;
    let mut flood = JoinSet::new();
    for number in 0..FLOOD {
        let request = log_in(&format!("nobody{number}@example.com"), "guess");
        flood.spawn(sent_from(Ipv4Addr::new(127, 0, 0, 2), server.address, request));
    }
    let mut longest = Duration::ZERO;
    let mut sign_ins = 0;
    while !flood.is_empty() {
        let request = log_in("bo@example.com", PASSWORD);
        let own = sent_from(Ipv4Addr::new(127, 0, 0, 3), server.address, request);
        let (status, took) = own.await?;
        ensure!(status == 200, "{status} for a user of another network");
        longest = longest.max(took);
        sign_ins += 1;
        while let Some(answer) = flood.try_join_next() {
            answer??;
        }
    }
    println!("  {sign_ins} sign-ins of another network during {FLOOD} wrong ones");
    let name = format!("longest sign-in during {FLOOD} wrong ones of another network");
    Ok(Row::below(name, longest.as_secs_f64(), 2.0, "s"))
}

async fn sign_up(server: &Server, email: &str) -> Result<()> {
    let form = serde_json::json!({ "email": email, "password": PASSWORD });
    succeed(server.address, &post("/api/auth/local/signup", "", &form.to_string())).await?;
    Ok(())
}

fn log_in(email: &str, password: &str) -> Vec<u8> {
    post(LOGIN, "", &serde_json::json!({ "email": email, "password": password }).to_string())
}

/// The status of a request from this address, and how long it took.
async fn sent_from(own: Ipv4Addr, server: SocketAddr, request: Vec<u8>) -> Result<(u16, Duration)> {
    let began = Instant::now();
    let mut connection = Connection::open_from(own, server).await?;
    let status = connection.send(&request, None).await?;
    Ok((status, began.elapsed()))
}

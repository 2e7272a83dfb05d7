//! Sockets: how quickly a message reaches a room, what an idle socket costs, and whether anything is
//! lost when people come and go.

mod baseline;
mod people;
mod reader;
mod room;
mod soak;

use anyhow::Result;

pub use self::baseline::serve as serve_bare;
use self::people::People;
use crate::{Bench, table::Row};

/// One room, 200 sockets, 50 messages a second, against a bare broadcast.
pub async fn room(bench: &Bench) -> Result<Vec<Row>> {
    room::measure(bench).await
}

/// Clients that come and go, and whether each has what the server has in the end.
pub async fn soak(bench: &Bench) -> Result<Vec<Row>> {
    soak::measure(bench).await
}

/// As many sockets as a large office has open on a quiet day.
const IDLE: usize = 2_000;

/// What 2,000 sockets cost that say nothing.
pub async fn idle(bench: &Bench) -> Result<Vec<Row>> {
    let people = People::settle(bench, 50).await?;
    let server = people.serve(bench)?;
    let mut open = Vec::with_capacity(IDLE);
    // What the first few take is there anyway.
    for n in 0..20 {
        open.push(people.listen(server.address, n).await?);
    }
    let before = server.resident();
    for n in 20..20 + IDLE {
        open.push(people.listen(server.address, n).await?);
    }
    let after = server.resident();
    let Some((before, after)) = before.zip(after) else { return Ok(Vec::new()) };
    #[expect(clippy::cast_precision_loss, reason = "two thousand")]
    let each = (after - before) * 1_024.0 / IDLE as f64;
    println!("  {before:.1} MB before, {after:.1} MB with {IDLE} sockets more");
    drop(open);
    Ok(vec![
        Row::told(format!("memory with {IDLE} idle sockets"), format!("{after:.1} MB")),
        Row::below("memory of an idle socket", each, 10.0, "KB"),
    ])
}

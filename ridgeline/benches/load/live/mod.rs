//! Sockets: how quickly a message reaches a room, what an idle socket costs, and whether a message is
//! lost when clients reconnect.

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

/// Clients that disconnect and reconnect, and whether each has the server's messages in the end.
pub async fn soak(bench: &Bench) -> Result<Vec<Row>> {
    soak::measure(bench).await
}

/// About as many sockets as a large office has open.
const IDLE: usize = 2_000;

/// The memory of 2,000 idle sockets.
pub async fn idle(bench: &Bench) -> Result<Vec<Row>> {
    let people = People::create(bench, 50).await?;
    let server = people.serve(bench)?;
    let mut open = Vec::with_capacity(IDLE);
    // The first few also allocate what every later one shares.
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
        Row::reported(format!("memory with {IDLE} idle sockets"), format!("{after:.1} MB")),
        Row::below("memory of an idle socket", each, 10.0, "KB"),
    ])
}

//! Other users who write while large files are imported.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::task::JoinSet;

use super::files::upload;
use crate::{
    Bench,
    client::{Connection, call, post},
    company_fixture::{CompanyFixture, Season},
    server::Server,
    table::Row,
};

/// The most rows of a file.
const ROWS: usize = 25_000;

/// One import, then eight at once, on both engines.
pub async fn beside_others(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for imports in [1, 8] {
        let fixture = CompanyFixture::with_jobs(bench, 0, Season::Summer).await?;
        let bearer = fixture.bearer();
        let measured = async |server: &Server, engine: &'static str| {
            Ok(vec![measure(server, engine, &bearer, imports).await?])
        };
        rows.extend(fixture.on_both_engines(bench, measured).await?);
    }
    Ok(rows)
}

async fn measure(server: &Server, engine: &str, bearer: &str, imports: usize) -> Result<Row> {
    let address = server.address;
    let mut importing = JoinSet::new();
    for number in 0..imports {
        let request = upload("/api/customers/import", "file", &sheet(engine, number), bearer);
        importing.spawn(async move { call(address, &request).await });
    }
    let mut connection = Connection::open(address).await?;
    let (mut waits, mut stored) = (Vec::new(), 0);
    let began = Instant::now();
    let mut number = 0_u64;
    while !importing.is_empty() {
        let form = format!(
            r#"{{"firstName":"Bo","lastName":"{engine} {imports} {number}","phone":"{}"}}"#,
            6_155_550_100 + number
        );
        number += 1;
        let sent = Instant::now();
        let request = post("/api/customers/create", bearer, &form);
        let status = connection.send(&request, None).await?;
        ensure!(status == 200, "{status} while an import runs");
        waits.push(sent.elapsed());
        while let Some(answer) = importing.try_join_next() {
            let (status, body, _) = answer??;
            // A full import queue answers 503.
            ensure!([200, 503].contains(&status), "{status}: {}", String::from_utf8_lossy(&body));
            stored += usize::from(status == 200);
        }
    }
    let took = began.elapsed();
    waits.sort_unstable();
    let slowest = waits.get(waits.len() * 99 / 100).copied().unwrap_or_default();
    let longest = waits.last().copied().unwrap_or(Duration::ZERO);
    println!(
        "  {engine}, {imports} imports: {stored} stored in {:.1} s; {} writes of others, longest {:.0} ms",
        took.as_secs_f64(),
        waits.len(),
        longest.as_secs_f64() * 1e3
    );
    let name =
        format!("others' writes during {imports} imports of 25,000 rows, 99 of 100, {engine}");
    Ok(Row::below(name, slowest.as_secs_f64() * 1e3, 250.0, "ms"))
}

fn sheet(engine: &str, number: usize) -> Vec<u8> {
    let row = |row| format!("Ana,{engine}{number}N{row},615{row:07},Nashville\n");
    let rows: String = (0..ROWS).map(row).collect();
    format!("First name,Last name,Phone,City\n{rows}").into_bytes()
}

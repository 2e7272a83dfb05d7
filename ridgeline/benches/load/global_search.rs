//! The global search of a company with 20,000 jobs, on either engine.

use std::time::Instant;

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::{
    Bench,
    client::{Connection, get, post, succeed},
    company_fixture::{CompanyFixture, Season},
    comparison::median,
    server::Server,
    table::{Row, figure},
};

const JOBS: usize = 20_000;
const DAYS: u64 = 3 * 365;
const TIMES: usize = 41;
const WANTED: f64 = 20.0;

/// The typed text, and whether anything matches.
const SEARCHES: [(&str, &str, bool); 5] = [
    ("one letter", "a", true),
    ("a street", "ave", true),
    ("two words", "nashville%20re", true),
    ("one job's number", "-19999", true),
    ("what nobody has", "zephyrq", false),
];

/// The call of every keystroke.
pub async fn of_many(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, JOBS, Season::Days(DAYS)).await?;
    fixture
        .on_both_engines(bench, async |server, engine| measure(server, &fixture, engine).await)
        .await
}

async fn measure(server: &Server, fixture: &CompanyFixture, engine: &str) -> Result<Vec<Row>> {
    let mut connection = Connection::open(server.address).await?;
    let mut rows = Vec::new();
    for (what, typed, is_there) in SEARCHES {
        let mut waits = Vec::new();
        for _ in 0..TIMES {
            let (found, wait) = timed(&mut connection, fixture, typed).await?;
            ensure!((found > 0) == is_there, "{what}: {found} kinds");
            waits.push(wait);
        }
        let name = format!("{engine}: {what} among 20,000 jobs");
        rows.push(Row::below(name, median(waits), WANTED, "ms"));
    }
    let mut waits = Vec::new();
    for _ in 0..TIMES / 2 {
        let json =
            r#"{"title":"One more","address":"","city":"Nashville","state":"TN","zip":"37208"}"#;
        succeed(server.address, &post("/api/jobs/create", &fixture.bearer(), json)).await?;
        waits.push(timed(&mut connection, fixture, "ave").await?.1);
    }
    let median_ms = format!("{} ms", figure(median(waits)));
    rows.push(Row::reported(format!("{engine}: the first one after a change"), median_ms));
    Ok(rows)
}

/// How many kinds were found, and the milliseconds until the last byte.
async fn timed(
    connection: &mut Connection,
    fixture: &CompanyFixture,
    typed: &str,
) -> Result<(usize, f64)> {
    let request = get(&format!("/api/search?q={typed}"), &fixture.bearer());
    let mut body = Vec::new();
    let began = Instant::now();
    let status = connection.send(&request, Some(&mut body)).await?;
    let took = began.elapsed().as_secs_f64() * 1e3;
    ensure!(status == 200, "{status}: {}", String::from_utf8_lossy(&body));
    let answer: Value = serde_json::from_slice(&body)?;
    Ok((answer["found"].as_array().map_or(0, Vec::len), took))
}

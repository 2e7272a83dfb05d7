//! The calendar of a company with 20,000 jobs.

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
/// Three years: about 550 jobs in every month.
const DAYS: u64 = 3 * 365;
const LIST: &str = "/api/jobs/myJobs/contractor";
/// The header of every browser.
const BROWSER: &str = "accept-encoding: gzip, deflate, br\r\n";

/// Months and the whole list, on the first request and from the cache.
pub async fn of_many(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, JOBS, Season::Days(DAYS)).await?;
    let server = fixture.serve(bench)?;
    let mut rows = months(&server, &fixture).await?;
    rows.extend(whole(&server, &fixture).await?);
    rows.extend(months_after_a_change(&server, &fixture).await?);
    if let Some(megabytes) = server.resident() {
        rows.push(Row::reported(
            "memory with all of these lists cached",
            format!("{megabytes:.0} MB"),
        ));
    }
    Ok(rows)
}

/// The months of a year, as the calendar requests them.
fn paths(year: u16) -> Vec<String> {
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let months = (1..).zip(days);
    months
        .map(|(month, days)| {
            format!("{LIST}?from={year}-{month:02}-01&to={year}-{month:02}-{days}")
        })
        .collect()
}

async fn months(server: &Server, fixture: &CompanyFixture) -> Result<Vec<Row>> {
    let mut connection = Connection::open(server.address).await?;
    let mut first = Vec::new();
    let mut again = Vec::new();
    let mut sizes = Vec::new();
    for path in paths(2025) {
        let (body, milliseconds) = timed(&mut connection, &path, fixture, "").await?;
        first.push(milliseconds);
        let list: Value = serde_json::from_slice(&body)?;
        let jobs = list["jobs"].as_array().map_or(0, Vec::len);
        ensure!(jobs > 0, "{path} is empty");
        sizes.push((jobs, body.len()));
        again.push(timed(&mut connection, &path, fixture, "").await?.1);
    }
    sizes.sort_unstable();
    let (jobs, bytes) = sizes[sizes.len() / 2];
    println!("  a month: {jobs} jobs, {} KB", bytes / 1024);
    let mut packed = Vec::new();
    for path in paths(2024) {
        let (body, milliseconds) = timed(&mut connection, &path, fixture, BROWSER).await?;
        ensure!(body.len() < bytes / 2, "{path} is not compressed");
        packed.push(milliseconds);
    }
    Ok(vec![
        Row::below("a month of 20,000 jobs, first", median(first), 50.0, "ms"),
        Row::below("a month of 20,000 jobs, first, compressed", median(packed), 50.0, "ms"),
        Row::below("a month of 20,000 jobs, cached", median(again), 50.0, "ms"),
    ])
}

/// The first request after a change.
async fn months_after_a_change(server: &Server, fixture: &CompanyFixture) -> Result<Vec<Row>> {
    let mut connection = Connection::open(server.address).await?;
    let mut first = Vec::new();
    for path in paths(2025) {
        change(server, fixture).await?;
        first.push(timed(&mut connection, &path, fixture, "").await?.1);
    }
    Ok(vec![Row::below("a month of 20,000 jobs, after a change", median(first), 50.0, "ms")])
}

async fn whole(server: &Server, fixture: &CompanyFixture) -> Result<Vec<Row>> {
    const TIMES: usize = 5;
    let mut connection = Connection::open(server.address).await?;
    let mut first = Vec::new();
    let mut again = Vec::new();
    let mut bytes = 0;
    for _ in 0..TIMES {
        change(server, fixture).await?;
        let (body, milliseconds) = timed(&mut connection, LIST, fixture, "").await?;
        bytes = body.len();
        first.push(milliseconds);
        again.push(timed(&mut connection, LIST, fixture, "").await?.1);
    }
    println!("  the whole list: {} KB", bytes / 1024);
    let reported = |name: &str, times| Row::reported(name, format!("{} ms", figure(median(times))));
    Ok(vec![reported("all 20,000 jobs, first", first), reported("all 20,000 jobs, cached", again)])
}

async fn change(server: &Server, fixture: &CompanyFixture) -> Result<()> {
    let json = r#"{"title":"One more","address":"","city":"Nashville","state":"TN","zip":"37208"}"#;
    succeed(server.address, &post("/api/jobs/create", &fixture.bearer(), json)).await?;
    Ok(())
}

/// The list, and the milliseconds until its last byte.
async fn timed(
    connection: &mut Connection,
    path: &str,
    fixture: &CompanyFixture,
    headers: &str,
) -> Result<(Vec<u8>, f64)> {
    let request = get(path, &format!("{}{headers}", fixture.bearer()));
    let mut body = Vec::new();
    let began = std::time::Instant::now();
    let status = connection.send(&request, Some(&mut body)).await?;
    let took = began.elapsed();
    ensure!(status == 200, "{status}: {}", String::from_utf8_lossy(&body));
    Ok((body, took.as_secs_f64() * 1e3))
}

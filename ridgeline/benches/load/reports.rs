//! The four reports of a company with 20,000 jobs, on either engine.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::{
    Bench,
    client::{Connection, get},
    company_fixture::{CompanyFixture, Season},
    comparison::median,
    server::Server,
    table::Row,
};

const JOBS: usize = 20_000;
const DAYS: u64 = 3 * 365;
const TIMES: usize = 21;
const WANTED: f64 = 200.0;

/// The whole period in as many parts as allowed: three years by weeks.
const ALL: &str = "from=2024-01-01&to=2026-12-31&by=week";

const REPORTS: [(&str, &str); 4] = [
    ("jobs over time", "jobs"),
    ("scheduled and unscheduled value", "value"),
    ("the load of each crew", "crews"),
    ("purchase orders by vendor", "vendors"),
];

/// Each report over the whole period; nothing is cached between calls.
pub async fn of_many(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, JOBS, Season::Days(DAYS)).await?;
    fixture.add_past().await.context("completing the past jobs")?;
    fixture
        .on_both_engines(bench, async |server, engine| measure(server, &fixture, engine).await)
        .await
}

async fn measure(server: &Server, fixture: &CompanyFixture, engine: &str) -> Result<Vec<Row>> {
    let mut connection = Connection::open(server.address).await?;
    let mut rows = Vec::new();
    for (what, path) in REPORTS {
        let request = get(&format!("/api/reports/{path}?{ALL}"), &fixture.bearer());
        let mut waits = Vec::new();
        for _ in 0..TIMES {
            let mut body = Vec::new();
            let began = Instant::now();
            let status = connection.send(&request, Some(&mut body)).await?;
            waits.push(began.elapsed().as_secs_f64() * 1e3);
            ensure!(status == 200, "{what}: {status}: {}", String::from_utf8_lossy(&body));
        }
        let name = format!("{engine}: {what} of 20,000 jobs");
        rows.push(Row::below(name, median(waits), WANTED, "ms"));
    }
    Ok(rows)
}

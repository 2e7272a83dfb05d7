//! The four reports of a company with 20,000 jobs, on either engine.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::{
    Bench,
    client::{Line, get},
    company_fixture::{House, Season},
    comparison::median,
    server::Server,
    table::Row,
};

const JOBS: usize = 20_000;
const DAYS: u64 = 3 * 365;
const TIMES: usize = 21;
const WANTED: f64 = 200.0;

/// All that the house has, in as many parts as there may be: three years by weeks.
const ALL: &str = "from=2024-01-01&to=2026-12-31&by=week";

const REPORTS: [(&str, &str); 4] = [
    ("jobs over time", "jobs"),
    ("scheduled and unscheduled value", "value"),
    ("the load of each crew", "crews"),
    ("purchase orders by vendor", "vendors"),
];

/// Each report of all the years at once; nothing of it is kept from one call to the next.
pub async fn of_many(bench: &Bench) -> Result<Vec<Row>> {
    let house = House::with_jobs(bench, JOBS, Season::Days(DAYS)).await?;
    house.add_past().await.context("what became of the jobs")?;
    house.on_both_engines(bench, async |server, engine| measure(server, &house, engine).await).await
}

async fn measure(server: &Server, house: &House, engine: &str) -> Result<Vec<Row>> {
    let mut line = Line::open(server.address).await?;
    let mut rows = Vec::new();
    for (what, path) in REPORTS {
        let request = get(&format!("/api/reports/{path}?{ALL}"), &house.bearer());
        let mut waits = Vec::new();
        for _ in 0..TIMES {
            let mut body = Vec::new();
            let began = Instant::now();
            let status = line.ask(&request, Some(&mut body)).await?;
            waits.push(began.elapsed().as_secs_f64() * 1e3);
            ensure!(status == 200, "{what}: {status}: {}", String::from_utf8_lossy(&body));
        }
        let name = format!("{engine}: {what} of 20,000 jobs");
        rows.push(Row::below(name, median(waits), WANTED, "ms"));
    }
    Ok(rows)
}

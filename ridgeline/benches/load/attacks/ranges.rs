//! One user who requests lists of endless distinct ranges.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use chrono::{Days, NaiveDate};

use crate::{
    Bench,
    client::{Connection, get},
    company_fixture::{CompanyFixture, Season},
    comparison::median,
    server::Server,
    table::Row,
};

/// First days, and last days for each of them: 60,000 ranges.
const FIRST_DAYS: u64 = 250;
const LAST_DAYS: u64 = 240;
/// How many at the beginning and at the end are compared.
const COMPARED: usize = 5_000;
/// The list of somebody else is requested after so many ranges.
const EVERY: usize = 100;

/// Memory, the cost of a new range, and the wait of another user, on both engines.
pub async fn without_end(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 200, Season::Summer).await?;
    let bearer = fixture.bearer();
    fixture
        .on_both_engines(bench, async |server, engine| measure(server, engine, &bearer).await)
        .await
}

async fn measure(server: &Server, engine: &str, bearer: &str) -> Result<Vec<Row>> {
    let first = NaiveDate::from_ymd_opt(2023, 8, 1).context("a day")?;
    let (mut hostile, mut other) =
        (Connection::open(server.address).await?, Connection::open(server.address).await?);
    let whole = get("/api/jobs/myJobs/contractor", bearer);
    ensure!(other.send(&whole, None).await? == 200, "the list is refused");
    let before = server.resident().context("this system does not report memory")?;
    let (mut took, mut waits) = (Vec::new(), Vec::new());
    for day in 0..FIRST_DAYS {
        for length in 0..LAST_DAYS {
            let (from, to) = (first + Days::new(day), first + Days::new(300 + length));
            let path = format!("/api/jobs/myJobs/contractor?from={from}&to={to}");
            took.push(timed(&mut hostile, &get(&path, bearer)).await?.as_secs_f64() * 1e3);
            if took.len().is_multiple_of(EVERY) {
                waits.push(timed(&mut other, &whole).await?.as_secs_f64() * 1e3);
            }
        }
    }
    let after = server.resident().context("this system does not report memory")?;
    let begin = median(took[..COMPARED].to_vec());
    let end = median(took[took.len() - COMPARED..].to_vec());
    waits.sort_unstable_by(f64::total_cmp);
    println!("  {engine}: {before:.0} to {after:.0} MB; a range {begin:.2} ms, then {end:.2} ms");
    let wait = waits[waits.len() * 99 / 100];
    Ok(vec![
        Row::below(
            format!("memory of 60,000 distinct ranges, {engine}"),
            after - before,
            64.0,
            "MB",
        ),
        Row::below(
            format!("cost of the last ranges to the first, {engine}"),
            end / begin,
            1.2,
            "x",
        ),
        Row::below(format!("another list meanwhile, 99 of 100, {engine}"), wait, 20.0, "ms"),
    ])
}

async fn timed(connection: &mut Connection, request: &[u8]) -> Result<Duration> {
    let began = Instant::now();
    let status = connection.send(request, None).await?;
    ensure!(status == 200, "{status}");
    Ok(began.elapsed())
}

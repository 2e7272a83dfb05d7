//! A consumer that is down while 50 changes a second are made, and then gets all of them.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use serde_json::json;

use super::consumer::{Consumer, Taken, create_webhook};
use crate::{
    Bench,
    client::{Connection, post},
    company_fixture::{CompanyFixture, Season},
    server::Server,
    table::{Row, figure},
};

/// Between two changes.
const PAUSE: Duration = Duration::from_millis(20);
/// The longest back-off that an outage of minutes leads to, and the delivery of what waits.
const TIMEOUT: Duration = Duration::from_mins(40);

/// Changes jobs for the configured time, and waits for the consumer to have everything.
pub async fn catches_up(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 200, Season::Summer).await?;
    let jobs: Vec<String> = fixture.jobs().await?.iter().map(|job| job.id.to_string()).collect();
    fixture
        .on_both_engines(bench, async |server, engine| {
            measure(bench, server, (&fixture, &jobs), engine).await
        })
        .await
}

async fn measure(
    bench: &Bench,
    server: &Server,
    (fixture, jobs): (&CompanyFixture, &[String]),
    engine: &str,
) -> Result<Vec<Row>> {
    let consumer = Consumer::start().await?;
    let mut connection = Connection::open(server.address).await?;
    let bearer = fixture.bearer();
    create_webhook(&mut connection, &bearer, &consumer.url("outage")).await?;
    consumer.set_down(true);
    let until = Instant::now() + bench.outage;
    let mut pace = tokio::time::interval(PAUSE);
    let mut changes = 0;
    while Instant::now() < until {
        pace.tick().await;
        let job = &jobs[changes % jobs.len()];
        // No job gets the color that it has.
        let form = json!({ "jobId": job, "color": format!("#{changes:06x}") });
        let request = post("/api/jobs/update/changeColor", &bearer, &form.to_string());
        let status = connection.send(&request, None).await?;
        ensure!(status == 200, "{status} for a change");
        changes += 1;
    }
    consumer.set_down(false);
    let began = Instant::now();
    let taken = consumer.wait_for(changes, TIMEOUT).await?;
    let took = began.elapsed().as_secs_f64();
    check(&taken, changes)?;
    let minutes = figure(bench.outage.as_secs_f64() / 60.0);
    let name = format!("{engine}: {changes} changes of {minutes} minutes without the consumer");
    Ok(vec![Row::reported(name, format!("all after {} s", figure(took)))])
}

/// All are there, none twice, and those of each job in their order.
fn check(taken: &[Taken], changes: usize) -> Result<()> {
    let messages: HashSet<&str> = taken.iter().map(|taken| taken.message.as_str()).collect();
    ensure!(messages.len() == taken.len(), "a change was taken twice");
    ensure!(taken.len() == changes, "{} taken of {changes} changes", taken.len());
    let mut last: HashMap<&str, i64> = HashMap::new();
    for Taken { subject, sequence, .. } in taken {
        let before = last.insert(subject, *sequence);
        ensure!(before.is_none_or(|before| before < *sequence), "the order of {subject} is lost");
    }
    Ok(())
}

//! 1,000 webhooks of 100 companies, of which one is never answered.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::json;

use super::consumer::{Consumer, NO_ANSWER, SLOW, create_webhook};
use crate::{
    Bench,
    client::{Connection, post},
    company_fixture::{CompanyFixture, Season},
    comparison::median,
    server::Server,
    table::{Row, figure},
};

const COMPANIES: usize = 100;
const OF_EACH: usize = 10;
const ROUNDS: usize = 7;
/// Those without the slow consumer are before and after those with it, because each adds rows.
const BEFORE: usize = 4;
/// Longer than a round takes, and shorter than the tries of the slow consumer in all.
const TIMEOUT: Duration = Duration::from_mins(1);
/// How much longer a round may take because of the slow consumer.
const WANTED: f64 = 1.2;

/// How long the changes of all companies take to their other consumers, with and without the slow one.
pub async fn delays_no_other(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 0, Season::Summer).await?;
    let others = fixture.add_companies(COMPANIES).await?;
    fixture
        .on_both_engines(bench, async |server, engine| measure(server, &others, engine).await)
        .await
}

async fn measure(server: &Server, companies: &[String], engine: &str) -> Result<Vec<Row>> {
    let consumer = Consumer::start().await?;
    let mut connection = Connection::open(server.address).await?;
    for (company, bearer) in companies.iter().enumerate() {
        for at in 0..OF_EACH {
            if (company, at) != (0, 0) {
                let url = consumer.url(&format!("{company}-{at}"));
                create_webhook(&mut connection, bearer, &url).await?;
            }
        }
    }
    create_webhook(&mut connection, &companies[0], &consumer.url(SLOW)).await?;
    let mut expected = 0;
    let mut alone = rounds(&mut connection, &consumer, companies, BEFORE, &mut expected).await?;
    consumer.set_slow(true);
    let beside = rounds(&mut connection, &consumer, companies, ROUNDS, &mut expected).await?;
    consumer.set_slow(false);
    // The tries under way end meanwhile.
    tokio::time::sleep(NO_ANSWER).await;
    let after = rounds(&mut connection, &consumer, companies, ROUNDS - BEFORE, &mut expected);
    alone.extend(after.await?);
    let (alone, beside) = (median(alone), median(beside));
    let name =
        |what: &str| format!("{engine}: a change in each of 100 companies to 999 consumers{what}");
    Ok(vec![
        Row::reported(name(""), format!("{} ms", figure(alone))),
        Row::below(name(", beside a slow one"), beside, (alone * WANTED).round(), "ms"),
    ])
}

/// The length of each round, in ms, from the first change until every consumer has its own.
async fn rounds(
    connection: &mut Connection,
    consumer: &Consumer,
    companies: &[String],
    count: usize,
    expected: &mut usize,
) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for _ in 0..count {
        *expected += COMPANIES * OF_EACH - 1;
        let form =
            json!({ "title": format!("Roof {expected}"), "city": "Nashville", "state": "TN" });
        let began = Instant::now();
        for bearer in companies {
            let request = post("/api/jobs/create", bearer, &form.to_string());
            let status = connection.send(&request, None).await?;
            ensure!(status == 200, "{status} for a new job");
        }
        let taken = consumer.wait_for(*expected, TIMEOUT).await?;
        let last = taken.iter().map(|taken| taken.at).max().unwrap_or(began);
        times.push((last - began).as_secs_f64() * 1e3);
    }
    Ok(times)
}

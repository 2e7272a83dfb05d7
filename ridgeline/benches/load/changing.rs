//! Lists that change while they are read, one job, and reschedules, against Express with better-sqlite3.

use std::sync::Arc;

use anyhow::Result;
use bytes::Bytes;
use domain::types::ids::JobId;

use crate::{
    Bench,
    client::{Requests, get, post},
    company_fixture::{CompanyFixture, Season},
    comparison::{Side, compare},
    express,
    lists::LIST,
    table::Row,
};

const CONNECTIONS: usize = 32;
const BROWSER: &str = "accept-encoding: gzip, deflate, br, zstd\r\n";

/// Lists of 200 and of 2,000 jobs, of which some requests move a job.
pub async fn lists(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (jobs, one_in, headers, name) in [
        (200, 10, "", "list of 200 jobs, 1 in 10 a reschedule"),
        (200, 100, "", "list of 200 jobs, 1 in 100 a reschedule"),
        (200, 10, BROWSER, "the same, 1 in 10, compressed"),
        (2_000, 10, "", "list of 2,000 jobs, 1 in 10 a reschedule"),
    ] {
        let fixture = CompanyFixture::with_jobs(bench, jobs, Season::Summer).await?;
        let ids = ids(&fixture).await?;
        let mixed = |authorization: String| mixed(&ids, one_in, &authorization, headers);
        rows.extend(beside_express(bench, &fixture, mixed, CONNECTIONS, name, 10.0).await?);
    }
    Ok(rows)
}

/// One job after the other, by id.
pub async fn one_job(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 200, Season::Summer).await?;
    let ids = ids(&fixture).await?;
    let requests = |authorization: String| one_by_one(&ids, &authorization);
    beside_express(bench, &fixture, requests, CONNECTIONS, "one job", 5.0).await
}

/// Reschedules, each on disk before its answer.
pub async fn reschedules(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 200, Season::Summer).await?;
    let ids = ids(&fixture).await?;
    let requests = |authorization: String| moves(&ids, &authorization);
    let name = "durable reschedule, 64 at once";
    beside_express(bench, &fixture, requests, 64, name, 5.0).await
}

async fn beside_express(
    bench: &Bench,
    fixture: &CompanyFixture,
    requests: impl Fn(String) -> Requests,
    connections: usize,
    name: &str,
    least: f64,
) -> Result<Vec<Row>> {
    let folder = fixture.copy(bench).await?;
    let database = server::app::database_file(folder.path());
    let ours = fixture.serve(bench)?;
    let theirs = express::start(bench, fixture, &database)?;
    let compared = compare(
        bench,
        connections,
        [
            Side {
                name: "ridgeline",
                server: &ours,
                requests: requests(fixture.bearer()),
                status: 200,
            },
            Side {
                name: "Express, better-sqlite3",
                server: &theirs,
                requests: requests(String::new()),
                status: 200,
            },
        ],
    )
    .await?;
    Ok(compared.rows(name, least))
}

/// The list, of which one request in some moves a job.
pub fn mixed(ids: &Arc<[JobId]>, one_in: u64, authorization: &str, headers: &str) -> Requests {
    let list = get(LIST, &format!("{authorization}{headers}"));
    let (ids, authorization) = (ids.clone(), authorization.to_owned());
    Requests::Varied(Arc::new(move |number| {
        if number % one_in == 0 {
            reschedule(&ids, number / one_in, &authorization)
        } else {
            list.clone()
        }
    }))
}

/// One job after the other, by id.
pub fn one_by_one(ids: &[JobId], authorization: &str) -> Requests {
    let all: Vec<Bytes> =
        ids.iter().map(|id| get(&format!("/api/jobs/job/{id}"), authorization)).collect();
    Requests::Varied(Arc::new(move |number| at(&all, number).clone()))
}

/// Reschedules of one job after the other.
pub fn moves(ids: &Arc<[JobId]>, authorization: &str) -> Requests {
    let (ids, authorization) = (ids.clone(), authorization.to_owned());
    Requests::Varied(Arc::new(move |number| reschedule(&ids, number, &authorization)))
}

async fn ids(fixture: &CompanyFixture) -> Result<Arc<[JobId]>> {
    Ok(fixture.jobs().await?.iter().map(|job| job.id).collect())
}

/// Moves one job after the other to a day that it is not on.
fn reschedule(ids: &[JobId], number: u64, authorization: &str) -> Bytes {
    let (id, day) = (at(ids, number), 1 + number % 28);
    let json = format!(
        "{{\"jobId\":\"{id}\",\"startDate\":\"2026-06-{day:02}\",\"endDate\":\"2026-06-{day:02}\"}}"
    );
    post("/api/jobs/update/schedule", authorization, &json).into()
}

fn at<T>(all: &[T], number: u64) -> &T {
    &all[usize::try_from(number).unwrap_or_default() % all.len()]
}

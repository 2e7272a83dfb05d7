//! Durable creates: each is on disk before its answer, and all are there after a crash.

use std::{collections::HashSet, path::Path, sync::Arc};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use uuid::Uuid;

use crate::{
    Bench,
    client::{Requests, post},
    company_fixture::{CompanyFixture, Season},
    comparison::{Side, compare},
    express,
    machine::Machine,
    table::Row,
};

const CREATE: &str = "/api/jobs/create";

/// One at a time, and 64 at once.
pub async fn durable(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = beside_express(bench, 64, "durable create, 64 at once", 2.0).await?;
    let alone = beside_express(bench, 1, "durable create, one at a time", 2.0).await?;
    // One at a time, both wait for the same disk: reported without a target.
    rows.extend(alone.into_iter().map(|row| Row { wanted: String::new(), met: None, ..row }));
    Ok(rows)
}

async fn beside_express(
    bench: &Bench,
    connections: usize,
    name: &str,
    least: f64,
) -> Result<Vec<Row>> {
    // The cost of a sync varies; the current one is printed beside these figures.
    println!("  {}", Machine::look(&bench.scratch)?);
    let fixture = CompanyFixture::with_jobs(bench, 200, Season::Summer).await?;
    let folder = fixture.copy(bench).await?;
    let database = server::app::database_file(folder.path());
    let ours = fixture.serve(bench)?;
    let theirs = express::start(bench, &fixture, &database)?;
    let compared = compare(
        bench,
        connections,
        [
            Side {
                name: "ridgeline",
                server: &ours,
                requests: creates(&fixture.bearer()),
                status: 200,
            },
            Side {
                name: "Express, better-sqlite3",
                server: &theirs,
                requests: creates(""),
                status: 200,
            },
        ],
    )
    .await?;
    // Killed, so that neither can write anything after its last answer.
    ours.crash()?;
    theirs.crash()?;
    let [our_answers, their_answers] = &compared.bodies;
    stored("ridgeline", &fixture.database(), our_answers).await?;
    stored("Express", &database, their_answers).await?;
    Ok(compared.rows(name, least))
}

/// Requests that create different jobs.
fn creates(headers: &str) -> Requests {
    let headers = headers.to_string();
    Requests::Numbered(Arc::new(move |number| create(number, &headers)))
}

/// A request that creates a job.
pub fn create(number: u64, headers: &str) -> Vec<u8> {
    let json = format!(
        "{{\"title\":\"Re-roof, lot {number}\",\"address\":\"{} Cedar Lane\",\
         \"city\":\"Nashville\",\"state\":\"TN\",\"zip\":\"37208\"}}",
        100 + number % 9_000
    );
    post(CREATE, headers, &json)
}

#[derive(Deserialize)]
struct Created {
    id: Uuid,
}

/// Checks that the job of every answer is in the database file.
#[expect(clippy::disallowed_methods, reason = "reads the file, not the server that wrote it")]
async fn stored(name: &str, database: &Path, answers: &[Vec<u8>]) -> Result<()> {
    let options = SqliteConnectOptions::new().filename(database);
    let mut file = SqliteConnection::connect_with(&options).await?;
    let rows: Vec<(Uuid,)> = sqlx::query_as("SELECT id FROM job").fetch_all(&mut file).await?;
    file.close().await?;
    let stored_ids: HashSet<Uuid> = rows.into_iter().map(|(id,)| id).collect();
    let mut seen = HashSet::new();
    for answer in answers {
        let Created { id } = serde_json::from_slice(answer).context("an answer has no id")?;
        ensure!(stored_ids.contains(&id), "{name} answered {id}, which is not in the file");
        ensure!(seen.insert(id), "{name} answered {id} twice");
    }
    println!("  {name}: killed; all {} answered creates are in the file", answers.len());
    Ok(())
}

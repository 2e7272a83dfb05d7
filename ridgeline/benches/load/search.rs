//! The search for one company among 100,000, on either engine.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use domain::{
    companies::time_zone::TimeZone, permissions::permission::CompanyType, types::ids::CompanyId,
};
use server::app::database_file;
use services::core::clock::Clock;
use store::{
    companies::companies::{self, NewCompany},
    db::Db,
};
use uuid::Uuid;

use crate::{
    Bench,
    client::{Connection, post},
    comparison::median,
    people_fixture::add_admin,
    postgres::{run, with_database},
    server::Server,
    table::Row,
};

const COMPANIES: usize = 100_000;
const TIMES: usize = 21;
const NAMES: [&str; 10] = [
    "Summit",
    "Ríos",
    "Apex",
    "Blue Sky",
    "Cumbre",
    "High Plains",
    "Peak",
    "Mesa",
    "Stone",
    "River",
];
const TRADES: [&str; 7] =
    ["Roofing", "Construction", "Exteriors", "Gutters", "Sheet Metal", "Brothers", "Renovation"];
const PLACES: [&str; 6] =
    ["Nashville, TN", "Denver, CO", "Austin, TX", "Franklin, TN", "Boise, ID", "Miami, FL"];

/// The searches, and whether each finds many companies.
const SEARCHES: [(&str, &str, &str, bool); 4] = [
    ("a common name", "roofing", "tn", true),
    ("a rare name", "rios roofing 99981", "tn", false),
    ("a name that nobody has", "zephyr", "tn", false),
    ("one letter that nobody has", "q", "tn", false),
];

/// The call of the search page, on SQLite and, if configured, on PostgreSQL.
pub async fn among_many(bench: &Bench) -> Result<Vec<Row>> {
    let folder = bench.folder()?;
    let db = Db::open_sqlite(&database_file(folder.path())).await?;
    let bearer = insert_companies(&db).await?;
    db.close().await;
    let mut rows = measure(&Server::ours(&bench.server, folder.path())?, &bearer, "SQLite").await?;

    let Some(postgres) = &bench.postgres else {
        println!("  PostgreSQL: name one by RIDGELINE_TEST_POSTGRES");
        return Ok(rows);
    };
    rows.extend(with_database(postgres, async |url| on_postgres(bench, &url).await).await?);
    Ok(rows)
}

async fn on_postgres(bench: &Bench, url: &str) -> Result<Vec<Row>> {
    let db = Db::open_postgres(url).await?;
    let bearer = insert_companies(&db).await?;
    db.close().await;
    // The server's maintenance does this within a minute.
    run(url, "VACUUM ANALYZE company".to_owned()).await?;
    let folder = bench.folder()?;
    let server = Server::ours_over(&bench.server, folder.path(), url)?;
    measure(&server, &bearer, "PostgreSQL").await
}

/// Stores the companies; returns the authorization header of a user.
async fn insert_companies(db: &Db) -> Result<String> {
    let now = Clock::Real.now();
    let mut tx = db.write_long().await?;
    let mut first = None;
    for at in 0..COMPANIES {
        let id = CompanyId(Uuid::now_v7());
        first.get_or_insert(id);
        let name = format!("{} {} {at}", NAMES[at % NAMES.len()], TRADES[at % TRADES.len()]);
        let new = NewCompany {
            name: &name,
            company_type: [CompanyType::Contractor, CompanyType::Subcontractor][at % 2],
            location: PLACES[at % PLACES.len()],
            description: "Tear-off and re-roof, hail and wind repair, gutters, flashing.",
            time_zone: TimeZone::default(),
        };
        companies::insert(&mut tx, id, &new, now).await?;
    }
    let company = first.context("no company")?;
    let (_, token) = add_admin(&mut tx, company, "ada@example.com", "Ridge".into()).await?;
    tx.commit().await?;
    Ok(format!("authorization: Bearer {token}\r\n"))
}

async fn measure(server: &Server, bearer: &str, engine: &str) -> Result<Vec<Row>> {
    let mut connection = Connection::open(server.address).await?;
    let mut rows = Vec::new();
    for (what, name, location, many) in SEARCHES {
        let mut waits = Vec::new();
        for _ in 0..TIMES {
            let form = serde_json::json!({
                "name": name, "location": location, "companyType": "subcontractor", "offset": 0,
            });
            let request = post("/api/company/search", bearer, &form.to_string());
            let mut body = Vec::new();
            let began = Instant::now();
            let status = connection.send(&request, Some(&mut body)).await?;
            waits.push(began.elapsed().as_secs_f64() * 1e3);
            let answer: serde_json::Value = serde_json::from_slice(&body)?;
            let found = answer["companies"].as_array().map_or(0, Vec::len);
            ensure!(status == 200 && (found == 25) == many, "{what}: {status}, {found} found");
        }
        let name = format!("{engine}: {what} among 100,000 companies");
        rows.push(Row::below(name, median(waits), 50.0, "ms"));
    }
    Ok(rows)
}

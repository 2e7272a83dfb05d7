//! Looking for one company among 100,000, on either engine.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use domain::{
    companies::{people::UserSettings, time_zone::TimeZone},
    permissions::permission::{CompanyType, UserType},
    types::{
        ids::{CompanyId, UserId},
        language::Language,
    },
};
use server::app::database_file;
use services::core::clock::Clock;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use store::{
    accounts::sessions,
    companies::{
        companies::{self, NewCompany},
        people,
    },
    db::Db,
    membership::members::NewMembership,
    token::Token,
};
use uuid::Uuid;

use crate::{
    Bench,
    client::{Line, post},
    comparison::median,
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

/// What somebody looks for, and how many there are of it.
const SEARCHES: [(&str, &str, &str, bool); 4] = [
    ("a common name", "roofing", "tn", true),
    ("a rare name", "rios roofing 99981", "tn", false),
    ("a name that nobody has", "zephyr", "tn", false),
    ("one letter that nobody has", "q", "tn", false),
];

/// The call as the search page makes it, on SQLite and, where there is one, on PostgreSQL.
pub async fn among_many(bench: &Bench) -> Result<Vec<Row>> {
    let folder = bench.folder()?;
    let db = Db::open_sqlite(&database_file(folder.path())).await?;
    let bearer = furnish(&db).await?;
    db.close().await;
    let mut rows = measure(&Server::ours(&bench.server, folder.path())?, &bearer, "SQLite").await?;

    let Some(postgres) = &bench.postgres else {
        println!("  PostgreSQL: name one by RIDGELINE_TEST_POSTGRES");
        return Ok(rows);
    };
    rows.extend(with_database(postgres, async |url| on_postgres(bench, &url).await).await?);
    Ok(rows)
}

/// Measures over a PostgreSQL database of one's own, which is gone afterwards.
pub async fn with_database<T>(
    postgres: &str,
    measured: impl AsyncFnOnce(String) -> Result<T>,
) -> Result<T> {
    let name = format!("bench_{}", Uuid::now_v7().simple());
    admin(postgres, format!("CREATE DATABASE {name}")).await?;
    let measured = measured(format!("{postgres}/{name}")).await;
    admin(postgres, format!("DROP DATABASE {name} WITH (FORCE)")).await?;
    measured
}

async fn on_postgres(bench: &Bench, url: &str) -> Result<Vec<Row>> {
    let db = Db::open_postgres(url).await?;
    let bearer = furnish(&db).await?;
    db.close().await;
    // What a server's own housekeeping does within a minute.
    run(url, "VACUUM ANALYZE company".to_owned()).await?;
    let folder = bench.folder()?;
    let server = Server::ours_over(&bench.server, folder.path(), url)?;
    measure(&server, &bearer, "PostgreSQL").await
}

async fn admin(postgres: &str, text: String) -> Result<()> {
    run(&format!("{postgres}/postgres"), text).await
}

async fn run(url: &str, text: String) -> Result<()> {
    let mut wire = PgConnection::connect(url).await.context("PostgreSQL does not answer")?;
    sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut wire).await?;
    wire.close().await?;
    Ok(())
}

/// Stores the companies; answers the header line of somebody in one of them.
async fn furnish(db: &Db) -> Result<String> {
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
    let (user, token) = (UserId(Uuid::now_v7()), Token::random()?);
    people::insert(&mut tx, user, "ada@example.com", Language::English, now).await?;
    let settings = UserSettings {
        first_name: "Ada".into(),
        last_name: "Ridge".into(),
        location: "Nashville, TN".into(),
        language: "english".into(),
        position: "Owner".into(),
        phone_number: String::new(),
    };
    let company = first.context("no company")?;
    store::membership::members::join_company(
        &mut tx,
        user,
        &NewMembership { company, user_type: UserType::Admin, settings },
    )
    .await?;
    sessions::insert(&mut tx, token.hash(), user, now).await?;
    tx.commit().await?;
    Ok(format!("authorization: Bearer {}\r\n", token.text()))
}

async fn measure(server: &Server, bearer: &str, engine: &str) -> Result<Vec<Row>> {
    let mut line = Line::open(server.address).await?;
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
            let status = line.ask(&request, Some(&mut body)).await?;
            waits.push(began.elapsed().as_secs_f64() * 1e3);
            let told: serde_json::Value = serde_json::from_slice(&body)?;
            let found = told["companies"].as_array().map_or(0, Vec::len);
            ensure!(status == 200 && (found == 25) == many, "{what}: {status}, {found} found");
        }
        let name = format!("{engine}: {what} among 100,000 companies");
        rows.push(Row::below(name, median(waits), 50.0, "ms"));
    }
    Ok(rows)
}

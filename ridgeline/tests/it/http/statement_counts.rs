//! How many statements and round trips to the database a call takes, as `docs/scaling.md` says.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use chrono::{Days, NaiveDate};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use store::db::{Db, Engine};

use crate::support::{Person, TestApp, trip_counter::TripCounter};

const CALLS: [&str; 9] = [
    "list of jobs, unchanged",
    "list of jobs after a change of one",
    "one job, unchanged",
    "one job after its change",
    "customers",
    "rooms",
    "rooms of every kind",
    "create a job",
    "reschedule a job",
];

/// What is counted.
struct Counter<'a> {
    app: &'a TestApp,
    proxy: Option<TripCounter>,
    /// Its own connection to the same database.
    postgres: Option<PgConnection>,
}

impl Counter<'_> {
    /// Nobody waits for the end of a transaction that only read, so it may still be under way.
    async fn read(&mut self) -> [u64; 2] {
        let working = "SELECT COUNT(*) FROM pg_stat_activity
                       WHERE datname = current_database() AND pid <> pg_backend_pid()
                           AND backend_type = 'client backend' AND state <> 'idle'";
        if let Some(postgres) = &mut self.postgres {
            let give_up = Instant::now() + Duration::from_secs(30);
            while sqlx::query_scalar::<_, i64>(working)
                .fetch_one(&mut *postgres)
                .await
                .expect("count")
                > 0
            {
                assert!(Instant::now() < give_up, "a connection stays in a transaction");
            }
        }
        [self.app.app.db.statements_run(), self.proxy.as_ref().map_or(0, TripCounter::trips)]
    }
}

/// Makes a call; it must succeed.
async fn call(app: &TestApp, who: &Person, name: &str, job: &str, day: u32) {
    let end = NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day") + Days::new(u64::from(day));
    let schedule = json!({ "jobId": job, "startDate": "2026-03-01", "endDate": end });
    let answer = match name {
        "customers" => app.get(who, "/api/customers/find").await,
        "rooms" => app.get(who, "/api/chat/rooms").await,
        "rooms of every kind" => app.get(who, "/api/chat/rooms?kinds=all").await,
        "create a job" => {
            let form =
                json!({ "title": format!("Roof {day}"), "city": "Nashville", "state": "TN" });
            app.post(who, "/api/jobs/create", form).await
        }
        "reschedule a job" => app.post(who, "/api/jobs/update/schedule", schedule).await,
        name if name.starts_with("one job") => app.get(who, &format!("/api/jobs/job/{job}")).await,
        _ => app.get(who, "/api/jobs/myJobs/contractor").await,
    };
    assert!(answer.status.is_success(), "{name}: {:?}", answer.json);
}

/// How often a call is made. The least counts: a connection of the pool prepares a statement at its first use.
const REPEATS: u32 = 6;

/// The statements and round trips of each call.
async fn counts(app: &TestApp, proxy: Option<TripCounter>) -> Vec<[u64; 2]> {
    let postgres = match &proxy {
        Some(_) => Some(PgConnection::connect(app.database_url()).await.expect("postgres")),
        None => None,
    };
    let who = app.sign_in(Contractor, Admin).await;
    let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
    let job = app.post(&who, "/api/jobs/create", form).await.json["id"].clone();
    let job = job.as_str().expect("an id").to_owned();
    let mut counter = Counter { app, proxy, postgres };
    let mut counts = Vec::new();
    for (n, name) in (0..).zip(CALLS) {
        let mut least = [u64::MAX; 2];
        for day in n * REPEATS + 1..=(n + 1) * REPEATS {
            if name.contains("after") {
                call(app, &who, "reschedule a job", &job, day).await;
            }
            let before = counter.read().await;
            call(app, &who, name, &job, day).await;
            let after = counter.read().await;
            for at in 0..2 {
                least[at] = least[at].min(after[at] - before[at]);
            }
        }
        counts.push(least);
    }
    counts
}

#[tokio::test]
async fn a_call_takes_as_many_statements_and_trips_as_the_page_on_growing_says() {
    let sqlite = TestApp::new(Engine::Sqlite).await;
    let on_sqlite = counts(&sqlite, None).await;
    let postgres = TestApp::new(Engine::Postgres).await;
    let proxy = TripCounter::start(postgres.database_url()).await;
    let db = Db::open_postgres(&proxy.url).await.expect("the database");
    let behind_proxy = postgres.second_server_over(db).await;
    let on_postgres = counts(&behind_proxy, Some(proxy)).await;
    let lines: Vec<String> = CALLS
        .iter()
        .zip(on_sqlite.iter().zip(&on_postgres))
        .map(|(name, ([sqlite, _], [postgres, trips]))| {
            format!("| {name} | {sqlite} | {postgres} | {trips} |")
        })
        .collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/scaling.md");
    let page = fs::read_to_string(page).expect("the page on growing");
    let missing: Vec<&String> = lines.iter().filter(|line| !page.contains(*line)).collect();
    assert!(missing.is_empty(), "the table in docs/scaling.md should say:\n{}", lines.join("\n"));
}

//! The schema in partitions by company, as a distributed PostgreSQL would place it: what an office calls all day reads and
//! writes the rows of one place (`docs/scaling.md`, a distributed PostgreSQL).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    time::{Duration, Instant},
};

use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use store::db::{Db, Engine};

use crate::support::{Person, TestApp};

/// Tables of which these calls read rows of several companies, as docs/tenancy.md says: the public papers of connected
/// companies, and the links to a job, which its owner and its subcontractor make.
const ACROSS_COMPANIES: [&str; 2] = ["company_file", "guest_link"];

/// The numbers of the partitions that were read or written, by the name of their table.
type Touches = BTreeMap<String, BTreeSet<u8>>;

async fn touches(conn: &mut PgConnection) -> Touches {
    let rows: Vec<(String,)> = sqlx::query_as(
        "SELECT relname::TEXT FROM pg_stat_user_tables
         WHERE relid IN (SELECT inhrelid FROM pg_inherits)
             AND seq_scan + idx_scan + n_tup_ins + n_tup_upd + n_tup_del > 0",
    )
    .fetch_all(conn)
    .await
    .expect("statistics");
    let mut touches = Touches::new();
    for (name,) in rows {
        let (table, part) = name.rsplit_once('_').expect("a partition");
        touches.entry(table.to_owned()).or_default().insert(part.parse().expect("a number"));
    }
    touches
}

/// Waits until no other connection to the database is left.
async fn alone(conn: &mut PgConnection) {
    let others = "SELECT COUNT(*) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let give_up = Instant::now() + Duration::from_secs(30);
    while sqlx::query_scalar::<_, i64>(others).fetch_one(&mut *conn).await.expect("count") > 0 {
        assert!(Instant::now() < give_up, "a connection stays open");
    }
}

async fn ok(answer: impl Future<Output = crate::support::TestResponse>, what: &str) -> Value {
    let answer = answer.await;
    assert!(answer.status.is_success(), "{what}: {:?}", answer.json);
    answer.json
}

/// A job with a customer, days and a crew, and a visit; returns the job's id.
async fn a_season(app: &TestApp, who: &Person) -> String {
    let job = app.job(who).await;
    let (customer, (crew, _)) = (app.customer(who).await, app.crew(who).await);
    let visit = json!({
        "start": "2026-03-08T15:00:00Z", "end": "2026-03-08T15:30:00Z", "customerId": customer,
        "assignedToId": who.user, "address": "1319 6th Ave N", "city": "Nashville", "state": "TN",
        "zip": "37208", "note": "Ring twice.",
    });
    for (path, form) in [
        ("/api/jobs/update/customer", json!({ "jobId": job["id"], "jobCustomer": customer })),
        (
            "/api/jobs/update/assign/custom",
            json!({ "customCrewId": crew, "jobCrewTableId": job["jobCrewTableId"] }),
        ),
        ("/api/appointments/create", visit),
    ] {
        ok(app.post(who, path, form), path).await;
    }
    job["id"].as_str().expect("an id").to_owned()
}

/// What an office does all day.
async fn office_day(app: &TestApp, who: &Person, job: &str) {
    let new = json!({ "title": "Alvarez gutters", "city": "Nashville", "state": "TN" });
    let days = json!({ "jobId": job, "startDate": "2026-03-09", "endDate": "2026-03-11" });
    let note = json!({ "jobId": job, "authorId": who.user, "content": "Gate code 4418." });
    for (path, form) in [
        ("/api/jobs/create", new),
        ("/api/jobs/update/schedule", days),
        ("/api/jobs/addNote", note),
    ] {
        ok(app.post(who, path, form), path).await;
    }
    for path in [
        "/api/jobs/myJobs/contractor",
        &format!("/api/jobs/job/{job}"),
        &format!("/api/jobs/fetchNotes/{job}"),
        &format!("/api/jobs/fetchImgs/{job}"),
        &format!("/api/work_orders/job/{job}"),
        &format!("/api/purchase_orders/job/{job}"),
        "/api/appointments/company",
        "/api/customers/find",
        "/api/chat/rooms",
        "/api/custom_crews/all",
        "/api/contractor_vendors",
        "/api/notifications/user",
        "/api/saved_views/all",
        "/api/search?q=whitaker",
        "/api/today",
        "/api/activity",
        "/api/changes",
    ] {
        ok(app.get(who, path), path).await;
    }
}

#[tokio::test]
async fn the_calls_of_an_office_touch_one_partition_of_each_table() {
    let first = TestApp::new(Engine::Postgres).await;
    let mut conn = PgConnection::connect(first.database_url()).await.expect("postgres");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/store/distribution.sql");
    let script = fs::read_to_string(script).expect("the script");
    sqlx::raw_sql(sqlx::AssertSqlSafe(script)).execute(&mut conn).await.expect("partitions");
    let who = first.sign_in(Contractor, Admin).await;
    let job = a_season(&first, &who).await;
    // PostgreSQL adds up what a connection did at its end.
    conn.close().await.expect("closed");
    first.app.db.close().await;
    let mut conn = PgConnection::connect(first.database_url()).await.expect("postgres");
    alone(&mut conn).await;
    sqlx::query("SELECT pg_stat_reset()").execute(&mut conn).await.expect("reset");
    let db = Db::open_postgres(first.database_url()).await.expect("the database");
    let app = first.second_server_over(db).await;
    office_day(&app, &who, &job).await;
    app.app.db.close().await;
    alone(&mut conn).await;
    let own: i32 = sqlx::query_scalar(
        "SELECT part FROM generate_series(0, 7) AS part
         WHERE satisfies_hash_partition('job'::regclass, 8, part, $1)",
    )
    .bind(who.company.0)
    .fetch_one(&mut conn)
    .await
    .expect("its partition");
    let own = BTreeSet::from([u8::try_from(own).expect("a number")]);
    let touches = touches(&mut conn).await;
    assert!(touches.len() > 10, "{touches:?}");
    let several: Vec<&str> = touches
        .iter()
        .filter(|(_, parts)| **parts != own)
        .map(|(table, _)| table.as_str())
        .collect();
    assert_eq!(several, ACROSS_COMPANIES, "not only {own:?} of {touches:?}");
}

//! What clients and load balancers see of a database that is busy, away, or takes no changes.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};
use store::db::{Db, Engine};

use crate::support::{Person, TestApp, database_line::DatabaseLine};

/// Longer than the server waits for an answer, and shorter than callers wait for a connection.
const SOON: Duration = Duration::from_secs(5);

/// How long a test waits for a server that has its database again.
const RECOVERY: Duration = Duration::from_mins(1);

/// The connections that callers share.
const CONNECTIONS: usize = 16;

/// How long the first calls of an outage may take until they are refused.
const REFUSED: Duration = Duration::from_secs(9);

const LIST: &str = "/api/jobs/myJobs/contractor";

/// A server with a line to PostgreSQL that breaks, and somebody who has read a list there.
struct Installation {
    app: TestApp,
    line: DatabaseLine,
    who: Person,
    /// Has the database.
    _first: TestApp,
}

async fn behind_a_line() -> Installation {
    let first = TestApp::new(Engine::Postgres).await;
    let who = first.sign_in(Contractor, Admin).await;
    let line = DatabaseLine::to(first.database_url()).await;
    let db = Db::open_postgres(&line.url).await.expect("the database");
    let app = first.second_server_over(db).await;
    assert_eq!(app.get(&who, LIST).await.status, StatusCode::OK);
    Installation { app, line, who, _first: first }
}

async fn readiness(app: &TestApp) -> StatusCode {
    app.call(None, "GET", "/api/ready", Value::Null).await.status
}

/// The answer may come from memory, without a pause in which the server could look at its database.
async fn until(app: &TestApp, is_as_wanted: impl Fn(StatusCode) -> bool) {
    while !is_as_wanted(readiness(app).await) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_server_whose_callers_use_all_connections_stays_ready() {
    let app = TestApp::new(Engine::Postgres).await;
    let mut busy = Vec::new();
    for _ in 0..CONNECTIONS {
        busy.push(app.app.db.read().await.expect("a connection"));
    }
    let began = Instant::now();
    let ready = tokio::time::timeout(SOON, readiness(&app)).await;
    assert_eq!(ready.expect("it waits for no caller"), StatusCode::OK);
    assert!(began.elapsed() < Duration::from_millis(900), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_server_without_its_database_is_not_ready_until_it_has_it_again() {
    let first = TestApp::new(Engine::Postgres).await;
    let mut line = DatabaseLine::to(first.database_url()).await;
    let db = Db::open_postgres(&line.url).await.expect("the database");
    let app = first.second_server_over(db).await;
    assert_eq!(readiness(&app).await, StatusCode::OK);

    line.cut().await;
    let gone = tokio::time::timeout(SOON, readiness(&app)).await;
    assert_eq!(gone.expect("it says so soon"), StatusCode::SERVICE_UNAVAILABLE);
    line.mend();
    let back = until(&app, |status| status == StatusCode::OK);
    tokio::time::timeout(RECOVERY, back).await.expect("it is back");

    line.freeze();
    let silent = tokio::time::timeout(SOON, readiness(&app)).await;
    assert_eq!(silent.expect("it does not wait"), StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn what_people_do_while_postgres_restarts_takes_longer_and_is_done_once() {
    let Installation { app, mut line, who, _first } = behind_a_line().await;

    line.cut().await;
    let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
    let restart = async {
        until(&app, |status| status != StatusCode::OK).await;
        line.mend();
    };
    let (created, listed, ()) =
        tokio::join!(app.post(&who, "/api/jobs/create", form), app.get(&who, LIST), restart);
    assert_eq!([created.status, listed.status], [StatusCode::OK; 2]);
    let jobs = app.get(&who, LIST).await.json;
    assert_eq!(jobs["jobs"].as_array().expect("jobs").len(), 1);
}

#[tokio::test]
async fn nobody_waits_for_a_postgres_that_stays_away() {
    let Installation { app, mut line, who, _first } = behind_a_line().await;

    line.cut().await;
    let refused = tokio::time::timeout(REFUSED, app.get(&who, LIST)).await;
    assert_eq!(refused.expect("within seconds").status, StatusCode::SERVICE_UNAVAILABLE);
    let began = Instant::now();
    assert_eq!(app.get(&who, LIST).await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(began.elapsed() < Duration::from_millis(900), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_failover_behind_a_load_balancer_is_an_outage_and_no_mistake_of_the_server() {
    let Installation { app, mut line, who, _first } = behind_a_line().await;

    line.hang_up().await;
    let refused = tokio::time::timeout(REFUSED, app.get(&who, LIST)).await;
    assert_eq!(refused.expect("within seconds").status, StatusCode::SERVICE_UNAVAILABLE);
    line.cut().await;
    line.mend();
    let back = async {
        while app.get(&who, LIST).await.status != StatusCode::OK {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(RECOVERY, back).await.expect("it is back");
}

#[tokio::test]
async fn a_database_that_only_reads_is_not_called_full() {
    let first = TestApp::new(Engine::Postgres).await;
    let who = first.sign_in(Contractor, Admin).await;
    let replica = format!("{}?options[default_transaction_read_only]=on", first.database_url());
    let db = Db::open_postgres_unmigrated(&replica).await.expect("the database");
    let app = first.second_server_over(db).await;
    assert_eq!(app.get(&who, LIST).await.status, StatusCode::OK);
    let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
    let refused = app.post(&who, "/api/jobs/create", form).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    let message = refused.json["error"]["message"].as_str().expect("a message");
    assert!(message.contains("cannot reach its data") && !message.contains("space"), "{message}");
}

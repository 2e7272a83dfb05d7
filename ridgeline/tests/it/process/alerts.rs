//! Each fault makes the alert of operators fire: servers are broken, what they tell is handed to Prometheus' own
//! `promtool`, and the rules of `deploy/prometheus/alerts.yml` have to notice.

use std::{collections::BTreeSet, time::Duration};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, StatusCode},
};
use chrono::Utc;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use reqwest::Method;
use serde_json::json;
use services::files::{
    Files,
    backend::{AmazonS3Builder, StorageBackend},
};
use store::db::Db;

use crate::{
    mail::mail_queue::{mail, person, queued},
    support::{
        Engine, Person, TestApp,
        database_line::DatabaseLine,
        photos,
        process::Process,
        prometheus::{Scrape, assert_alert, rules},
        upload,
    },
};

const LIST: &str = "/api/jobs/myJobs/contractor";

/// The alerts that a test of this file makes fire.
const COVERED: [&str; 15] = [
    "RidgelineClockOff",
    "RidgelineDatabaseDown",
    "RidgelineDiskSlow",
    "RidgelineDown",
    "RidgelineErrors",
    "RidgelineFilesFail",
    "RidgelineFilesRunOut",
    "RidgelineMailsFail",
    "RidgelineMailsWait",
    "RidgelinePushesWait",
    "RidgelineReadOnly",
    "RidgelineSlow",
    "RidgelineSocketsCut",
    "RidgelineWebhooksWait",
    "RidgelineWritersWait",
];

async fn scrape(app: &TestApp) -> Scrape {
    let mut request = Request::get("/metrics").body(Body::empty()).expect("request");
    request.extensions_mut().insert(ConnectInfo(std::net::SocketAddr::from(([127, 0, 0, 1], 1))));
    request.headers_mut().insert("host", "localhost:8080".parse().expect("header"));
    let answer = app.send(None, request).await;
    assert_eq!(answer.status, StatusCode::OK);
    Scrape::of(&String::from_utf8(answer.bytes).expect("text"))
}

async fn create(app: &TestApp, who: &Person) -> StatusCode {
    let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
    app.post(who, "/api/jobs/create", form).await.status
}

/// A second server that reaches PostgreSQL over this address, and somebody who works there.
async fn reached_over(first: &TestApp, url: &str) -> (TestApp, Person) {
    let who = first.sign_in(Contractor, Admin).await;
    let db = Db::open_postgres_unmigrated(url).await.expect("the database");
    let app = first.second_server_over(db).await;
    assert_eq!(app.get(&who, LIST).await.status, StatusCode::OK);
    (app, who)
}

#[test]
fn no_alert_is_left_without_a_fault_that_makes_it_fire() {
    let rules = std::fs::read_to_string(rules()).expect("the rules");
    let alerts = rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: "));
    assert_eq!(alerts.collect::<BTreeSet<_>>(), COVERED.into());
}

#[tokio::test]
async fn an_operator_is_told_of_a_killed_server() {
    let server = Process::start(&[], &[]);
    let text = server.ask(Method::GET, "/metrics").send().await.expect("metrics");
    let well = Scrape::of(&text.text().await.expect("text"));
    server.stop();
    assert_alert("RidgelineDown", &well, &Scrape::unanswered());
}

#[tokio::test]
async fn an_operator_is_told_of_a_postgres_that_is_away_and_of_the_calls_that_it_fails() {
    let first = TestApp::new(Engine::Postgres).await;
    let mut line = DatabaseLine::to(first.database_url()).await;
    let (app, who) = reached_over(&first, &line.url).await;
    let well = scrape(&app).await;
    line.cut().await;
    for _ in 0..20 {
        assert_eq!(app.get(&who, LIST).await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    let fault = scrape(&app).await;
    assert_alert("RidgelineDatabaseDown", &well, &fault);
    assert_alert("RidgelineErrors", &well, &fault);
}

#[tokio::test]
async fn an_operator_is_told_of_a_database_that_takes_no_changes_after_a_failover() {
    let first = TestApp::new(Engine::Postgres).await;
    let replica = format!("{}?options[default_transaction_read_only]=on", first.database_url());
    let (app, who) = reached_over(&first, &replica).await;
    let well = scrape(&app).await;
    assert_eq!(create(&app, &who).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_alert("RidgelineReadOnly", &well, &scrape(&app).await);
}

#[tokio::test]
async fn an_operator_is_told_of_a_clock_that_differs_from_the_databases() {
    let app = TestApp::new(Engine::Postgres).await;
    let now = app.now.clone();
    let set = |apart: chrono::Duration| *now.lock().expect("the clock") = Utc::now() + apart;
    set(chrono::Duration::zero());
    let well = scrape(&app).await;
    for apart in [5, -5] {
        set(chrono::Duration::seconds(apart));
        assert_alert("RidgelineClockOff", &well, &scrape(&app).await);
    }
}

#[tokio::test]
async fn an_operator_is_told_of_a_bucket_that_is_away() {
    let app = TestApp::new(Engine::Sqlite).await;
    // Nothing listens on this port.
    let bucket = AmazonS3Builder::new()
        .with_endpoint("http://127.0.0.1:1")
        .with_allow_http(true)
        .with_region("us-east-1")
        .with_access_key_id("key")
        .with_secret_access_key("secret");
    let room = StorageBackend::bucket("s3://ridge", bucket).expect("room");
    let files = Files::open(&app.app.db, room, app.folder.path()).await.expect("files");
    let app = app.second_server(|parts| parts.files = files).await;
    let who = app.sign_in(Contractor, Admin).await;
    let job = app.job(&who).await;
    let well = scrape(&app).await;
    let path = format!("/api/jobs/uploadJobImage/{}", job["id"].as_str().expect("id"));
    let request = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
    let refused = app.send(Some(&who), request).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_alert("RidgelineFilesFail", &well, &scrape(&app).await);
}

#[tokio::test]
async fn an_operator_is_told_of_mail_that_waits() {
    let app = TestApp::new(Engine::Sqlite).await;
    queued(&app, &mail(), &[person("ada@example.com")]).await;
    let well = scrape(&app).await;
    app.advance(chrono::Duration::minutes(31));
    assert_alert("RidgelineMailsWait", &well, &scrape(&app).await);
}

#[tokio::test]
async fn an_operator_is_told_of_changes_that_wait_for_the_writer() {
    let app = TestApp::new(Engine::Sqlite).await;
    let who = app.sign_in(Contractor, Admin).await;
    let well = scrape(&app).await;
    let writer = app.app.db.write().await.expect("the writer");
    let held = async {
        // Longer than the half of a second from which the calls count as slow.
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        writer.roll_back();
    };
    let (created, ()) = tokio::join!(create(&app, &who), held);
    assert_eq!(created, StatusCode::OK);
    let fault = scrape(&app).await;
    assert_alert("RidgelineWritersWait", &well, &fault);
    assert_alert("RidgelineSlow", &well, &fault);
}

/// What a test cannot bring a server to in a moment is written into what a healthy one tells.
#[tokio::test]
async fn an_operator_is_told_of_slow_disks_full_tables_and_queues_that_stand() {
    let app = TestApp::new(Engine::Sqlite).await;
    let who = app.sign_in(Contractor, Admin).await;
    create(&app, &who).await;
    let well = scrape(&app).await.with("ridgeline_websocket_connections", 100.0);
    let bucket = |most: &str| format!("ridgeline_database_fsync_seconds_bucket{{le=\"{most}\"}}");
    let mut slow = well.clone();
    for most in ["0.25", "1.0", "5.0", "+Inf"] {
        slow = slow.with(&bucket(most), 1_000.0);
    }
    assert_alert("RidgelineDiskSlow", &well, &slow);
    let open = well.clone().with("process_open_fds", 900.0).with("process_max_fds", 1_000.0);
    assert_alert("RidgelineFilesRunOut", &well, &open);
    let cut = well.clone().with("ridgeline_websocket_disconnects_total", 10.0);
    assert_alert("RidgelineSocketsCut", &well, &cut);
    let failed = well.clone().with(r#"ridgeline_mail_attempts_total{outcome="failed"}"#, 1.0);
    assert_alert("RidgelineMailsFail", &well, &failed);
    let waits = well.clone().with("ridgeline_push_queue_oldest_age_seconds", 1_000.0);
    assert_alert("RidgelinePushesWait", &well, &waits);
    let waits = well.clone().with("ridgeline_webhook_queue_oldest_age_seconds", 1_000.0);
    assert_alert("RidgelineWebhooksWait", &well, &waits);
}

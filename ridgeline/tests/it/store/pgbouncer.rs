//! Two servers behind PgBouncer: everything works as on PostgreSQL itself.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use futures_util::future::join_all;
use serde_json::json;
use store::db::{Db, Engine, postgres::usage};

use crate::support::{
    TestApp,
    pgbouncer::{PgBouncer, PoolMode},
    sockets::Socket,
};

const LIST: &str = "/api/jobs/myJobs/contractor";

/// Creates jobs on two servers at once, and reads them from both.
async fn work(first: &TestApp, open: impl AsyncFn() -> Db) {
    let who = first.sign_in(Contractor, Admin).await;
    let one = first.second_server_over(open().await).await;
    let other = first.second_server_over(open().await).await;
    let mut tab = Socket::of(&other, other.listen().await, &who).await;
    let creates = (0..40).map(async |n| {
        let form = json!({ "title": format!("Roof {n}"), "city": "Nashville", "state": "TN" });
        let server = if n % 2 == 0 { &one } else { &other };
        let created = server.post(&who, "/api/jobs/create", form).await;
        assert_eq!(created.status, StatusCode::OK, "{}", created.json);
        assert_eq!(server.get(&who, LIST).await.status, StatusCode::OK);
    });
    join_all(creates).await;
    for server in [&one, &other] {
        let jobs = server.get(&who, LIST).await.json;
        assert_eq!(jobs["jobs"].as_array().expect("jobs").len(), 40);
    }
    for _ in 0..40 {
        tab.event("job").await;
    }
    for server in [&one, &other] {
        server.app.db.close().await;
    }
}

#[tokio::test]
async fn two_servers_behind_pgbouncer_lose_nothing_when_each_transaction_gets_another_connection() {
    let first = TestApp::new(Engine::Postgres).await;
    let direct = first.database_url();
    let pooler = PgBouncer::start(direct, PoolMode::Transaction).await;
    let open = async || Db::open_postgres_through(&pooler.url, direct).await.expect("opened");
    work(&first, open).await;
}

#[tokio::test]
async fn a_restore_is_refused_while_a_server_behind_pgbouncer_runs() {
    let first = TestApp::new(Engine::Postgres).await;
    let url = first.database_url().to_owned();
    first.app.db.close().await;
    assert!(!usage::is_in_use(&url).await.expect("an answer"));
    let pooler = PgBouncer::start(&url, PoolMode::Transaction).await;
    let db = Db::open_postgres_through(&pooler.url, &url).await.expect("opened");
    assert!(usage::is_in_use(&url).await.expect("an answer"));
    db.close().await;
}

#[tokio::test]
async fn two_servers_behind_pgbouncer_work_when_each_connection_is_their_own() {
    let first = TestApp::new(Engine::Postgres).await;
    let pooler = PgBouncer::start(first.database_url(), PoolMode::Session).await;
    work(&first, async || Db::open_postgres(&pooler.url).await.expect("opened")).await;
}

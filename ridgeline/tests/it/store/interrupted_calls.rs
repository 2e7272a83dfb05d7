//! Calls that end in the middle, and connections to PostgreSQL that break, harm no other call.

use std::{
    future::poll_fn,
    pin::pin,
    task::Poll::{Pending, Ready},
};

use chrono::{DateTime, Utc};
use domain::{
    companies::time_zone::TimeZone, permissions::permission::CompanyType, types::ids::CompanyId,
};
use futures_util::{FutureExt as _, future::join_all};
use sqlx::{Connection as _, PgConnection, postgres::PgPoolOptions};
use store::{
    companies::companies::{self, NewCompany},
    db::{Db, Tx, error::DbResult},
    sql,
};
use uuid::Uuid;

use crate::support::{Engine, TestDb};

/// How often each kind of call is given up at each moment.
const ROUNDS: usize = 20;
/// Later than the last moment at which one of these calls waits.
const MOMENTS: usize = 12;

/// Runs a call until it has waited so often, and gives it up.
async fn give_up<F: Future>(call: F, after: usize) {
    let mut call = pin!(call);
    let mut waits = 0;
    poll_fn(|context| {
        waits += 1;
        match call.as_mut().poll(context) {
            Pending if waits < after => Pending,
            Pending | Ready(_) => Ready(()),
        }
    })
    .await;
}

async fn read(mut tx: Tx) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM company").value(&mut tx).await
}

async fn write(db: &Db) -> DbResult<()> {
    let mut tx = db.write().await?;
    let new = NewCompany {
        name: "Ridge & Sons",
        company_type: CompanyType::Contractor,
        location: "Nashville",
        description: "",
        time_zone: TimeZone::default(),
    };
    let company = CompanyId(Uuid::now_v7());
    companies::insert(&mut tx, company, &new, DateTime::<Utc>::UNIX_EPOCH).await?;
    tx.commit().await
}

/// Waits until no connection to this database is left inside a transaction.
async fn until_none_is_in_a_transaction(url: &str) {
    let mut admin = PgConnection::connect(url).await.expect("postgres");
    for _ in 0..2_000 {
        let left: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM pg_stat_activity
             WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
        )
        .fetch_one(&mut admin)
        .await
        .expect("connections");
        if left == 0 {
            return;
        }
    }
    panic!("a connection was given back inside a transaction");
}

#[tokio::test]
async fn changes_are_stored_although_many_readers_hang_up() {
    let test = TestDb::new(Engine::Postgres).await;
    let db = &test.db;
    for round in 0..ROUNDS {
        let readers = (1..=MOMENTS).flat_map(|after| {
            [
                give_up(async { read(db.read().await?).await }, after).boxed(),
                give_up(async { read(db.read_one_statement().await?).await }, after).boxed(),
                give_up(write(db), after).boxed(),
            ]
        });
        join_all(readers).await;
        for written in join_all((0..16).map(|_| write(db))).await {
            written.unwrap_or_else(|error| panic!("round {round}: {error}"));
        }
    }
    until_none_is_in_a_transaction(test.url.as_deref().expect("an address")).await;
}

#[tokio::test]
async fn calls_succeed_after_every_unused_connection_was_ended() {
    let test = TestDb::new(Engine::Postgres).await;
    let (db, url) = (&test.db, test.url.as_deref().expect("an address"));
    let mut admin = PgConnection::connect(url).await.expect("postgres");
    for call in ["read", "write", "one statement"] {
        for opened in join_all((0..8).map(|_| db.read())).await {
            opened.expect("a connection").commit().await.expect("its end");
        }
        end_all(&mut admin).await;
        let done = match call {
            "read" => read(db.read().await.expect(call)).await.map(drop),
            "write" => write(db).await,
            _ => read(db.read_one_statement().await.expect(call)).await.map(drop),
        };
        done.unwrap_or_else(|error| panic!("{call}: {error}"));
    }
}

#[tokio::test]
async fn changes_are_stored_once_the_address_leads_to_a_postgres_that_writes_again() {
    let test = TestDb::new(Engine::Postgres).await;
    let (db, url) = (&test.db, test.url.as_deref().expect("an address"));
    let mut admin = PgConnection::connect(url).await.expect("postgres");
    let mut set = async |setting: &'static str| {
        sqlx::raw_sql(setting).execute(&mut admin).await.expect("a setting");
    };
    // Connections that are open keep what they began with, like those to a replica after a failover.
    set("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on',
             current_database()); END $$")
    .await;
    for opened in join_all((0..8).map(|_| db.read())).await {
        opened.expect("a connection").commit().await.expect("its end");
    }
    let refused = join_all((0..16).map(|_| write(db))).await;
    assert!(refused.iter().any(Result::is_err), "new connections only read");
    set("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only',
             current_database()); END $$")
    .await;
    for written in join_all((0..8).map(|_| write(db))).await {
        written.expect("on a new connection");
    }
}

/// Ends every other connection to this database.
async fn end_all(admin: &mut PgConnection) {
    let ended: i64 = sqlx::query_scalar(
        "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()
                 AND backend_type = 'client backend'",
    )
    .fetch_one(&mut *admin)
    .await
    .expect("ended");
    assert!(ended >= 8, "{ended}");
    let left = "SELECT COUNT(*) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                 AND backend_type = 'client backend'";
    while sqlx::query_scalar::<_, i64>(left).fetch_one(&mut *admin).await.expect("count") > 0 {}
}

/// The defect of `sqlx` 0.9.0 because of which the server has a pool of its own, in its smallest form: a `BEGIN` that is
/// given up before PostgreSQL has answered is not counted, so nothing ends its transaction, and the next one who takes
/// the connection is in it. If this fails, `sqlx` has mended it.
#[tokio::test]
async fn the_pool_of_sqlx_gives_a_connection_inside_a_transaction_to_the_next_call() {
    let test = TestDb::new(Engine::Postgres).await;
    let one = PgPoolOptions::new().max_connections(1);
    let pool = one.connect(test.url.as_deref().expect("an address")).await.expect("a pool");
    let mut connection = pool.acquire().await.expect("a connection");
    // Sends the statement, and does not wait for the answer. If that is there at once, it begins anew.
    while connection.begin_with("BEGIN READ ONLY").now_or_never().is_some() {}
    drop(connection);
    let mut tx = pool.begin().await.expect("the next transaction");
    let written = sqlx::query("DELETE FROM company").execute(&mut *tx).await;
    let code = written.expect_err("it is refused").into_database_error().expect("by PostgreSQL");
    assert_eq!(code.code().as_deref(), Some("25006"), "the transaction only reads");
}

//! Moving from SQLite to PostgreSQL: all rows arrive unchanged, or none do.

use std::path::Path;

use chrono::{DateTime, Utc};
use server::{
    app::database_file,
    backup::move_to_postgres::{move_rows, move_to_postgres},
};
use services::{
    core::clock::Clock,
    files::{Files, backend::StorageBackend},
};
use sha2::{Digest as _, Sha256};
use store::{accounts::passwords, db::Db, feedback, sql};
use uuid::Uuid;

use crate::support::{Engine, TestDb, drop_postgres, empty_postgres, scan};

/// Texts that encoding or quoting mistakes would break.
const ODD: [&str; 6] = [
    "👷🏽‍♀️ roof 🏠",
    "שלום, גג",
    "tab\tline\nreturn\r end ",
    "'; DROP TABLE job; --",
    "\u{feff}\u{202e}x",
    "{\"a\": \"\\u0041\"}",
];

async fn demo_in(data: &Path) {
    let db = Db::open_sqlite(&database_file(data)).await.expect("database");
    let files = Files::open(&db, StorageBackend::open(None, data).expect("room"), data)
        .await
        .expect("files");
    demo::storing::store(&db, &files, &Clock::Real).await.expect("demo");
    add_oddities(&db).await;
    db.close().await;
}

async fn add_oddities(db: &Db) {
    let mut tx = db.write().await.expect("tx");
    let at: DateTime<Utc> = "2026-03-02T12:00:00.123Z".parse().expect("time");
    for (n, text) in ODD.iter().enumerate() {
        let id = Uuid::from_u128(n as u128 + 1);
        sql!(
            "INSERT INTO company (id, name, company_type, location, description, revision, date_inserted)
             VALUES ($1, $2, 'contractor', $2, $2, $3, $4)"
        )
        .bind(id)
        .bind(*text)
        .bind(i64::MAX - i64::try_from(n).expect("small"))
        .bind(at)
        .run_one(&mut tx)
        .await
        .expect("company");
        sql!(
            "INSERT INTO job (id, company_id, title, city, state, status, color, contract_amount,
                 date_inserted, latitude, longitude, job_crew_id)
             VALUES ($1, $1, $2, 'c', 's', 'active', '#1A3F69', $3, $4, $5, $6, $1)"
        )
        .bind(id)
        .bind(*text)
        .bind(999_999_999_999_i64)
        .bind(at)
        .bind(0.1_f64 + 0.2)
        .bind(-86.781_602_4_f64)
        .run_one(&mut tx)
        .await
        .expect("job");
        sql!("INSERT INTO secret (name, content) VALUES ($1, $2)")
            .bind(*text)
            .bind((0..=255_u8).collect::<Vec<u8>>())
            .run_one(&mut tx)
            .await
            .expect("secret");
    }
    tx.commit().await.expect("commit");
}

fn hash_of(file: &Path) -> Vec<u8> {
    Sha256::digest(std::fs::read(file).expect("file")).to_vec()
}

#[tokio::test]
async fn a_season_arrives_in_postgres_row_by_row_and_people_sign_in_there() {
    let folder = tempfile::tempdir().expect("folder");
    demo_in(folder.path()).await;
    let before = hash_of(&database_file(folder.path()));
    let url = empty_postgres().await;
    let moved = move_to_postgres(folder.path(), &url).await.expect("moved");
    let rows = |table: &str| moved.iter().find(|moved| moved.table == table).expect(table).rows;
    assert!(rows("job") > 100 && rows("chat_message") > 10 && rows("secret") >= 6);
    assert_eq!(hash_of(&database_file(folder.path())), before, "the source is as it was");

    let db = Db::open_postgres(&url).await.expect("the new one");
    let mut tx = db.read().await.expect("tx");
    let account =
        passwords::find(&mut tx, "marisol@summit-roofing.example").await.expect("account");
    assert!(account.is_some());
    let titles: Vec<(String,)> =
        sql!("SELECT title AS value FROM job WHERE contract_amount = 999999999999 ORDER BY id")
            .all(&mut tx)
            .await
            .expect("titles");
    assert_eq!(titles.into_iter().map(|(title,)| title).collect::<Vec<_>>(), ODD);
    let largest: i64 =
        sql!("SELECT MAX(revision) AS value FROM company").value(&mut tx).await.expect("number");
    assert_eq!(largest, i64::MAX);
    drop(tx);
    let (there, named) = scan::files_of(&db, &folder.path().join("files")).await;
    assert_eq!(there, named, "the files stay where they are, and are named as before");
    db.close().await;

    let again =
        move_to_postgres(folder.path(), &url).await.expect_err("it is not empty").to_string();
    assert!(again.contains("make a new one"), "{again}");
    drop_postgres(&url).await;
}

#[tokio::test]
async fn a_row_that_postgres_cannot_store_cancels_the_move_and_it_can_be_repeated() {
    let folder = tempfile::tempdir().expect("folder");
    let file = database_file(folder.path());
    let from = Db::open_sqlite(&file).await.expect("database");
    let mut tx = from.write().await.expect("tx");
    let add = |text: &'static str| {
        sql!("INSERT INTO lead (id, name, email, company_type, details, date_inserted) VALUES ($1, $2, 'x', 'vendor', 'x', $3)")
            .bind(Uuid::now_v7())
            .bind(text)
            .bind(DateTime::<Utc>::UNIX_EPOCH)
    };
    add("good").run_one(&mut tx).await.expect("lead");
    // PostgreSQL stores no NUL, and no call accepts one.
    add("a\u{0}b").run_one(&mut tx).await.expect("lead");
    tx.commit().await.expect("commit");
    let to = TestDb::new(Engine::Postgres).await;
    let error = move_rows(&from, &to.db).await.expect_err("refused").to_string();
    assert!(error.contains("lead") && error.contains("nothing was moved"), "{error}");
    let leads = async || {
        let mut tx = to.db.read().await.expect("tx");
        feedback::leads(&mut tx).await.expect("leads").len()
    };
    assert_eq!(leads().await, 0);
    let mut tx = from.write().await.expect("tx");
    sql!("DELETE FROM lead WHERE name <> 'good'").run(&mut tx).await.expect("mended");
    tx.commit().await.expect("commit");
    move_rows(&from, &to.db).await.expect("moved");
    assert_eq!(leads().await, 1);
}

#[tokio::test]
async fn a_wrong_source_or_target_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    let error = move_to_postgres(folder.path(), "postgres://x/y").await.expect_err("no database");
    assert!(error.to_string().contains("--data"), "{error}");
    let error = move_to_postgres(folder.path(), "mysql://x/y").await.expect_err("another engine");
    assert!(error.to_string().contains("postgres://"), "{error}");
}

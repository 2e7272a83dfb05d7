//! SIGKILL while people write: no acknowledged change is lost, and nothing is stored partially or twice.

use std::time::Duration;

use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::{
    cluster::fresh_database,
    people::ApiClient,
    random_duration, rounds,
    server::{Place, files_in},
    site::Site,
};

/// Long enough for the first answers, short enough that many rounds fit into a test run.
const FROM: Duration = Duration::from_millis(300);
const TO: Duration = Duration::from_millis(1_800);

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_on_sqlite() {
    let place = Place::new(None);
    let client = kill_again_and_again("SQLite", &place).await;
    drop(client);
    every_file_is_accounted_for(&place).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_on_postgres() {
    let place = Place::new(Some(fresh_database().await));
    kill_again_and_again("PostgreSQL", &place).await;
}

async fn kill_again_and_again(engine: &str, place: &Place) -> ApiClient {
    let mut server = place.start();
    let client = ApiClient::new(&server.at);
    let mut site = Site::open(client.clone()).await;
    for round in 1..=rounds() {
        let before = site.acknowledged();
        let work = site.work(false);
        let worked = random_duration(FROM, TO);
        tokio::time::sleep(worked).await;
        server.kill();
        work.end(&mut site).await;
        let acknowledged = site.acknowledged() - before;
        server = place.start();
        client.set_address(&server.at);
        let found = site.audit().await;
        println!(
            "{engine}, round {round}: killed after {} ms, {acknowledged} acknowledged and all there; of those under \
             way {} were stored and {} were not; ready again after {} ms",
            worked.as_millis(),
            found.stored,
            found.not_stored,
            server.took.as_millis(),
        );
    }
    let all = site.acknowledged();
    println!("{engine}: {all} changes, none lost, none by halves, none twice");
    assert!(all > rounds(), "nobody got anything done");
    server.kill();
    client
}

/// Checks the data folder of a killed server: the database is intact, and every file is either in use or
/// marked for deletion.
async fn every_file_is_accounted_for(place: &Place) {
    let options = SqliteConnectOptions::new().filename(place.database_file());
    let mut database = SqliteConnection::connect_with(&options).await.expect("the database");
    for check in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
        let result: Vec<String> =
            sqlx::query_scalar(check).fetch_all(&mut database).await.expect(check);
        assert!(result.is_empty() || result == ["ok"], "{check}: {result:?}");
    }
    let known: Vec<String> = sqlx::query_scalar(
        "SELECT picture FROM job_image UNION ALL SELECT thumbnail FROM job_image UNION ALL SELECT file_key FROM doomed_file",
    )
    .fetch_all(&mut database)
    .await
    .expect("keys");
    let root = place.data.join("files");
    for file in files_in(&root) {
        let key = file.strip_prefix(&root).expect("a key").display().to_string();
        // A file that was still being written when the server was killed has a number after a `#`.
        let key = key.split('#').next().unwrap_or_default().to_owned();
        assert!(known.contains(&key), "nobody knows of the file {key}");
    }
}

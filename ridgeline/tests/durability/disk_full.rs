//! The disk fills up while people work: they get an error message, reading still works, and writing works
//! again as soon as there is space.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::{
    disk::Disk,
    people::{ApiClient, CallOutcome, Person, Refusal},
    server::{Place, files_in},
    site::{Site, photo},
};

/// Longer than it takes to use up the space that was allocated before.
const SOON: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_changes_with_a_message_and_loses_nothing() {
    let disk = Disk::small();
    let place = Place::on(disk.path());
    let server = place.start();
    let client = ApiClient::new(&server.at);
    let mut site = Site::open(client.clone()).await;
    let who = site.admin.clone();
    let luz = spanish_reader(&client).await;
    let work = site.work(true);
    tokio::time::sleep(Duration::from_secs(1)).await;
    work.end(&mut site).await;
    site.audit().await;

    disk.fill(server.id());
    let work = site.work(true);
    let began = Instant::now();
    let refusal = loop {
        if let CallOutcome::Refused(refusal) = create(&client, &who, "No room").await {
            break refusal;
        }
        assert!(began.elapsed() < SOON, "it is taken for ever");
    };
    assert_refused_with(&refusal, "has no space for it");
    tokio::time::sleep(Duration::from_secs(1)).await;
    work.end(&mut site).await;
    assert_refused_with(&refused(create(&client, &luz, "Sin espacio").await), "no tiene espacio");
    let path = format!("/api/jobs/uploadJobImage/{}", site.writers[0].job);
    let outcome = client.upload(&who.token, &path, ("image", "roof.jpg"), &photo(900)).await;
    assert_refused_with(&refused(outcome), "has no space for it");
    let left = files_in(&place.data.join("arriving"));
    assert!(left.is_empty(), "half an upload stays: {left:?}");
    assert_eq!((client.status("/api/health").await, client.status("/api/ready").await), (200, 200));
    let list = client.get(&luz.token, "/api/jobs/myJobs/contractor").await;
    assert_eq!(
        list["jobs"],
        json!([]),
        "reading goes on, and nothing of what was refused is there"
    );

    disk.make_room(server.id());
    let began = Instant::now();
    let outcome = create(&client, &who, "Room again").await;
    assert!(matches!(outcome, CallOutcome::Done(_)), "without a restart: {outcome:?}");
    let back = began.elapsed();
    site.audit().await;
    let created = client.upload(&who.token, &path, ("image", "roof.jpg"), &photo(901)).await;
    let CallOutcome::Done(created) = created else { panic!("{created:?}") };
    site.writers[0].ledger.note_photo(&created);
    let work = site.work(false);
    tokio::time::sleep(Duration::from_millis(500)).await;
    work.end(&mut site).await;
    site.audit().await;

    let refused: usize = site.writers.iter().map(|writer| writer.ledger.refused.len()).sum();
    let log = place.said();
    let lines = log.lines().count();
    println!(
        "Disk full ({}): {refused} changes refused and none of them there, {} acknowledged and all there; the \
         first change {} ms after there was room; {lines} lines in the log",
        disk.kind(),
        site.acknowledged(),
        back.as_millis(),
    );
    assert!(refused > 0 && lines <= 12, "it is logged once, not by every request: {log}");
    server.kill();
    let options = SqliteConnectOptions::new().filename(place.database_file());
    let mut database = SqliteConnection::connect_with(&options).await.expect("the database");
    let result: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut database).await.expect("check");
    assert_eq!(result, "ok");
}

async fn spanish_reader(client: &ApiClient) -> Person {
    let luz = client.founder("luz@cumbre.example", "contractor").await;
    let form = json!({
        "firstName": "Luz", "lastName": "Peña", "location": "Nashville, TN", "language": "spanish",
        "position": "Dueña", "phoneNumber": "",
    });
    client.post(&luz.token, "/api/auth/user/update", form).await;
    luz
}

async fn create(client: &ApiClient, who: &Person, title: &str) -> CallOutcome {
    let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
    client.call(&who.token, Method::POST, "/api/jobs/create", &form).await
}

fn refused(outcome: CallOutcome) -> Refusal {
    match outcome {
        CallOutcome::Refused(refusal) => refusal,
        outcome => panic!("{outcome:?}"),
    }
}

fn assert_refused_with(refusal: &Refusal, words: &str) {
    assert_eq!((refusal.status, refusal.code.as_str()), (503, "internal"), "{refusal:?}");
    assert!(refusal.message.contains(words) && refusal.again.is_some(), "{refusal:?}");
}

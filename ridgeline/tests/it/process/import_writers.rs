//! What others wait for while a file is imported: a fraction of the import, not all of it.

use std::{
    cell::Cell,
    fmt::Write as _,
    time::{Duration, Instant},
};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{empty_postgres, process::Process};

const ROWS: usize = 25_000;

/// How long a write may wait at the 99th percentile.
const TYPICAL: Duration = Duration::from_millis(250);
/// How long the one may wait that meets the transaction in which the rows are published.
const LONGEST: Duration = Duration::from_secs(1);

/// Creates customers one after the other until the import is done; how long each call took, shortest first.
async fn write_until(server: &Process, token: &str, is_done: &Cell<bool>) -> Vec<Duration> {
    let mut waits = Vec::new();
    while !is_done.get() {
        let name = format!("N{}", waits.len());
        let form = json!({ "firstName": "Ana", "lastName": name, "phone": "6155550100" });
        let began = Instant::now();
        let created = server
            .ask(Method::POST, "/api/customers/create")
            .bearer_auth(token)
            .header("content-type", "application/json")
            .body(form.to_string());
        let created = created.send().await.expect("an answer");
        assert_eq!(created.status(), StatusCode::OK);
        waits.push(began.elapsed());
    }
    waits.sort_unstable();
    waits
}

/// Imports a file of [`ROWS`] customers; the answer, and how long it took.
async fn import(server: &Process, token: &str) -> (Value, Duration) {
    let mut form = String::from(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n\
         First Name,Last Name,Phone\n",
    );
    for n in 0..ROWS {
        writeln!(form, "Ana,Peña {n},615555{:04}", n % 10_000).expect("text");
    }
    form.push_str("\r\n--edge--\r\n");
    let began = Instant::now();
    let sent = server
        .ask(Method::POST, "/api/customers/import")
        .bearer_auth(token)
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(form);
    let answer = sent.send().await.expect("an answer");
    let took = began.elapsed();
    (answer.json().await.expect("JSON"), took)
}

async fn nobody_waits_for_all_of_it(flags: &[&str]) {
    let server = Process::start(&[&["--rate-limits", "off"], flags].concat(), &[]);
    let token = server.contractor().await;
    let is_done = Cell::new(false);
    let importing = async {
        let imported = import(&server, &token).await;
        is_done.set(true);
        imported
    };
    let ((answer, took), waits) = tokio::join!(importing, write_until(&server, &token, &is_done));
    assert_eq!(answer["created"], json!(ROWS));
    let (typical, longest) = (waits[waits.len() * 99 / 100], waits[waits.len() - 1]);
    println!("{took:?}; {} writes, 99 % within {typical:?}, longest {longest:?}", waits.len());
    // On a machine that is busy with something else everything takes longer, the import too.
    assert!(typical < TYPICAL.max(took / 10), "{typical:?} of {took:?}");
    assert!(longest < LONGEST.max(took / 2), "{longest:?} of {took:?}");
}

#[tokio::test]
async fn while_a_file_is_imported_nobody_waits_for_all_of_it_on_sqlite() {
    nobody_waits_for_all_of_it(&[]).await;
}

#[tokio::test]
async fn while_a_file_is_imported_nobody_waits_for_all_of_it_on_postgres() {
    let url = empty_postgres().await;
    nobody_waits_for_all_of_it(&["--database-url", &url]).await;
}

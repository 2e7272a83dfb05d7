//! What others wait for while a file is imported: a fraction of the import, not all of it.

use std::{
    cell::Cell,
    fmt::Write as _,
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::json;

use crate::support::{Person, TestApp, multipart};

const ROWS: usize = 25_000;

/// Creates customers one after the other until the import is done; how long each call took.
async fn write_until(app: &TestApp, who: &Person, is_done: &Cell<bool>) -> Vec<Duration> {
    let mut waits = Vec::new();
    while !is_done.get() {
        let form = json!({ "firstName": "Ana", "lastName": format!("N{}", waits.len()), "phone": "6155550100" });
        let began = Instant::now();
        let created = app.post(who, "/api/customers/create", form).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        waits.push(began.elapsed());
        tokio::task::yield_now().await;
    }
    waits.sort_unstable();
    waits
}

both_engines! {
    async fn while_a_file_is_imported_nobody_waits_for_all_of_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let colleague = app.colleague(admin.company, Admin).await;
        let mut file = String::from("First Name,Last Name,Phone\n");
        for n in 0..ROWS {
            writeln!(file, "Ana,Peña {n},615555{:04}", n % 10_000).expect("text");
        }
        let is_done = Cell::new(false);
        let importing = async {
            let began = Instant::now();
            let done = app.send(Some(&admin), multipart("/api/customers/import", file.as_bytes(), &[])).await;
            is_done.set(true);
            (done, began.elapsed())
        };
        let ((done, took), waits) = tokio::join!(importing, write_until(app, &colleague, &is_done));
        assert_eq!((done.status, &done.json["created"]), (StatusCode::OK, &json!(ROWS)));
        let (typical, longest) = (waits[waits.len() * 99 / 100], waits[waits.len() - 1]);
        println!("{:?}: {took:?}; {} writes, 99 % within {typical:?}, longest {longest:?}", app.app.db.engine(), waits.len());
        assert!(typical < took / 5, "{typical:?} of {took:?}");
        // Who meets the transaction that publishes the rows waits for that one.
        assert!(longest < took / 2, "{longest:?} of {took:?}");
    }
}

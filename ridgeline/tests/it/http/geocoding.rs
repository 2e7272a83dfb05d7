//! Where jobs are on the map: their ZIP at once, and their house once the operator's geocoder has found it.

use std::fmt::Write as _;

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Member},
};
use serde_json::{Value, json};
use server::tasks::{
    geocoding::{self, Step},
    job_areas, sweep,
};
use store::{jobs::geocoder_answers::MOST_ANSWERS, sql};

use crate::support::{
    FakeGeocoder, GeocoderApp, Person, TestApp, geocoder::FOUND, multipart, sockets::Socket,
};

const STREET: &str = "1319 6th Ave N";

/// The coordinates of a job.
fn place(job: &Value) -> (f64, f64) {
    (job["latitude"].as_f64().expect("north"), job["longitude"].as_f64().expect("east"))
}

async fn move_to(app: &TestApp, who: &Person, job: &Value, street: &str, zip: &str) {
    let form = json!({
        "jobId": job["id"], "title": "Ridge repair", "address": street, "city": "Nashville", "state": "TN", "zip": zip,
    });
    let moved = app.post(who, "/api/jobs/update/nameAddress", form).await;
    assert_eq!(moved.status, StatusCode::OK, "{:?}", moved.json);
}

/// The number of waiting questions.
async fn waiting(app: &TestApp) -> i64 {
    let mut tx = app.app.db.read().await.expect("a connection");
    sql!("SELECT COUNT(*) AS value FROM geocoding_question").value(&mut tx).await.expect("a number")
}

both_engines! {
    async fn a_saved_job_is_at_its_zip_at_once_and_moves_to_its_house_on_open_maps(app: &GeocoderApp) {
        let at = app.listen().await;
        let ada = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(ada.company, Member).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        assert_eq!(saved["placeArea"], json!({ "kind": "zip", "radiusMeters": 3_500 }));
        let mut theirs = Socket::of(app, at, &member).await;
        assert_eq!(app.step().await, Step::Asked);
        let moved = theirs.event("job").await;
        assert_eq!(place(&moved), FOUND);
        assert_eq!(moved["placeArea"], Value::Null);
        assert_eq!(moved, app.job_seen_by(&member, &saved["id"]).await);
        assert_eq!(app.asked(), ["1319 6th Ave N, Nashville, TN 37208"]);
        assert_eq!(app.step().await, Step::NothingDue);
    }

    async fn a_house_is_found_by_photon_too(app: &GeocoderApp) {
        app.now(FakeGeocoder::Photon);
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        assert_eq!(app.ask_all().await, ["1319 6th Ave N, Nashville, TN 37208"]);
        assert_eq!(place(&app.job_seen_by(&ada, &saved["id"]).await), FOUND);
    }

    async fn an_address_that_was_found_before_is_not_asked_again(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let first = app.job_at(&ada, STREET, "37208").await;
        app.ask_all().await;
        let again = app.job_at(&ada, "1319 6TH Ave. North", "37208-4417").await;
        assert_eq!(place(&again), FOUND, "a save uses what is known");
        // A new title moves no pin back to the center of the ZIP.
        move_to(app, &ada, &first, STREET, "37208").await;
        assert_eq!(place(&app.job_seen_by(&ada, &first["id"]).await), FOUND);
        assert!(app.ask_all().await.is_empty());
        assert_eq!(waiting(app).await, 0);
        app.advance(Duration::days(181));
        let eve = app.colleague(ada.company, Admin).await;
        app.job_at(&eve, STREET, "37208").await;
        assert_eq!(app.ask_all().await.len(), 1, "after half a year it is");
    }

    async fn an_address_that_is_not_found_stays_at_its_zip_and_is_asked_once(app: &GeocoderApp) {
        app.now(FakeGeocoder::Says(StatusCode::OK, "[]".into()));
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        assert_eq!(app.ask_all().await.len(), 1);
        assert_eq!(app.job_seen_by(&ada, &saved["id"]).await, saved);
        app.advance(Duration::days(3));
        assert!(app.ask_all().await.is_empty());
        assert_eq!(waiting(app).await, 0);
    }

    async fn a_broken_geocoder_delays_nothing_and_finds_the_house_when_it_works_again(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        let endless = format!("[{}0]", "0,".repeat(5 << 19));
        let broken = [
            (StatusCode::OK, "<html>".to_owned()),
            (StatusCode::OK, endless),
            (StatusCode::INTERNAL_SERVER_ERROR, String::new()),
            (StatusCode::TOO_MANY_REQUESTS, "[]".to_owned()),
            (StatusCode::FORBIDDEN, "<html>".to_owned()),
            (StatusCode::OK, "[{}]".to_owned()),
        ];
        for (at, (status, text)) in broken.into_iter().enumerate() {
            app.now(FakeGeocoder::Says(status, text));
            assert_eq!(app.step().await, Step::Asked, "try {at}");
            assert_eq!(app.asked().len(), 1, "try {at}");
            assert!(!matches!(app.step().await, Step::Asked), "it is not asked at once again");
            assert_eq!(app.job_seen_by(&ada, &saved["id"]).await, saved);
            app.advance(Duration::days(1));
        }
        app.now(FakeGeocoder::Nominatim);
        assert_eq!(app.ask_all().await.len(), 1, "an outage of days loses no job");
        assert_eq!(place(&app.job_seen_by(&ada, &saved["id"]).await), FOUND);
        assert_eq!(waiting(app).await, 0);
    }

    async fn a_new_title_leaves_a_job_at_its_house_also_when_the_answer_was_forgotten(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        app.ask_all().await;
        assert_eq!(place(&app.job_seen_by(&ada, &saved["id"]).await), FOUND);
        app.advance(Duration::days(181));
        let ada = app.colleague(ada.company, Admin).await;
        let form = json!({
            "jobId": saved["id"], "title": "Another title", "address": STREET, "city": "Nashville",
            "state": "TN", "zip": "37208"
        });
        app.post(&ada, "/api/jobs/update/nameAddress", form).await;
        let renamed = app.job_seen_by(&ada, &saved["id"]).await;
        assert_eq!(renamed["title"], "Another title");
        assert_eq!(place(&renamed), FOUND);
    }

    async fn a_save_does_not_wait_for_a_geocoder_that_hangs(app: &GeocoderApp) {
        app.now(FakeGeocoder::Silent);
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        let asking = tokio::spawn({
            let server = app.app.clone();
            async move { geocoding::next_step(&server).await }
        });
        app.request_arrives().await;
        move_to(app, &ada, &saved, "1321 6th Ave N", "37208").await;
        app.job_at(&ada, "1323 6th Ave N", "37208").await;
        assert!(!asking.is_finished(), "all of this was saved while the geocoder hung");
        assert_eq!(asking.await.expect("a task").expect("the database"), Step::Asked);
        assert_eq!(waiting(app).await, 2);
    }

    async fn an_address_that_is_edited_meanwhile_is_not_moved_to_the_former_house(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        app.hold_answers();
        let asking = tokio::spawn({
            let server = app.app.clone();
            async move { geocoding::next_step(&server).await }
        });
        app.request_arrives().await;
        move_to(app, &ada, &saved, "500 Broadway", "37203").await;
        let edited = app.job_seen_by(&ada, &saved["id"]).await;
        app.answer_one();
        asking.await.expect("a task").expect("the database");
        assert_eq!(app.job_seen_by(&ada, &saved["id"]).await, edited);
        app.answer_one();
        assert_eq!(app.step().await, Step::Asked);
        assert_eq!(app.asked().last().map(String::as_str), Some("500 Broadway, Nashville, TN 37203"));
        assert_eq!(place(&app.job_seen_by(&ada, &saved["id"]).await), FOUND);
    }

    async fn a_job_that_is_deleted_meanwhile_does_not_stop_the_queue(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        app.hold_answers();
        let asking = tokio::spawn({
            let server = app.app.clone();
            async move { geocoding::next_step(&server).await }
        });
        app.request_arrives().await;
        app.post(&ada, "/api/jobs/delete", json!({ "jobId": saved["id"] })).await;
        app.answer_one();
        asking.await.expect("a task").expect("the database");
        let next = app.job_at(&ada, "1321 6th Ave N", "37208").await;
        app.answer_one();
        assert_eq!(app.step().await, Step::Asked);
        assert_eq!(place(&app.job_seen_by(&ada, &next["id"]).await), FOUND);
    }

    async fn two_servers_ask_one_question_once_and_one_at_a_time(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let second = app.second().await;
        for number in 1..=3 {
            app.job_at(&ada, &format!("{number} 6th Ave N"), "37208").await;
        }
        for round in 1..=3 {
            app.advance(Duration::seconds(1));
            let both = tokio::join!(geocoding::next_step(&app.app), geocoding::next_step(&second.app));
            let asked = [both.0.expect("a step"), both.1.expect("a step")];
            assert_eq!(asked.iter().filter(|step| **step == Step::Asked).count(), 1, "{asked:?}");
            let addresses = app.asked();
            assert_eq!(addresses.len(), 1);
            assert!(addresses[0].starts_with(&format!("{round} ")), "in their order: {addresses:?}");
        }
        assert_eq!(waiting(app).await, 0);
    }

    async fn a_question_of_a_server_that_was_killed_is_asked_by_another(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let saved = app.job_at(&ada, STREET, "37208").await;
        app.hold_answers();
        let asking = tokio::spawn({
            let server = app.app.clone();
            async move { geocoding::next_step(&server).await }
        });
        app.request_arrives().await;
        asking.abort();
        assert!(asking.await.is_err_and(|ended| ended.is_cancelled()));
        let second = app.second().await;
        let step = async || geocoding::next_step(&second.app).await.expect("the database");
        assert!(!matches!(step().await, Step::Asked), "the first server may still be asking");
        app.advance(Duration::seconds(61));
        app.answer_one();
        app.answer_one();
        assert_eq!(step().await, Step::Asked);
        assert_eq!(place(&app.job_seen_by(&ada, &saved["id"]).await), FOUND);
    }

    async fn an_import_fills_no_queue_and_lets_other_companies_go_first(app: &GeocoderApp) {
        let [ada, bob] = [app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await];
        let mut sheet = "Title,Address,City,State,Zip\n".to_owned();
        for number in 1..=600 {
            writeln!(sheet, "Roof {number},{number} Main St,Nashville,TN,37206").expect("a row");
        }
        let imported = app.send(Some(&ada), multipart("/api/jobs/import", sheet.as_bytes(), &[])).await;
        assert_eq!(imported.status, StatusCode::OK, "{:?}", imported.json);
        for _ in 0..5 {
            assert_eq!(app.step().await, Step::Asked);
            assert!(waiting(app).await <= 250, "the others wait as jobs that are due");
        }
        app.asked();
        app.job_at(&bob, "7 Elm St", "37206").await;
        app.job_at(&ada, "8 Elm St", "37206").await;
        app.step().await;
        app.step().await;
        assert_eq!(app.asked(), ["7 Elm St, Nashville, TN 37206", "8 Elm St, Nashville, TN 37206"]);
        // In the end every house is found.
        let rest = app.ask_all().await;
        assert_eq!(rest.len(), 595);
        assert_eq!(waiting(app).await, 0);
    }

    async fn a_company_that_saves_thousands_of_addresses_queues_a_hundred(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        for number in 1..=103 {
            app.job_at(&ada, &format!("{number} Main St"), "37206").await;
        }
        assert_eq!(waiting(app).await, 100);
        let bob = app.sign_in(Contractor, Admin).await;
        app.job_at(&bob, "7 Elm St", "37206").await;
        app.step().await;
        app.step().await;
        assert_eq!(app.asked()[1], "7 Elm St, Nashville, TN 37206", "others have their turn");
        assert_eq!(app.ask_all().await.len(), 102, "nothing is forgotten");
    }

    async fn answers_are_swept_when_they_are_old_or_too_many(app: &GeocoderApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        app.job_at(&ada, STREET, "37208").await;
        app.ask_all().await;
        let count = async || {
            let mut tx = app.app.db.read().await.expect("a connection");
            let count: i64 = sql!("SELECT COUNT(*) AS value FROM geocoder_answer").value(&mut tx).await.expect("a number");
            count
        };
        sweep::sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("a sweep");
        assert_eq!(count().await, 1);
        let mut tx = app.app.db.write().await.expect("a connection");
        sql!(
            "WITH RECURSIVE filler(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM filler WHERE n < $1)
             INSERT INTO geocoder_answer (address_hash, area_radius, at)
             SELECT CAST(CAST(n AS TEXT) AS BYTEA), 0, $2 FROM filler"
        )
        .bind(MOST_ANSWERS + 2)
        .bind(app.app.clock.now())
        .run(&mut tx)
        .await
        .expect("more answers than are kept");
        tx.commit().await.expect("a commit");
        sweep::sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("a sweep");
        assert_eq!(count().await, 100_000);
        app.advance(Duration::days(181));
        sweep::sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("a sweep");
        assert_eq!(count().await, 0);
    }
}

both_engines! {
    async fn without_a_geocoder_nothing_is_queued_and_the_circle_of_the_zip_is_known(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let form = json!({ "title": "Ridge repair", "address": STREET, "city": "Nashville", "state": "TN", "zip": "37208" });
        let created = app.post(&ada, "/api/jobs/create", form).await;
        let job = app.job_seen_by(&ada, &created.json["id"]).await;
        assert_eq!(job["placeArea"], json!({ "kind": "zip", "radiusMeters": 3_500 }));
        move_to(app, &ada, &job, STREET, "").await;
        let job = app.job_seen_by(&ada, &job["id"]).await;
        assert_eq!(job["placeArea"]["kind"], json!("city"));
        assert_eq!(geocoding::next_step(&app.app).await.expect("the database"), Step::NothingDue);
        assert_eq!(waiting(app).await, 0);
    }

    async fn jobs_of_an_older_version_get_their_circle_and_exact_ones_stay_pins(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let sheet = "Title,Address,City,State,Zip,Latitude,Longitude\n\
                     A by ZIP,1 Main St,Nashville,TN,37206,,\nB by file,2 Main St,Nashville,TN,37206,36.18,-86.75\n";
        app.send(Some(&ada), multipart("/api/jobs/import", sheet.as_bytes(), &[])).await;
        let jobs = async || {
            let list = app.get(&ada, "/api/jobs/myJobs/contractor").await.json["jobs"].clone();
            let mut jobs = list.as_array().cloned().expect("jobs");
            jobs.sort_by_key(|job| job["title"].to_string());
            jobs
        };
        let before = jobs().await;
        let mut tx = app.app.db.write().await.expect("a connection");
        sql!("UPDATE job SET area_kind = NULL, area_radius = NULL, geocoder_due = FALSE").run(&mut tx).await.expect("an older version");
        tx.touch(ada.company);
        tx.commit().await.expect("stored");
        assert!(jobs().await.iter().all(|job| job["placeArea"].is_null()));
        job_areas::find_out(&app.app.db).await.expect("the database");
        assert_eq!(jobs().await, before);
        let [by_zip, by_file] = before.as_slice() else { panic!("{before:?}") };
        assert_eq!((by_zip["placeArea"]["kind"].as_str(), by_file["placeArea"].is_null()), (Some("zip"), true));
    }
}

//! A company's activity log: access, filters and export.

use std::io::Read as _;

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{
    Person, TestApp,
    activity::{sentences, written},
    multipart,
};

async fn named_job(app: &TestApp, who: &Person, title: &str) -> Value {
    let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
    let created = app.post(who, "/api/jobs/create", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["id"].clone()
}

async fn rename(app: &TestApp, who: &Person, first: &str, last: &str) {
    let form = json!({ "firstName": first, "lastName": last, "location": "Nashville, TN", "language": "english", "position": "Estimator", "phoneNumber": "" });
    assert_eq!(app.post(who, "/api/auth/user/update", form).await.status, StatusCode::OK);
}

both_engines! {
    async fn only_admins_read_their_companys_log_and_nobody_another_companys(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        named_job(app, &ada, "Whitaker").await;
        let member = app.colleague(ada.company, Member).await;
        let helper = app.sign_in(Subcontractor, Member).await;
        for path in ["/api/activity", "/api/activity/choices", "/api/activity/export", "/api/activity?kind=spaceship"] {
            assert_eq!(app.call(None, "GET", path, Value::Null).await.status, StatusCode::UNAUTHORIZED, "{path}");
            assert_eq!(app.get(&member, path).await.status, StatusCode::FORBIDDEN, "{path}");
            assert_eq!(app.get(&helper, path).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        for outsider in [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await] {
            assert_eq!(app.log(&outsider, "").await, Vec::<String>::new());
            let response = app.get(&outsider, "/api/activity/choices").await;
            assert_eq!(response.json["people"], json!([]));
            let file = app.get(&outsider, "/api/activity/export").await;
            assert!(!String::from_utf8_lossy(&file.bytes).contains("Whitaker"));
        }
        assert_eq!(app.log(&ada, "").await, ["Ada Ridge created the job Whitaker."]);
    }

    async fn the_log_is_filtered_by_person_subject_action_and_time(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let leo = app.colleague(ada.company, Admin).await;
        rename(app, &leo, "Léo", "Peña").await;
        let job = named_job(app, &ada, "Whitaker re-roof").await;
        app.customer(&ada).await;
        // 10:30 p.m. on the 4th, Nashville time.
        app.advance(chrono::Duration::hours(64) + chrono::Duration::minutes(30));
        named_job(app, &leo, "100% Oak_Hill").await;
        let path = "/api/jobs/contractAmount/update";
        app.post(&leo, path, json!({ "jobId": job, "contractAmount": 8100 })).await;
        let [created, customer, oak, amount] = [
            "Ada Ridge created the job Whitaker re-roof.",
            "Ada Ridge created the customer June Whitaker.",
            "Léo Peña created the job 100% Oak_Hill.",
            "Léo Peña set the contract amount of the job Whitaker re-roof to $8,100.00.",
        ];
        let id = job.as_str().expect("id");
        for (filters, found) in [
            ("kind=job".to_owned(), vec![amount, oak, created]),
            ("kind=customer&action=created&actor=&job=".to_owned(), vec![customer]),
            ("action=changed&kind=job".to_owned(), vec![amount]),
            (format!("actor={}&kind=job", leo.user), vec![amount, oak]),
            (format!("job={id}"), vec![amount, created]),
            (format!("job={id}&actor={}", ada.user), vec![created]),
            ("from=2026-03-04&kind=job".to_owned(), vec![amount, oak]),
            ("from=2026-03-05".to_owned(), vec![]),
            ("to=2026-03-03&kind=job".to_owned(), vec![created]),
            ("from=2026-03-04&to=2026-03-04&action=created".to_owned(), vec![oak]),
            ("text=whitaker&kind=job".to_owned(), vec![amount, created]),
            ("text=WHITAKER+re-roof+leo".to_owned(), vec![amount]),
            ("text=pena+oak".to_owned(), vec![oak]),
            ("text=8100".to_owned(), vec![amount]),
            ("text=100%25".to_owned(), vec![oak]),
            ("text=k_h".to_owned(), vec![oak]),
            ("text=nowhere".to_owned(), vec![]),
        ] {
            assert_eq!(app.log(&ada, &filters).await, found, "{filters}");
        }
        let response = app.get(&ada, "/api/activity/choices").await;
        assert_eq!(response.json["people"], json!([{ "id": ada.user, "name": "Ada Ridge" }, { "id": leo.user, "name": "Léo Peña" }]));
        assert_eq!(response.json["kinds"][1], json!({ "value": "workOrder", "label": "Work order" }));
        assert!(response.json["actions"].as_array().is_some_and(|list| list.len() > 20));
        for (filters, refused) in [
            ("kind=spaceship", "kind choice"),
            ("action=other", "action choice"),
            ("actor=ada", "actor format"),
            ("job=1", "job format"),
            ("from=2026-02-30", "from format"),
            ("to=tomorrow", "to format"),
            ("from=2026-03-05&to=2026-03-04", "from range"),
            ("before=newest", "before format"),
            ("text=a%00b", "text format"),
        ] {
            for path in ["/api/activity", "/api/activity/export"] {
                let response = app.get(&ada, &format!("{path}?{filters}")).await;
                assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_owned()]), "{path}?{filters}");
            }
        }
        let long = "x".repeat(101);
        assert_eq!(app.get(&ada, &format!("/api/activity?text={long}")).await.fields(), ["text too_long"]);
        assert_eq!(app.get(&ada, "/api/activity?kind=job&kind=job").await.status, StatusCode::BAD_REQUEST);
        assert!(!app.get(&ada, "/api/activity?text=%ff").await.status.is_server_error());
    }

    async fn a_log_page_takes_as_many_statements_as_one_entry(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        named_job(app, &ada, "Roof 0").await;
        let before = app.app.db.statements_run();
        app.log(&ada, "").await;
        let one = app.app.db.statements_run() - before;
        for n in 1..=120 {
            named_job(app, &ada, &format!("Roof {n}")).await;
        }
        let mut read = Vec::new();
        let mut path = "/api/activity".to_owned();
        let mut pages = Vec::new();
        loop {
            let before = app.app.db.statements_run();
            let response = app.get(&ada, &path).await;
            assert_eq!(app.app.db.statements_run() - before, one);
            let page = response.json["activity"].as_array().cloned().expect("entries");
            pages.push(page.len());
            read.extend(sentences(&page));
            let Some(next) = response.json["next"].as_str() else { break };
            path = format!("/api/activity?before={next}");
        }
        assert_eq!(pages, [50, 50, 21]);
        let all: Vec<String> = (0..=120).rev().map(|n| format!("Ada Ridge created the job Roof {n}.")).collect();
        assert_eq!(read, all);
    }

    async fn a_deleted_subject_keeps_its_name_in_the_log_and_has_no_link(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let leo = app.colleague(ada.company, Admin).await;
        rename(app, &leo, "Leo", "Marsh").await;
        let job = named_job(app, &leo, "Whitaker").await;
        let path = "/api/jobs/delete";
        assert_eq!(app.post(&leo, path, json!({ "jobId": job })).await.status, StatusCode::OK);
        assert_eq!(app.post(&ada, "/api/company/removeUser", json!({ "userId": leo.user })).await.status, StatusCode::OK);
        let response = app.activity(&ada, &format!("/api/activity?job={}", job.as_str().expect("id"))).await;
        assert_eq!(sentences(&response), ["Leo Marsh deleted the job Whitaker.", "Leo Marsh created the job Whitaker."]);
        assert!(response.iter().all(|entry| entry["route"] == Value::Null));
        assert_eq!(app.log(&ada, "kind=member&action=removed").await, ["Ada Ridge removed Leo Marsh from the company."]);
        let people = app.get(&ada, "/api/activity/choices").await.json["people"].clone();
        assert_eq!(people, json!([{ "id": ada.user, "name": "Ada Ridge" }, { "id": leo.user, "name": "Leo Marsh" }]));
    }

    async fn an_import_is_one_log_entry_with_its_count(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let rows: Vec<String> = (0..300).map(|n| format!("26-{n},Roof {n},Nashville,TN")).collect();
        let sheet = format!("Job Number,Title,City,State\n{}\n", rows.join("\n"));
        let before = written(app).await;
        let done = app.send(Some(&ada), multipart("/api/jobs/import", sheet.as_bytes(), &[])).await;
        assert_eq!((done.status, &done.json["created"]), (StatusCode::OK, &json!(300)));
        assert_eq!(written(app).await - before, 1);
        assert_eq!(app.log(&ada, "").await, ["Ada Ridge imported jobs: 300."]);
        let again = app.send(Some(&ada), multipart("/api/jobs/import", sheet.as_bytes(), &[])).await;
        assert_eq!((again.status, written(app).await - before), (StatusCode::OK, 1), "nothing new, nothing written");
    }

    async fn no_secret_is_ever_logged(app: &TestApp) {
        let ana = app.founder("ana@example.com").await;
        app.post(&ana, "/api/auth/local/changePassword", json!({ "password": "correct horse battery", "currentPassword": "correct horse battery" })).await;
        app.post(&ana, "/api/calendar/feed", json!({})).await;
        let invited = app.invite(&ana, "leo@example.com", "member").await;
        let file = app.get(&ana, "/api/activity/export").await;
        let read = String::from_utf8_lossy(&file.bytes).into_owned();
        assert!(read.contains("Ana Muñoz invited leo@example.com."), "{read}");
        for secret in [invited["invitationId"].as_str().expect("id"), &ana.token, "battery"] {
            assert!(!read.contains(secret), "{secret}");
        }
        let mut tx = app.app.db.read().await.expect("tx");
        let all: Vec<(String,)> = store::sql!("SELECT words || CAST(changes AS TEXT) AS value FROM activity").all(&mut tx).await.expect("rows");
        assert!(!all.iter().any(|(row,)| row.contains(invited["invitationId"].as_str().expect("id"))));
    }

    async fn the_export_has_every_entry_that_matches_the_filters_and_no_formula(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        for n in 0..510 {
            named_job(app, &ada, &format!("Roof {n}")).await;
        }
        let job = named_job(app, &ada, "=HYPERLINK(\"http://evil\")").await;
        let form = json!({ "jobId": job, "startDate": "2026-03-01", "endDate": "2026-03-03" });
        app.post(&ada, "/api/jobs/update/schedule", form).await;
        app.customer(&ada).await;
        let file = app.get(&ada, "/api/activity/export?kind=job").await;
        assert_eq!(file.status, StatusCode::OK);
        let header_of = |name| file.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("none");
        assert_eq!(header_of(header::CONTENT_TYPE), "text/csv; charset=utf-8");
        assert_eq!(header_of(header::CONTENT_DISPOSITION), "attachment; filename=\"activity.csv\"");
        assert_eq!(header_of(header::CACHE_CONTROL), "private, no-store");
        let text = String::from_utf8(file.bytes).expect("UTF-8");
        let text = text.strip_prefix('\u{feff}').expect("a mark that spreadsheets read");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head: Vec<String> = reader.headers().expect("head").iter().map(str::to_owned).collect();
        assert_eq!(head, ["When", "Who", "Company", "What", "Subject", "Job", "Action", "In words", "Changes"]);
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
        assert_eq!(rows.len(), 512);
        let first: Vec<&str> = rows[0].iter().collect();
        assert_eq!(first, [
            "2026-03-02 06:00:00", "Ada Ridge", "Ridge & Sons", "Job", "'=HYPERLINK(\"http://evil\")", "'=HYPERLINK(\"http://evil\")", "Scheduled",
            "Ada Ridge scheduled the job =HYPERLINK(\"http://evil\") for 03/01/2026 – 03/03/2026.", "Dates:  → 03/01/2026 – 03/03/2026",
        ]);
        for row in &rows {
            assert!(row.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{row:?}");
        }
    }

    async fn a_compressed_export_is_complete(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        for n in 0..60 {
            named_job(app, &ada, &format!("Roof {n}")).await;
        }
        let plain = app.get(&ada, "/api/activity/export").await.bytes;
        for encoding in ["gzip", "br"] {
            let request = Request::get("/api/activity/export").header(header::ACCEPT_ENCODING, encoding);
            let packed = app.send(Some(&ada), request.body(Body::empty()).expect("request")).await;
            assert_eq!(packed.headers.get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok()), Some(encoding));
            let mut whole = Vec::new();
            let packed = packed.bytes.as_slice();
            let read = match encoding {
                "gzip" => flate2::read::GzDecoder::new(packed).read_to_end(&mut whole),
                _ => brotli::Decompressor::new(packed, 4_096).read_to_end(&mut whole),
            };
            assert_eq!(read.expect("unpacked"), plain.len());
            assert_eq!(whole, plain);
        }
    }
}

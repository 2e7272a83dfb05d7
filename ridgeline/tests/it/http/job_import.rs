//! `/api/jobs/import`: every valid row once, every invalid row with its reason, and never a partial import.

use std::fmt::Write as _;

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::json;

use crate::support::{Person, TestApp, activity::written, multipart};

const PATH: &str = "/api/jobs/import";
const PERMITS: &[u8] = include_bytes!("../../data/nashville-permits.csv");

fn import(file: &[u8], fields: &[(&str, &str)]) -> Request<Body> {
    multipart(PATH, file, fields)
}

async fn count(app: &TestApp, who: &Person) -> usize {
    app.get(who, "/api/jobs/myJobs/contractor").await.json["jobs"].as_array().map_or(0, Vec::len)
}

both_engines! {
    async fn a_dry_run_says_what_an_import_would_do_and_stores_nothing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (path, first, file) in [
            (PATH, "Title,City,State\nA,Nashville,TN\n", "Title,City,State\nA,Nashville,TN\nB,Nashville,TN\nB,Nashville,TN\n,Nashville,TN\n"),
            ("/api/customers/import", "First name,Last name,Phone\nAda,Ridge,615-555-0100\n", "First name,Last name,Phone\nAda,Ridge,615-555-0100\nJune,Ortiz,615-555-0101\nJune,Ortiz,615-555-0101\n,Ortiz,615-555-0102\n"),
            ("/api/contractor_vendors/import", "Vendor,Email\nGulf Supply,gulf@supply.example\n", "Vendor,Email\nGulf Supply,dana@supply.example\nMusic City,\nMusic City,\n,x@supply.example\n"),
            ("/api/products/import", "Category,Product,Price\nCaps,Ridge cap,31.50\n", "Category,Product,Price\nCaps,Ridge cap,32.50\nCaps,Hip cap,30\n,Hip cap,30\n"),
        ] {
            let before = written(app).await;
            let planned = app.send(Some(&admin), multipart(path, first.as_bytes(), &[("dryRun", "true")])).await;
            assert_eq!((planned.status, &planned.json["created"]), (StatusCode::OK, &json!(1)), "{path}: {:?}", planned.json);
            assert!(planned.json["rows"][0].get("id").is_none(), "nothing has this id");
            assert_eq!(written(app).await, before, "{path}");
            let created = app.send(Some(&admin), multipart(path, first.as_bytes(), &[("dryRun", "false")])).await;
            assert!(created.json["rows"][0]["id"].is_string(), "{path}: {:?}", created.json);
            let planned = app.send(Some(&admin), multipart(path, file.as_bytes(), &[("dryRun", "true")])).await;
            let mut done = app.send(Some(&admin), multipart(path, file.as_bytes(), &[])).await.json;
            for row in done["rows"].as_array_mut().expect("rows").iter_mut().filter(|row| row["outcome"] == "created") {
                row.as_object_mut().expect("a row").remove("id");
            }
            done.as_object_mut().expect("an answer").remove("importId");
            assert_eq!(planned.json, done, "{path}");
            let wrong = app.send(Some(&admin), multipart(path, file.as_bytes(), &[("dryRun", "perhaps")])).await;
            assert_eq!((wrong.status, wrong.code()), (StatusCode::BAD_REQUEST, "malformed"));
        }
    }

    async fn the_permit_file_is_imported_completely_and_only_once(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let began = std::time::Instant::now();
        let done = app.send(Some(&admin), import(PERMITS, &[])).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        println!("{:?}: first import in {:?}", app.app.db.engine(), began.elapsed());
        let total = |key: &str| done.json[key].as_u64().expect("count");
        assert_eq!(total("created") + total("alreadyThere") + total("refused"), 5_994);
        assert_eq!(total("refused"), 0, "{:?}", done.json["rows"].as_array().expect("rows").iter().find(|row| row["outcome"] == "refused"));
        let stored = count(app, &admin).await;
        assert_eq!(stored as u64, total("created"));
        let list = app.get(&admin, "/api/jobs/myJobs/contractor").await.json;
        let first = list["jobs"].as_array().expect("jobs").iter().find(|job| job["jobNumber"] == "T2021059859").expect("the second permit");
        assert_eq!((&first["title"], &first["address"], &first["city"]), (&json!("Building Residential - Rehab"), &json!("205 A TREUTLAND AVE"), &json!("NASHVILLE")));
        assert_eq!((&first["contractAmount"], &first["latitude"]), (&json!(70_000), &json!(36.180_468_99)));
        let again = app.send(Some(&admin), import(PERMITS, &[])).await;
        assert_eq!((&again.json["created"], &again.json["refused"]), (&json!(0), &json!(0)));
        assert_eq!(again.json["alreadyThere"], 5_994);
        assert_eq!(count(app, &admin).await, stored);
    }

    async fn valid_rows_are_imported_and_invalid_rows_say_why(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = "Título,Ciudad,Estado,Fecha de inicio,Fecha de fin\n\
            Peña re-roof,Nashville,TN,2026-05-01,2026-05-04\n\
            Bad day,Nashville,TN,31/02/2026,2026-05-04\n\
            =HYPERLINK(\"x\"),Nashville,TN,,\n\
            ,Nashville,TN,,\n\
            Peña re-roof,Nashville,TN,,\n\
            Short row,Nashville\n";
        let mapping = json!({ "title": "Título", "city": "Ciudad", "state": "Estado", "startDate": "Fecha de inicio", "endDate": "Fecha de fin" }).to_string();
        let done = app.send(Some(&admin), import(file.as_bytes(), &[("mapping", &mapping)])).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert_eq!(done.imported_rows(), ["2 created", "3 refused", "4 refused", "5 refused", "6 alreadyThere", "7 refused"]);
        let rows = &done.json["rows"];
        assert_eq!(rows[1]["errors"][0]["field"], "startDate");
        assert!(rows[1]["errors"][0]["message"].as_str().expect("why").contains("31/02/2026"));
        assert_eq!(rows[2]["errors"][0]["field"], "title");
        assert_eq!((&rows[3]["errors"][0]["field"], &rows[3]["errors"][0]["code"]), (&json!("title"), &json!("required")));
        assert_eq!(count(app, &admin).await, 1);
        let job = app.get(&admin, &format!("/api/jobs/job/{}", rows[0]["id"].as_str().expect("id"))).await.json["info"].clone();
        assert_eq!((&job["title"], &job["startDate"], &job["endDate"]), (&json!("Peña re-roof"), &json!("2026-05-01"), &json!("2026-05-04")));
    }

    async fn a_job_without_a_number_is_not_imported_twice(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = "title,address,city,state,zip\nPeña re-roof,12 Oak St,Nashville,TN,37201\nPeña re-roof,,Nashville,TN,\n";
        assert_eq!(app.send(Some(&admin), import(file.as_bytes(), &[])).await.json["created"], 2);
        let again = app.send(Some(&admin), import(file.as_bytes(), &[])).await;
        assert_eq!((&again.json["created"], &again.json["alreadyThere"]), (&json!(0), &json!(2)));
        let elsewhere = file.replace("Nashville", "Memphis");
        assert_eq!(app.send(Some(&admin), import(elsewhere.as_bytes(), &[])).await.json["created"], 2);
    }

    async fn an_unreadable_file_is_refused_as_a_whole_with_one_message(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut many = String::from("title,city,state\n");
        for n in 0..100_000 {
            writeln!(many, "job {n},Nashville,TN").expect("text");
        }
        let utf16: Vec<u8> = "\u{feff}title,city,state\na,b,c\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let files: [(&str, Vec<u8>, &str); 7] = [
            ("empty", Vec::new(), "empty"),
            ("Latin-1", b"title,city,state\nPe\xf1a,Nashville,TN\n".to_vec(), "UTF-8"),
            ("UTF-16", utf16, "UTF-16"),
            ("100,000 rows", many.into_bytes(), "100,000"),
            ("no city", b"title,state\nx,TN\n".to_vec(), "city"),
            ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0".to_vec(), "text"),
            ("an open quote", b"title,city,state\n\"x,Nashville,TN\n".to_vec(), "line 2"),
        ];
        for (name, file, word) in files {
            let response = app.send(Some(&admin), import(&file, &[])).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNPROCESSABLE_ENTITY, "validation"), "{name}");
            assert!(response.message().contains(word), "{name}: {}", response.message());
        }
        assert_eq!(count(app, &admin).await, 0, "nothing is stored by halves");
    }

    async fn only_admins_of_contractors_import(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = b"title,city,state\nx,Nashville,TN\n";
        assert_eq!(app.send(None, import(file, &[])).await.status, StatusCode::UNAUTHORIZED);
        for who in [app.colleague(admin.company, Member).await, app.sign_in(Subcontractor, Admin).await] {
            let response = app.send(Some(&who), import(file, &[])).await;
            assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts may create jobs"));
        }
        let outsider = app.sign_in(Contractor, Admin).await;
        app.send(Some(&outsider), import(file, &[])).await;
        let done = app.send(Some(&admin), import(file, &[])).await;
        assert_eq!(done.json["created"], 1, "another company's job is not ours");
    }

    async fn a_request_without_an_upload_is_malformed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let response = app.post(&admin, PATH, json!({})).await;
        assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        let response = app.send(Some(&admin), import(b"title,city,state\nx,y,z\n", &[("mapping", "{")])).await;
        assert_eq!(response.status, StatusCode::BAD_REQUEST);
        let large = vec![b'x'; 22 << 20];
        let response = app.send(Some(&admin), import(&large, &[])).await;
        assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    }
}

//! A company's export: all of its data, nothing of others', and nothing that a spreadsheet would run.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Read as _},
};

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
    response::Response,
};
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};
use services::{
    export::{
        self,
        sheets::{COUNTS, EXCLUDED_TABLES, MONEY, QUANTITIES, SHEETS},
    },
    files::backend::StorageBackend,
};
use store::{
    db::{Db, kind::Kind},
    scope::Scope,
};
use tower::ServiceExt as _;

use crate::support::{DemoApp, Person, TestApp, TestResponse, photos, scan, upload};

const ALL: &str = "/api/company/export";
const LINK: &str = "/api/company/export/link";

/// The contents of an archive, by name.
fn unzipped(answer: &TestResponse) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.bytes.clone())).expect("an archive");
    (0..zip.len())
        .map(|place| {
            let mut file = zip.by_index(place).expect("a file");
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("whole");
            (file.name().expect("a name").into_owned(), bytes)
        })
        .collect()
}

fn rows(archive: &BTreeMap<String, Vec<u8>>, name: &str) -> Vec<Value> {
    serde_json::from_slice(&archive[&format!("data/{name}.json")]).expect("JSON")
}

/// Starts a download that nobody reads.
async fn unread(app: &TestApp, who: &Person) -> Response {
    let bearer = format!("Bearer {}", who.token);
    let request = Request::get(ALL).header(header::AUTHORIZATION, bearer).body(Body::empty());
    app.router().oneshot(request.expect("a request")).await.expect("a response")
}

both_engines! {
    async fn slow_downloads_of_exports_stop_nobody(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let paper = [b"%PDF-1.7 insured".as_slice(), &vec![b'x'; 2 << 20]].concat();
        let sent = upload("/api/company/uploadFile/policy/true", ("image", "policy.pdf"), &paper, &[]);
        assert_eq!(app.send(Some(&owner), sent).await.status, StatusCode::OK);
        app.signed_up("ana@example.com").await;
        let mut downloads = Vec::new();
        // Fewer than the company's quota of an hour.
        for _ in 0..50 {
            downloads.push(unread(app, &owner).await);
        }
        let (started, refused): (Vec<_>, Vec<_>) = downloads.into_iter().partition(|one| one.status() == StatusCode::OK);
        assert_eq!(started.len(), 2, "each needs room on disk");
        assert!(refused.iter().all(|one| one.status() == StatusCode::SERVICE_UNAVAILABLE && one.headers().contains_key(header::RETRY_AFTER)));
        let form = json!({ "email": "ana@example.com", "password": "ridge cap shingle" });
        assert_eq!(app.ask("/api/auth/local/login", form).await.status, StatusCode::OK);
        let other = app.sign_in(Contractor, Admin).await;
        assert!(!unzipped(&app.get(&other, ALL).await).is_empty(), "other companies still get theirs");
        drop(started);
        let archive = unzipped(&app.get(&owner, ALL).await);
        assert!(archive.values().any(|file| *file == paper));
        let left = std::fs::read_dir(app.folder.path().join("arriving")).expect("a folder").count();
        assert_eq!((left, app.app.exports.requests()), (0, 0), "nothing stays on disk");
    }

    async fn no_table_is_missing_from_the_export(db: &Db) {
        let mut tx = db.read().await.expect("tx");
        let tables = tx.tables().await.expect("tables");
        for table in &tables {
            let sheets: Vec<_> = SHEETS.iter().filter(|sheet| sheet.table == table.name).collect();
            let is_left = EXCLUDED_TABLES.iter().any(|(name, _)| *name == table.name);
            assert!(
                is_left == sheets.is_empty(),
                "{}: what a company has in it is exported (keeping/export/sheets.rs), or it is said why not",
                table.name
            );
            for sheet in sheets {
                for name in sheet.excluded.iter().chain(sheet.only) {
                    assert!(table.columns.iter().any(|column| column.name == *name), "{}: no {name}", sheet.name);
                }
                for column in table.columns.iter().filter(|column| column.kind == Kind::Int && sheet.takes(&column.name)) {
                    let kinds = [MONEY, QUANTITIES, COUNTS].iter().filter(|kind| kind.contains(&&*column.name)).count();
                    assert_eq!(kinds, 1, "{}.{}: money, a quantity or a count?", table.name, column.name);
                }
            }
        }
        for name in SHEETS.iter().map(|sheet| sheet.table).chain(EXCLUDED_TABLES.iter().map(|(name, _)| *name)) {
            assert!(tables.iter().any(|table| table.name == name), "there is no table {name}");
        }
    }

    async fn a_contractors_export_has_all_of_its_data_and_nothing_of_another_company(app: &DemoApp) {
        let admin = app.of_demo("marisol@summit-roofing.example").await;
        let taken = app.get(&admin, ALL).await;
        assert_eq!(taken.status, StatusCode::OK);
        assert_eq!(taken.headers[header::CONTENT_TYPE], "application/zip");
        assert_eq!(taken.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"summit-roofing-exteriors-2026-03-02.zip\"");
        let archive = unzipped(&taken);
        let jobs = app.get(&admin, "/api/jobs/myJobs/contractor").await;
        let jobs = jobs.json["jobs"].as_array().expect("jobs").clone();
        let exported = rows(&archive, "jobs");
        assert_eq!(exported.len(), jobs.len());
        let by_id: BTreeMap<&str, &Value> = exported.iter().map(|job| (job["id"].as_str().expect("id"), job)).collect();
        for job in &jobs {
            let row = by_id[job["id"].as_str().expect("id")];
            for field in ["title", "city", "contractAmount", "startDate", "jobNumber", "longitude"] {
                assert_eq!(row[field], job[field], "{field}");
            }
        }
        for sheet in SHEETS {
            let table = String::from_utf8(archive[&format!("sheets/{}.csv", sheet.name)].clone()).expect("text");
            let count = csv::Reader::from_reader(table.as_bytes()).records().collect::<Result<Vec<_>, _>>().expect("rows").len();
            assert_eq!(count, rows(&archive, sheet.name).len(), "{}", sheet.name);
        }
        for name in ["customers", "appointments", "products", "vendors", "workOrderItems", "jobImages", "chatMessages", "people"] {
            assert!(!rows(&archive, name).is_empty(), "{name}");
        }
        for image in rows(&archive, "jobImages") {
            let file = &archive[image["picture"].as_str().expect("a path")];
            assert!(file.len() > 100, "photos are in it");
        }
        let whole: String = archive.iter().filter(|(name, _)| !name.starts_with("files/")).map(|(_, text)| String::from_utf8_lossy(text)).collect();
        let other = app.of_demo("whitney@harpeth-exteriors.example").await;
        let customers = app.get(&other, "/api/customers/find").await;
        let customers = customers.json["customers"].as_array().expect("customers").clone();
        assert!(!customers.is_empty());
        for customer in customers {
            let id = customer["id"].as_str().expect("id");
            assert!(!whole.contains(id), "{customer}");
        }
        for key in ["$argon2", "email_key", "emailKey", "tokenHash", "linkHash"] {
            assert!(!whole.contains(key), "{key} is nobody's to take along");
        }
    }

    async fn a_subcontractors_export_has_its_jobs_without_the_contractors_private_fields(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let id = job["id"].as_str().expect("id");
        app.post(&owner, "/api/jobs/contractAmount/update", json!({ "jobId": id, "contractAmount": 12345.67 })).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let picture = upload(&format!("/api/jobs/uploadJobImage/{id}"), ("image", "roof.jpg"), &photos::jpeg(64, 48), &[]);
        assert_eq!(app.send(Some(&owner), picture).await.status, StatusCode::OK);
        let archive = unzipped(&app.get(&sub, ALL).await);
        assert!(rows(&archive, "jobs").is_empty());
        let exported = rows(&archive, "jobsForOthers");
        assert_eq!((exported.len(), &exported[0]["title"], exported[0].get("contractAmount")), (1, &job["title"], None));
        let image = &rows(&archive, "jobImages")[0];
        assert!(archive.contains_key(image["picture"].as_str().expect("a path")));
        assert!(rows(&archive, "purchaseOrders").is_empty());
        let archive = unzipped(&app.get(&owner, ALL).await);
        assert_eq!(rows(&archive, "jobs")[0]["contractAmount"], json!(12345.67));
    }

    async fn no_exported_text_runs_as_a_formula(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        for (n, first) in ["=", "+", "-", "@", "'="].iter().enumerate() {
            let form = json!({ "firstName": format!("{first}HYPERLINK({n})"), "lastName": "X", "phone": "615-555-0100" });
            let created = app.post(&owner, "/api/customers/create", form).await;
            assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        }
        let archive = unzipped(&app.get(&owner, ALL).await);
        let sheet = String::from_utf8(archive["sheets/customers.csv"].clone()).expect("text");
        let mut sheet = csv::Reader::from_reader(sheet.as_bytes());
        let heads = sheet.headers().expect("heads").clone();
        let place = heads.iter().position(|head| head == "firstName").expect("a column");
        let cells: BTreeSet<String> = sheet.records().map(|row| row.expect("row")[place].to_string()).collect();
        assert_eq!(cells.len(), 5);
        assert!(cells.iter().all(|cell| cell.starts_with('\'')), "{cells:?}");
        let names = rows(&archive, "customers");
        assert!(names.iter().any(|customer| customer["firstName"] == "=HYPERLINK(0)"), "JSON tells it as it is");
    }

    async fn only_an_admin_exports_a_company(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(owner.company, Member).await;
        for (method, path) in [("GET", ALL), ("POST", LINK)] {
            assert_eq!(app.call(None, method, path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
            let response = app.call(Some(&member), method, path, Value::Null).await;
            assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
        }
        let sub = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.get(&sub, ALL).await.status, StatusCode::OK);
    }

    async fn the_download_link_of_an_export_expires_soon(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let created = app.post(&owner, LINK, Value::Null).await;
        let url = created.json["export"]["url"].as_str().expect("an address").to_string();
        assert_eq!(created.json["export"]["expiresAt"], "2026-03-02T12:10:00Z");
        let taken = app.call(None, "GET", &url, Value::Null).await;
        assert_eq!(taken.status, StatusCode::OK);
        assert_eq!(rows(&unzipped(&taken), "company")[0]["id"], json!(owner.company.to_string()));
        for forged in [format!("{url}0"), url.replace('.', "1."), "/api/company/export/file/x".to_string()] {
            assert_eq!(app.call(None, "GET", &forged, Value::Null).await.status, StatusCode::NOT_FOUND, "{forged}");
        }
        let second = app.colleague(owner.company, Admin).await;
        let theirs = app.post(&second, LINK, Value::Null).await.json["export"]["url"].as_str().expect("one").to_string();
        let removed = app.post(&owner, "/api/company/removeUser", json!({ "userId": second.user })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        assert_eq!(app.call(None, "GET", &theirs, Value::Null).await.status, StatusCode::NOT_FOUND, "it dies with their place");
        app.advance(Duration::minutes(10));
        assert_eq!(app.call(None, "GET", &url, Value::Null).await.status, StatusCode::NOT_FOUND);
    }

    async fn the_temporary_file_of_an_export_is_deleted(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.get(&owner, ALL).await.status, StatusCode::OK);
        let arriving = std::fs::read_dir(app.folder.path().join("arriving")).expect("folder");
        // The temporary file is deleted right after the last byte.
        for left in arriving {
            let path = left.expect("entry").path();
            let waiting = std::time::Instant::now();
            while path.exists() && waiting.elapsed().as_secs() < 5 {
                tokio::task::yield_now().await;
            }
            assert!(!path.exists(), "{}", path.display());
        }
    }

    async fn a_missing_file_does_not_prevent_the_export_of_the_rest(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let path = format!("/api/jobs/uploadJobImage/{}", job["id"].as_str().expect("id"));
        app.send(Some(&owner), upload(&path, ("image", "roof.jpg"), &photos::jpeg(64, 48), &[])).await;
        std::fs::remove_dir_all(app.folder.path().join("files/job-images")).expect("lost");
        let archive = unzipped(&app.get(&owner, ALL).await);
        let lost = String::from_utf8(archive["files/lost.txt"].clone()).expect("text");
        assert!(lost.starts_with("job-images/"), "{lost}");
        assert_eq!(rows(&archive, "jobImages").len(), 1);
    }

    async fn an_export_to_a_folder_equals_the_archive_and_needs_a_new_folder(app: &TestApp) {
        let owner: Person = app.sign_in(Contractor, Admin).await;
        app.customer(&owner).await;
        let aside = tempfile::tempdir().expect("folder");
        let room = StorageBackend::folder(&app.folder.path().join("files")).expect("room");
        let gather = async || {
            let mut tx = app.app.db.read().await.expect("tx");
            let folder = tempfile::tempdir().expect("folder");
            let gathered = export::stage_export(&mut tx, Scope::trusted(owner.company), folder.path(), app.app.clock.now()).await;
            (gathered.expect("rows"), folder)
        };
        let to = aside.path().join("everything");
        let (gathered, _folder) = gather().await;
        export::archive_writer::write_to(gathered, &room, &to).await.expect("written");
        let customers: Value = serde_json::from_slice(&std::fs::read(to.join("data/customers.json")).expect("file")).expect("JSON");
        assert_eq!(customers[0]["lastName"], "Whitaker");
        let (gathered, _folder) = gather().await;
        let refused = export::archive_writer::write_to(gathered, &room, &to).await.expect_err("not empty").to_string();
        assert!(refused.contains("not empty"), "{refused}");
        let (gathered, _folder) = gather().await;
        let zip = aside.path().join("everything.zip");
        export::archive_writer::write_to(gathered, &room, &zip).await.expect("written");
        assert!(zip.exists());
        assert_eq!(std::fs::read_dir(aside.path()).expect("folder").count(), 2, "and nothing half done");
    }

    async fn every_stored_file_is_referenced_by_a_known_column(app: &DemoApp) {
        let (there, named) = scan::files_of(&app.app.db, &app.folder.path().join("files")).await;
        assert!(there.len() > 20);
        assert_eq!(there, named);
    }
}

//! Company files: what is stored, which types are allowed, and who may open them.

use std::io::Cursor;

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};
use store::{
    companies::companies,
    db::Engine,
    membership::members::{self, Removal},
    scope::Scope,
    sql,
};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::support::{Person, TestApp, TestResponse, photos, upload};

const PDF: &[u8] = b"%PDF-1.7 insured until further notice";

async fn add(app: &TestApp, who: &Person, name: &str, public: bool, file: &[u8]) -> TestResponse {
    let path = format!("/api/company/uploadFile/{name}/{public}");
    app.send(Some(who), upload(&path, ("image", "whatever.html"), file, &[])).await
}

async fn added(app: &TestApp, who: &Person, name: &str, public: bool, file: &[u8]) -> Value {
    let response = add(app, who, name, public, file).await;
    assert_eq!(response.status, StatusCode::OK, "{name}: {:?}", response.json);
    response.json["companyFile"].clone()
}

async fn mine(app: &TestApp, who: &Person) -> Vec<Value> {
    let response = app.get(who, "/api/company/myFiles").await;
    response.json["files"].as_array().cloned().expect("a list")
}

async fn seen(app: &TestApp, who: &Person, of: &Person) -> Value {
    app.get(who, &format!("/api/company/find/{}", of.company)).await.json["company"].clone()
}

async fn open(app: &TestApp, file: &Value) -> TestResponse {
    let address = file["fileUrl"].as_str().expect("address");
    app.send(None, Request::get(address).body(Body::empty()).expect("request")).await
}

fn one(file: &Value) -> String {
    format!("/api/company/myFiles/{}", file["id"].as_str().expect("id"))
}

/// A ZIP archive of empty entries.
fn archive(names: &[&str]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        archive.start_file(*name, SimpleFileOptions::default()).expect("an entry");
    }
    archive.finish().expect("an archive").into_inner()
}

fn open_document(mime: &str) -> Vec<u8> {
    let mut file = b"PK\x03\x04".to_vec();
    file.resize(30, 0);
    file.extend(b"mimetype");
    file.extend(mime.bytes());
    file.extend(b"PK\x03\x04");
    file
}

fn compound(name: &str) -> Vec<u8> {
    let mut file = vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    file.resize(65_530, 0);
    file.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
    file.resize(70_000, 0);
    file
}

/// Waits until a call is blocked by a row lock. SQLite has a single writer: there the call waits from its
/// first statement on.
async fn wait_for_lock(app: &TestApp) {
    let waiting = async || {
        let mut tx = app.app.db.read().await.expect("tx");
        let waiting: i64 = sql!(
            "SELECT COUNT(*) AS value FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        .value(&mut tx)
        .await
        .expect("activity");
        waiting > 0
    };
    while app.app.db.engine() == Engine::Postgres && !waiting().await {
        tokio::task::yield_now().await;
    }
}

both_engines! {
    async fn two_connected_companies_change_their_settings_and_files_at_the_same_time(app: &TestApp) {
        let (left, right) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        app.connection(&left, &right, true).await;
        let picture = photos::png(8, 8);
        for round in 0..12 {
            let form = json!({ "name": format!("Round {round}"), "location": "Memphis, TN", "description": "Roofs." });
            let changes = [&left, &right].map(|who| {
                let (path, form, picture) = (format!("/api/company/update/{}", who.company), form.clone(), &picture);
                async move {
                    let logo = upload("/api/company/uploadImage", ("image", "logo"), picture, &[]);
                    let answers = futures_util::join!(
                        app.put(who, &path, form),
                        add(app, who, "policy", false, PDF),
                        app.send(Some(who), logo),
                    );
                    [answers.0, answers.1, answers.2]
                }
            });
            for answer in futures_util::future::join_all(changes).await.into_iter().flatten() {
                assert_eq!(answer.status, StatusCode::OK, "round {round}: {:?}", answer.json);
            }
        }
    }

    async fn a_file_added_while_its_owner_is_being_removed_is_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let scope = Scope::trusted(admin.company);
        let mut tx = app.app.db.write().await.expect("tx");
        companies::lock(&mut tx, scope).await.expect("locked");
        let remove = async {
            wait_for_lock(app).await;
            let removal = members::remove(&mut tx, scope, admin.user).await.expect("no two wait for each other");
            assert_eq!(removal, Removal::LastAdmin);
            tx.commit().await.expect("commit");
        };
        let (response, ()) = tokio::join!(add(app, &admin, "insurance.pdf", true, PDF), remove);
        assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
    }

    async fn admins_manage_the_files_and_everybody_in_the_company_sees_them(app: &TestApp) {
        let admin = app.sign_in(Subcontractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let path = "/api/company/uploadFile/insurance.pdf/true";
        assert_eq!(app.send(None, upload(path, ("image", "x"), PDF, &[])).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(add(app, &member, "insurance.pdf", true, PDF).await.status, StatusCode::FORBIDDEN);
        let file = added(app, &admin, "Seguro%20%C3%BAltimo.pdf", false, PDF).await;
        assert_eq!((&file["fileName"], &file["isPublic"], &file["kind"], &file["expiresOn"]),
            (&json!("Seguro último.pdf"), &json!(false), &json!("other"), &Value::Null));
        assert_eq!(mine(app, &member).await, std::slice::from_ref(&file));
        assert!(mine(app, &outsider).await.is_empty());
        for who in [&member, &outsider] {
            let wanted = if who.company == admin.company { StatusCode::FORBIDDEN } else { StatusCode::NOT_FOUND };
            assert_eq!(app.put(who, &one(&file), json!({ "isPublic": true })).await.status, wanted);
            assert_eq!(app.delete(who, &one(&file)).await.status, wanted);
        }
        assert_eq!(app.delete(&admin, &one(&file)).await.json, json!({ "id": file["id"] }));
        assert_eq!(open(app, &file).await.status, StatusCode::NOT_FOUND);
        assert!(mine(app, &admin).await.is_empty());
        let folder = app.folder.path().join("files/company-files");
        assert_eq!(std::fs::read_dir(folder).map_or(0, Iterator::count), 0, "nothing is left on the disk");
    }

    async fn the_type_of_a_file_is_detected_from_its_bytes_not_its_name(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let taken: [(&str, Vec<u8>, &str); 14] = [
            ("a.html", PDF.to_vec(), "application/pdf"),
            ("a.png", "Presupuesto: 12.500 $\r\n".into(), "text/plain"),
            ("prices.CSV", b"name,cost\nridge cap,4.50\n".to_vec(), "text/csv"),
            ("old.csv", b"Pe\xf1a,4\n".to_vec(), "text/csv"),
            ("x", archive(&["[Content_Types].xml", "word/document.xml"]), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ("x", archive(&["xl/workbook.xml", "[Content_Types].xml"]), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            ("x", archive(&["[Content_Types].xml", "ppt/a.xml"]), "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
            ("x", open_document("application/vnd.oasis.opendocument.text"), "application/vnd.oasis.opendocument.text"),
            ("x", open_document("application/vnd.oasis.opendocument.spreadsheet"), "application/vnd.oasis.opendocument.spreadsheet"),
            ("x", open_document("application/vnd.oasis.opendocument.presentation"), "application/vnd.oasis.opendocument.presentation"),
            ("x", compound("WordDocument"), "application/msword"),
            ("x", compound("Workbook"), "application/vnd.ms-excel"),
            ("x", compound("PowerPoint Document"), "application/vnd.ms-powerpoint"),
            ("x", photos::png(8, 8), "image/png"),
        ];
        for (name, file, mime) in taken {
            let stored = added(app, &admin, name, true, &file).await;
            let shown = open(app, &stored).await;
            assert_eq!((shown.status, shown.headers[header::CONTENT_TYPE].to_str().ok()), (StatusCode::OK, Some(mime)), "{name}");
            assert_eq!(shown.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
            if !mime.starts_with("image/") {
                assert_eq!(shown.bytes, file, "{name}");
                let disposition = shown.headers[header::CONTENT_DISPOSITION].to_str().expect("text");
                assert_eq!(disposition, format!("attachment; filename*=UTF-8''{name}"));
            }
        }
    }

    async fn html_svg_and_programs_are_refused_whatever_they_are_called(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let refused: [Vec<u8>; 14] = [
            b"<!DOCTYPE html><p>hi".to_vec(), b"  \n<html>".to_vec(), b"\xef\xbb\xbf<svg xmlns='x'/>".to_vec(), b"<?xml version='1.0'?><svg/>".to_vec(),
            b"<!-- note --><script>alert(1)</script>".to_vec(), b"price list\n<SCRIPT>alert(1)</SCRIPT>".to_vec(),
            b"MZ\x90\0\x03".to_vec(), b"\x7fELF\x02".to_vec(), b"PK\x03\x04 an archive of anything".to_vec(),
            archive(&["[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"]), archive(&["readme.txt"]),
            open_document("application/epub+zip"), compound("Installer"), photos::heic(),
        ];
        for file in refused {
            let response = add(app, &admin, "insurance.pdf", true, &file).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"), "{:?}", String::from_utf8_lossy(&file[..file.len().min(60)]));
        }
        let late = [b"a harmless beginning ".repeat(5_000), vec![0, 1, 2]].concat();
        assert_eq!(add(app, &admin, "a.txt", true, &late).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert!(mine(app, &admin).await.is_empty());
        assert_eq!(std::fs::read_dir(app.folder.path().join("arriving")).map_or(0, Iterator::count), 0);
    }

    async fn a_picture_among_the_files_does_not_reveal_where_it_was_taken(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let photo = photos::held(1, 64, 48);
        assert!(photos::has_metadata(&photo));
        let stored = added(app, &admin, "crew.jpg", true, &photo).await;
        let shown = open(app, &stored).await;
        assert_eq!((shown.status, photos::has_metadata(&shown.bytes)), (StatusCode::OK, false));
    }

    async fn a_malformed_address_an_empty_file_and_a_huge_one_are_refused(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let wrong = [
            ("%20/true", "fileName required"), ("a%2Fb/true", "fileName format"), ("a%5Cb/true", "fileName format"),
            ("a%00b/true", "fileName format"), ("a%0Ab/true", "fileName format"), ("a.pdf/yes", "isPublic choice"),
        ];
        for (name, refused) in wrong {
            let path = format!("/api/company/uploadFile/{name}");
            let response = app.send(Some(&admin), upload(&path, ("image", "x"), PDF, &[])).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_owned()]), "{name}");
        }
        let long = format!("/api/company/uploadFile/{}/true", "x".repeat(256));
        let response = app.send(Some(&admin), upload(&long, ("image", "x"), PDF, &[])).await;
        assert_eq!(response.fields(), ["fileName too_long"]);
        let response = add(app, &admin, "a.txt", true, b"").await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["image required".to_owned()]));
        let response = add(app, &admin, "a.txt", true, &vec![b'x'; 50 * 1_048_576 + 1]).await;
        assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        assert_eq!(response.message(), "File size too large. Max file size 50MB.");
        let path = "/api/company/uploadFile/a.txt/true";
        let response = app.post(&admin, path, json!({})).await;
        assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
    }

    async fn only_connected_companies_see_the_public_files(app: &TestApp) {
        let admin = app.sign_in(Subcontractor, Admin).await;
        let (friend, requested, outsider) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        app.connection(&friend, &admin, true).await;
        app.connection(&requested, &admin, false).await;
        let public = added(app, &admin, "licence.pdf", true, PDF).await;
        let private = added(app, &admin, "books.pdf", false, PDF).await;
        assert_eq!(seen(app, &admin, &admin).await["files"], json!([public, private]));
        assert_eq!(seen(app, &friend, &admin).await["files"], json!([public]));
        for who in [&requested, &outsider] {
            assert_eq!(seen(app, who, &admin).await["files"], json!([]));
        }
        let profile = app.get(&admin, "/api/auth/fetchProfile").await;
        assert_eq!(profile.json["company"]["files"].as_array().map(Vec::len), Some(2));
        let shut = private["fileUrl"].as_str().expect("url").split_once('?').expect("a sealed link").0.to_owned();
        assert_eq!(open(app, &private).await.status, StatusCode::OK, "the link opens it");
        assert_eq!(open(app, &json!({ "fileUrl": shut })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.get(&admin, &shut).await.status, StatusCode::OK);
        for who in [&friend, &outsider] {
            assert_eq!(app.get(who, &shut).await.status, StatusCode::NOT_FOUND);
        }
        let shown = open(app, &public).await;
        assert_eq!((shown.status, shown.headers[header::CACHE_CONTROL].to_str().ok()), (StatusCode::OK, Some("public, no-cache")));
        app.put(&admin, &one(&public), json!({ "isPublic": false })).await;
        assert_eq!(open(app, &public).await.status, StatusCode::NOT_FOUND, "it is not public any more");
        assert_eq!(seen(app, &friend, &admin).await["files"], json!([]));
    }

    async fn omitted_fields_stay_and_an_empty_date_is_cleared(app: &TestApp) {
        let admin = app.sign_in(Subcontractor, Admin).await;
        let file = added(app, &admin, "insurance.pdf", true, PDF).await;
        let set = async |form: Value| app.put(&admin, &one(&file), form).await;
        let fields = |response: &TestResponse| ["isPublic", "kind", "expiresOn"].map(|field| response.json["companyFile"][field].clone());
        let response = set(json!({ "kind": "insurance", "expiresOn": "2026-03-31" })).await;
        assert_eq!(fields(&response), [json!(true), json!("insurance"), json!("2026-03-31")]);
        assert_eq!(fields(&set(json!({ "isPublic": false })).await), [json!(false), json!("insurance"), json!("2026-03-31")]);
        assert_eq!(fields(&set(json!({ "expiresOn": null })).await), [json!(false), json!("insurance"), Value::Null]);
        let response = set(json!({ "kind": "permit", "expiresOn": "2026-02-30" })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["kind choice".to_owned(), "expiresOn format".to_owned()]));
        assert_eq!(set(json!({ "isPublic": "yes" })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(mine(app, &admin).await[0]["kind"], "insurance");
    }

    async fn an_edit_of_a_file_that_names_nothing_is_refused(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let file = added(app, &owner, "paper.pdf", true, PDF).await;
        for form in [json!({}), json!({ "isPublic": null })] {
            assert_eq!(app.put(&owner, &one(&file), form).await.fields(), ["isPublic required"]);
        }
    }

    async fn a_contractor_sees_when_its_subcontractors_insurance_expires(app: &TestApp) {
        let sub = app.sign_in(Subcontractor, Admin).await;
        let (friend, outsider) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        app.connection(&friend, &sub, true).await;
        app.connection(&outsider, &sub, false).await;
        let papers = [
            ("old.pdf", true, "insurance", Some("2025-12-31")), ("new.pdf", true, "insurance", Some("2026-12-31")),
            ("private.pdf", false, "insurance", Some("2030-12-31")), ("licence.pdf", true, "licence", Some("2026-03-01")),
            ("undated.pdf", true, "licence", None), ("flyer.pdf", true, "other", Some("2040-01-01")),
        ];
        for (name, public, kind, expires_on) in papers {
            let file = added(app, &sub, name, public, PDF).await;
            app.put(&sub, &one(&file), json!({ "kind": kind, "expiresOn": expires_on })).await;
        }
        let wanted = json!([{ "kind": "insurance", "expiresOn": "2026-12-31" }, { "kind": "licence", "expiresOn": "2026-03-01" }]);
        assert_eq!(seen(app, &friend, &sub).await["documents"], wanted);
        assert_eq!(seen(app, &sub, &sub).await["documents"], wanted);
        assert_eq!(seen(app, &outsider, &sub).await["documents"], json!([]));
        let connections = async |who: &Person| {
            let response = app.get(who, &format!("/api/connections/connections/{}", who.company)).await;
            response.json["fullConnectionsDetails"][0]["companyDetails"]["documents"].clone()
        };
        assert_eq!(connections(&friend).await, wanted);
        assert_eq!(connections(&outsider).await, json!([]));
    }
}

//! Files of two types at once, or larger than they look: no browser runs them, and they never fill the
//! server's memory.

use axum::http::{HeaderMap, StatusCode, header};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, multipart, photos, upload};

const SCRIPT: &[u8] = b"<script>alert(document.domain)</script>";

async fn keep(app: &TestApp, who: &Person, name: &str, file: &[u8]) -> TestResponse {
    let path = format!("/api/company/uploadFile/{name}/true");
    app.send(Some(who), upload(&path, ("image", "page.html"), file, &[])).await
}

async fn add(app: &TestApp, who: &Person, job: &Value, file: &[u8]) -> TestResponse {
    let path = format!("/api/jobs/uploadJobImage/{}", job["id"].as_str().expect("id"));
    app.send(Some(who), upload(&path, ("image", "roof.svg"), file, &[])).await
}

async fn open(app: &TestApp, address: &Value) -> TestResponse {
    let opened = app.call(None, "GET", address.as_str().expect("an address"), Value::Null).await;
    assert_eq!(opened.status, StatusCode::OK);
    opened
}

fn runs(file: &[u8]) -> bool {
    file.windows(7).any(|bytes| bytes.eq_ignore_ascii_case(b"<script"))
}

fn is_inert(headers: &HeaderMap) {
    let says = |name: &str| headers[name].to_str().expect("text");
    assert_eq!(says("x-content-type-options"), "nosniff");
    assert!(says("content-security-policy").contains("default-src 'none'"));
    assert!(says("content-security-policy").ends_with("sandbox"));
}

both_engines! {
    async fn a_picture_that_is_also_html_is_stored_without_the_html(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let jpeg = photos::jpeg(60, 40);
        let behind = [jpeg.as_slice(), SCRIPT].concat();
        let within = photos::with_segment(&jpeg, 0xfe, SCRIPT);
        for file in [behind, within] {
            assert!(runs(&file));
            let added = add(app, &admin, &job, &file).await;
            assert_eq!(added.status, StatusCode::OK, "{:?}", added.json);
            let link = &added.json["newEntry"]["imgUrl"];
            let opened = open(app, link).await;
            assert!(!runs(&opened.bytes));
            assert_eq!(opened.headers[header::CONTENT_TYPE], "image/jpeg");
            is_inert(&opened.headers);
            let stored = keep(app, &admin, "roof.html", &file).await;
            let opened = open(app, &stored.json["companyFile"]["fileUrl"]).await;
            assert!(!runs(&opened.bytes));
            assert_eq!(opened.headers[header::CONTENT_TYPE], "image/jpeg");
            is_inert(&opened.headers);
            let logo = upload("/api/company/uploadImage", ("image", "x"), &file, &[]);
            let logo = app.send(Some(&admin), logo).await;
            let opened = open(app, &logo.json["url"]).await;
            assert!(!runs(&opened.bytes));
            is_inert(&opened.headers);
        }
        // A script that starts with a picture's signature is no picture.
        let script = b"GIF89a/*\0\0\0\0*/=1;alert(1)";
        assert_eq!(add(app, &admin, &job, script).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(keep(app, &admin, "x.gif", script).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }

    async fn a_document_that_is_also_html_is_downloaded_and_never_displayed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = [b"%PDF-1.7\n".as_slice(), SCRIPT, b"\n%%EOF"].concat();
        let stored = keep(app, &admin, "terms%0Aof.html", &file).await;
        assert_eq!(stored.status, StatusCode::UNPROCESSABLE_ENTITY, "a line break in its name");
        let stored = keep(app, &admin, "a%22%3B%20filename%3Dx.html", &file).await;
        let opened = open(app, &stored.json["companyFile"]["fileUrl"]).await;
        assert_eq!(opened.headers[header::CONTENT_TYPE], "application/pdf");
        assert_eq!(
            opened.headers[header::CONTENT_DISPOSITION],
            "attachment; filename*=UTF-8''a%22%3B%20filename%3Dx.html"
        );
        is_inert(&opened.headers);
        for page in [SCRIPT, b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", b"\xef\xbb\xbf<html>"] {
            let response = keep(app, &admin, "prices.txt", page).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"));
        }
    }

    async fn a_decompression_bomb_fills_no_memory(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        // Its directory claims a size of four gigabytes.
        let mut bomb = b"PK\x03\x04".to_vec();
        bomb.resize(60, 0);
        bomb.extend(b"PK\x05\x06");
        bomb.extend([0; 8]);
        bomb.extend(u32::MAX.to_le_bytes());
        bomb.extend([0; 6]);
        let response = keep(app, &admin, "prices.xlsx", &bomb).await;
        assert_eq!(response.code(), "unsupported_media", "{:?}", response.json);
        // Nothing is ever decompressed: an import reads text.
        for path in ["/api/jobs/import", "/api/customers/import", "/api/products/import", "/api/contractor_vendors/import"] {
            let response = app.send(Some(&admin), multipart(path, &bomb, &[])).await;
            assert!(response.status.is_client_error(), "{path}: {}", response.status);
        }
        assert_eq!(app.get(&admin, "/api/jobs/myJobs/contractor").await.json["jobs"], json!([]));
    }
}

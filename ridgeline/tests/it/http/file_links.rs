//! Links to files: each opens one file, for a limited time, for the people who received it.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::Admin,
};
use serde_json::Value;

use crate::support::{Person, TestApp, TestResponse, photos, upload};

/// A new picture of a new job: its entry, and the person who uploaded it.
async fn picture(app: &TestApp) -> (Person, Value) {
    let admin = app.sign_in(Contractor, Admin).await;
    let job = app.job(&admin).await;
    let path = format!("/api/jobs/uploadJobImage/{}", job["id"].as_str().expect("id"));
    let request = upload(&path, ("image", "roof.jpg"), &photos::jpeg(800, 600), &[]);
    let created = app.send(Some(&admin), request).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    (admin, created.json["newEntry"].clone())
}

fn link(image: &Value) -> String {
    image["imgUrl"].as_str().expect("link").to_string()
}

async fn open(app: &TestApp, path: &str) -> TestResponse {
    app.call(None, "GET", path, Value::Null).await
}

both_engines! {
    async fn a_link_opens_its_file_without_a_token(app: &TestApp) {
        let (_, image) = picture(app).await;
        let shown = open(app, &link(&image)).await;
        assert_eq!(shown.status, StatusCode::OK);
        assert_eq!(photos::dimensions(&shown.bytes), (800, 600, true));
        let says = |name: header::HeaderName| shown.headers[name].to_str().expect("text").to_string();
        assert_eq!(says(header::CONTENT_TYPE), "image/jpeg");
        assert_eq!(says(header::CONTENT_DISPOSITION), "inline");
        assert_eq!(says(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        assert_eq!(says(header::CONTENT_LENGTH), shown.bytes.len().to_string());
        assert_eq!(says(header::CACHE_CONTROL), "private, max-age=7200, immutable");
        assert!(!shown.headers.contains_key(header::CONTENT_ENCODING));
        let again = Request::builder().uri(link(&image)).header(header::IF_NONE_MATCH, &shown.headers[header::ETAG]);
        let unchanged = app.send(None, again.body(Body::empty()).expect("request")).await;
        assert_eq!((unchanged.status, unchanged.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
        let small = open(app, image["thumbUrl"].as_str().expect("link")).await;
        assert_eq!(photos::dimensions(&small.bytes), (480, 360, true));
    }

    async fn a_link_opens_nothing_but_its_own_file(app: &TestApp) {
        let (admin, image) = picture(app).await;
        let (_, other) = picture(app).await;
        let link = link(&image);
        let (file, seal) = link.split_once('?').expect("a query");
        let of_another = other["imgUrl"].as_str().expect("link").split_once('?').expect("a query").1;
        let later = seal.replacen("until=1", "until=2", 1);
        let first = if seal.ends_with('0') { '1' } else { '0' };
        let forged = format!("{}{first}", &seal[..seal.len() - 1]);
        assert_ne!(later, seal);
        for wrong in [
            file.to_string(),
            format!("{file}?{of_another}"),
            format!("{file}?{later}"),
            format!("{file}?{forged}"),
            format!("{file}?until=x&seal=y"),
            format!("{file}?{}", seal.split_once('&').expect("two").0),
            format!("{file}x?{seal}"),
            format!("/files/../ridgeline.db?{seal}"),
            "/files/%2e%2e/ridgeline.db".to_string(),
            "/files/job-images".to_string(),
        ] {
            let response = open(app, &wrong).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{wrong}");
            let response = app.get(&admin, &wrong.replace(file, "/files/job-images/x.jpg")).await;
            assert_eq!(response.status, StatusCode::NOT_FOUND, "{wrong}");
        }
        assert_eq!(open(app, &link).await.status, StatusCode::OK);
    }

    async fn a_link_expires_and_browsers_may_cache_the_file_until_then(app: &TestApp) {
        let (admin, image) = picture(app).await;
        let path = format!("/api/jobs/fetchImgs/{}", image["jobId"].as_str().expect("id"));
        app.advance(chrono::Duration::minutes(59));
        let soon = app.get(&admin, &path).await.json["imgs"][0].clone();
        assert_eq!(link(&soon), link(&image), "the same link within the hour");
        app.advance(chrono::Duration::minutes(2));
        let later = app.get(&admin, &path).await.json["imgs"][0].clone();
        assert_ne!(link(&later), link(&image));
        assert_eq!(open(app, &link(&image)).await.status, StatusCode::OK);
        app.advance(chrono::Duration::minutes(59));
        assert_eq!(open(app, &link(&image)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(open(app, &link(&later)).await.status, StatusCode::OK);
    }

    async fn only_users_who_see_the_job_open_its_pictures_with_their_token(app: &TestApp) {
        let (admin, image) = picture(app).await;
        let job = app.job_seen_by(&admin, &image["jobId"]).await;
        let file = link(&image).split_once('?').expect("a query").0.to_string();
        let shown = app.get(&admin, &file).await;
        assert_eq!((shown.status, photos::dimensions(&shown.bytes).0), (StatusCode::OK, 800));
        assert_eq!(shown.headers[header::CACHE_CONTROL], "private, no-cache");
        let outsider = app.sign_in(Contractor, Admin).await;
        let other_sub = app.sign_in(Subcontractor, Admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        for who in [&outsider, &other_sub] {
            assert_eq!(app.get(who, &file).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(app.get(&sub, &file).await.status, StatusCode::OK);
        app.answer(&sub, &job, false).await;
        assert_eq!(app.get(&sub, &file).await.status, StatusCode::NOT_FOUND, "they declined");
        let forged = Person { token: "0".repeat(64), ..admin.clone() };
        assert_eq!(app.get(&forged, &file).await.status, StatusCode::NOT_FOUND);
        let renamed = file.replace(".jpg", ".png");
        assert_eq!(app.get(&admin, &renamed).await.status, StatusCode::NOT_FOUND);
    }
}

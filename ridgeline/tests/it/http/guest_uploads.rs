//! Photos in parts by the holder of a link.

use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header},
};
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};
use server::tasks::sweep::sweep_old_rows;

use crate::support::{Person, TestApp, TestResponse, photos};

fn request(method: Method, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path).header("tus-resumable", "1.0.0");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).expect("a request")
}

async fn begin(app: &TestApp, secret: &str, bytes: usize) -> TestResponse {
    let length = bytes.to_string();
    let path = format!("/api/guest/{secret}/uploads");
    app.send(None, request(Method::POST, &path, &[("upload-length", &length)], Vec::new())).await
}

fn address(begun: &TestResponse) -> String {
    assert_eq!(begun.status, StatusCode::CREATED, "{:?}", begun.json);
    begun.headers[header::LOCATION].to_str().expect("an address").to_owned()
}

fn id(address: &str) -> &str {
    address.rsplit('/').next().expect("an id")
}

async fn send(app: &TestApp, address: &str, offset: usize, part: &[u8]) -> TestResponse {
    let offset = offset.to_string();
    let headers =
        [("upload-offset", offset.as_str()), ("content-type", "application/offset+octet-stream")];
    app.send(None, request(Method::PATCH, address, &headers, part.to_vec())).await
}

async fn head(app: &TestApp, address: &str) -> TestResponse {
    app.send(None, request(Method::HEAD, address, &[], Vec::new())).await
}

async fn use_photo(app: &TestApp, secret: &str, upload: &str) -> TestResponse {
    let path = format!("/api/guest/{secret}/image?upload={upload}");
    app.send(None, Request::post(path).body(Body::empty()).expect("a request")).await
}

/// A contractor with a job, and the secret of a link to it.
async fn linked(app: &TestApp) -> (Person, Value, String) {
    let owner = app.sign_in(Contractor, Admin).await;
    let job = app.job(&owner).await;
    let (_, secret) = app.link(&owner, &job, json!({})).await;
    (owner, job, secret)
}

fn left(app: &TestApp) -> usize {
    std::fs::read_dir(app.folder.path().join("files/uploads")).map_or(0, Iterator::count)
}

both_engines! {
    async fn twelve_large_photos_by_link_within_a_minute_are_not_taken_for_the_same_call(app: &TestApp) {
        let (_, _, secret) = linked(app).await;
        let photo = photos::jpeg(64, 48);
        for n in 0..12 {
            let address = address(&begin(app, &secret, photo.len()).await);
            assert_eq!(send(app, &address, 0, &photo).await.status, StatusCode::NO_CONTENT);
            let stored = use_photo(app, &secret, id(&address)).await;
            assert_eq!(stored.status, StatusCode::OK, "photo {n}: {:?}", stored.json);
        }
    }

    async fn a_photo_by_link_arrives_in_parts_and_is_stored_once(app: &TestApp) {
        let (owner, job, secret) = linked(app).await;
        let photo = photos::jpeg(64, 48);
        let offer = app.send(None, request(Method::OPTIONS, &format!("/api/guest/{secret}/uploads"), &[], Vec::new())).await;
        assert_eq!((offer.status, offer.headers["tus-max-size"].to_str().expect("text")), (StatusCode::NO_CONTENT, "52428800"));
        let address = address(&begin(app, &secret, photo.len()).await);
        assert_eq!(address, format!("/api/guest/{secret}/uploads/{}", id(&address)));
        assert_eq!(send(app, &address, 0, &photo[..100]).await.status, StatusCode::NO_CONTENT);
        let early = use_photo(app, &secret, id(&address)).await;
        assert_eq!((early.status, early.code()), (StatusCode::CONFLICT, "conflict"), "unfinished");
        let progress = head(app, &address).await;
        assert_eq!((progress.status, progress.headers["upload-offset"].as_bytes()), (StatusCode::OK, b"100".as_slice()));
        for (name, value) in [("tus-resumable", "1.0.0"), ("referrer-policy", "no-referrer"), ("x-robots-tag", "noindex"), ("cache-control", "no-store")] {
            assert_eq!(progress.headers[name].to_str().expect("text"), value, "{name}");
        }
        assert_eq!(send(app, &address, 0, &photo[..100]).await.status, StatusCode::CONFLICT, "not again from the start");
        assert_eq!(send(app, &address, 100, &photo[100..]).await.status, StatusCode::NO_CONTENT);
        let stored = use_photo(app, &secret, id(&address)).await;
        assert_eq!(stored.status, StatusCode::OK, "{:?}", stored.json);
        assert_eq!((&stored.json["image"]["width"], &stored.json["image"]["name"], &stored.json["image"]["viaLink"]), (&json!(64), &json!("Rosa Díaz"), &json!(true)));
        assert_eq!(use_photo(app, &secret, id(&address)).await.status, StatusCode::NOT_FOUND, "used once");
        assert_eq!(head(app, &address).await.status, StatusCode::NOT_FOUND);
        let path = format!("/api/jobs/fetchImgs/{}", job["id"].as_str().expect("id"));
        let images = app.get(&owner, &path).await;
        assert_eq!((images.json["imgs"].as_array().map(Vec::len), left(app)), (Some(1), 0));
    }

    async fn an_upload_by_link_is_for_that_link_alone(app: &TestApp) {
        let (owner, job, secret) = linked(app).await;
        let photo = photos::jpeg(64, 48);
        let own = address(&begin(app, &secret, photo.len()).await);
        assert_eq!(send(app, &own, 0, &photo).await.status, StatusCode::NO_CONTENT);
        let (_, other) = app.link(&owner, &job, json!({})).await;
        let elsewhere = format!("/api/guest/{other}/uploads/{}", id(&own));
        assert_eq!(head(app, &elsewhere).await.status, StatusCode::NOT_FOUND);
        assert_eq!(send(app, &elsewhere, photo.len(), b"").await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.send(None, request(Method::DELETE, &elsewhere, &[], Vec::new())).await.status, StatusCode::NOT_FOUND);
        assert_eq!(use_photo(app, &other, id(&own)).await.status, StatusCode::NOT_FOUND);
        let by_user = format!("/api/jobs/uploadJobImage/{}?upload={}", job["id"].as_str().expect("id"), id(&own));
        assert_eq!(app.send(Some(&owner), Request::post(by_user).body(Body::empty()).expect("a request")).await.status, StatusCode::NOT_FOUND);
        let users = app.send(Some(&owner), request(Method::POST, "/api/uploads", &[("upload-length", "3")], Vec::new())).await;
        assert_eq!(use_photo(app, &secret, id(&address(&users))).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.send(None, request(Method::DELETE, &own, &[], Vec::new())).await.status, StatusCode::NO_CONTENT);
        assert_eq!((head(app, &own).await.status, left(app)), (StatusCode::NOT_FOUND, 0));
    }

    async fn a_link_without_photos_or_that_has_ended_uploads_nothing(app: &TestApp) {
        let (owner, job, secret) = linked(app).await;
        let (_, mute) = app.link(&owner, &job, json!({ "may": ["notes"] })).await;
        assert_eq!(begin(app, &mute, 3).await.status, StatusCode::FORBIDDEN);
        assert_eq!(begin(app, "nothing", 3).await.status, StatusCode::NOT_FOUND);
        assert_eq!(begin(app, &secret, (50 << 20) + 1).await.status, StatusCode::PAYLOAD_TOO_LARGE);
        let own = address(&begin(app, &secret, 3).await);
        assert_eq!(send(app, &own, 0, b"abc").await.status, StatusCode::NO_CONTENT);
        let no_photo = use_photo(app, &secret, id(&own)).await;
        assert_eq!((no_photo.status, no_photo.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"));
        app.post(&owner, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(head(app, &own).await.status, StatusCode::NOT_FOUND);
        app.advance(Duration::days(8));
        sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        app.app.files.sweep(&app.app.db, app.app.clock.now()).await.expect("swept");
        assert_eq!(left(app), 0, "its parts expire although the link is gone");
    }
}

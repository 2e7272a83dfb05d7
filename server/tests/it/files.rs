//! The file store: what nobody needs goes, what somebody needs stays, in a folder and in a bucket.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::{RawQuery, State},
    http::{Method, StatusCode, Uri},
    response::{IntoResponse as _, Response},
};
use chrono::Duration;
use http_body_util::BodyExt as _;
use server::{
    db::Db,
    files::{Files, Room},
    store::doomed_files,
};

use crate::support::TestApp;

const KEY: &str = "job-images/roof.jpg";

async fn content(files: &Files, key: &str) -> Option<Bytes> {
    let content = files.read(key).await.expect("an answer")?;
    let bytes = content.body.collect().await.expect("content").to_bytes();
    assert_eq!(bytes.len() as u64, content.bytes);
    Some(bytes)
}

async fn doomed(db: &Db) -> usize {
    let mut tx = db.read().await.expect("tx");
    doomed_files::among(&mut tx, &[KEY.to_string()]).await.expect("keys").len()
}

both_engines! {
    async fn what_a_crash_left_behind_is_swept_and_what_is_under_way_is_not(app: &TestApp) {
        let (files, db, now) = (&app.app.files, &app.app.db, app.app.clock.now());
        files.announce(db, &[KEY.to_string()], now).await.expect("announced");
        files.put(KEY, b"picture".to_vec()).await.expect("written");
        files.sweep(db, now + Duration::minutes(59)).await.expect("swept");
        assert!(content(files, KEY).await.is_some(), "it may still be on its way");
        files.sweep(db, now + Duration::minutes(61)).await.expect("swept");
        assert!(content(files, KEY).await.is_none());
        assert_eq!(doomed(db).await, 0);
    }

    async fn what_a_row_needs_is_not_discarded_by_whoever_believes_that_it_failed(app: &TestApp) {
        let (files, db, now) = (&app.app.files, &app.app.db, app.app.clock.now());
        let keys = [KEY.to_string()];
        files.announce(db, &keys, now).await.expect("announced");
        files.put(KEY, b"picture".to_vec()).await.expect("written");
        let mut tx = db.write().await.expect("tx");
        doomed_files::spare(&mut tx, &keys).await.expect("spared");
        tx.commit().await.expect("commit");
        files.discard(db, &keys).await;
        files.sweep(db, now + Duration::days(1)).await.expect("swept");
        assert_eq!(content(files, KEY).await.as_deref(), Some(&b"picture"[..]));
    }

    async fn every_server_of_a_database_knows_the_links_of_the_others(app: &TestApp) {
        let now = app.app.clock.now();
        let folder = tempfile::tempdir().expect("folder");
        let room = Room::folder(&folder.path().join("files")).expect("room");
        let other = Files::open(&app.app.db, room, folder.path()).await.expect("files");
        assert_eq!(other.address(KEY, now), app.app.files.address(KEY, now));
    }

    async fn a_bucket_keeps_what_a_folder_would(app: &TestApp) {
        let bucket = Bucket::default();
        let address = bucket.clone().serve().await;
        let aws = server::files::AmazonS3Builder::new()
            .with_endpoint(format!("http://{address}"))
            .with_allow_http(true)
            .with_region("us-east-1")
            .with_access_key_id("key")
            .with_secret_access_key("secret");
        let room = Room::bucket("s3://ridge/photos/", aws).expect("room");
        let files = Files::open(&app.app.db, room, app.folder.path()).await.expect("files");

        assert!(content(&files, KEY).await.is_none());
        files.announce(&app.app.db, &[KEY.to_string()], app.app.clock.now()).await.expect("announced");
        files.put(KEY, b"picture".to_vec()).await.expect("written");
        assert_eq!(bucket.names(), ["/ridge/photos/job-images/roof.jpg"]);
        assert_eq!(content(&files, KEY).await.as_deref(), Some(&b"picture"[..]));

        // Longer than a part: it goes in pieces and comes back whole.
        let long: Vec<u8> = (0..11_u32 << 20).map(|n| n.to_le_bytes()[1]).collect();
        let file = app.folder.path().join("long");
        std::fs::write(&file, &long).expect("file");
        files.put_file("long.png", &file).await.expect("written");
        assert!(content(&files, "long.png").await.expect("there") == long);

        files.discard(&app.app.db, &[KEY.to_string()]).await;
        assert_eq!(bucket.names(), ["/ridge/photos/long.png"]);
        assert_eq!(doomed(&app.app.db).await, 0);
    }
}

#[test]
fn a_files_url_that_is_none_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    for url in ["s3://", "s3:///x", "https://bucket.example.com", "/srv/files"] {
        let told = Room::open(Some(url), folder.path()).expect_err(url).to_string();
        assert!(told.contains("--files-url must be s3://BUCKET"), "{told}");
    }
    Room::open(Some(""), folder.path()).expect("an empty variable is none");
}

/// Speaks as much S3 as is asked of it, and checks nobody's signature.
#[derive(Clone, Default)]
struct Bucket(Arc<Mutex<BTreeMap<String, Vec<u8>>>>);

impl Bucket {
    async fn serve(self) -> std::net::SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("address");
        let router = Router::new().fallback(answer).with_state(self);
        let router = router.layer(axum::extract::DefaultBodyLimit::disable());
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    fn names(&self) -> Vec<String> {
        self.0.lock().expect("objects").keys().cloned().collect()
    }
}

async fn answer(
    State(Bucket(objects)): State<Bucket>,
    method: Method,
    uri: Uri,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let (path, query) = (uri.path().to_string(), query.unwrap_or_default());
    let asks = |name: &str| query.split('&').any(|part| part.split('=').next() == Some(name));
    let mut objects = objects.lock().expect("objects");
    let tag = [("etag", "\"1\""), ("last-modified", "Mon, 02 Mar 2026 12:00:00 GMT")];
    match method {
        Method::POST if asks("delete") => {
            let body = String::from_utf8_lossy(&body);
            let keys = body.split("<Key>").skip(1).filter_map(|rest| rest.split('<').next());
            let gone = keys.map(|key| {
                objects.remove(&format!("{path}/{key}"));
                format!("<Deleted><Key>{key}</Key></Deleted>")
            });
            format!("<DeleteResult>{}</DeleteResult>", gone.collect::<String>()).into_response()
        }
        Method::POST if asks("uploads") => {
            let upload = "<UploadId>1</UploadId>";
            format!("<InitiateMultipartUploadResult>{upload}</InitiateMultipartUploadResult>")
                .into_response()
        }
        Method::POST => {
            let parts: Vec<_> = objects
                .keys()
                .filter(|name| name.starts_with(&format!("{path}#")))
                .cloned()
                .collect();
            let whole = parts.iter().filter_map(|part| objects.remove(part)).flatten().collect();
            objects.insert(path, whole);
            let done = "<ETag>\"1\"</ETag>";
            format!("<CompleteMultipartUploadResult>{done}</CompleteMultipartUploadResult>")
                .into_response()
        }
        Method::PUT if asks("partNumber") => {
            objects.insert(format!("{path}#{query}"), body.to_vec());
            tag.into_response()
        }
        Method::PUT => {
            objects.insert(path, body.to_vec());
            tag.into_response()
        }
        Method::DELETE => {
            objects.remove(&path);
            StatusCode::NO_CONTENT.into_response()
        }
        _ => match objects.get(&path) {
            Some(object) => (tag, object.clone()).into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        },
    }
}

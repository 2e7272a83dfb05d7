//! The file store, in a folder and in a bucket: unused files are deleted, files in use stay.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
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
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use http_body_util::BodyExt as _;
use object_store::{ClientConfigKey, aws::AmazonS3ConfigKey};
use serde_json::Value;
use services::files::{
    Files,
    backend::{AmazonS3Builder, StorageBackend},
};
use store::{db::Db, files::deletion_queue};

use crate::support::{TestApp, photos, upload};

const KEY: &str = "job-images/roof.jpg";

async fn content(files: &Files, key: &str) -> Option<Bytes> {
    let content = files.read(key).await.expect("an answer")?;
    let bytes = content.body.collect().await.expect("content").to_bytes();
    assert_eq!(bytes.len() as u64, content.bytes);
    Some(bytes)
}

async fn doomed(db: &Db) -> usize {
    let mut tx = db.read().await.expect("tx");
    deletion_queue::queued(&mut tx, &[KEY.to_string()]).await.expect("keys").len()
}

both_engines! {
    async fn files_left_by_a_crash_are_deleted_and_uploads_in_progress_are_not(app: &TestApp) {
        let (files, db, now) = (&app.app.files, &app.app.db, app.app.clock.now());
        files.reserve(db, &[KEY.to_string()], now).await.expect("announced");
        files.put(KEY, b"picture".to_vec()).await.expect("written");
        files.sweep(db, now + Duration::minutes(59)).await.expect("swept");
        assert!(content(files, KEY).await.is_some(), "it may still be on its way");
        files.sweep(db, now + Duration::minutes(61)).await.expect("swept");
        assert!(content(files, KEY).await.is_none());
        assert_eq!(doomed(db).await, 0);
    }

    async fn a_picture_half_written_by_a_killed_server_is_deleted(app: &TestApp) {
        let (files, db, now) = (&app.app.files, &app.app.db, app.app.clock.now());
        files.put(KEY, b"picture".to_vec()).await.expect("written");
        let half = |name: &str| app.folder.path().join("files/job-images").join(name);
        let before = std::time::SystemTime::now() - std::time::Duration::from_hours(3);
        for (name, time) in [("killed.jpg#1", before), ("killed.jpg#12", before), ("begun.jpg#1", std::time::SystemTime::now() + std::time::Duration::from_secs(1)), ("#1", before), ("roof #2.jpg", before)] {
            let file = std::fs::File::create(half(name)).expect("file");
            file.set_modified(time).expect("time");
        }
        files.sweep(db, now).await.expect("swept");
        for (name, stays) in [("killed.jpg#1", false), ("killed.jpg#12", false), ("begun.jpg#1", true), ("#1", true), ("roof #2.jpg", true), ("roof.jpg", true)] {
            assert_eq!(half(name).exists(), stays, "{name}");
        }
    }

    async fn a_file_in_use_is_not_discarded_by_an_upload_that_seemed_to_fail(app: &TestApp) {
        let (files, db, now) = (&app.app.files, &app.app.db, app.app.clock.now());
        let keys = [KEY.to_string()];
        files.reserve(db, &keys, now).await.expect("announced");
        files.put(KEY, b"picture".to_vec()).await.expect("written");
        let mut tx = db.write().await.expect("tx");
        deletion_queue::remove(&mut tx, &keys).await.expect("spared");
        tx.commit().await.expect("commit");
        files.discard(db, &keys).await;
        files.sweep(db, now + Duration::days(1)).await.expect("swept");
        assert_eq!(content(files, KEY).await.as_deref(), Some(&b"picture"[..]));
    }

    async fn a_link_to_a_file_works_on_every_server_of_the_database(app: &TestApp) {
        let now = app.app.clock.now();
        let folder = tempfile::tempdir().expect("folder");
        let room = StorageBackend::folder(&folder.path().join("files")).expect("room");
        let other = Files::open(&app.app.db, room, folder.path()).await.expect("files");
        assert_eq!(other.address(KEY, now), app.app.files.address(KEY, now));
    }

    async fn a_bucket_stores_files_as_a_folder_does(app: &TestApp) {
        let bucket = Bucket::default();
        let address = bucket.clone().serve().await;
        let room = StorageBackend::bucket("s3://ridge/photos/", signed_in(address)).expect("room");
        let files = Files::open(&app.app.db, room, app.folder.path()).await.expect("files");

        assert!(content(&files, KEY).await.is_none());
        files.reserve(&app.app.db, &[KEY.to_string()], app.app.clock.now()).await.expect("announced");
        files.put(KEY, b"picture".to_vec()).await.expect("written");
        assert_eq!(bucket.names(), ["/ridge/photos/job-images/roof.jpg"]);
        assert_eq!(content(&files, KEY).await.as_deref(), Some(&b"picture"[..]));

        // Longer than one part: it is uploaded in parts and read back whole.
        let long: Vec<u8> = (0..11_u32 << 20).map(|n| n.to_le_bytes()[1]).collect();
        let file = app.folder.path().join("long");
        std::fs::write(&file, &long).expect("file");
        files.put_file("long.png", &file).await.expect("written");
        assert!(content(&files, "long.png").await.expect("there") == long);

        files.discard(&app.app.db, &[KEY.to_string()]).await;
        assert_eq!(bucket.names(), ["/ridge/photos/long.png"]);
        assert_eq!(doomed(&app.app.db).await, 0);
    }

    async fn pictures_are_refused_with_a_message_while_the_bucket_is_down_and_work_again_after(app: &TestApp) {
        let bucket = Bucket::default();
        let open = Served::start(&bucket, "127.0.0.1:0");
        let room = StorageBackend::bucket("s3://ridge", signed_in(open.address)).expect("room");
        let files = Files::open(&app.app.db, room, app.folder.path()).await.expect("files");
        let app = app.second_server(|parts| parts.files = files).await;
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await["id"].as_str().expect("id").to_string();
        let add = async || {
            let path = format!("/api/jobs/uploadJobImage/{job}");
            app.send(Some(&admin), upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[])).await
        };
        let pictures = async || {
            let list = app.get(&admin, &format!("/api/jobs/fetchImgs/{job}")).await;
            list.json["imgs"].as_array().expect("pictures").clone()
        };
        assert_eq!(add().await.status, StatusCode::OK);
        let address = open.address;
        open.stop();

        let began = std::time::Instant::now();
        let response = add().await;
        assert_eq!((response.status, response.code()), (StatusCode::SERVICE_UNAVAILABLE, "internal"));
        assert!(response.message().starts_with("Files and pictures cannot be reached"), "{}", response.message());
        assert!(response.headers.contains_key("retry-after"));
        let there = pictures().await;
        assert_eq!(there.len(), 1, "the list is read all the same, and the picture that was refused is not on it");
        let picture = there[0]["imgUrl"].as_str().expect("an address");
        let response = app.call(None, "GET", picture, Value::Null).await;
        assert_eq!((response.status, response.code()), (StatusCode::SERVICE_UNAVAILABLE, "internal"));
        assert!(began.elapsed() < std::time::Duration::from_secs(30), "nobody waits for minutes");

        let open = Served::start(&bucket, &address.to_string());
        assert_eq!(app.call(None, "GET", picture, Value::Null).await.status, StatusCode::OK);
        assert_eq!(add().await.status, StatusCode::OK);
        assert_eq!(pictures().await.len(), 2);
        app.advance(Duration::hours(2));
        app.app.files.sweep(&app.app.db, app.app.clock.now()).await.expect("swept");
        assert_eq!(bucket.names().len(), 4, "two pictures and their thumbnails, and nothing of the third");
        open.stop();
    }
}

both_engines! {
    async fn a_bucket_that_accepts_connections_and_never_responds_is_reported_in_time(app: &TestApp) {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = silent.local_addr().expect("address");
        let held = tokio::spawn(async move {
            let mut lines = Vec::new();
            while let Ok((line, _)) = silent.accept().await {
                lines.push(line);
            }
        });
        let hurried = signed_in(address).with_config(AmazonS3ConfigKey::Client(ClientConfigKey::ReadTimeout), "300ms");
        let room = StorageBackend::bucket("s3://ridge", hurried).expect("room");
        let files = Files::open(&app.app.db, room, app.folder.path()).await.expect("files");
        let app = app.second_server(|parts| parts.files = files).await;
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await["id"].as_str().expect("id").to_string();
        let began = std::time::Instant::now();
        let path = format!("/api/jobs/uploadJobImage/{job}");
        let response = app.send(Some(&admin), upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[])).await;
        assert_eq!((response.status, response.code()), (StatusCode::SERVICE_UNAVAILABLE, "internal"));
        assert!(response.message().starts_with("Files and pictures cannot be reached"), "{}", response.message());
        assert!(response.headers.contains_key("retry-after"));
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
        let list = app.get(&admin, &format!("/api/jobs/fetchImgs/{job}")).await;
        assert_eq!(list.json["imgs"], serde_json::json!([]));
        held.abort();
    }
}

#[test]
fn an_invalid_files_url_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    for url in ["s3://", "s3:///x", "https://bucket.example.com", "/srv/files"] {
        let message = StorageBackend::open(Some(url), folder.path()).expect_err(url).to_string();
        assert!(message.contains("--files-url must be s3://BUCKET"), "{message}");
    }
    StorageBackend::open(Some(""), folder.path()).expect("an empty variable is none");
}

fn signed_in(address: SocketAddr) -> AmazonS3Builder {
    AmazonS3Builder::new()
        .with_endpoint(format!("http://{address}"))
        .with_allow_http(true)
        .with_region("us-east-1")
        .with_access_key_id("key")
        .with_secret_access_key("secret")
}

/// A bucket served by separate threads, so that it can disappear with all its connections.
struct Served {
    address: SocketAddr,
    threads: tokio::runtime::Runtime,
}

impl Served {
    fn start(bucket: &Bucket, at: &str) -> Self {
        let listener = std::net::TcpListener::bind(at).expect("a port");
        listener.set_nonblocking(true).expect("option");
        let address = listener.local_addr().expect("address");
        let mut threads = tokio::runtime::Builder::new_multi_thread();
        let threads = threads.worker_threads(1).enable_all().build().expect("threads");
        let router = bucket.clone().router();
        threads.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a port");
            axum::serve(listener, router).await
        });
        Self { address, threads }
    }

    fn stop(self) {
        self.threads.shutdown_background();
    }
}

/// Implements the S3 calls that the server uses, without checking signatures.
#[derive(Clone, Default)]
struct Bucket(Arc<Mutex<BTreeMap<String, Vec<u8>>>>);

impl Bucket {
    async fn serve(self) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("address");
        let router = self.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    fn router(self) -> Router {
        let router = Router::new().fallback(answer).with_state(self);
        router.layer(axum::extract::DefaultBodyLimit::disable())
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
            let deleted = keys.map(|key| {
                objects.remove(&format!("{path}/{key}"));
                format!("<Deleted><Key>{key}</Key></Deleted>")
            });
            format!("<DeleteResult>{}</DeleteResult>", deleted.collect::<String>()).into_response()
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

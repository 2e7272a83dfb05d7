//! Files that arrive in parts by tus 1.0: what has arrived over a line that breaks is not sent again, and is used once.

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use chrono::Duration;
use domain::{
    permissions::permission::{CompanyType::Contractor, UserType::Admin},
    types::limits::LIMITS,
};
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use server::tasks::sweep::sweep_old_rows;
use store::sql;

use crate::support::{Person, TestApp, TestResponse, photos, upload};

const UPLOADS: &str = "/api/uploads";
const PART: &str = "application/offset+octet-stream";

/// A request of the protocol.
fn request(method: Method, path: &str, headers: &[(&str, &str)], body: Body) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path).header("tus-resumable", "1.0.0");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body).expect("a request")
}

async fn begin(app: &TestApp, who: &Person, bytes: usize) -> TestResponse {
    let length = bytes.to_string();
    let headers =
        [("upload-length", length.as_str()), ("upload-metadata", "filename cm9vZi5qcGc=")];
    app.send(Some(who), request(Method::POST, UPLOADS, &headers, Body::empty())).await
}

fn address(begun: &TestResponse) -> String {
    assert_eq!(begun.status, StatusCode::CREATED, "{:?}", begun.json);
    begun.headers[header::LOCATION].to_str().expect("an address").to_owned()
}

fn id(address: &str) -> &str {
    address.rsplit('/').next().expect("an id")
}

fn part(address: &str, offset: usize, body: impl Into<Body>) -> Request<Body> {
    let offset = offset.to_string();
    let headers = [("upload-offset", offset.as_str()), ("content-type", PART)];
    request(Method::PATCH, address, &headers, body.into())
}

async fn send(
    app: &TestApp,
    who: &Person,
    address: &str,
    offset: usize,
    part_of: &[u8],
) -> TestResponse {
    app.send(Some(who), part(address, offset, part_of.to_vec())).await
}

async fn head(app: &TestApp, who: &Person, address: &str) -> TestResponse {
    app.send(Some(who), request(Method::HEAD, address, &[], Body::empty())).await
}

/// How much has arrived, as the server says.
async fn arrived(app: &TestApp, who: &Person, address: &str) -> usize {
    number(&head(app, who, address).await.headers, "upload-offset")
}

fn number(headers: &HeaderMap, name: &str) -> usize {
    headers[name].to_str().expect("text").parse().expect("a number")
}

/// A body that breaks off after these bytes.
fn broken(bytes: &[u8]) -> Body {
    let sent = Ok(Bytes::copy_from_slice(bytes));
    Body::from_stream(stream::iter([sent, Err(std::io::Error::other("the line broke"))]))
}

/// A finished upload of this file.
async fn uploaded(app: &TestApp, who: &Person, file: &[u8]) -> String {
    let address = address(&begin(app, who, file.len()).await);
    let sent = send(app, who, &address, 0, file).await;
    assert_eq!(sent.status, StatusCode::NO_CONTENT, "{:?}", sent.json);
    address
}

async fn use_photo(app: &TestApp, who: &Person, job: &Value, upload: &str) -> TestResponse {
    let path =
        format!("/api/jobs/uploadJobImage/{}?upload={upload}", job["id"].as_str().expect("id"));
    app.send(Some(who), Request::post(path).body(Body::empty()).expect("a request")).await
}

async fn photos_of(app: &TestApp, who: &Person, job: &Value) -> usize {
    let images =
        app.get(who, &format!("/api/jobs/fetchImgs/{}", job["id"].as_str().expect("id"))).await;
    images.json["imgs"].as_array().expect("imgs").len()
}

/// The parts in the file store, and files that were not cleaned up.
fn left(app: &TestApp) -> usize {
    let count =
        |folder| std::fs::read_dir(app.folder.path().join(folder)).map_or(0, Iterator::count);
    count("files/uploads") + count("arriving")
}

both_engines! {
    async fn twelve_large_photos_within_a_minute_are_not_taken_for_the_same_call(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        for n in 0..12 {
            let upload = uploaded(app, &who, &photos::jpeg(64, 48)).await;
            let stored = use_photo(app, &who, &job, id(&upload)).await;
            assert_eq!(stored.status, StatusCode::OK, "photo {n}: {:?}", stored.json);
        }
        assert_eq!(photos_of(app, &who, &job).await, 12);
    }

    async fn a_photo_on_a_line_that_breaks_arrives_in_parts_and_is_stored_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        let photo = photos::jpeg_of(9 << 20);
        let address = address(&begin(app, &who, photo.len()).await);
        let mut offset = 0;
        // Some break within what is stored at once, some behind it.
        for bytes in [1, 70_000, 5 << 20, 1 << 20] {
            let sent = app.send(Some(&who), part(&address, offset, broken(&photo[offset..offset + bytes]))).await;
            assert_eq!(sent.status, StatusCode::CONFLICT, "{:?}", sent.json);
            offset += bytes;
            assert_eq!(arrived(app, &who, &address).await, offset, "what has arrived is kept");
            let early = use_photo(app, &who, &job, id(&address)).await;
            assert_eq!((early.status, early.code()), (StatusCode::CONFLICT, "conflict"));
        }
        let rest = send(app, &who, &address, offset, &photo[offset..]).await;
        assert_eq!((rest.status, number(&rest.headers, "upload-offset")), (StatusCode::NO_CONTENT, photo.len()));
        let stored = use_photo(app, &who, &job, id(&address)).await;
        assert_eq!(stored.status, StatusCode::OK, "{:?}", stored.json);
        assert_eq!((&stored.json["newEntry"]["width"], &stored.json["newEntry"]["height"]), (&json!(64), &json!(48)));
        assert_eq!(use_photo(app, &who, &job, id(&address)).await.status, StatusCode::NOT_FOUND, "used once");
        assert_eq!(head(app, &who, &address).await.status, StatusCode::NOT_FOUND);
        assert_eq!((photos_of(app, &who, &job).await, left(app)), (1, 0));
    }

    async fn a_photo_whose_answer_was_lost_is_stored_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        let address = uploaded(app, &who, &photos::jpeg(64, 48)).await;
        let path = format!("/api/jobs/uploadJobImage/{}?upload={}", job["id"].as_str().expect("id"), id(&address));
        let call = || Request::post(&path).header("idempotency-key", "0190f5fe-7c00-7a3e").body(Body::empty()).expect("a request");
        let first = app.send(Some(&who), call()).await;
        assert_eq!(first.status, StatusCode::OK, "{:?}", first.json);
        let again = app.send(Some(&who), call()).await;
        assert_eq!((again.status, &again.json["newEntry"]["id"]), (StatusCode::OK, &first.json["newEntry"]["id"]));
        assert_eq!((photos_of(app, &who, &job).await, left(app)), (1, 0));
    }

    async fn an_upload_whose_beginning_was_lost_is_begun_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let begin = || request(Method::POST, UPLOADS, &[("upload-length", "3"), ("idempotency-key", "0190f5fe-7c00-7a3e")], Body::empty());
        let first = address(&app.send(Some(&who), begin()).await);
        let again = app.send(Some(&who), begin()).await;
        assert_eq!((again.headers["tus-resumable"].as_bytes(), address(&again)), (b"1.0.0".as_slice(), first));
        let mut tx = app.app.db.read().await.expect("tx");
        let other = request(Method::POST, UPLOADS, &[("upload-length", "4"), ("idempotency-key", "0190f5fe-7c00-7a3e")], Body::empty());
        assert_eq!(app.send(Some(&who), other).await.status, StatusCode::UNPROCESSABLE_ENTITY, "another file");
        assert_eq!(sql!("SELECT COUNT(*) AS value FROM upload").value::<i64>(&mut tx).await.expect("count"), 1);
    }

    async fn two_calls_at_once_use_an_upload_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        let address = uploaded(app, &who, &photos::jpeg(64, 48)).await;
        let calls = (0..4).map(|_| use_photo(app, &who, &job, id(&address)));
        let answers = futures_util::future::join_all(calls).await;
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [200, 404].contains(status)), "{statuses:?}");
        assert_eq!((photos_of(app, &who, &job).await, left(app)), (1, 0));
    }

    async fn a_client_that_comes_back_does_not_wait_for_its_broken_connection(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let address = address(&begin(app, &who, 10).await);
        // A connection that says nothing more, as when a phone changes its network.
        let silent = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"abc"))]).chain(stream::pending());
        let stuck = app.send(Some(&who), part(&address, 0, Body::from_stream(silent)));
        let back = async {
            // Until the first has its turn, nothing of it has arrived.
            let until_arrived = async {
                while arrived(app, &who, &address).await == 0 {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(std::time::Duration::from_mins(1), until_arrived).await.expect("what was sent");
            send(app, &who, &address, 3, b"defghij").await
        };
        let (stuck, back) = futures_util::join!(stuck, back);
        assert_eq!((stuck.status, back.status), (StatusCode::CONFLICT, StatusCode::NO_CONTENT));
        assert_eq!(arrived(app, &who, &address).await, 10);
    }

    async fn a_file_is_for_its_user_alone_and_its_bytes_are_checked_on_use(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        let address = uploaded(app, &who, b"Rules of the house").await;
        for stranger in [app.colleague(who.company, Admin).await, app.sign_in(Contractor, Admin).await] {
            for refused in [
                head(app, &stranger, &address).await,
                send(app, &stranger, &address, 18, b"").await,
                app.send(Some(&stranger), request(Method::DELETE, &address, &[], Body::empty())).await,
                app.send(Some(&stranger), Request::post(format!("/api/company/uploadFile/rules.txt/false?upload={}", id(&address))).body(Body::empty()).expect("a request")).await,
            ] {
                assert_eq!(refused.status, StatusCode::NOT_FOUND);
            }
        }
        let none = app.send(None, request(Method::HEAD, &address, &[], Body::empty())).await;
        assert_eq!(none.status, StatusCode::UNAUTHORIZED);
        let no_photo = use_photo(app, &who, &job, id(&address)).await;
        assert_eq!((no_photo.status, no_photo.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"));
        for unknown in ["00000000-0000-7000-8000-000000000000", "x", ""] {
            assert_eq!(use_photo(app, &who, &job, unknown).await.status, StatusCode::NOT_FOUND, "{unknown}");
        }
        // Refused there, it may still be used where it fits.
        let path = format!("/api/company/uploadFile/rules.txt/false?upload={}", id(&address));
        let stored = app.send(Some(&who), Request::post(path).body(Body::empty()).expect("a request")).await;
        assert_eq!((stored.status, &stored.json["companyFile"]["fileName"]), (StatusCode::OK, &json!("rules.txt")), "{:?}", stored.json);
        assert_eq!(left(app), 0);
    }

    async fn a_chat_picture_that_arrived_in_parts_keeps_its_tags(app: &TestApp) {
        let (sender, recipient, room) = app.room().await;
        let path = |upload: &str| format!("/api/chat/sendAttachment/{room}?upload={}", id(upload));
        let fields = json!({ "tags": [recipient.user], "tempId": "one" });
        let first = uploaded(app, &sender, &photos::jpeg(8, 8)).await;
        let as_json = app.post(&sender, &path(&first), fields).await;
        let second = uploaded(app, &sender, &photos::jpeg(9, 9)).await;
        let tags = json!([recipient.user]).to_string();
        let form = upload(&path(&second), ("none", "none"), b"", &[("tags", &tags), ("tempId", "two")]);
        let as_form = app.send(Some(&sender), form).await;
        for (sent, temp_id) in [(as_json, "one"), (as_form, "two")] {
            assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
            let message = &sent.json["message"];
            assert_eq!((&message["tempId"], &message["tags"][0]["id"]), (&json!(temp_id), &json!(recipient.user)), "{message}");
        }
        assert_eq!(left(app), 0);
    }

    async fn clients_of_the_protocol_learn_what_the_server_does_and_where_they_are(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let offer = app.send(None, Request::options(UPLOADS).body(Body::empty()).expect("a request")).await;
        assert_eq!(offer.status, StatusCode::NO_CONTENT);
        let says = |name: &str| offer.headers[name].to_str().expect("text").to_owned();
        assert_eq!((says("tus-version").as_str(), says("tus-max-size")), ("1.0.0", LIMITS.upload_bytes.to_string()));
        assert_eq!(says("tus-extension"), "creation,expiration,termination");
        let begun = begin(app, &who, 3).await;
        let address = address(&begun);
        assert_eq!(begun.headers["upload-expires"], "Tue, 03 Mar 2026 12:00:00 GMT");
        let now = head(app, &who, &address).await;
        assert_eq!((now.status, number(&now.headers, "upload-offset"), number(&now.headers, "upload-length")), (StatusCode::OK, 0, 3));
        assert_eq!((&now.headers["cache-control"], &now.headers["upload-metadata"]), (&"no-store".parse().expect("a value"), &"filename cm9vZi5qcGc=".parse().expect("a value")));
        let with = |headers: &[(&str, &str)], body: &'static str| request(Method::PATCH, &address, headers, body.into());
        let old = Request::head(&address).header("tus-resumable", "0.2.2").body(Body::empty()).expect("a request");
        let too_large = (LIMITS.upload_bytes + 1).to_string();
        for (request, status) in [
            (old, 412),
            (request(Method::POST, UPLOADS, &[], Body::empty()), 400),
            (request(Method::POST, UPLOADS, &[("upload-length", "-1")], Body::empty()), 400),
            (request(Method::POST, UPLOADS, &[("upload-length", &too_large)], Body::empty()), 413),
            (with(&[("upload-offset", "0"), ("content-type", "text/plain")], "abc"), 415),
            (with(&[("content-type", PART)], "abc"), 400),
            (with(&[("upload-offset", "1"), ("content-type", PART)], "bc"), 409),
            (with(&[("upload-offset", "0"), ("content-type", PART), ("content-length", "4")], "abcd"), 413),
            (request(Method::POST, &address, &[("upload-offset", "0"), ("content-type", PART)], "abc".into()), 404),
        ] {
            let label = format!("{request:?}");
            let refused = app.send(Some(&who), request).await;
            assert_eq!(refused.status.as_u16(), status, "{label} {:?}", refused.json);
            assert_eq!(refused.headers["tus-resumable"], "1.0.0", "{label}");
            assert_eq!(refused.headers.contains_key("tus-version"), status == 412, "{label}");
        }
        assert_eq!(arrived(app, &who, &address).await, 0);
        let by_post = |method| [("x-http-method-override", method), ("upload-offset", "0"), ("content-type", PART)];
        let sent = app.send(Some(&who), request(Method::POST, &address, &by_post("PATCH"), "abc".into())).await;
        assert_eq!((sent.status, arrived(app, &who, &address).await), (StatusCode::NO_CONTENT, 3));
        let ended = app.send(Some(&who), request(Method::POST, &address, &by_post("DELETE"), Body::empty())).await;
        assert_eq!((ended.status, head(app, &who, &address).await.status, left(app)), (StatusCode::NO_CONTENT, StatusCode::NOT_FOUND, 0));
    }

    async fn a_body_of_more_than_was_announced_is_refused(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let address = address(&begin(app, &who, 3).await);
        let chunks = stream::iter(["ab", "cd"].map(|chunk| Ok::<_, std::io::Error>(Bytes::from_static(chunk.as_bytes()))));
        let sent = app.send(Some(&who), part(&address, 0, Body::from_stream(chunks))).await;
        assert_eq!((sent.status, arrived(app, &who, &address).await), (StatusCode::PAYLOAD_TOO_LARGE, 3));
    }

    async fn an_upload_has_at_most_a_thousand_parts(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let address = address(&begin(app, &who, 3).await);
        send(app, &who, &address, 0, b"a").await;
        let mut tx = app.app.db.write().await.expect("tx");
        for part in 0..999_i64 {
            sql!("INSERT INTO upload_part (upload_id, first_byte, file_key) SELECT id, $1, 'none' FROM upload")
                .bind(-1 - part).run_one(&mut tx).await.expect("a part");
        }
        tx.commit().await.expect("commit");
        let refused = send(app, &who, &address, 1, b"b").await;
        assert_eq!((refused.status, refused.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
    }

    async fn an_upload_that_nobody_uses_is_deleted_after_a_day(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let abandoned = uploaded(app, &who, b"abc").await;
        app.advance(Duration::hours(LIMITS.upload_hours - 1));
        let living = address(&begin(app, &who, 6).await);
        send(app, &who, &living, 0, b"abc").await;
        app.advance(Duration::hours(1));
        assert_eq!(head(app, &who, &abandoned).await.status, StatusCode::NOT_FOUND);
        sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        app.app.files.sweep(&app.app.db, app.app.clock.now()).await.expect("swept");
        assert_eq!((left(app), arrived(app, &who, &living).await), (1, 3));
        assert_eq!(send(app, &who, &living, 3, b"def").await.status, StatusCode::NO_CONTENT, "kept as long as parts arrive");
    }

    async fn nobody_fills_the_disk_with_uploads_that_they_do_not_use(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let most = usize::try_from(LIMITS.upload_bytes).expect("a size");
        let fits = LIMITS.unused_upload_bytes / i64::try_from(LIMITS.upload_bytes).expect("a size");
        for _ in 0..fits {
            address(&begin(app, &who, most).await);
        }
        let refused = begin(app, &who, most).await;
        assert_eq!((refused.status, refused.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
        assert!(refused.headers.contains_key(header::RETRY_AFTER));
        let small = begin(app, &who, 0).await;
        let other = app.colleague(who.company, Admin).await;
        for begun in [small, begin(app, &other, most).await] {
            assert_eq!(begun.status, StatusCode::CREATED);
        }
        let mut tx = app.app.db.write().await.expect("tx");
        sql!("UPDATE upload SET total_bytes = 0").run(&mut tx).await.expect("emptied");
        tx.commit().await.expect("commit");
        for _ in fits + 1..LIMITS.unused_uploads {
            address(&begin(app, &who, 0).await);
        }
        assert_eq!(begin(app, &who, 0).await.status, StatusCode::TOO_MANY_REQUESTS);
    }
}

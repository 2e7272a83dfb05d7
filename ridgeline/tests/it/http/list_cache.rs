//! Lists that are served again without being read again, and are never stale.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

const LIST: &str = "/api/jobs/myJobs/contractor";

async fn list_unless(app: &TestApp, who: &Person, tag: &str) -> TestResponse {
    let request = Request::get(LIST).header(header::IF_NONE_MATCH, tag).body(Body::empty());
    app.send(Some(who), request.expect("request")).await
}

fn tag(answer: &TestResponse) -> String {
    answer.headers[header::ETAG].to_str().expect("tag").to_string()
}

both_engines! {
    async fn an_unchanged_list_is_not_read_again(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        app.post(&admin, "/api/jobs/create", json!({ "title": "one", "city": "Nashville", "state": "TN" })).await;
        let first = app.get(&admin, LIST).await;
        let unchanged = list_unless(app, &admin, &tag(&first)).await;
        assert_eq!((unchanged.status, unchanged.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
        let before = app.app.db.statements_run();
        let second = app.get(&admin, LIST).await;
        let statements = app.app.db.statements_run() - before;
        let most = if app.app.db.is_sole_writer() { 0 } else { 2 };
        assert!(statements <= most, "{statements} statements for an unchanged list");
        assert_eq!(first.bytes, second.bytes);
    }

    async fn a_change_by_one_client_is_read_by_another_at_once(app: &TestApp) {
        let writer = app.sign_in(Contractor, Admin).await;
        let reader = app.colleague(writer.company, Admin).await;
        let created = app.post(&writer, "/api/jobs/create", json!({ "title": "job 0", "city": "Nashville", "state": "TN" })).await;
        let id = created.json["id"].clone();
        let mut tags: Vec<String> = Vec::new();
        for n in 1..=30 {
            let title = format!("job {n}");
            let form = json!({ "jobId": id, "title": title, "city": "Nashville", "state": "TN" });
            let changed = app.post(&writer, "/api/jobs/update/nameAddress", form).await;
            assert_eq!(changed.status, StatusCode::OK);
            let seen = match tags.last() {
                Some(last) => list_unless(app, &reader, last).await,
                None => app.get(&reader, LIST).await,
            };
            assert_eq!(seen.status, StatusCode::OK, "a changed list is never a 304");
            assert_eq!(seen.json["jobs"][0]["title"], json!(title));
            assert!(!tags.contains(&tag(&seen)));
            tags.push(tag(&seen));
        }
    }

    async fn two_concurrent_clients_never_read_a_state_before_an_acknowledged_write(app: &TestApp) {
        let writer = app.sign_in(Contractor, Admin).await;
        let reader = app.colleague(writer.company, Admin).await;
        let answered = std::sync::atomic::AtomicUsize::new(0);
        let writing = async {
            for n in 0..40 {
                let form = json!({ "title": format!("job {n}"), "city": "Nashville", "state": "TN" });
                let created = app.post(&writer, "/api/jobs/create", form).await;
                assert_eq!(created.status, StatusCode::OK);
                answered.store(n + 1, std::sync::atomic::Ordering::SeqCst);
            }
        };
        let reading = async {
            loop {
                let at_least = answered.load(std::sync::atomic::Ordering::SeqCst);
                let list = app.get(&reader, LIST).await;
                let seen = list.json["jobs"].as_array().map_or(0, Vec::len);
                assert!(seen >= at_least, "{at_least} were answered, {seen} seen");
                if at_least == 40 {
                    break;
                }
                // A cached list is returned without awaiting anything, so yield to the writer.
                tokio::task::yield_now().await;
            }
        };
        tokio::join!(writing, reading);
    }

    async fn a_signed_out_browser_gets_no_cached_list(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        app.get(&admin, LIST).await;
        app.get(&admin, LIST).await;
        app.post(&admin, "/api/auth/logout", Value::Null).await;
        assert_eq!(app.get(&admin, LIST).await.status, StatusCode::UNAUTHORIZED);
    }

    async fn a_phone_gets_the_list_compressed_and_whole(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for n in 0..20 {
            app.post(&admin, "/api/jobs/create", json!({ "title": format!("job {n}"), "city": "Nashville", "state": "TN" })).await;
        }
        let plain = app.get(&admin, LIST).await;
        let request = Request::get(LIST).header(header::ACCEPT_ENCODING, "gzip").body(Body::empty());
        let packed = app.send(Some(&admin), request.expect("request")).await;
        assert_eq!(packed.headers[header::CONTENT_ENCODING], "gzip");
        let mut unpacked = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed.bytes[..]), &mut unpacked).expect("gzip");
        assert_eq!(unpacked, plain.bytes);
        assert!(packed.bytes.len() * 4 < plain.bytes.len());
    }
}

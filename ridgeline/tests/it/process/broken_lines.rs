//! Hundreds of calls over a line that breaks: each has a key, and is sent again until it is answered. Nothing is lost,
//! and nothing is there twice.

use std::{collections::BTreeSet, time::Duration};

use axum::http::header;
use futures_util::{StreamExt as _, stream};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use store::sql;

use crate::support::{Person, TestApp, broken_line, photos};

/// How many calls are made, and how many of them at once. `RIDGELINE_TEST_BROKEN_CALLS` is another number.
const CALLS: usize = 400;
const AT_ONCE: usize = 16;
/// How long a try waits for its answer.
const TIMEOUT: Duration = Duration::from_secs(20);
/// More tries than any call needs by this seed.
const TRIES: usize = 100;
const SEED: u64 = 23;

/// What a call leaves, one after the other.
const KINDS: usize = 6;

struct Phone {
    http: Client,
    line: String,
    person: Person,
    job: String,
    room: String,
}

impl Phone {
    /// Sends a request with a key until the server answers; returns its answer.
    async fn until_answered(&self, key: &str, request: impl Fn(&Self) -> RequestBuilder) -> Value {
        for _ in 0..TRIES {
            let sent = request(self).header("idempotency-key", key).send().await;
            let Ok(answer) = sent else { continue };
            let status = answer.status();
            let is_ours = answer
                .headers()
                .get(header::CONTENT_TYPE)
                .is_some_and(|kind| kind == "application/json");
            let Ok(body) = answer.json::<Value>().await else { continue };
            if is_ours && !status.is_server_error() {
                assert!(status.is_success(), "{key}: {status} {body}");
                return body;
            }
        }
        panic!("{key}: no answer in {TRIES} tries");
    }

    fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.line)).bearer_auth(&self.person.token)
    }

    fn post(&self, path: &str, form: &Value) -> RequestBuilder {
        self.ask(Method::POST, path)
            .header("content-type", "application/json")
            .body(form.to_string())
    }

    /// One call; returns the id of what it made.
    async fn call(&self, number: usize) -> String {
        let (key, name) = (format!("broken-line-{number:08}"), format!("Thing {number}"));
        let (person, job, room) = (self.person.user, &self.job, &self.room);
        let (path, form, of) = match number % KINDS {
            0 => {
                let form = json!({ "title": name, "city": "Nashville", "state": "TN" });
                ("/api/jobs/create", form, None)
            }
            1 => {
                let phone = format!("615{number:07}");
                let form = json!({ "firstName": "Ana", "lastName": name, "phone": phone });
                ("/api/customers/create", form, Some("customer"))
            }
            2 => {
                let form = json!({ "authorId": person, "jobId": job, "content": name });
                ("/api/jobs/addNote", form, None)
            }
            3 => {
                let form = json!({ "userId": person, "roomId": room, "contents": name });
                ("/api/chat/sendMessage", form, Some("message"))
            }
            4 => return self.file(&key, number, &name).await,
            _ => return self.photo(&key).await,
        };
        id(&self.until_answered(&key, |phone| phone.post(path, &form)).await, of)
    }

    /// A company file.
    async fn file(&self, key: &str, number: usize, text: &str) -> String {
        let path = format!("/api/company/uploadFile/{number}.txt/false");
        let head =
            "--edge\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.txt\"\r\n\r\n";
        let body = [head, text, "\r\n--edge--\r\n"].concat();
        let form = |phone: &Self| {
            let request = phone.ask(Method::POST, &path);
            request.header("content-type", "multipart/form-data; boundary=edge").body(body.clone())
        };
        id(&self.until_answered(key, form).await, Some("companyFile"))
    }

    /// A photo in parts.
    async fn photo(&self, key: &str) -> String {
        let photo = photos::jpeg_of(100_000);
        let upload = self.begin(&format!("{key}-upload"), photo.len()).await;
        for _ in 0..TRIES {
            let Some(offset) = self.arrived(&upload).await else { continue };
            if offset == photo.len() {
                let path = format!("/api/jobs/uploadJobImage/{}?upload={upload}", self.job);
                let answer = self.until_answered(key, |phone| phone.post(&path, &json!({}))).await;
                return id(&answer, Some("newEntry"));
            }
            let part = self
                .tus(Method::PATCH, &upload)
                .header("upload-offset", offset)
                .header("content-type", "application/offset+octet-stream");
            let _may_break = part.body(photo[offset..].to_vec()).send().await;
        }
        panic!("{key}: the photo has not arrived");
    }

    fn tus(&self, method: Method, upload: &str) -> RequestBuilder {
        self.ask(method, &format!("/api/uploads/{upload}")).header("tus-resumable", "1.0.0")
    }

    /// A new upload.
    async fn begin(&self, key: &str, bytes: usize) -> String {
        for _ in 0..TRIES {
            let begun = self
                .ask(Method::POST, "/api/uploads")
                .header("tus-resumable", "1.0.0")
                .header("upload-length", bytes)
                .header("idempotency-key", key);
            let Ok(answer) = begun.send().await else { continue };
            let address =
                answer.headers().get(header::LOCATION).and_then(|address| address.to_str().ok());
            if let Some((_, id)) = address.and_then(|address| address.rsplit_once('/')) {
                return id.to_owned();
            }
        }
        panic!("no upload begins");
    }

    async fn arrived(&self, upload: &str) -> Option<usize> {
        let answer = self.tus(Method::HEAD, upload).send().await.ok()?;
        answer.headers().get("upload-offset")?.to_str().ok()?.parse().ok()
    }
}

/// The id of an answer, or of what it holds under a name.
fn id(answer: &Value, of: Option<&str>) -> String {
    let row = of.map_or(answer, |of| &answer[of]);
    row["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

both_engines! {
    async fn nothing_is_lost_and_nothing_is_there_twice(app: &TestApp) {
        let calls = std::env::var("RIDGELINE_TEST_BROKEN_CALLS").ok().and_then(|calls| calls.parse().ok()).unwrap_or(CALLS);
        let (person, _, room) = app.room().await;
        let job = app.job(&person).await["id"].as_str().expect("id").to_owned();
        let server = app.second_server(|parts| {
            parts.rate_limiter = None;
            parts.duplicate_counter = None;
        }).await;
        let line = broken_line::before(server.listen().await, SEED).await;
        // Fails if another test has installed it already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder().no_proxy().timeout(TIMEOUT).pool_max_idle_per_host(0).build().expect("a client");
        let phone = Phone { http, line: format!("http://{line}"), person, job, room };
        let made: BTreeSet<String> = stream::iter(0..calls).map(|number| phone.call(number)).buffer_unordered(AT_ONCE).collect().await;
        assert_eq!(made.len(), calls, "seed {SEED}: one answer for each call");
        let mut tx = app.app.db.read().await.expect("tx");
        let mut there = 0;
        for (kind, count) in [
            sql!("SELECT COUNT(*) AS value FROM job WHERE title LIKE 'Thing %'"),
            sql!("SELECT COUNT(*) AS value FROM customer WHERE last_name LIKE 'Thing %'"),
            sql!("SELECT COUNT(*) AS value FROM job_note WHERE content LIKE 'Thing %'"),
            sql!("SELECT COUNT(*) AS value FROM chat_message WHERE contents LIKE 'Thing %'"),
            sql!("SELECT COUNT(*) AS value FROM company_file"),
            sql!("SELECT COUNT(*) AS value FROM job_image"),
        ].into_iter().enumerate() {
            let count = count.value::<i64>(&mut tx).await.expect("count");
            let expected = (calls + KINDS - 1 - kind) / KINDS;
            assert_eq!(usize::try_from(count).expect("a count"), expected, "seed {SEED}: things of kind {kind}");
            there += count;
        }
        println!("seed {SEED}: {calls} calls, {there} things");
    }
}

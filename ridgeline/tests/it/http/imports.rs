//! Canceling an import: all of it is stored or nothing, and the user learns which.

use std::{fmt::Write as _, time::Duration};

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use server::cli::listener::{ConnectionTimeouts, serve};
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpListener, TcpStream},
};

use crate::support::{Person, TestApp, TestResponse, multipart};

const ROWS: usize = 3_000;
const ID: &str = "019a2f00-0000-7000-8000-000000000001";

/// A kind of import: the path, the header row, a distinct row for each number, and the table that it fills.
type Kind = (&'static str, &'static str, fn(usize) -> String, &'static str);

const KINDS: [Kind; 3] = [
    ("/api/jobs/import", "title,city,state", |n| format!("Roof {n},Nashville,TN"), "job"),
    (
        "/api/customers/import",
        "First Name,Last Name,Phone",
        |n| format!("Ana,Peña {n},615555{n:04}"),
        "customer",
    ),
    (
        "/api/products/import",
        "Category,Product,Price",
        |n| format!("Caps,Cap {n},31.50"),
        "product",
    ),
];

fn sheet((_, headings, row, _): Kind, rows: usize) -> String {
    let mut sheet = format!("{headings}\n");
    for n in 0..rows {
        writeln!(sheet, "{}", row(n)).expect("text");
    }
    sheet
}

fn import(kind: Kind, rows: usize) -> Request<Body> {
    multipart(kind.0, sheet(kind, rows).as_bytes(), &[("importId", ID)])
}

async fn stop(app: &TestApp, who: &Person) -> TestResponse {
    app.post(who, &format!("/api/imports/stop/{ID}"), Value::Null).await
}

/// The number of rows of a table, for all companies.
async fn stored(app: &TestApp, (.., table): Kind) -> u64 {
    let mut tx = app.app.db.read().await.expect("tx");
    let tables = tx.tables().await.expect("tables");
    let table = tables.into_iter().find(|one| one.name == table).expect("a table");
    tx.count_rows(&table).await.expect("count")
}

/// Waits until another task has made the condition true.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let so = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), so)
        .await
        .unwrap_or_else(|_| panic!("never {what}"));
}

/// Sends a request on a new connection and leaves the connection open.
async fn send(line: &mut TcpStream, who: &Person, request: Request<Body>) {
    let (parts, body) = request.into_parts();
    let mut head = format!(
        "{} {} HTTP/1.1\r\nhost: ridgeline\r\nauthorization: Bearer {}\r\n",
        parts.method, parts.uri, who.token
    );
    for (name, value) in &parts.headers {
        write!(head, "{name}: {}\r\n", value.to_str().expect("text")).expect("text");
    }
    head.push_str("\r\n");
    line.write_all(head.as_bytes()).await.expect("head");
    let body = body.collect().await.expect("body").to_bytes();
    line.write_all(&body).await.expect("body");
}

both_engines! {
    async fn an_import_whose_client_disconnects_stores_nothing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("address");
        let server = tokio::spawn(serve(listener, app.router(), ConnectionTimeouts::default(), std::future::pending()));
        let db = &app.app.db;
        for kind in KINDS {
            let (statements, abandoned) = (db.statements_run(), db.abandoned_writes());
            let mut line = TcpStream::connect(at).await.expect("a line");
            send(&mut line, &admin, multipart(kind.0, sheet(kind, ROWS).as_bytes(), &[])).await;
            until("in the middle", || db.statements_run() > statements + 100).await;
            drop(line);
            until("given up", || db.abandoned_writes() > abandoned).await;
            assert_eq!(stored(app, kind).await, 0, "{}", kind.0);
        }
        server.abort();
    }

    async fn an_import_that_arrives_after_its_cancellation_stores_nothing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        assert_eq!(stop(app, &admin).await.json, json!({ "stored": null }));
        for kind in KINDS {
            let late = app.send(Some(&admin), import(kind, 3)).await;
            assert_eq!((late.status, late.code()), (StatusCode::CONFLICT, "conflict"), "{}", kind.0);
            assert_eq!(late.message(), "This import was stopped. Nothing of it was stored.");
            assert_eq!(stored(app, kind).await, 0, "{}", kind.0);
        }
        let whole = multipart(KINDS[0].0, sheet(KINDS[0], 3).as_bytes(), &[]);
        assert_eq!(app.send(Some(&admin), whole).await.json["created"], 3, "others are not held up by it");
    }

    async fn canceling_an_import_too_late_returns_what_was_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let done = app.send(Some(&admin), import(KINDS[0], 3)).await;
        assert_eq!(done.json["created"], 3);
        let expected = json!({ "stored": { "created": 3, "alreadyThere": 0, "refused": 0 } });
        assert_eq!(stop(app, &admin).await.json, expected);
        assert_eq!(stored(app, KINDS[0]).await, 3);
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(stop(app, &outsider).await.json, json!({ "stored": null }), "another company's is not told");
        let again = app.send(Some(&admin), import(KINDS[0], 4)).await;
        assert_eq!((&again.json["created"], &again.json["alreadyThere"]), (&json!(1), &json!(3)));
        let expected = json!({ "stored": { "created": 1, "alreadyThere": 3, "refused": 0 } });
        assert_eq!(stop(app, &admin).await.json, expected, "the last time it was sent");
        app.advance(chrono::Duration::hours(25));
        assert_eq!(stop(app, &admin).await.json, json!({ "stored": null }), "nobody asks later");
    }

    async fn an_import_and_its_cancellation_agree_on_whether_it_was_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let db = &app.app.db;
        let before = db.statements_run();
        let stopping = async {
            until("in the middle", || db.statements_run() > before + 100).await;
            stop(app, &admin).await
        };
        let (done, response) = tokio::join!(app.send(Some(&admin), import(KINDS[0], 500)), stopping);
        assert_eq!(response.status, StatusCode::OK);
        let rows = stored(app, KINDS[0]).await;
        if response.json["stored"].is_null() {
            assert_eq!((done.status, rows), (StatusCode::CONFLICT, 0));
        } else {
            assert_eq!((done.status, rows), (StatusCode::OK, 500));
            assert_eq!(response.json["stored"]["created"], 500);
        }
    }

    async fn an_import_with_an_invalid_id_is_malformed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let odd = multipart(KINDS[0].0, sheet(KINDS[0], 1).as_bytes(), &[("importId", "mine")]);
        assert_eq!(app.send(Some(&admin), odd).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(stored(app, KINDS[0]).await, 0);
        assert_eq!(app.post(&admin, "/api/imports/stop/mine", Value::Null).await.status, StatusCode::NOT_FOUND);
    }
}

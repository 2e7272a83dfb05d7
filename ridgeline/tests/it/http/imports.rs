//! Canceling an import: all of it is stored or nothing, and the user learns which.

use std::{fmt::Write as _, time::Duration};

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::{
    customers::CustomerForm,
    permissions::permission::{CompanyType::Contractor, UserType::Admin},
    types::ids::CustomerId,
};
use futures_util::future::join_all;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use server::cli::{connection_timeouts::ConnectionTimeouts, listener::serve};
use store::{
    imports::{
        customers,
        staging::{self, StagedImport},
    },
    scope::Scope,
};
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpListener, TcpStream},
};
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse, multipart};

const ROWS: usize = 3_000;
const ID: &str = "019a2f00-0000-7000-8000-000000000001";

/// A kind of import: the path, the header row, a distinct row for each number, and the table that it fills.
type Kind = (&'static str, &'static str, fn(usize) -> String, &'static str);

const KINDS: [Kind; 4] = [
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
    (
        "/api/contractor_vendors/import",
        "Vendor,Email",
        |n| format!("Supply {n},orders{n}@supply.example"),
        "vendor",
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

/// How many rows of imports are staged.
async fn staged(app: &TestApp) -> u64 {
    let mut tx = app.app.db.read().await.expect("tx");
    let mut count = 0;
    for table in tx.tables().await.expect("tables") {
        if table.name.starts_with("staged_") {
            count += tx.count_rows(&table).await.expect("count");
        }
    }
    count
}

/// Waits until the task that deletes the rows of a dropped import is done.
async fn until_nothing_is_staged(app: &TestApp) {
    let gone = async { while staged(app).await > 0 {} };
    tokio::time::timeout(Duration::from_mins(1), gone).await.expect("staged rows stay");
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
        let connections = app.app.connections.clone();
        let server = tokio::spawn(serve(listener, app.router(), ConnectionTimeouts::default(), connections, std::future::pending()));
        let db = &app.app.db;
        for kind in KINDS {
            let statements = db.statements_run();
            let mut line = TcpStream::connect(at).await.expect("a line");
            send(&mut line, &admin, multipart(kind.0, sheet(kind, ROWS).as_bytes(), &[])).await;
            until("in the middle", || db.statements_run() > statements + 100).await;
            drop(line);
            until("given up", || app.app.imports.requests() == 0).await;
            assert_eq!(stored(app, kind).await, 0, "{}", kind.0);
            until_nothing_is_staged(app).await;
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

    async fn the_same_file_imported_twice_at_once_is_stored_once(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for kind in KINDS {
            let send = || app.send(Some(&admin), multipart(kind.0, sheet(kind, 300).as_bytes(), &[]));
            let (one, other) = tokio::join!(send(), send());
            let sum = |key: &str| one.json[key].as_u64().zip(other.json[key].as_u64()).map(|(a, b)| a + b);
            assert_eq!((sum("created"), sum("alreadyThere")), (Some(300), Some(300)), "{}", kind.0);
            assert_eq!(stored(app, kind).await, 300, "{}", kind.0);
        }
        assert_eq!(staged(app).await, 0);
    }

    async fn the_rest_of_an_import_of_a_killed_server_is_deleted_and_never_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let now = app.app.clock.now();
        #[expect(clippy::disallowed_methods, reason = "the company of the test")]
        let scope = Scope::trusted(admin.company);
        let begun = StagedImport::begin(&app.app.db, scope, None, 5_000, now).await.expect("tx").expect("not stopped");
        let mut tx = begun.batch().await.expect("tx").expect("not stopped");
        let form = CustomerForm { first_name: "Ana".into(), last_name: "Peña".into(), phone: "615-555-0100".into(), ..CustomerForm::default() };
        for index in [0, 4_999] {
            let id = CustomerId(Uuid::now_v7());
            customers::stage(&mut tx, begun.place(index), id, &form).await.expect("staged");
        }
        tx.commit().await.expect("commit");
        std::mem::forget(begun);
        staging::delete_leftovers(&app.app.db, now).await.expect("nothing that old");
        assert_eq!(staged(app).await, 3);
        staging::delete_leftovers(&app.app.db, now + chrono::Duration::hours(1)).await.expect("deleted");
        assert_eq!((staged(app).await, stored(app, KINDS[1]).await), (0, 0));
    }

    async fn a_company_with_too_many_imports_at_once_is_asked_to_try_later(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut waiting = std::pin::pin!(join_all((0..8).map(|_| app.app.imports.place(admin.company))));
        assert!(futures_util::poll!(&mut waiting).is_pending(), "two of them have places, the others wait");
        let refused = app.send(Some(&admin), multipart(KINDS[0].0, sheet(KINDS[0], 3).as_bytes(), &[])).await;
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(stored(app, KINDS[0]).await, 0);
    }

    async fn an_import_with_an_invalid_id_is_malformed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let odd = multipart(KINDS[0].0, sheet(KINDS[0], 1).as_bytes(), &[("importId", "mine")]);
        assert_eq!(app.send(Some(&admin), odd).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(stored(app, KINDS[0]).await, 0);
        assert_eq!(app.post(&admin, "/api/imports/stop/mine", Value::Null).await.status, StatusCode::NOT_FOUND);
    }
}

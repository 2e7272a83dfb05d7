//! A transaction that PostgreSQL rolls back because of a concurrent one runs again.

use axum::http::{StatusCode, header};
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use crate::support::{Engine, TestApp, fresh, multipart, upload};

/// Makes PostgreSQL roll back the first transactions that insert a row of this table, as the victims of
/// deadlocks. The connection counts them.
async fn collisions(app: &TestApp, table: &str, first: u32) -> PgConnection {
    collisions_of(app, ("INSERT", table), first).await
}

/// The same for transactions that change a row of the table in this way.
async fn collisions_of(app: &TestApp, (change, table): (&str, &str), first: u32) -> PgConnection {
    let mut connection = PgConnection::connect(app.database_url()).await.expect("connection");
    let text = format!(
        "CREATE SEQUENCE attempts;
         CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF nextval('attempts') <= {first} THEN
                 RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01';
             END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER collide BEFORE {change} ON {table} FOR EACH ROW EXECUTE FUNCTION collide();"
    );
    connection.execute(sqlx::raw_sql(AssertSqlSafe(text))).await.expect("trigger");
    connection
}

async fn attempts(connection: &mut PgConnection) -> i64 {
    sqlx::query_scalar("SELECT last_value FROM attempts")
        .fetch_one(connection)
        .await
        .expect("count")
}

#[tokio::test]
async fn a_customer_that_lost_a_deadlock_is_stored_once() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    let mut connection = collisions(app, "customer", 3).await;
    let form = json!({ "firstName": "Ana", "lastName": "Muñoz", "phone": "615 555 0100" });
    let created = app.post(&admin, "/api/customers/create", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    assert_eq!(attempts(&mut connection).await, 4);
    let list = app.get(&admin, "/api/customers/find").await.json;
    assert_eq!(list["customers"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_file_whose_row_lost_a_deadlock_is_stored() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    let mut connection = collisions(app, "company_file", 2).await;
    let path = "/api/company/uploadFile/policy/true";
    let file = upload(path, ("image", "policy.pdf"), b"%PDF-1.7 insured", &[]);
    let added = app.send(Some(&admin), file).await;
    assert_eq!(added.status, StatusCode::OK, "{:?}", added.json);
    assert_eq!(attempts(&mut connection).await, 3);
    let address = added.json["companyFile"]["fileUrl"].as_str().expect("address");
    assert_eq!(app.get(&admin, address).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_call_that_loses_every_deadlock_is_refused_and_stores_nothing() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    let mut connection = collisions(app, "customer", 1_000).await;
    let form = json!({ "firstName": "Ana", "lastName": "Muñoz", "phone": "615 555 0100" });
    let refused = app.post(&admin, "/api/customers/create", form).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers.contains_key(header::RETRY_AFTER));
    assert_eq!(attempts(&mut connection).await, 5, "it does not go on forever");
    let list = app.get(&admin, "/api/customers/find").await.json;
    assert_eq!(list["customers"], json!([]));
}

#[tokio::test]
async fn a_call_that_has_stored_something_does_not_run_twice() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    app.signed_up("ana@example.com").await;
    let mut connection = collisions(app, "session", 1).await;
    // The attempt is stored before the password is compared.
    let form = json!({ "email": "ana@example.com", "password": "ridge cap shingle" });
    let refused = app.ask("/api/auth/local/login", form).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(attempts(&mut connection).await, 1);
}

#[tokio::test]
async fn messages_are_read_although_the_read_mark_lost_a_deadlock() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let (writer, reader, room) = app.room().await;
    app.said(&writer, &room, "on my way").await;
    let mut connection = collisions(app, "chat_read", 2).await;
    let path = format!("/api/chat/messages/room/{room}?read=true");
    let read = app.get(&reader, &path).await;
    assert_eq!(read.status, StatusCode::OK, "{:?}", read.json);
    assert_eq!(read.json["messages"].as_array().map(Vec::len), Some(1));
    assert_eq!(attempts(&mut connection).await, 3, "the mark is stored");
}

#[tokio::test]
async fn a_session_that_could_not_be_extended_is_still_valid() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    app.advance(Duration::days(2));
    let mut connection = collisions_of(app, ("UPDATE", "session"), 1).await;
    let list = app.get(&admin, "/api/customers/find").await;
    assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
    assert_eq!(attempts(&mut connection).await, 1);
    app.get(&admin, "/api/customers/find").await;
    assert_eq!(attempts(&mut connection).await, 2, "a later call extends it");
}

#[tokio::test]
async fn a_calendar_feed_is_read_although_its_version_lost_a_deadlock() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    let made = app.post(&admin, "/api/calendar/feed", json!({})).await;
    let url = made.json["feed"]["url"].as_str().expect("a url").to_string();
    let mut connection = collisions_of(app, ("UPDATE", "feed"), 2).await;
    let read = app.get(&admin, &url).await;
    assert_eq!(read.status, StatusCode::OK, "{:?}", read.json);
    assert_eq!(attempts(&mut connection).await, 3);
}

#[tokio::test]
async fn an_import_that_lost_a_deadlock_is_stored_once() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    let mut connection = collisions(app, "customer", 2).await;
    let file = "First Name,Last Name,Phone\nAna,Muñoz,6155550100\nEva,Muñoz,6155550101\n";
    let import = multipart("/api/customers/import", file.as_bytes(), &[]);
    let done = app.send(Some(&admin), import).await;
    assert_eq!((done.status, &done.json["created"]), (StatusCode::OK, &json!(2)));
    assert_eq!(attempts(&mut connection).await, 4);
    let list = app.get(&admin, "/api/customers/find").await.json;
    assert_eq!(list["customers"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn an_import_that_loses_every_deadlock_is_refused_and_stores_nothing() {
    let app = &*fresh::TestApp(Engine::Postgres).await;
    let admin = app.sign_in(Contractor, Admin).await;
    let mut connection = collisions(app, "customer", 1_000).await;
    let file = "First Name,Last Name,Phone\nAna,Muñoz,6155550100\nEva,Muñoz,6155550101\n";
    let import = multipart("/api/customers/import", file.as_bytes(), &[]);
    let refused = app.send(Some(&admin), import).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers.contains_key(header::RETRY_AFTER));
    assert_eq!(attempts(&mut connection).await, 5, "it does not go on forever");
    let list = app.get(&admin, "/api/customers/find").await.json;
    assert_eq!(list["customers"], json!([]));
}

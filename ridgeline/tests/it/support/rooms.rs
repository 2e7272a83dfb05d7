//! The rooms of companies and jobs, for tests of them.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

pub const ROOMS: &str = "/api/chat/rooms";
pub const ALL: &str = "/api/chat/rooms?kinds=all";
pub const OPEN: &str = "/api/chat/rooms/job";

/// The rooms of every kind that a user is in.
pub async fn all(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, ALL).await;
    assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
    list.json["rooms"].as_array().expect("rooms").clone()
}

pub async fn of_kind(app: &TestApp, who: &Person, kind: &str) -> Vec<Value> {
    all(app, who).await.into_iter().filter(|room| room["kind"] == kind).collect()
}

/// The id of a user's company's room.
pub async fn company_room(app: &TestApp, who: &Person) -> String {
    let rooms = of_kind(app, who, "company").await;
    assert_eq!(rooms.len(), 1);
    rooms[0]["roomId"].as_str().expect("id").to_owned()
}

pub async fn open(app: &TestApp, who: &Person, job: &Value) -> TestResponse {
    app.post(who, OPEN, json!({ "jobId": job["id"] })).await
}

/// The id of the job's room, which this user opens.
pub async fn opened(app: &TestApp, who: &Person, job: &Value) -> String {
    let room = open(app, who, job).await;
    assert_eq!(room.status, StatusCode::OK, "{:?}", room.json);
    room.json["room"]["roomId"].as_str().expect("id").to_owned()
}

/// A job that a subcontractor has accepted: the contractor, the subcontractor, and the job.
pub async fn accepted_job(app: &TestApp) -> (Person, Person, Value) {
    let owner = app.sign_in(Contractor, Admin).await;
    let job = app.job(&owner).await;
    let sub = app.asked_subcontractor(&owner, &job).await;
    assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
    (owner, sub, job)
}

/// Gives the job to an employee, or to nobody.
pub async fn assign(app: &TestApp, who: &Person, job: &Value, employee: Option<&Person>) {
    let user = employee.map(|employee| employee.user);
    let form = json!({ "assignedToUserId": user, "jobCrewTableId": job["jobCrewTableId"] });
    let done = app.post(who, "/api/jobs/update/assign/user", form).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

pub async fn take_back(app: &TestApp, owner: &Person, job: &Value) {
    let form = json!({ "jobCrewTableId": job["jobCrewTableId"] });
    let done = app.post(owner, "/api/jobs/update/assign/nobody", form).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

pub async fn complete(app: &TestApp, owner: &Person, job: &Value, is_active: bool) {
    let form = json!({ "jobId": job["id"], "isActive": is_active });
    let done = app.post(owner, "/api/jobs/complete", form).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

/// The ids of users, sorted.
pub fn sorted(people: &[&Person]) -> Value {
    let mut ids: Vec<String> = people.iter().map(|person| person.user.to_string()).collect();
    ids.sort_unstable();
    json!(ids)
}

pub fn ids(room: &Value) -> Value {
    let mut ids = room["userIds"].as_array().expect("ids").clone();
    ids.sort_by_key(|id| id.as_str().map(str::to_owned));
    json!(ids)
}

/// Every way to a room, its messages and its files gives this user 404 or nothing.
pub async fn check_stranger(app: &TestApp, who: &Person, room: &str, message: &Value, file: &str) {
    let not_found = |response: TestResponse, what: &str| {
        assert_eq!(
            (response.status, response.code()),
            (StatusCode::NOT_FOUND, "not_found"),
            "{what}"
        );
    };
    not_found(app.get(who, &format!("/api/chat/room/{room}")).await, "the room");
    not_found(app.messages_asked(who, room, "", None).await, "its messages");
    let after = format!("?after={}", message["id"].as_str().expect("id"));
    not_found(app.messages_asked(who, room, &after, None).await, "missed messages");
    let form = json!({ "messageId": message["id"] });
    not_found(app.post(who, &format!("/api/chat/read/{room}"), form).await, "a read mark");
    not_found(app.say(who, room, "Hello").await, "a message");
    not_found(app.show(who, room, b"", &[]).await, "a picture");
    assert_eq!(app.get(who, file).await.status, StatusCode::NOT_FOUND, "a file");
    assert!(all(app, who).await.iter().all(|listed| listed["roomId"] != room), "the list");
    let name = format!("chat_{room}");
    let subscribed = app.post(who, "/api/chat/subscribe", json!({ "rooms": [name] })).await;
    assert_eq!(subscribed.json, json!({ "rooms": [] }));
    let form = json!({ "kind": "chatMessage", "ids": [message["id"]], "language": "spanish" });
    let prepared = app.post(who, "/api/translations/prepare", form).await;
    assert_ne!(prepared.status, StatusCode::OK, "a translation: {:?}", prepared.json);
}

/// The address of a message's picture, without the signature.
pub fn bare(picture: &Value) -> String {
    let link = picture["attachment"].as_str().expect("link");
    link.split('?').next().expect("path").to_owned()
}

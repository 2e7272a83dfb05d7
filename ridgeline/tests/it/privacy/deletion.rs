//! Deleting a company or an account deletes its data everywhere, and nothing of others.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};
use services::{auth::oidc::ProviderSettings, export::sheets::SHEETS};
use store::{
    activity::record::Actor, db::tables::RowFilter, membership::company_deletion, scope::Scope, sql,
};

use crate::support::{
    DemoApp, Person, TestApp, TestResponse,
    accounts::{PASSWORD, with_token},
    photos,
    provider::only,
    scan,
    sockets::Socket,
    upload,
};

const ACCOUNT: &str = "/api/auth/deleteAccount";
const COMPANY: &str = "/api/company/delete";
const SUMMIT: &str = "Summit Roofing & Exteriors";

/// The sheets that still mention a deleted company in others' exports: chats, their companies and authors.
const OTHERS: [&str; 6] =
    ["company", "authors", "connectedCompanies", "chats", "chatMessages", "chatTags"];

fn refused(response: &TestResponse) -> (StatusCode, Vec<String>) {
    (response.status, response.fields())
}

/// Columns that contain this text, except in the logs of others, who keep the record of whom they worked
/// with.
async fn mentions(app: &TestApp, text: &str) -> BTreeSet<String> {
    let mut found = scan::mentions(&app.app.db, text).await;
    found.retain(|column| !column.starts_with("activity."));
    found
}

/// The entries of a company's log.
async fn log_of(app: &TestApp, who: &Person) -> Vec<String> {
    let log = app.get(who, "/api/activity").await;
    let entries = log.json["activity"].as_array().expect("a log");
    entries.iter().map(|entry| entry["sentence"].as_str().expect("words").to_string()).collect()
}

/// The number of rows in each sheet of a company's export that has any.
async fn rows_left(app: &TestApp, who: &Person) -> Vec<(&'static str, u64)> {
    let mut tx = app.app.db.read().await.expect("tx");
    let tables = tx.tables().await.expect("tables");
    let mut left = Vec::new();
    for sheet in SHEETS {
        let table = tables.iter().find(|table| table.name == sheet.table).expect("a table");
        let which = RowFilter::where_(sheet.rows, who.company);
        let count = tx.each_row(table, which, |_| Ok(())).await.expect("rows");
        if count > 0 {
            left.push((sheet.name, count));
        }
    }
    left
}

/// A job that a subcontractor did for a contractor, whose connection has ended; one of its people did it.
async fn former_connection(app: &TestApp) -> (Person, Person, Person, Value) {
    let owner = app.sign_in(Contractor, Admin).await;
    let job = app.job(&owner).await;
    let sub = app.asked_subcontractor(&owner, &job).await;
    app.answer(&sub, &job, true).await;
    let worker = app.colleague(sub.company, Foreman).await;
    let form = json!({ "jobCrewTableId": job["jobCrewTableId"], "assignedToUserId": worker.user });
    let assigned = app.post(&sub, "/api/jobs/update/assign/user", form).await;
    assert_eq!(assigned.status, StatusCode::OK, "{:?}", assigned.json);
    app.post(&owner, "/api/jobs/complete", json!({ "jobId": job["id"], "isActive": false })).await;
    let connections = app.get(&sub, &format!("/api/connections/connections/{}", sub.company)).await;
    let id = &connections.json["fullConnectionsDetails"][0]["id"];
    let ended = app.post(&sub, "/api/connections/decline", json!({ "id": id })).await;
    assert_eq!(ended.status, StatusCode::OK, "{:?}", ended.json);
    (owner, sub, worker, job)
}

both_engines! {
    async fn a_company_that_shares_only_completed_jobs_hears_that_the_other_one_was_deleted(app: &TestApp) {
        let at = app.listen().await;
        let (owner, sub, ..) = former_connection(app).await;
        app.set_password(&owner).await;
        let list = "/api/jobs/myJobs/subcontractor";
        assert_eq!(app.get(&sub, list).await.json["jobs"].as_array().map(Vec::len), Some(1));
        let mut screen = Socket::of(app, at, &sub).await;
        let done = app.post(&owner, COMPANY, json!({ "name": "Ridge & Sons", "password": PASSWORD })).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert_eq!(app.get(&sub, list).await.json["jobs"], json!([]), "not from a cache");
        let heard = screen.names(app).await;
        assert!(heard.iter().any(|name| name == "jobs") && heard.iter().any(|name| name == "chat_room"), "{heard:?}");
    }

    async fn a_company_that_shares_only_completed_jobs_hears_that_a_user_was_renamed_or_erased(app: &TestApp) {
        let at = app.listen().await;
        let (owner, _, worker, _) = former_connection(app).await;
        app.set_password(&worker).await;
        let employee = || async { app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"][0]["assignedToUserInfo"].clone() };
        assert_eq!(employee().await, json!({ "firstName": "Ada", "lastName": "Ridge" }));
        let mut screen = Socket::of(app, at, &owner).await;
        let form = json!({ "firstName": "Luz", "lastName": "Vega", "location": "Nashville, TN", "language": "english", "position": "Foreman", "phoneNumber": "" });
        assert_eq!(app.post(&worker, "/api/auth/user/update", form).await.status, StatusCode::OK);
        assert_eq!(employee().await, json!({ "firstName": "Luz", "lastName": "Vega" }));
        assert_eq!(screen.names(app).await, ["jobs", "chat_room"]);
        let left = app.post(&worker, ACCOUNT, json!({ "password": PASSWORD })).await;
        assert_eq!(left.status, StatusCode::OK, "{:?}", left.json);
        assert_eq!(employee().await, Value::Null);
        assert!(screen.names(app).await.iter().any(|name| name == "jobs"), "open logs are read anew");
    }

    async fn a_deleted_company_leaves_no_row_and_no_file(app: &DemoApp) {
        let admin = app.of_demo("marisol@summit-roofing.example").await;
        let colleague = app.of_demo("luis@summit-roofing.example").await;
        let sub = app.of_demo("luis@rios-brothers.example").await;
        let rooms = app.get(&sub, "/api/chat/rooms").await.json["rooms"].as_array().expect("rooms").clone();
        let room = rooms.iter().find(|room| room["company"]["name"] == SUMMIT).expect("a room").clone();
        let room = room["roomId"].as_str().expect("id").to_string();
        let talk = app.page(&sub, &room).await.len();
        let theirs = app.get(&sub, "/api/jobs/myJobs/subcontractor").await.json["jobs"].as_array().expect("jobs").len();
        assert!(talk > 0 && theirs > 0);
        let done = app.post(&admin, COMPANY, json!({ "name": SUMMIT, "password": demo::PASSWORD })).await;
        assert_eq!((done.status, &done.json["id"]), (StatusCode::OK, &json!(admin.company)), "{:?}", done.json);

        assert!(!app.is_signed_in(&admin).await && !app.is_signed_in(&colleague).await);
        let mentioned = mentions(app, &admin.company.to_string()).await;
        let allowed = ["chat_message.company_id", "chat_room.first_company_id", "chat_room.second_company_id", "company.id", "job.assigned_company_id"];
        assert!(mentioned.iter().all(|column| allowed.contains(&column.as_str())), "{mentioned:?}");
        let left = rows_left(app, &admin).await;
        assert!(left.iter().all(|(sheet, _)| OTHERS.contains(sheet)), "{left:?}");
        let (there, named) = scan::files_of(&app.app.db, &app.folder.path().join("files")).await;
        assert_eq!(there, named, "files of nobody");

        let rooms = app.get(&sub, "/api/chat/rooms").await.json["rooms"].as_array().expect("rooms").clone();
        let remaining = rooms.iter().find(|remaining| remaining["roomId"] == room.as_str()).expect("it can be read");
        assert_eq!(remaining["company"]["name"], SUMMIT);
        assert_eq!(app.page(&sub, &room).await.len(), talk);
        let response = app.say(&sub, &room, "Hello?").await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        let page = app.get(&sub, &format!("/api/company/find/{}", admin.company)).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND);
        let found = app.post(&sub, "/api/company/search", json!({ "name": "", "location": "TN", "companyType": "contractor", "offset": 0 })).await;
        let found: Vec<&str> = found.json["companies"].as_array().expect("companies").iter().filter_map(|company| company["name"].as_str()).collect();
        assert!(!found.is_empty() && !found.contains(&SUMMIT), "{found:?}");
        let requested = app.post(&sub, "/api/connections/connect", json!({ "senderId": sub.company, "recipientId": admin.company, "message": "" })).await;
        assert_eq!(requested.status, StatusCode::NOT_FOUND);

        let log = log_of(app, &sub).await;
        assert!(log.iter().any(|line| line.contains(SUMMIT) && line.contains("Marisol")), "{log:?}");
        let again = app.log_in("marisol@summit-roofing.example", demo::PASSWORD).await;
        assert_eq!(again.status, StatusCode::OK, "the account is still there");
        let left = app.post(&with_token(&again), ACCOUNT, json!({ "password": demo::PASSWORD })).await;
        assert_eq!(left.status, StatusCode::OK, "and may go, too: {:?}", left.json);
        let letters = app.outbox().await;
        let letter = letters.iter().find(|letter| letter.subject == format!("{SUMMIT} was deleted")).expect("a mail");
        assert!(letter.text.contains("Marisol"), "{letter:?}");
    }

    async fn a_deleted_company_without_shared_data_leaves_not_even_its_name(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        app.set_password(&owner).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let done = app.post(&owner, COMPANY, json!({ "name": "Ridge & Sons", "password": PASSWORD })).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert!(mentions(app, &owner.company.to_string()).await.is_empty(), "an empty chat is nothing to keep");
        assert_eq!(app.first_job(&sub, "subcontractor").await, Value::Null);
        let connections = app.get(&sub, &format!("/api/connections/connections/{}", sub.company)).await;
        assert_eq!(connections.json["fullConnectionsDetails"], json!([]));
    }

    async fn a_deleted_companys_name_is_deleted_with_the_last_data_shared_with_it(app: &TestApp) {
        let (first, second, room) = app.room().await;
        app.said(&first, &room, "Tomorrow at seven").await;
        app.shown(&first, &room).await;
        let now = app.app.clock.now();
        for (deleted, left) in [(&first, 2), (&second, 0)] {
            let by = Actor { user: None, company: Some(deleted.company), now, api_key: None, link: None };
            let mut tx = app.app.db.write().await.expect("tx");
            let doomed = company_deletion::delete(&mut tx, by, Scope::trusted(deleted.company)).await.expect("deleted");
            tx.commit().await.expect("commit");
            app.app.files.discard(&app.app.db, &doomed).await;
            let mut tx = app.app.db.read().await.expect("tx");
            let rooms: i64 = sql!("SELECT COUNT(*) AS value FROM chat_room").value(&mut tx).await.expect("rooms");
            assert_eq!(rooms, left);
        }
        for deleted in [&first, &second] {
            assert!(mentions(app, &deleted.company.to_string()).await.is_empty());
        }
        let (there, _) = scan::files_of(&app.app.db, &app.folder.path().join("files")).await;
        assert!(there.is_empty(), "{there:?}");
    }

    async fn only_an_admin_who_confirms_it_deletes_a_company(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        app.set_password(&owner).await;
        let member = app.colleague(owner.company, Member).await;
        let good = json!({ "name": "Ridge & Sons", "password": PASSWORD });
        assert_eq!(app.call(None, "POST", COMPANY, good.clone()).await.status, StatusCode::UNAUTHORIZED);
        let response = app.post(&member, COMPANY, good.clone()).await;
        assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
        for (form, fields) in [
            (json!({}), vec!["name required"]),
            (json!({ "name": "Ridge and Sons", "password": PASSWORD }), vec!["name mismatch"]),
            (json!({ "name": "Ridge & Sons" }), vec!["password required"]),
            (json!({ "name": "Ridge & Sons", "password": "x" }), vec!["password mismatch"]),
            (json!({ "name": "Ridge\u{0}", "password": PASSWORD }), vec!["name format"]),
        ] {
            let response = app.post(&owner, COMPANY, form.clone()).await;
            assert_eq!(refused(&response), (StatusCode::UNPROCESSABLE_ENTITY, fields.iter().map(ToString::to_string).collect()), "{form}");
        }
        assert_eq!(app.post(&owner, COMPANY, json!({ "name": 7 })).await.status, StatusCode::BAD_REQUEST);
        assert!(app.is_signed_in(&owner).await);
        assert_eq!(app.post(&owner, COMPANY, good).await.status, StatusCode::OK);
    }

    async fn a_deleted_account_leaves_nothing_that_identifies_its_user(app: &DemoApp) {
        let admin = app.of_demo("marisol@summit-roofing.example").await;
        let me = app.of_demo("cody@summit-roofing.example").await;
        let settings = json!({ "firstName": "Xochitl", "lastName": "Zuzumbo", "location": "Zuzuville, TN", "language": "english", "position": "Walks roofs", "phoneNumber": "615-555-9876" });
        assert_eq!(app.post(&me, "/api/auth/user/update", settings).await.status, StatusCode::OK);
        let job = app.first_job(&me, "contractor").await;
        let id = job["id"].as_str().expect("a job of theirs");
        let note = app.post(&me, "/api/jobs/addNote", json!({ "jobId": id, "authorId": me.user, "content": "Ridge vent is loose" })).await;
        assert_eq!(note.status, StatusCode::OK, "{:?}", note.json);
        let picture = upload(&format!("/api/jobs/uploadJobImage/{id}"), ("image", "roof.jpg"), &photos::jpeg(64, 48), &[]);
        assert_eq!(app.send(Some(&me), picture).await.status, StatusCode::OK);
        let rooms = app.get(&me, "/api/chat/rooms").await;
        let room = rooms.json["rooms"][0]["roomId"].as_str().expect("a room").to_string();
        app.said(&me, &room, "On my way").await;
        app.post(&me, "/api/calendar/feed", Value::Null).await;
        app.post(&me, "/api/feedback", json!({ "subject": "Hi", "type": "other", "details": "From Zuzumbo" })).await;
        app.ask("/api/auth/local/forgotPassword", json!({ "email": "cody@summit-roofing.example" })).await;
        app.log_in("cody@summit-roofing.example", "wrong").await;

        let done = app.post(&me, ACCOUNT, json!({ "password": demo::PASSWORD })).await;
        assert_eq!((done.status, &done.json["id"]), (StatusCode::OK, &json!(me.user)), "{:?}", done.json);
        assert!(!app.is_signed_in(&me).await);
        for trace in ["zuzumbo", "xochitl", "cody@", "555-9876", "walks roofs", "zuzuville"] {
            let found = scan::mentions(&app.app.db, trace).await;
            assert!(found.is_empty(), "{trace}: {found:?}");
        }
        let mentioned = scan::mentions(&app.app.db, &me.user.to_string()).await;
        let writing = ["activity.actor_id", "activity.actor_name", "activity.changes", "activity.subject_id", "activity.subject_name", "appointment.assigned_to_id", "change_event.data", "chat_message.person_id", "chat_tag.person_id", "delivery_photo.posted_by", "job_image.posted_by", "job_note.author_id", "notification.by_person_id", "notification.happening", "order_send.sender_id", "person.email_key", "person.id", "work_order_sign_off.person_id"];
        assert!(mentioned.iter().all(|column| writing.contains(&column.as_str())), "{mentioned:?}");
        let log = log_of(app, &admin).await;
        assert_eq!(log[0], "Former user left the company.", "{log:?}");
        assert!(log.contains(&"Former user changed the first name, last name, position, phone and location of Former user.".to_owned()), "that, and not what: {log:?}");
        let notes = app.get(&admin, &format!("/api/jobs/fetchNotes/{id}")).await;
        let note = notes.json["notes"].as_array().expect("notes").iter().find(|note| note["content"] == "Ridge vent is loose").cloned().expect("what they wrote stays");
        assert_eq!((&note["firstName"], &note["lastName"]), (&json!("Former"), &json!("user")));
        let users = app.get(&admin, &format!("/api/company/users/{}", admin.company)).await;
        assert!(!users.json.to_string().contains(&me.user.to_string()), "no employee any more");
        assert_eq!(app.log_in("cody@summit-roofing.example", demo::PASSWORD).await.status, StatusCode::UNAUTHORIZED);
        let anew = app.signed_up("cody@summit-roofing.example").await;
        assert!(app.is_signed_in(&anew).await, "the address is free again");
    }

    async fn the_last_admin_cannot_leave_a_company_without_one(app: &TestApp) {
        let owner = app.sign_in(Subcontractor, Admin).await;
        app.set_password(&owner).await;
        app.colleague(owner.company, Member).await;
        let good = json!({ "password": PASSWORD });
        let response = app.post(&owner, ACCOUNT, good.clone()).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        assert!(response.message().contains("last admin"), "{}", response.message());
        app.colleague(owner.company, Admin).await;
        assert_eq!(app.post(&owner, ACCOUNT, good).await.status, StatusCode::OK);
    }

    async fn an_open_session_alone_cannot_delete_an_account(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let me = app.colleague(owner.company, Foreman).await;
        app.set_password(&me).await;
        assert_eq!(app.call(None, "POST", ACCOUNT, json!({ "password": PASSWORD })).await.status, StatusCode::UNAUTHORIZED);
        for (form, field) in [(json!({}), "password required"), (json!({ "password": "x" }), "password mismatch"), (json!({ "confirmation": "DELETE" }), "password required")] {
            let response = app.post(&me, ACCOUNT, form).await;
            assert_eq!(refused(&response), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_string()]));
        }
        for n in 0..20 {
            app.post(&me, ACCOUNT, json!({ "password": format!("guess {n}") })).await;
        }
        let response = app.post(&me, ACCOUNT, json!({ "password": PASSWORD })).await;
        assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS, "whoever guesses waits");
        app.advance(Duration::minutes(16));
        assert_eq!(app.post(&me, ACCOUNT, json!({ "password": PASSWORD })).await.status, StatusCode::OK);
    }

    async fn with_an_identity_provider_deletion_requires_a_typed_word(app: &TestApp) {
        let settings = ProviderSettings {
            issuer: "https://accounts.example.com".into(),
            name: None,
            client_id: "ridgeline".into(),
            client_secret: None,
            callback: "http://localhost:8080/api/auth/callback".into(),
            home: "http://localhost:8080/".into(),
        };
        let app = &app.second_server(|parts| parts.sign_in_methods = only(&settings)).await;
        let owner = app.sign_in(Contractor, Admin).await;
        let me = app.colleague(owner.company, Member).await;
        for (form, field) in [(json!({}), "confirmation required"), (json!({ "confirmation": "yes" }), "confirmation mismatch"), (json!({ "password": PASSWORD }), "confirmation required")] {
            let response = app.post(&me, ACCOUNT, form).await;
            assert_eq!(refused(&response), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_string()]));
        }
        assert_eq!(app.post(&me, ACCOUNT, json!({ "confirmation": "eliminar" })).await.status, StatusCode::OK);
        let response = app.post(&owner, COMPANY, json!({ "name": "Ridge & Sons" })).await;
        assert_eq!(refused(&response), (StatusCode::UNPROCESSABLE_ENTITY, vec!["confirmation required".to_string()]));
        let done = app.post(&owner, COMPANY, json!({ "name": "Ridge & Sons", "confirmation": "DELETE" })).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    }
}

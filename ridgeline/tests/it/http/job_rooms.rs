//! The room of a job: who is in it, what others get, and how long it is open.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use futures_util::future::join_all;
use serde_json::json;
use store::{chat::messages, db::Tx, sql};

use crate::support::{
    Person, TestApp, TestResponse, photos,
    rooms::{
        OPEN, accepted_job, assign, bare, check_stranger, complete, ids, of_kind, open, opened,
        sorted, take_back,
    },
    scan,
    sockets::Socket,
};

const CLOSED: &str = "This chat takes no more messages, because the job is over or the subcontractor no longer has it.";

both_engines! {
    async fn a_room_of_a_job_is_opened_once_it_is_accepted_by_whoever_sees_the_job(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let form = json!({ "jobId": job["id"] });
        assert_eq!(app.call(None, "POST", OPEN, form).await.status, StatusCode::UNAUTHORIZED);
        let conflict = |response: TestResponse| {
            assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
            assert_eq!(response.message(), "A job has a chat once its subcontractor has accepted it.");
        };
        conflict(open(app, &owner, &job).await);
        let sub = app.asked_subcontractor(&owner, &job).await;
        for who in [&owner, &sub] {
            conflict(open(app, who, &job).await);
        }
        app.answer(&sub, &job, true).await;
        let stranger = app.sign_in(Subcontractor, Admin).await;
        let foreman = app.colleague(sub.company, Foreman).await;
        for who in [&stranger, &foreman] {
            let response = open(app, who, &job).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        }
        assert_eq!(app.post(&owner, OPEN, json!({})).await.fields(), ["jobId required"]);
        let unknown = app.post(&owner, OPEN, json!({ "jobId": owner.company })).await;
        assert_eq!(unknown.status, StatusCode::NOT_FOUND);
        let malformed = app.post(&owner, OPEN, json!({ "jobId": 7 })).await;
        assert_eq!((malformed.status, malformed.code()), (StatusCode::BAD_REQUEST, "malformed"));
        assign(app, &sub, &job, Some(&foreman)).await;
        let member = app.colleague(owner.company, Member).await;
        let first = open(app, &foreman, &job).await.json["room"].clone();
        assert_eq!((&first["kind"], &first["job"]), (&json!("job"), &json!({ "id": job["id"], "title": job["title"] })));
        assert_eq!((&first["isOpen"], &first["company"]["id"]), (&json!(true), &json!(owner.company)));
        assert_eq!(ids(&first), sorted(&[&owner, &member, &sub, &foreman]));
        assert_eq!(first["userlist"].as_array().map(Vec::len), Some(4));
        for who in [&owner, &sub, &member, &foreman] {
            assert_eq!(opened(app, who, &job).await, first["roomId"].as_str().expect("id"), "the same one");
            assert_eq!(app.room_of(who, first["roomId"].as_str().expect("id")).await["kind"], "job");
            assert_eq!(of_kind(app, who, "job").await.len(), 1);
        }
    }

    async fn two_who_open_a_jobs_room_at_once_make_one(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let other = app.colleague(owner.company, Admin).await;
        let answers = join_all(
            [&owner, &sub, &other, &owner, &sub, &other].map(|who| open(app, who, &job))).await;
        let ids: std::collections::BTreeSet<_> = answers.iter().map(|answer| {
            assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
            answer.json["room"]["roomId"].as_str().expect("id").to_owned()
        }).collect();
        assert_eq!(ids.len(), 1);
        assert_eq!(of_kind(app, &owner, "job").await.len(), 1);
    }

    async fn a_room_opened_twice_under_one_key_answers_the_same(app: &TestApp) {
        let (owner, _, job) = accepted_job(app).await;
        let call = async || {
            let request = Request::post(OPEN).header("content-type", "application/json").header("idempotency-key", "open-the-jobs-room-1");
            app.send(Some(&owner), request.body(Body::from(json!({ "jobId": job["id"] }).to_string())).expect("request")).await
        };
        let (first, again) = (call().await, call().await);
        assert_eq!((first.status, &first.json), (StatusCode::OK, &again.json));
    }

    async fn only_those_who_see_the_job_are_in_its_room(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &owner, &job).await;
        let foreman = app.colleague(sub.company, Foreman).await;
        let salesman = app.colleague(owner.company, Salesman).await;
        let stranger = app.sign_in(Contractor, Admin).await;
        let message = app.said(&owner, &room, "The gate code is 4711").await;
        let picture = app.shown(&sub, &room).await;
        for who in [&foreman, &salesman, &stranger] {
            check_stranger(app, who, &room, &message, &bare(&picture)).await;
            assert!(app.message_notifications(who).await.is_empty());
        }
        let form = json!({ "userId": owner.user, "roomId": room, "contents": "Hi", "tags": [foreman.user] });
        let tagged = app.post(&owner, "/api/chat/sendMessage", form.clone()).await;
        assert_eq!(tagged.fields(), ["tags choice"]);
        assign(app, &sub, &job, Some(&foreman)).await;
        assert_eq!(app.messages(&foreman, &room, "", None).await.len(), 2);
        assert_eq!(app.get(&foreman, &bare(&picture)).await.status, StatusCode::OK);
        assert_eq!(app.post(&owner, "/api/chat/sendMessage", form).await.status, StatusCode::OK);
        let told = app.message_notifications(&foreman).await;
        assert_eq!(told.len(), 1, "of the tag: {told:?}");
        app.said(&foreman, &room, "Thank you").await;
        let seen = app.room_of(&owner, &room).await["seen"].clone();
        assert_eq!((seen.as_array().map(Vec::len), &seen[0]["userId"]), (Some(1), &json!(foreman.user)));
        assign(app, &sub, &job, None).await;
        assert_eq!(app.room_of(&owner, &room).await["seen"], json!([]), "he is not in it any more");
    }

    async fn a_foreman_taken_off_a_job_gets_no_further_message_of_its_room(app: &TestApp) {
        let at = app.listen().await;
        let (owner, sub, job) = accepted_job(app).await;
        let foreman = app.colleague(sub.company, Foreman).await;
        assign(app, &sub, &job, Some(&foreman)).await;
        let room = opened(app, &foreman, &job).await;
        let name = format!("chat_{room}");
        let (mut his, mut hers) = (Socket::of(app, at, &foreman).await, Socket::of(app, at, &owner).await);
        for socket in [&mut his, &mut hers] {
            assert_eq!(socket.subscribe(&[&name]).await["rooms"], json!([name]));
        }
        app.said(&owner, &room, "Start on the north side").await;
        assert!(his.names(app).await.contains(&"chat_message".to_owned()));
        let message = app.said(&foreman, &room, "Done").await;
        let picture = app.shown(&foreman, &room).await;
        his.received(app).await;
        hers.received(app).await;
        assign(app, &sub, &job, None).await;
        let told = his.names(app).await;
        assert!(told.contains(&"job_deleted".to_owned()) && told.contains(&"chat_room".to_owned()), "{told:?}");
        assert!(hers.names(app).await.contains(&"chat_room".to_owned()));
        let secret = app.said(&owner, &room, "He must not read this").await;
        app.post(&sub, &format!("/api/chat/read/{room}"), json!({ "messageId": secret["id"] })).await;
        let names = his.names(app).await;
        assert!(!names.iter().any(|name| name.starts_with("chat") || name == "notification"), "{names:?}");
        let names = hers.names(app).await;
        assert!(names.contains(&"chat_message".to_owned()) && names.contains(&"chat_read".to_owned()), "{names:?}");
        check_stranger(app, &foreman, &room, &message, &bare(&picture)).await;
        assert!(app.message_notifications(&foreman).await.iter().all(|(_, text, _)| !text.contains("must not")));
        // What would be mailed to him later is read for him alone.
        let mut tx = app.app.db.read().await.expect("tx");
        let id = room.parse().expect("id");
        let of = async |tx: &mut Tx, who: &Person| messages::unread(tx, id, who.user, 9).await.expect("unread").len();
        assert_eq!((of(&mut tx, &foreman).await, of(&mut tx, &owner).await), (0, 2));
        drop(tx);
        assign(app, &sub, &job, Some(&foreman)).await;
        app.said(&owner, &room, "Welcome back").await;
        assert!(his.names(app).await.contains(&"chat_message".to_owned()), "his socket had stayed subscribed");
    }

    async fn a_subcontractor_that_lost_the_job_is_out_of_its_room_and_the_next_one_gets_its_own(app: &TestApp) {
        let at = app.listen().await;
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &sub, &job).await;
        let message = app.said(&sub, &room, "Our price is 4,200").await;
        let picture = app.shown(&sub, &room).await;
        let mut theirs = Socket::of(app, at, &sub).await;
        let name = format!("chat_{room}");
        theirs.subscribe(&[&name]).await;
        take_back(app, &owner, &job).await;
        assert!(theirs.names(app).await.contains(&"chat_room".to_owned()));
        check_stranger(app, &sub, &room, &message, &bare(&picture)).await;
        let closed = app.room_of(&owner, &room).await;
        assert_eq!((&closed["isOpen"], ids(&closed)), (&json!(false), sorted(&[&owner])));
        assert_eq!(app.page(&owner, &room).await.len(), 2, "it stays readable");
        let response = app.say(&owner, &room, "One more thing").await;
        assert_eq!((response.status, response.code(), response.message()), (StatusCode::CONFLICT, "conflict", CLOSED));
        let response = app.show(&owner, &room, &photos::jpeg(8, 8), &[]).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        let next = app.asked_subcontractor(&owner, &job).await;
        app.answer(&next, &job, true).await;
        let other = opened(app, &next, &job).await;
        assert_ne!(other, room);
        check_stranger(app, &next, &room, &message, &bare(&picture)).await;
        assert!(app.page(&next, &other).await.is_empty());
        let rooms = of_kind(app, &owner, "job").await;
        assert_eq!(rooms.iter().map(|room| &room["isOpen"]).collect::<Vec<_>>(), [true, false], "open ones first");
        app.said(&next, &other, "Hello").await;
        assert!(!theirs.names(app).await.contains(&"chat_message".to_owned()));
    }

    async fn a_job_given_back_to_a_subcontractor_reopens_their_room(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &owner, &job).await;
        app.said(&owner, &room, "First time").await;
        take_back(app, &owner, &job).await;
        let connections = app.get(&owner, &format!("/api/connections/connections/{}", owner.company)).await;
        let connection = &connections.json["fullConnectionsDetails"][0]["id"];
        let form = json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
        let path = "/api/jobs/update/assign/subcontractorAccount";
        assert_eq!(app.post(&owner, path, form).await.status, StatusCode::OK);
        assert_eq!(open(app, &owner, &job).await.status, StatusCode::CONFLICT, "not before they accept");
        app.answer(&sub, &job, true).await;
        assert_eq!(opened(app, &sub, &job).await, room);
        assert_eq!(app.said(&sub, &room, "Second time").await["seq"], 2);
    }

    async fn new_days_that_must_be_accepted_again_leave_the_room_open(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &owner, &job).await;
        let form = json!({ "jobId": job["id"], "startDate": "2026-03-09", "endDate": "2026-03-10" });
        assert_eq!(app.post(&owner, "/api/jobs/update/schedule", form).await.status, StatusCode::OK);
        app.said(&owner, &room, "Does Monday work?").await;
        app.said(&sub, &room, "Yes").await;
        assert_eq!(app.answer(&sub, &job, false).await.status, StatusCode::OK);
        assert_eq!(app.room_of(&owner, &room).await["isOpen"], false, "declining ends it");
        assert_eq!(app.get(&sub, &format!("/api/chat/room/{room}")).await.status, StatusCode::NOT_FOUND);
    }

    async fn a_jobs_room_takes_messages_for_thirty_days_after_its_completion(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &owner, &job).await;
        complete(app, &owner, &job, false).await;
        app.advance(Duration::days(30) - Duration::seconds(1));
        // Their sessions have expired.
        let again = async |who: &Person| Person { company: who.company, ..app.signed_in_again(who.user).await };
        let (owner, sub) = (again(&owner).await, again(&sub).await);
        app.said(&sub, &room, "The gutter drips").await;
        app.advance(Duration::seconds(1));
        for who in [&owner, &sub] {
            assert_eq!(app.room_of(who, &room).await["isOpen"], false);
            assert_eq!(of_kind(app, who, "job").await[0]["isOpen"], false);
            assert_eq!(app.page(who, &room).await.len(), 1, "it stays readable");
            let response = app.say(who, &room, "Still there?").await;
            assert_eq!((response.status, response.message()), (StatusCode::CONFLICT, CLOSED));
            assert_eq!(opened(app, who, &job).await, room);
        }
        complete(app, &owner, &job, true).await;
        assert_eq!(app.room_of(&sub, &room).await["isOpen"], true, "it is active again");
        complete(app, &owner, &job, false).await;
        app.said(&owner, &room, "Thirty days more").await;
    }

    async fn a_deleted_job_takes_its_room_and_the_pictures_with_it(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &sub, &job).await;
        let picture = app.shown(&sub, &room).await;
        let form = json!({ "userId": owner.user, "roomId": room, "contents": "Hi", "tags": [sub.user] });
        app.post(&owner, "/api/chat/sendMessage", form).await;
        app.messages(&sub, &room, "", None).await;
        let gone = app.post(&owner, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(gone.status, StatusCode::OK, "{:?}", gone.json);
        for who in [&owner, &sub] {
            check_stranger(app, who, &room, &picture, &bare(&picture)).await;
        }
        let mut tx = app.app.db.read().await.expect("tx");
        for table in ["chat_message", "chat_tag", "chat_read"] {
            let rows: i64 = match table {
                "chat_message" => sql!("SELECT COUNT(*) AS value FROM chat_message"),
                "chat_tag" => sql!("SELECT COUNT(*) AS value FROM chat_tag"),
                _ => sql!("SELECT COUNT(*) AS value FROM chat_read"),
            }.value(&mut tx).await.expect("rows");
            assert_eq!(rows, 0, "{table}");
        }
        drop(tx);
        let (there, named) = scan::files_of(&app.app.db, &app.folder.path().join("files")).await;
        assert_eq!(there, named, "files of nobody");
    }
}

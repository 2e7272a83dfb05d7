//! Unread messages, read marks, and notifications of messages.

use axum::http::StatusCode;
use domain::{
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        UserType::{Admin, Member},
    },
    types::{ids::UserId, language::Language},
};
use serde_json::{Value, json};
use store::membership::members::NewMembership;

use crate::support::{Person, TestApp, TestResponse, ada_ridge, chat::SEND};

async fn read(app: &TestApp, who: &Person, room: &str, message: &Value) -> TestResponse {
    app.post(who, &format!("/api/chat/read/{room}"), json!({ "messageId": message["id"] })).await
}

async fn unread(app: &TestApp, who: &Person, room: &str) -> i64 {
    app.room_of(who, room).await["unread"].as_i64().expect("a count")
}

both_engines! {
    async fn a_user_outside_the_room_marks_nothing_as_read(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let message = app.said(&admin, &room, "Hello").await;
        let path = format!("/api/chat/read/{room}");
        let form = json!({ "messageId": message["id"] });
        assert_eq!(app.call(None, "POST", &path, form).await.status, StatusCode::UNAUTHORIZED);
        let outsider = app.sign_in(Subcontractor, Admin).await;
        let response = read(app, &outsider, &room, &message).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        for (wrong, refused) in [
            (json!({}), "messageId required"),
            (json!({ "messageId": "no id" }), "messageId choice"),
            (json!({ "messageId": room }), "messageId choice"),
        ] {
            assert_eq!(app.post(&sub, &path, wrong.clone()).await.fields(), [refused], "{wrong}");
        }
        let response = app.post(&sub, &path, json!({ "messageId": 7 })).await;
        assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        assert_eq!(unread(app, &sub, &room).await, 1);
    }

    async fn messages_of_others_are_unread_until_read_and_own_messages_never(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let mut messages = Vec::new();
        for n in 0..6 {
            let who = if n == 4 { &sub } else { &admin };
            messages.push(app.said(who, &room, &format!("Message {n}")).await);
        }
        assert_eq!((unread(app, &admin, &room).await, unread(app, &sub, &room).await), (1, 5));
        let answer = read(app, &sub, &room, &messages[2]).await;
        assert_eq!(answer.json, json!({ "room": room, "unread": 2 }));
        assert_eq!(read(app, &sub, &room, &messages[0]).await.json["unread"], 2, "never backwards");
        assert_eq!(unread(app, &sub, &room).await, 2);
        app.messages(&sub, &room, "?read=false", None).await;
        let first = messages[0]["id"].as_str().expect("id");
        app.messages(&sub, &room, &format!("?after={first}"), None).await;
        app.messages(&sub, &room, "", Some(messages[5]["id"].as_str().expect("id"))).await;
        assert_eq!(unread(app, &sub, &room).await, 2, "looking back or catching up is not reading");
        app.messages(&sub, &room, &format!("?after={first}&read=true"), None).await;
        assert_eq!(unread(app, &sub, &room).await, 0, "unless one says so");
        assert_eq!(unread(app, &admin, &room).await, 1);
        app.messages(&admin, &room, "", None).await;
        assert_eq!(unread(app, &admin, &room).await, 0, "the newest page is read by who asks for it");
    }

    async fn each_member_sees_how_far_the_others_have_read(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let helper = app.colleague(sub.company, Member).await;
        let first = app.said(&admin, &room, "One").await;
        assert_eq!(app.room_of(&admin, &room).await["seen"], json!([]));
        app.advance(chrono::Duration::minutes(5));
        app.messages(&sub, &room, "", None).await;
        app.advance(chrono::Duration::minutes(5));
        let second = app.said(&admin, &room, "Two").await;
        read(app, &helper, &room, &second).await;
        app.advance(chrono::Duration::minutes(5));
        app.messages(&helper, &room, "", None).await;
        let mut seen = app.room_of(&admin, &room).await["seen"].as_array().expect("seen").clone();
        seen.sort_by_key(|seen| seen["dateSeen"].as_str().map(str::to_owned));
        assert_eq!(json!(seen), json!([
            { "userId": sub.user, "messageId": first["id"], "dateSeen": "2026-03-02T12:05:00Z" },
            { "userId": helper.user, "messageId": second["id"], "dateSeen": "2026-03-02T12:10:00Z" },
        ]), "the moment they saw it first");
        let seen = app.room_of(&sub, &room).await["seen"].clone();
        assert_eq!(seen.as_array().map(Vec::len), Some(1), "not oneself, nor who never looked: {seen}");
    }

    async fn old_messages_are_not_unread_for_a_new_employee(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        for n in 0..3 {
            app.said(&admin, &room, &format!("Message {n}")).await;
        }
        let newcomer = app.colleague(sub.company, Member).await;
        assert_eq!(unread(app, &newcomer, &room).await, 0);
        assert_eq!(app.room_of(&admin, &room).await["seen"], json!([]), "they have not seen it either");
        let last = app.said(&admin, &room, "Welcome").await;
        assert_eq!(unread(app, &newcomer, &room).await, 1);
        app.messages(&newcomer, &room, "", None).await;
        assert_eq!(app.room_of(&admin, &room).await["seen"][0]["messageId"], last["id"]);
        app.post(&sub, "/api/company/removeUser", json!({ "userId": newcomer.user })).await;
        app.said(&admin, &room, "Gone?").await;
        let mut tx = app.app.db.write().await.expect("tx");
        let place = NewMembership { company: sub.company, user_type: Member, settings: ada_ridge() };
        let user = store::membership::members::join_company(&mut tx, newcomer.user, &place).await.expect("place");
        tx.commit().await.expect("commit");
        assert_eq!(user.language, Language::English);
        let back = app.signed_in_again(newcomer.user).await;
        assert_eq!(unread(app, &back, &room).await, 0);
        assert_eq!(app.room_of(&admin, &room).await["seen"], json!([]));
        app.messages(&back, &room, "", None).await;
        assert_eq!(app.room_of(&admin, &room).await["seen"].as_array().map(Vec::len), Some(1), "until they look");
    }

    async fn a_room_notifies_each_member_once_until_they_have_read(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let helper = app.colleague(sub.company, Member).await;
        let colleague = app.colleague(admin.company, Member).await;
        let line = |text: &str, is_new| ("New message".to_string(), format!("Ada Ridge of Ridge & Sons wrote: {text}"), is_new);
        for text in ["One", "Two", "Three"] {
            app.said(&admin, &room, text).await;
        }
        for who in [&sub, &helper, &colleague] {
            assert_eq!(app.message_notifications(who).await, [line("One", true)]);
        }
        assert!(app.message_notifications(&admin).await.is_empty(), "never the author");
        let list = app.get(&sub, "/api/notifications/user").await.json["notifications"].clone();
        assert_eq!(list[0]["route"], format!("/app/messages/{room}"));
        let page = app.page(&sub, &room).await;
        read(app, &sub, &room, &page[1]).await;
        assert_eq!(app.message_notifications(&sub).await, [line("One", true)], "not read to the end");
        app.messages(&sub, &room, "", None).await;
        assert_eq!(app.message_notifications(&sub).await, [line("One", false)]);
        assert_eq!(app.message_notifications(&helper).await, [line("One", true)]);
        app.said(&admin, &room, "Four").await;
        assert_eq!(app.message_notifications(&sub).await, [line("Four", true)], "in the same line");
        assert_eq!(app.message_notifications(&helper).await, [line("One", true)]);
        let other = app.sign_in(Contractor, Admin).await;
        let second = app.connection(&other, &sub, true).await;
        app.said(&other, &second, "Hi").await;
        assert_eq!(app.message_notifications(&sub).await.len(), 2, "another room is another line");
        app.messages(&sub, &second, "", None).await;
        let list = app.message_notifications(&sub).await;
        assert_eq!(list.iter().filter(|(_, _, is_new)| *is_new).collect::<Vec<_>>(), [&line("Four", true)]);
    }

    async fn a_tagged_user_is_notified_with_the_authors_name(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let helper = app.colleague(sub.company, Member).await;
        let tagging = |who: &Person, text: &str| json!({ "userId": who.user, "roomId": room, "contents": text, "tags": [sub.user, who.user] });
        let line = |text: &str, is_new| ("You were tagged".to_string(), format!("Ada Ridge of Ridge & Sons tagged you: {text}"), is_new);
        for who in [&admin, &helper] {
            assert_eq!(app.post(who, SEND, tagging(who, "The ladder?")).await.status, StatusCode::OK);
        }
        let again = app.post(&admin, SEND, tagging(&admin, "And the rope?")).await;
        assert_eq!(again.status, StatusCode::OK);
        let mut list = app.message_notifications(&sub).await;
        list.sort();
        assert_eq!(list, [line("And the rope?", true), line("The ladder?", true)], "once for each who tags, in no second line");
        assert_eq!(app.message_notifications(&helper).await.len(), 1);
        assert!(app.message_notifications(&admin).await.iter().all(|(title, ..)| title == "New message"), "not by oneself");
        app.said(&admin, &room, "Found it").await;
        assert_eq!(app.message_notifications(&sub).await.len(), 3);
        app.messages(&sub, &room, "", None).await;
        assert!(app.message_notifications(&sub).await.iter().all(|(.., is_new)| !is_new));
    }

    async fn a_picture_is_notified_as_a_photo(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let helper = app.colleague(sub.company, Member).await;
        let tags = json!([helper.user]).to_string();
        let sent = app.show(&admin, &room, &crate::support::photos::jpeg(64, 48), &[("tags", &tags)]).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        assert_eq!(app.message_notifications(&sub).await[0].1, "Ada Ridge of Ridge & Sons sent a photo.");
        assert_eq!(app.message_notifications(&helper).await[0].1, "Ada Ridge of Ridge & Sons tagged you in a photo.");
    }

    async fn a_message_to_fifty_people_takes_as_many_statements_as_one_to_five(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let (mut cost, mut people) = (Vec::new(), 2);
        for wanted in [5, 50] {
            while people < wanted {
                app.colleague(sub.company, Member).await;
                people += 1;
            }
            app.said(&admin, &room, &format!("First to {people}")).await;
            let before = app.app.db.statements_run();
            app.said(&admin, &room, &format!("Second to {people}")).await;
            cost.push(app.app.db.statements_run() - before);
        }
        assert_eq!(cost[0], cost[1]);
        // On PostgreSQL four of them are for other software: each company is locked and gets its event. One counts the quota.
        assert!(cost[0] <= 15, "{cost:?}");
    }

    async fn notifying_a_crowded_room_takes_as_many_statements_as_notifying_two(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        // One of each company: pushes of each wait in turns of its own.
        let mut members = vec![sub.user, app.colleague(admin.company, Member).await.user];
        let send = async |contents: &str, tags: &[UserId]| {
            let form = json!({ "userId": admin.user, "roomId": room, "contents": contents, "tags": tags });
            let before = app.app.db.statements_run();
            let sent = app.post(&admin, "/api/chat/sendMessage", form).await;
            assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
            app.app.db.statements_run() - before
        };
        let see_all = async || {
            let mut tx = app.app.db.write().await.expect("tx");
            store::sql!("UPDATE notification SET is_new = FALSE").run(&mut tx).await.expect("seen");
            tx.commit().await.expect("commit");
        };
        let counted = async |members: &[UserId]| {
            // A new colleague makes the caller's session be read again.
            app.get(&admin, "/api/chat/rooms").await;
            // Not the same twice: repeated calls are counted.
            let of = members.len();
            let first = send(&format!("Here {of}"), &[]).await;
            see_all().await;
            (first, send(&format!("Here again {of}"), &[]).await, send("You", members).await)
        };
        let of_two = counted(&members).await;
        for n in 0..40 {
            let company = if n % 2 == 0 { admin.company } else { sub.company };
            members.push(app.colleague(company, Member).await.user);
        }
        let of_many = counted(&members).await;
        assert_eq!(of_many, of_two);
        let mut tx = app.app.db.read().await.expect("tx");
        for (topic, text) in [("message", "Here again"), ("tag", "You")] {
            let told: Vec<(String,)> = store::sql!("SELECT CAST(happening AS TEXT) AS value FROM notification
                WHERE topic = $1 AND is_new AND person_id <> $2")
                .bind(topic).bind(admin.user).all(&mut tx).await.expect("notifications");
            assert_eq!(told.len(), members.len(), "each once: {topic}");
            assert!(told.iter().all(|(happening,)| happening.contains(text)), "{told:?}");
        }
        let own: i64 = store::sql!("SELECT COUNT(*) AS value FROM notification WHERE person_id = $1")
            .bind(admin.user).value(&mut tx).await.expect("count");
        assert_eq!(own, 0, "nobody is notified of their own message");
    }
}

//! Chat messages: who may write, what is stored, and that none is lost on the way.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{TestApp, chat::SEND};

const UNKNOWN: &str = "0198f7a0-0000-7000-8000-000000000000";

fn ids(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["id"].as_str().expect("id")).collect()
}

both_engines! {
    async fn a_user_outside_the_room_neither_reads_nor_writes(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        app.said(&admin, &room, "Only for you").await;
        let path = format!("/api/chat/messages/room/{room}");
        let form = json!({ "userId": admin.user, "roomId": room, "contents": "Hi" });
        assert_eq!(app.call(None, "GET", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.call(None, "POST", SEND, form).await.status, StatusCode::UNAUTHORIZED);
        for outsider in [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Member).await] {
            let read = app.get(&outsider, &path).await;
            assert_eq!((read.status, read.code()), (StatusCode::NOT_FOUND, "not_found"));
            let sent = app.say(&outsider, &room, "").await;
            assert_eq!((sent.status, sent.code()), (StatusCode::NOT_FOUND, "not_found"), "before the form is looked at");
        }
        for nowhere in [UNKNOWN, "no-id"] {
            assert_eq!(app.say(&admin, nowhere, "Hi").await.status, StatusCode::NOT_FOUND, "{nowhere}");
            let read = app.get(&admin, &format!("/api/chat/messages/room/{nowhere}")).await;
            assert_eq!(read.status, StatusCode::NOT_FOUND, "{nowhere}");
        }
        assert_eq!(app.page(&admin, &room).await.len(), 1);
    }

    async fn both_companies_write_and_read_the_same_messages(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let foreman = app.colleague(admin.company, Foreman).await;
        let helper = app.colleague(sub.company, Member).await;
        let mut messages = Vec::new();
        for (turn, who) in [&admin, &sub, &foreman, &helper].into_iter().enumerate() {
            messages.push(app.said(who, &room, &format!("  Message {turn} ñ 🙂  ")).await);
        }
        for who in [&admin, &sub, &foreman, &helper] {
            assert_eq!(app.page(who, &room).await, messages, "oldest first, of one and the same second");
        }
        assert_eq!(messages[1], json!({
            "id": messages[1]["id"], "roomId": room, "seq": 2, "userId": sub.user, "companyId": sub.company,
            "contents": "Message 1 ñ 🙂", "attachment": null, "thumb": null, "width": null, "height": null,
            "tags": [], "tempId": null, "status": "sent", "dateInserted": "2026-03-02T12:00:00Z",
            "language": "english", "author": { "firstName": "Ada", "lastName": "Ridge" } }));
    }

    async fn an_invalid_message_is_refused_with_a_reason_and_not_stored(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let form = |field: &str, value: Value| {
            let mut form = json!({ "userId": admin.user, "roomId": room, "contents": "Hi" });
            form[field] = value;
            form
        };
        for (wrong, refused) in [
            (form("contents", json!(" \n ")), "contents required"),
            (form("contents", Value::Null), "contents required"),
            (form("contents", json!("ñ".repeat(501))), "contents too_long"),
            (form("contents", json!("a\0b")), "contents format"),
            (form("userId", Value::Null), "userId required"),
            (form("userId", json!(sub.user)), "userId choice"),
            (form("userId", json!("no id")), "userId choice"),
            (form("roomId", Value::Null), "roomId required"),
            (form("tempId", json!("x".repeat(101))), "tempId too_long"),
            (form("tempId", json!("1-\0")), "tempId format"),
            (form("tags", json!([UNKNOWN])), "tags choice"),
            (form("tags", json!([null])), "tags choice"),
            (form("tags", json!([sub.user, "no id"])), "tags choice"),
        ] {
            let response = app.post(&admin, SEND, wrong.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNPROCESSABLE_ENTITY, "validation"), "{wrong}");
            assert_eq!(response.fields(), [refused], "{wrong}");
        }
        for malformed in [form("contents", json!(7)), form("tags", json!("everybody")), form("tags", json!([7])), form("tempId", json!({})), json!([])] {
            let response = app.post(&admin, SEND, malformed.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"), "{malformed}");
        }
        let outsider = app.sign_in(Contractor, Admin).await;
        let response = app.post(&admin, SEND, form("tags", json!([outsider.user]))).await;
        assert_eq!(response.message(), "You can only tag people of this chat.");
        let response = app.post(&admin, SEND, form("userId", json!(sub.user))).await;
        assert_eq!(response.message(), "You can only write in your own name.");
        assert_eq!(app.page(&admin, &room).await, [] as [Value; 0]);
        let longest = "ñ".repeat(500);
        assert_eq!(app.said(&admin, &room, &longest).await["contents"], longest);
    }

    async fn a_message_resent_after_a_lost_response_is_stored_once(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let form = |contents: &str| json!({ "userId": admin.user, "roomId": room, "contents": contents, "tempId": "0-k3" });
        let first = app.post(&admin, SEND, form("On our way")).await.json["message"].clone();
        assert_eq!(first["tempId"], "0-k3");
        assert_eq!(app.post(&admin, SEND, form("On our way")).await.json["message"], first);
        assert_eq!(app.post(&admin, SEND, form("Something else")).await.json["message"], first);
        let of_another = json!({ "userId": sub.user, "roomId": room, "contents": "Come", "tempId": "0-k3" });
        let other = app.post(&sub, SEND, of_another).await.json["message"].clone();
        assert_eq!(app.page(&admin, &room).await, [first.clone(), other]);
        let elsewhere = app.sign_in(Subcontractor, Admin).await;
        let second = app.connection(&admin, &elsewhere, true).await;
        let mut there = form("On our way");
        there["roomId"] = json!(second);
        assert_ne!(app.post(&admin, SEND, there).await.json["message"]["id"], first["id"]);
        let end = json!({ "id": room });
        assert_eq!(app.post(&admin, "/api/connections/decline", end).await.status, StatusCode::OK);
        let again = app.post(&admin, SEND, form("On our way")).await;
        assert_eq!(again.json["message"], first, "it was taken before the room was closed");
    }

    async fn two_concurrent_sends_with_one_temporary_id_store_one_message(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        let sends = (0..6).map(|turn| {
            let form = json!({ "userId": admin.user, "roomId": room, "contents": format!("Try {turn}"), "tempId": "once" });
            app.post(&admin, SEND, form)
        });
        let mut answers = Vec::new();
        for answer in join_all(sends).await {
            assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
            answers.push(answer.json["message"].clone());
        }
        let stored = app.page(&admin, &room).await;
        assert_eq!(stored.len(), 1);
        assert!(answers.iter().all(|answer| *answer == stored[0]), "{answers:?}");
    }

    async fn a_client_that_catches_up_while_others_write_misses_nothing(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let first = app.said(&sub, &room, "Anybody there?").await;
        let sends = (0..40).map(|turn| {
            let who = if turn % 2 == 0 { &admin } else { &sub };
            let form = json!({ "userId": who.user, "roomId": room, "contents": format!("Message {turn}") });
            app.post(who, SEND, form)
        });
        let catching_up = async {
            let mut seen = vec![first.clone()];
            while seen.len() < 41 {
                let last = seen[seen.len() - 1]["id"].as_str().expect("id").to_string();
                seen.extend(app.messages(&admin, &room, &format!("?after={last}"), None).await);
            }
            seen
        };
        let (sent, seen) = futures_util::join!(join_all(sends), catching_up);
        assert!(sent.iter().all(|sent| sent.status == StatusCode::OK), "{sent:?}");
        let places: Vec<i64> = seen.iter().map(|message| message["seq"].as_i64().expect("seq")).collect();
        assert_eq!(places, (1..=41).collect::<Vec<_>>(), "each once, in order");
        assert_eq!(app.page(&sub, &room).await, seen);
    }

    async fn a_long_chat_is_paged_in_both_directions(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let mut all = Vec::new();
        for n in 1..=120 {
            let who = if n % 3 == 0 { &sub } else { &admin };
            all.push(app.said(who, &room, &format!("Message {n}")).await);
            if n % 10 == 0 {
                // Some have the same timestamp, some do not; one clock goes backwards.
                app.advance(chrono::Duration::seconds(if n == 60 { -45 } else { 7 }));
            }
        }
        let newest = app.messages(&sub, &room, "", None).await;
        assert_eq!(newest, all[70..]);
        let middle = app.messages(&sub, &room, "", Some(ids(&newest)[0])).await;
        assert_eq!(middle, all[20..70]);
        let oldest = app.messages(&sub, &room, "", Some(&format!(" {} ", ids(&middle)[0]))).await;
        assert_eq!(oldest, all[..20]);
        assert!(app.messages(&sub, &room, "", Some(ids(&oldest)[0])).await.is_empty());
        assert_eq!(app.messages(&sub, &room, "", Some("")).await, newest, "a blank header names nothing");
        let next = app.messages(&sub, &room, &format!("?after={}", ids(&all)[0]), None).await;
        assert_eq!(next, all[1..51]);
        let rest = app.messages(&sub, &room, &format!("?after={}", ids(&all)[100]), None).await;
        assert_eq!(rest, all[101..]);
        assert!(app.messages(&sub, &room, &format!("?after={}", ids(&all)[119]), None).await.is_empty());
        let (_, _, other) = app.room().await;
        assert_eq!(app.messages_asked(&sub, &other, "", None).await.status, StatusCode::NOT_FOUND);
        for wrong in [UNKNOWN, "no id", "ñ"] {
            let response = app.messages_asked(&sub, &room, "", Some(wrong)).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{wrong}");
        }
        let response = app.messages_asked(&sub, &room, &format!("?after={UNKNOWN}"), None).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND);
        assert_eq!(app.messages_asked(&sub, &room, "?read=perhaps", None).await.status, StatusCode::BAD_REQUEST);
    }

    async fn a_message_of_another_room_is_no_valid_cursor(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        let elsewhere = app.sign_in(Subcontractor, Admin).await;
        let other = app.connection(&admin, &elsewhere, true).await;
        app.said(&admin, &room, "Here").await;
        let there = app.said(&admin, &other, "There").await;
        let there = there["id"].as_str().expect("id");
        assert_eq!(app.messages_asked(&admin, &room, "", Some(there)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.messages_asked(&admin, &room, &format!("?after={there}"), None).await.status, StatusCode::NOT_FOUND);
    }

    async fn tagged_people_are_named_on_the_message(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let helper = app.colleague(sub.company, Member).await;
        let form = json!({ "userId": admin.user, "roomId": room, "contents": "The ladder?", "tags": [helper.user, sub.user, helper.user] });
        let sent = app.post(&admin, SEND, form).await.json["message"].clone();
        let tag = |user| json!({ "id": user, "firstName": "Ada", "lastName": "Ridge" });
        assert_eq!(sent["tags"], json!([tag(helper.user), tag(sub.user)]), "each once, in the order of the form");
        assert_eq!(app.page(&sub, &room).await, std::slice::from_ref(&sent));
        assert_eq!(app.room_of(&sub, &room).await["lastMessage"], sent);
        app.post(&sub, "/api/company/removeUser", json!({ "userId": helper.user })).await;
        assert_eq!(app.page(&sub, &room).await, [sent], "also after they left");
        let form = json!({ "userId": admin.user, "roomId": room, "contents": "Still there?", "tags": [helper.user] });
        assert_eq!(app.post(&admin, SEND, form).await.fields(), ["tags choice"]);
    }

    async fn the_same_message_is_accepted_at_most_ten_times_a_minute(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        for n in 1..=10 {
            assert_eq!(app.say(&admin, &room, "Hello?").await.status, StatusCode::OK, "call {n}");
        }
        let response = app.say(&admin, &room, "Hello?").await;
        assert_eq!((response.status, response.code()), (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit"));
        assert!(response.message().starts_with("Duplicate"), "{}", response.message());
        assert!(response.headers.contains_key("retry-after"));
        assert_eq!(app.say(&admin, &room, "Anybody?").await.status, StatusCode::OK);
        assert_eq!(app.say(&sub, &room, "Hello?").await.status, StatusCode::OK);
        app.advance(chrono::Duration::seconds(60));
        assert_eq!(app.say(&admin, &room, "Hello?").await.status, StatusCode::OK);
        assert_eq!(app.page(&admin, &room).await.len(), 13);
    }

    async fn a_message_has_the_language_of_its_words_or_else_of_its_author(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let settings = json!({ "firstName": "Luis", "lastName": "Ríos", "location": "Nashville, TN", "language": "spanish", "position": "Dueño" });
        assert_eq!(app.post(&sub, "/api/auth/user/update", settings).await.status, StatusCode::OK);
        let response = app.said(&sub, &room, "Ya vamos").await;
        assert_eq!((&response["language"], &response["author"]), (&json!("spanish"), &json!({ "firstName": "Luis", "lastName": "Ríos" })));
        assert_eq!(app.said(&admin, &room, "Good").await["language"], "english");
        let in_english = app.said(&sub, &room, "We'll be there at seven").await;
        assert_eq!(in_english["language"], "english", "the contractor needs no translation");
        assert_eq!(app.said(&sub, &room, "Ridge vent").await["language"], "spanish", "its author's");
        let page = app.page(&admin, &room).await;
        let written = page.iter().find(|message| message["id"] == in_english["id"]).expect("a message");
        assert_eq!(written["language"], "english");
        let blank = app.say(&sub, &room, "").await;
        assert_eq!(blank.message(), "Escriba un mensaje o agregue una imagen.");
    }
}

//! Chat rooms: created with a connection, preserved when it ends, and reused when the companies reconnect.

use std::sync::Arc;

use axum::http::StatusCode;
use domain::{
    chat::kinds::ListedKinds,
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        Role,
        UserType::{Admin, Member},
    },
    types::language::Language,
};
use serde_json::{Value, json};
use store::{
    chat::{members, rooms as room_rows},
    jobs::visibility::Viewer,
    scope::Scope,
};

use crate::support::{Person, TestApp};

const ROOMS: &str = "/api/chat/rooms";

async fn rooms(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, ROOMS).await;
    assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
    list.json["rooms"].as_array().expect("rooms").clone()
}

/// Requests a connection over HTTP; returns the request's id.
async fn request_connection(app: &TestApp, sender: &Person, recipient: &Person) -> Value {
    let requested = app
        .post(sender, "/api/connections/connect", json!({ "recipientId": recipient.company }))
        .await;
    assert_eq!(requested.status, StatusCode::OK, "{:?}", requested.json);
    requested.json["connection"]["id"].clone()
}

async fn post(app: &TestApp, who: &Person, what: &str, connection: &Value) {
    let done =
        app.post(who, &format!("/api/connections/{what}"), json!({ "id": connection })).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

both_engines! {
    async fn only_its_two_companies_see_a_room(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let path = format!("/api/chat/room/{room}");
        for path in [ROOMS, &path] {
            assert_eq!(app.call(None, "GET", path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        }
        let outsider = app.sign_in(Contractor, Admin).await;
        assert!(rooms(app, &outsider).await.is_empty());
        let response = app.get(&outsider, &path).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        for who in [admin, sub] {
            assert_eq!(rooms(app, &who).await, [app.room_of(&who, &room).await]);
        }
    }

    async fn two_connected_companies_have_one_room_whichever_requested_it(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let connection = request_connection(app, &sub, &admin).await;
        assert!(rooms(app, &admin).await.is_empty(), "not before they agree");
        post(app, &admin, "accept", &connection).await;
        let member = app.colleague(admin.company, Member).await;
        let seen = rooms(app, &member).await;
        assert_eq!(seen.len(), 1);
        let mut people = seen[0]["userlist"].as_array().expect("people").clone();
        people.sort_by_key(|person| person["id"].as_str().map(str::to_owned));
        let mut both = [(&admin, "admin"), (&sub, "admin"), (&member, "member")].map(|(person, kind)| json!({
            "id": person.user, "firstName": "Ada", "lastName": "Ridge", "companyId": person.company,
            "userType": kind, "position": "Estimator" }));
        both.sort_by_key(|person| person["id"].as_str().map(str::to_owned));
        assert_eq!(people, both);
        let mut plain = seen[0].clone();
        plain["userlist"].take();
        assert_eq!(plain, json!({
            "roomId": seen[0]["roomId"], "kind": "connection", "userlist": null, "lastMessage": null, "unread": 0, "isOpen": true, "seen": [],
            "company": { "id": sub.company, "name": "Ridge & Sons", "logoUrl": null, "companyType": "subcontractor" } }));
        assert_eq!(rooms(app, &sub).await[0]["company"]["id"], json!(admin.company), "the other one");
    }

    async fn a_removed_connection_keeps_its_messages_and_reconnecting_reopens_the_room(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let first = request_connection(app, &admin, &sub).await;
        post(app, &sub, "accept", &first).await;
        let room = rooms(app, &sub).await[0]["roomId"].as_str().expect("id").to_string();
        let message = app.said(&sub, &room, "Good to work with you").await;
        post(app, &admin, "decline", &first).await;
        for who in [&admin, &sub] {
            let closed = app.room_of(who, &room).await;
            assert_eq!((&closed["isOpen"], &closed["lastMessage"]), (&json!(false), &message));
            assert_eq!(app.messages(who, &room, "", None).await, std::slice::from_ref(&message));
            let response = app.say(who, &room, "One more thing").await;
            assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
            assert_eq!(response.message(), "You are no longer connected with this company. Connect again to write here.");
            assert_eq!(app.say(who, &room, "").await.status, StatusCode::UNPROCESSABLE_ENTITY, "the form comes first");
        }
        let second = request_connection(app, &sub, &admin).await;
        assert_eq!(app.room_of(&sub, &room).await["isOpen"], false, "not before they agree");
        post(app, &admin, "accept", &second).await;
        let again = app.said(&admin, &room, "Here we are again").await;
        assert_eq!(again["seq"], 2);
        assert_eq!(rooms(app, &sub).await.len(), 1);
        assert_eq!(app.page(&sub, &room).await, [message, again]);
    }

    async fn a_declined_request_creates_no_room(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let connection = request_connection(app, &admin, &sub).await;
        post(app, &sub, "decline", &connection).await;
        assert!(rooms(app, &admin).await.is_empty() && rooms(app, &sub).await.is_empty());
    }

    async fn a_removed_user_reads_no_more_and_stays_named_on_their_messages(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let helper = app.colleague(sub.company, Member).await;
        let message = app.said(&helper, &room, "The ladder is in the truck").await;
        app.messages(&helper, &room, "", None).await;
        assert_eq!(app.room_of(&admin, &room).await["seen"][0]["userId"], json!(helper.user));
        app.post(&sub, "/api/company/removeUser", json!({ "userId": helper.user })).await;
        let back = app.signed_in_again(helper.user).await;
        assert_eq!(app.get(&back, ROOMS).await.status, StatusCode::FORBIDDEN);
        let seen = app.room_of(&admin, &room).await;
        assert_eq!(seen["userlist"].as_array().map(Vec::len), Some(2));
        assert_eq!((&seen["seen"], &seen["lastMessage"]), (&json!([]), &message));
        assert_eq!(message["author"], json!({ "firstName": "Ada", "lastName": "Ridge" }));
    }

    async fn rooms_are_sorted_by_newest_message_with_closed_rooms_last(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut ids = Vec::new();
        for _ in 0..4 {
            let sub = app.sign_in(Subcontractor, Admin).await;
            ids.push(app.connection(&admin, &sub, true).await);
            app.advance(chrono::Duration::minutes(1));
        }
        let order = async || -> Vec<String> {
            let list = rooms(app, &admin).await;
            list.iter().map(|room| room["roomId"].as_str().expect("id").to_string()).collect()
        };
        let [a, b, c, d] = [&ids[0], &ids[1], &ids[2], &ids[3]].map(Clone::clone);
        assert_eq!(order().await, [&d, &c, &b, &a].map(Clone::clone), "the newest connection first");
        app.said(&admin, &b, "Hello").await;
        app.advance(chrono::Duration::minutes(1));
        app.said(&admin, &a, "Hello").await;
        assert_eq!(order().await, [&a, &b, &d, &c].map(Clone::clone));
        post(app, &admin, "decline", &json!(a)).await;
        assert_eq!(order().await, [&b, &d, &c, &a].map(Clone::clone));
    }

    async fn listing_thirty_rooms_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let connect = async |n: u32| {
            let sub = app.sign_in(Subcontractor, Admin).await;
            let room = app.connection(&admin, &sub, true).await;
            let form = json!({ "userId": sub.user, "roomId": room, "contents": format!("Hello {n}"), "tags": [admin.user] });
            app.post(&sub, "/api/chat/sendMessage", form).await;
            app.messages(&sub, &room, "", None).await;
        };
        let count = async || {
            let before = app.app.db.statements_run();
            let list = rooms(app, &admin).await;
            (list, app.app.db.statements_run() - before)
        };
        connect(1).await;
        count().await;
        let (_, of_one) = count().await;
        for n in 2..=30 {
            connect(n).await;
        }
        let (list, of_all) = count().await;
        assert_eq!((of_all, list.len()), (of_one, 30));
        assert!(list.iter().all(|room| room["unread"] == 1 && room["lastMessage"]["tags"][0]["id"] == json!(admin.user)));
        assert!(list.iter().all(|room| room["seen"].as_array().map(Vec::len) == Some(1) && room["userlist"].as_array().map(Vec::len) == Some(2)));
    }

    async fn people_in_many_rooms_are_read_once_and_listed_in_each(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut people = vec![admin.user];
        for _ in 0..2 {
            people.push(app.colleague(admin.company, Member).await.user);
        }
        for _ in 0..5 {
            let sub = app.sign_in(Subcontractor, Admin).await;
            people.extend([sub.user, app.colleague(sub.company, Member).await.user]);
            app.connection(&admin, &sub, true).await;
        }
        let mut tx = app.app.db.read().await.expect("tx");
        let role = Role { company_type: Contractor, user_type: Admin };
        let (user, language) = (admin.user, Language::English);
        let viewer = Viewer { scope: Scope::trusted(admin.company), role, user, language };
        let now = app.app.clock.now();
        let list = room_rows::list(&mut tx, &viewer, ListedKinds::Connections, now).await.expect("rooms").rooms;
        let mut listed: Vec<_> = list.iter().flat_map(|room| &room.people).map(Arc::as_ptr).collect();
        assert_eq!(listed.len(), 5 * (3 + 2), "everyone of both companies, in each room");
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), people.len(), "and each of them in memory once");
        for room in &list {
            let alone = members::people(&mut tx, room.id).await.expect("people");
            assert_eq!(alone.iter().collect::<Vec<_>>(), room.people.iter().map(Arc::as_ref).collect::<Vec<_>>());
        }
    }
}

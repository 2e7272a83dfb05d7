//! The rooms of every kind: their list, and those of companies.

use axum::http::StatusCode;
use domain::permissions::permission::UserType::{Foreman, Member, Salesman};
use serde_json::{Value, json};

use crate::support::{
    TestApp,
    rooms::{
        ALL, ROOMS, accepted_job, all, assign, bare, check_stranger, company_room, ids, of_kind,
        opened, sorted,
    },
};

both_engines! {
    async fn the_list_of_connections_shows_no_other_rooms(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &sub, &job).await;
        app.said(&sub, &room, "On our way").await;
        for who in [&owner, &sub] {
            let list = app.get(who, ROOMS).await;
            assert_eq!(list.json.as_object().map(serde_json::Map::len), Some(1));
            let rooms = list.json["rooms"].as_array().expect("rooms").clone();
            assert_eq!((rooms.len(), &rooms[0]["kind"]), (1, &json!("connection")));
            assert!(rooms[0]["userlist"].is_array() && rooms[0].get("userIds").is_none());
        }
    }

    async fn rooms_of_every_kind_name_their_members_by_id_and_each_person_once(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let member = app.colleague(owner.company, Member).await;
        let salesman = app.colleague(owner.company, Salesman).await;
        let foreman = app.colleague(sub.company, Foreman).await;
        assign(app, &sub, &job, Some(&foreman)).await;
        let room = opened(app, &owner, &job).await;
        let list = app.get(&owner, ALL).await;
        let mut people: Vec<String> = list.json["people"].as_array().expect("people").iter()
            .map(|person| person["id"].as_str().expect("id").to_owned()).collect();
        people.sort_unstable();
        assert_eq!(json!(people), sorted(&[&owner, &member, &salesman, &sub, &foreman]));
        assert_eq!(list.json["people"][0].as_object().map(serde_json::Map::len), Some(6), "as in a userlist");
        let rooms = all(app, &owner).await;
        let mut kinds: Vec<_> = rooms.iter().map(|room| room["kind"].as_str().expect("kind")).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["company", "connection", "job"]);
        assert!(rooms.iter().all(|room| room.get("userlist").is_none()));
        let found = |kind: &str| rooms.iter().find(|room| room["kind"] == kind).expect("a room").clone();
        let other = json!({ "id": sub.company, "name": "Ridge & Sons", "logoUrl": null, "companyType": "subcontractor" });
        let connection = found("connection");
        assert_eq!((&connection["company"], &connection["job"]), (&other, &Value::Null));
        assert_eq!(ids(&connection), sorted(&[&owner, &member, &salesman, &sub, &foreman]));
        let company = found("company");
        assert_eq!((&company["company"], &company["job"]), (&Value::Null, &Value::Null));
        assert_eq!(ids(&company), sorted(&[&owner, &member, &salesman]));
        let mut plain = found("job");
        assert_eq!(ids(&plain), sorted(&[&owner, &member, &sub, &foreman]), "a salesman does not see it");
        plain["userIds"].take();
        assert_eq!(plain, json!({
            "roomId": room, "kind": "job", "company": other, "job": { "id": job["id"], "title": job["title"] },
            "userIds": null, "lastMessage": null, "unread": 0, "isOpen": true, "seen": [] }));
        let theirs = &of_kind(app, &foreman, "job").await[0];
        assert_eq!((&theirs["roomId"], &theirs["company"]["id"]), (&json!(room), &json!(owner.company)), "the other side");
        assert!(of_kind(app, &salesman, "job").await.is_empty());
        for wrong in ["company", "", "ALL"] {
            let refused = app.get(&owner, &format!("{ROOMS}?kinds={wrong}")).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["kinds choice".to_owned()]));
        }
    }

    async fn everybody_of_a_company_talks_in_its_room_and_nobody_else(app: &TestApp) {
        let (admin, sub, _) = app.room().await;
        let foreman = app.colleague(admin.company, Foreman).await;
        let room = company_room(app, &foreman).await;
        assert_eq!(room, company_room(app, &admin).await, "one for all");
        assert_ne!(room, company_room(app, &sub).await);
        let message = app.said(&foreman, &room, "The ladder is in the truck").await;
        let picture = app.shown(&foreman, &room).await;
        let alone = app.room_of(&admin, &room).await;
        assert_eq!((&alone["kind"], &alone["company"], &alone["unread"]), (&json!("company"), &Value::Null, &json!(2)));
        assert_eq!((ids(&alone), alone["userlist"].as_array().map(Vec::len)), (sorted(&[&admin, &foreman]), Some(2)));
        assert_eq!(app.messages(&admin, &room, "", None).await.len(), 2);
        assert_eq!(app.room_of(&foreman, &room).await["seen"][0]["userId"], json!(admin.user));
        assert_eq!(app.message_notifications(&admin).await.len(), 1);
        assert!(app.message_notifications(&sub).await.is_empty());
        assert_eq!(app.get(&admin, &bare(&picture)).await.status, StatusCode::OK);
        check_stranger(app, &sub, &room, &message, &bare(&picture)).await;
        let form = json!({ "userId": admin.user, "roomId": room, "contents": "Hi", "tags": [sub.user] });
        let tagged = app.post(&admin, "/api/chat/sendMessage", form).await;
        assert_eq!(tagged.fields(), ["tags choice"]);
    }

    async fn what_was_said_before_somebody_joined_their_company_is_not_unread(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let (inside, shared) = (company_room(app, &sub).await, opened(app, &sub, &job).await);
        for room in [&inside, &shared] {
            app.said(&sub, room, "Before").await;
        }
        let member = app.colleague(sub.company, Member).await;
        assert!(all(app, &member).await.iter().all(|room| room["unread"] == 0));
        app.said(&sub, &inside, "After").await;
        app.said(&owner, &shared, "After").await;
        let unread: Vec<_> = all(app, &member).await.iter().map(|room| room["unread"].as_i64()).collect();
        assert_eq!(unread.into_iter().flatten().sum::<i64>(), 2);
        let page = app.messages(&member, &shared, "", None).await;
        assert_eq!(page.len(), 2);
        assert_eq!(app.room_of(&member, &shared).await["unread"], 0);
    }

    async fn the_list_takes_as_many_statements_for_thirty_rooms_as_for_one(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let open_and_talk = async |job: &Value, n: u32| {
            let room = opened(app, &owner, job).await;
            let form = json!({ "userId": sub.user, "roomId": room, "contents": format!("Hello {n}"), "tags": [owner.user] });
            assert_eq!(app.post(&sub, "/api/chat/sendMessage", form).await.status, StatusCode::OK);
            app.messages(&sub, &room, "", None).await;
        };
        open_and_talk(&job, 1).await;
        let count = async |path: &str| {
            app.get(&owner, path).await;
            let before = app.app.db.statements_run();
            let list = app.get(&owner, path).await;
            (list.json["rooms"].as_array().map(Vec::len), app.app.db.statements_run() - before)
        };
        let (few, plain) = (count(ALL).await, count(ROOMS).await);
        let connections = app.get(&owner, &format!("/api/connections/connections/{}", owner.company)).await;
        let connection = &connections.json["fullConnectionsDetails"][0]["id"];
        for n in 2..=30 {
            // More of the same would be refused within a minute.
            app.advance(chrono::Duration::seconds(61));
            let job = app.job(&owner).await;
            let form = json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
            app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form).await;
            app.answer(&sub, &job, true).await;
            open_and_talk(&job, n).await;
        }
        assert_eq!((few.0, count(ALL).await), (Some(3), (Some(32), few.1)));
        assert_eq!(count(ROOMS).await, plain);
        let jobs = of_kind(app, &owner, "job").await;
        assert!(jobs.iter().all(|room| room["unread"] == 1 && room["lastMessage"]["tags"][0]["id"] == json!(owner.user)));
        assert!(jobs.iter().all(|room| room["seen"].as_array().map(Vec::len) == Some(1)));
        let newest: Vec<_> = jobs.iter().map(|room| room["lastMessage"]["contents"].as_str().expect("text").to_owned()).collect();
        assert_eq!((newest[0].as_str(), newest[29].as_str()), ("Hello 30", "Hello 1"), "by newest message");
    }
}

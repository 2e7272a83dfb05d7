//! Appointments, orders, connections, notifications and chats update on screen, for each user as they see
//! them.

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, sockets::Socket};

async fn meeting(app: &TestApp, owner: &Person, goes: &Person) -> Value {
    let form = json!({
        "customerId": app.customer(owner).await, "assignedToId": goes.user,
        "companyId": owner.company, "address": "", "city": "", "state": "", "zip": "", "note": "",
        "start": "2026-03-09T15:00:00Z", "end": "2026-03-09T15:30:00Z",
    });
    let created = app.post(owner, "/api/appointments/create", form).await;
    created.json["appointment"].clone()
}

both_engines! {
    async fn a_salesman_receives_events_of_their_own_appointments_only(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let ben = app.colleague(ada.company, UserType::Salesman).await;
        let eve = app.colleague(ada.company, UserType::Salesman).await;
        let member = app.colleague(ada.company, UserType::Member).await;
        let mut bens = Socket::of(app, at, &ben).await;
        let mut eves = Socket::of(app, at, &eve).await;
        let mut all = Socket::of(app, at, &member).await;
        let created = meeting(app, &ada, &ben).await;
        assert_eq!(bens.event("appointment").await, created);
        assert_eq!(all.event("appointment").await, created);
        let mut form = created.clone();
        form["assignedToId"] = json!(eve.user);
        let path = format!("/api/appointments/details/{}", created["id"].as_str().expect("id"));
        let moved = app.put(&ada, &path, form).await;
        assert!(moved.status.is_success(), "{:?}", moved.json);
        assert_eq!(bens.names(app).await, ["appointment_deleted"]);
        assert_eq!(eves.received(app).await[0]["data"], moved.json["appointment"], "its first word");
        assert_eq!(all.names(app).await, ["appointment"]);
    }

    async fn a_connection_is_sent_to_both_sides_each_with_its_own_view(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let sub = app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
        let mut adas = Socket::of(app, at, &ada).await;
        let mut subs = Socket::of(app, at, &sub).await;
        let form = json!({ "recipientId": sub.company, "message": "Work with us" });
        app.post(&ada, "/api/connections/connect", form).await;
        let (sent, received) =
            (adas.event("connection").await, subs.event("connection").await);
        assert_eq!((&sent["sent"], &received["sent"]), (&json!(true), &json!(false)));
        for (who, seen) in [(&ada, sent), (&sub, received)] {
            let path = format!("/api/connections/connections/{}", who.company);
            let list = app.get(who, &path).await;
            assert_eq!(list.json["fullConnectionsDetails"], json!([seen]), "as it is fetched");
        }
    }

    async fn a_holiday_a_day_off_and_the_crews_are_told_to_colleagues_and_to_no_partner(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let (sub, _) = app.connected_subcontractor(&ada).await;
        let foreman = app.colleague(sub.company, UserType::Foreman).await;
        let mut foremans = Socket::of(app, at, &foreman).await;
        let mut adas = Socket::of(app, at, &ada).await;
        app.share(&sub, 2, "count").await;
        assert_eq!(foremans.names(app).await, ["planning"]);
        let week = json!({ "weekdays": [1, 2, 3], "holidays": [{ "day": "2026-11-26", "name": "Thanksgiving" }] });
        assert!(app.put(&sub, "/api/company/workdays", week).await.status.is_success());
        assert_eq!(foremans.names(app).await, ["planning"]);
        let days = json!({ "from": "2026-12-01", "to": "2026-12-02", "reason": "A funeral" });
        let added = app.put(&sub, "/api/company/daysOff", days).await;
        assert_eq!(foremans.received(app).await[0]["data"], json!({}), "and nothing about why");
        let path = format!("/api/company/daysOff/{}", added.json["dayOff"]["id"].as_str().expect("id"));
        assert!(app.delete(&sub, &path).await.status.is_success());
        assert_eq!(foremans.names(app).await, ["planning"]);
        // Partners ask when they look: a hint at the moment of a change would tell more than the days do.
        assert!(adas.names(app).await.is_empty());
    }

    async fn a_notification_is_sent_to_all_tabs_of_its_recipient_only(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let member = app.colleague(ada.company, UserType::Member).await;
        let sub = app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
        let (mut one, mut two) = (Socket::of(app, at, &ada).await, Socket::of(app, at, &ada).await);
        let mut other = Socket::of(app, at, &member).await;
        let form = json!({ "recipientId": ada.company, "message": "" });
        let created = app.post(&sub, "/api/connections/connect", form).await;
        let list = app.get(&ada, "/api/notifications/user").await;
        let notification = &list.json["notifications"][0];
        assert_eq!(&one.event("notification").await, notification);
        assert_eq!(&two.event("notification").await, notification);
        app.post(&ada, "/api/notifications/seen", json!([notification["id"]])).await;
        assert_eq!(two.event("notification").await["isNew"], json!(false), "its dot goes out");
        let id = created.json["connection"]["id"].clone();
        app.post(&sub, "/api/connections/decline", json!({ "id": id })).await;
        let received = other.names(app).await;
        assert!(!received.contains(&"notification".to_string()), "{received:?}");
    }

    async fn a_notification_replaced_before_it_was_seen_leaves_the_screen(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let job = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        let mut subs = Socket::of(app, at, &sub).await;
        let list = app.get(&sub, "/api/notifications/user").await;
        let old = &list.json["notifications"][0]["id"];
        for day in ["2026-03-09", "2026-03-10"] {
            let form = json!({ "startDate": day, "endDate": day, "jobId": job["id"] });
            app.post(&ada, "/api/jobs/update/schedule", form).await;
        }
        let received = subs.received(app).await;
        let mut shown: Vec<Value> = vec![old.clone()];
        for event in &received {
            match event["event"].as_str() {
                Some("notification") => shown.push(event["data"]["id"].clone()),
                Some("notification_deleted") => shown.retain(|id| *id != event["data"]["id"]),
                _ => {}
            }
        }
        let list = app.get(&sub, "/api/notifications/user").await;
        let notifications = list.json["notifications"].as_array().expect("list");
        let mut there: Vec<Value> = notifications.iter().map(|notification| notification["id"].clone()).collect();
        there.sort_by_key(Value::to_string);
        shown.sort_by_key(Value::to_string);
        shown.dedup();
        assert_eq!(shown, there);
    }

    async fn a_subcontractor_does_not_see_to_whom_a_work_order_was_sent(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let job = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        let (mut owners, mut subs) = (Socket::of(app, at, &ada).await, Socket::of(app, at, &sub).await);
        let order = app.work_order(&ada, &job).await;
        assert_eq!(subs.event("work_order").await["id"], order["id"]);
        owners.received(app).await;
        let path = format!("/api/work_orders/single/{}", order["id"].as_str().expect("id"));
        app.work_order_item(&ada, &order, (2.0, 70.0)).await;
        assert_eq!(owners.event("work_order").await, app.get(&ada, &path).await.json["order"]);
        assert_eq!(subs.event("work_order").await, app.get(&sub, &path).await.json["order"]);
        app.purchase_order(&ada, &job).await;
        assert!(owners.names(app).await.contains(&"purchase_order".to_string()));
        assert!(!subs.names(app).await.contains(&"purchase_order".to_string()));
    }

    async fn a_message_is_sent_to_everybody_in_the_room_and_nobody_else(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let sub = app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
        let spy = app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
        let room = app.connection(&ada, &sub, true).await;
        let chat = format!("chat_{room}");
        let (mut adas, mut subs) = (Socket::of(app, at, &ada).await, Socket::of(app, at, &sub).await);
        let mut spies = Socket::of(app, at, &spy).await;
        assert_eq!(adas.subscribe(&[&chat]).await["rooms"], json!([chat]));
        assert_eq!(spies.subscribe(&[&chat]).await["rooms"], json!([]));
        assert_eq!(spies.answer().await["code"], "forbidden");
        // The other user subscribes over HTTP, for all of their tabs.
        let subscribed = app.post(&sub, "/api/chat/subscribe", json!({ "rooms": [chat, "chat_x"] })).await;
        assert_eq!(subscribed.json, json!({ "rooms": [chat] }));
        assert_eq!(subs.answer().await, json!({ "type": "subscribed", "rooms": [chat] }));
        let form = json!({ "userId": ada.user, "roomId": room, "contents": "Hola", "tempId": "0-x" });
        let sent = app.post(&ada, "/api/chat/sendMessage", form.clone()).await;
        let again = app.post(&ada, "/api/chat/sendMessage", form).await;
        assert_eq!(sent.json, again.json, "the same one");
        for socket in [&mut adas, &mut subs] {
            let received = socket.received(app).await;
            let messages: Vec<_> =
                received.iter().filter(|event| event["event"] == "chat_message").collect();
            assert_eq!(messages.len(), 1, "once, however often it was sent");
            assert_eq!(messages[0]["data"], sent.json["message"]);
            assert_eq!(messages[0]["room"], json!(chat));
        }
        let form = json!({ "messageId": sent.json["message"]["id"] });
        app.post(&sub, &format!("/api/chat/read/{room}"), form).await;
        let read = adas.event("chat_read").await;
        assert_eq!(read["userId"], json!(sub.user));
        assert_eq!(read["messageId"], sent.json["message"]["id"]);
        assert!(spies.received(app).await.is_empty());
    }
}

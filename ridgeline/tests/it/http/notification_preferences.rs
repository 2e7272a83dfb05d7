//! Notification preferences and the mails that follow from them.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};
use server::tasks::digest::NotificationMailer;

use crate::support::{Person, TestApp, mail::ReceivedMail, upload};

const CHOICES: &str = "/api/notifications/choices";
const LIST: &str = "/api/notifications/user";

async fn choose(app: &TestApp, who: &Person, kind: &str, choice: &str) {
    let done = app.put(who, CHOICES, json!({ "kind": kind, "choice": choice })).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    assert_eq!(
        (&done.json["choice"]["kind"], &done.json["choice"]["choice"]),
        (&json!(kind), &json!(choice))
    );
}

async fn notifications(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, LIST).await;
    list.json["notifications"].as_array().expect("notifications").clone()
}

async fn mark_all_seen(app: &TestApp, who: &Person) {
    let ids: Vec<Value> = notifications(app, who)
        .await
        .iter()
        .map(|notification| notification["id"].clone())
        .collect();
    assert_eq!(app.post(who, "/api/notifications/seen", json!(ids)).await.status, StatusCode::OK);
}

async fn schedule(app: &TestApp, who: &Person, job: &Value, day: &str) {
    let days = json!({ "jobId": job["id"], "startDate": day, "endDate": day });
    let done = app.post(who, "/api/jobs/update/schedule", days).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

async fn complete(app: &TestApp, who: &Person, job: &Value) {
    let done =
        app.post(who, "/api/jobs/complete", json!({ "jobId": job["id"], "isActive": false })).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

/// A contractor's job that a subcontractor has accepted; both have seen their notifications.
async fn shared_job(app: &TestApp) -> (Person, Person, Value) {
    let owner = app.sign_in(Contractor, Admin).await;
    let job = app.job(&owner).await;
    let sub = app.asked_subcontractor(&owner, &job).await;
    app.answer(&sub, &job, true).await;
    mark_all_seen(app, &sub).await;
    mark_all_seen(app, &owner).await;
    (owner, sub, job)
}

/// Writes the mails that are due and sends them; returns the new ones.
async fn mails(app: &TestApp) -> Vec<ReceivedMail> {
    let written = NotificationMailer::new(app.app.clone()).write_due().await.expect("written");
    let letters = app.outbox().await;
    let old = letters.len() - written;
    letters.into_iter().skip(old).collect()
}

fn minutes(minutes: i64) -> TimeDelta {
    TimeDelta::minutes(minutes)
}

both_engines! {
    async fn nobody_reads_or_changes_another_users_preferences(app: &TestApp) {
        for method in ["GET", "PUT"] {
            let response = app.call(None, method, CHOICES, json!({ "kind": "schedule", "choice": "none" })).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{method}");
        }
        let owner = app.sign_in(Contractor, Admin).await;
        let colleague = app.colleague(owner.company, Admin).await;
        choose(app, &owner, "schedule", "mail").await;
        let theirs = app.get(&colleague, CHOICES).await;
        assert!(theirs.json["choices"].as_array().expect("choices").iter().all(|choice| choice["choice"] == "app"));
    }

    async fn users_choose_among_the_notifications_of_their_role(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let kinds = async |who: &Person| {
            let list = app.get(who, CHOICES).await;
            assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
            let list = list.json["choices"].as_array().expect("choices").clone();
            list.iter().map(|choice| choice["kind"].as_str().expect("kind").to_string()).collect::<Vec<_>>()
        };
        assert_eq!(kinds(&owner).await, ["jobs", "answers", "schedule", "completion", "workOrders", "messages", "tags", "connections", "colleagues"]);
        assert_eq!(kinds(&sub).await.len(), 8, "subcontractors get no answers of subcontractors");
        assert_eq!(kinds(&foreman).await, ["jobs", "schedule", "completion", "workOrders", "messages", "tags"]);
        choose(app, &foreman, "schedule", "digest").await;
        choose(app, &foreman, "jobs", "mail").await;
        choose(app, &foreman, "jobs", "none").await;
        choose(app, &foreman, "schedule", "app").await;
        let list = app.get(&foreman, CHOICES).await.json["choices"].clone();
        assert_eq!(list[0], json!({
            "kind": "jobs", "title": "Jobs for me", "text": "A job is assigned to me or taken back.", "choice": "none",
        }));
        assert_eq!(list[1]["choice"], "app");
        let settings = json!({ "firstName": "Ada", "lastName": "Ridge", "location": "Nashville, TN", "language": "spanish", "position": "Jefa" });
        assert_eq!(app.post(&sub, "/api/auth/user/update", settings).await.status, StatusCode::OK);
        assert_eq!(app.get(&sub, CHOICES).await.json["choices"][0]["title"], "Trabajos para nosotros");
    }

    async fn an_invalid_preference_is_refused(app: &TestApp) {
        let foreman = app.sign_in(Contractor, Foreman).await;
        for (body, fields) in [
            (json!({}), vec!["kind required", "choice required"]),
            (json!({ "kind": "weather", "choice": "loud" }), vec!["kind choice", "choice choice"]),
            (json!({ "kind": "a\u{0}", "choice": "app" }), vec!["kind choice"]),
            (json!({ "kind": "connections", "choice": "none" }), vec!["kind choice"]),
        ] {
            let response = app.put(&foreman, CHOICES, body).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, fields.into_iter().map(String::from).collect()));
        }
        for bad in [json!([]), json!({ "kind": 7, "choice": "app" }), json!("jobs")] {
            let response = app.put(&foreman, CHOICES, bad).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        }
        let request = axum::http::Request::builder().method("PUT").uri(CHOICES).body("{\"kind\":\"\\ud800\"}".into()).expect("request");
        assert_eq!(app.send(Some(&foreman), request).await.status, StatusCode::BAD_REQUEST);
    }

    async fn a_user_who_turned_off_schedule_changes_gets_none(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        let partner = app.colleague(sub.company, Admin).await;
        schedule(app, &owner, &job, "2026-03-05").await;
        choose(app, &sub, "schedule", "none").await;
        schedule(app, &owner, &job, "2026-03-06").await;
        assert!(notifications(app, &sub).await.iter().all(|notification| notification["title"] != "Job rescheduled"), "not even the days that are true no more");
        assert_eq!(notifications(app, &partner).await[0]["content"], "Ridge & Sons scheduled Whitaker re-roof for Mar 6th 2026. Accept the new dates or decline them.");
        complete(app, &owner, &job).await;
        assert_eq!(notifications(app, &sub).await[0]["title"], "Job complete", "of the rest they do");
        assert_eq!(mails(app).await.len(), 0);
    }

    async fn several_changes_of_one_job_are_one_mail_after_two_minutes(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        for kind in ["schedule", "completion"] {
            choose(app, &sub, kind, "mail").await;
        }
        let other = app.job(&owner).await;
        for day in ["2026-03-05", "2026-03-06", "2026-03-09"] {
            schedule(app, &owner, &job, day).await;
            app.advance(TimeDelta::seconds(30));
        }
        complete(app, &owner, &job).await;
        app.advance(TimeDelta::seconds(29));
        assert_eq!(mails(app).await.len(), 0, "there may be more to say");
        app.advance(TimeDelta::seconds(1));
        let [letter] = mails(app).await.try_into().expect("one mail");
        assert_eq!((letter.subject.as_str(), letter.to[0].as_str()), ("2 updates about Whitaker re-roof", format!("Ada Ridge <{}@example.com>", sub.user).as_str()));
        let link = format!("http://localhost:8080/app/jobs/details/{}", job["id"].as_str().expect("id"));
        assert_eq!(letter.text, format!(
            "Ridge & Sons scheduled Whitaker re-roof for Mar 9th 2026. Accept the new dates or decline them.\n\n\
             Ridge & Sons marked Whitaker re-roof as complete.\n\n\
             Open in Ridgeline:\n{link}\n\n\
             You get this email because you chose to be notified of this by email.\n\n\
             Choose what you get by email:\nhttp://localhost:8080/app/user/settings\n"
        ));
        app.advance(minutes(60));
        assert_eq!(mails(app).await.len(), 0, "it is said once");
        assert_eq!(notifications(app, &sub).await.iter().filter(|notification| notification["isNew"] == true).count(), 2, "and stands in the app, too");
        drop(other);
    }

    async fn a_notification_seen_in_the_app_is_not_mailed(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        choose(app, &sub, "schedule", "mail").await;
        choose(app, &sub, "completion", "mail").await;
        schedule(app, &owner, &job, "2026-03-05").await;
        mark_all_seen(app, &sub).await;
        complete(app, &owner, &job).await;
        app.advance(minutes(2));
        let [letter] = mails(app).await.try_into().expect("one mail");
        assert_eq!(letter.subject, "Whitaker re-roof: Job complete");
        assert!(!letter.text.contains("Mar 5th"), "{}", letter.text);
    }

    async fn two_jobs_are_two_mails_and_in_the_readers_language(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        let settings = json!({ "firstName": "Ada", "lastName": "Ridge", "location": "Nashville, TN", "language": "spanish", "position": "Dueña" });
        assert_eq!(app.post(&sub, "/api/auth/user/update", settings).await.status, StatusCode::OK);
        choose(app, &sub, "schedule", "mail").await;
        let connections = app.get(&owner, &format!("/api/connections/connections/{}", owner.company)).await;
        let connection = &connections.json["fullConnectionsDetails"][0]["id"];
        let created = app.post(&owner, "/api/jobs/create", json!({ "title": "Ridge repair", "city": "Nashville", "state": "TN" })).await;
        let second = app.job_seen_by(&owner, &created.json["id"]).await;
        let form = json!({ "selectedConnection": connection, "jobCrewTableId": second["jobCrewTableId"] });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form).await.status, StatusCode::OK);
        schedule(app, &owner, &job, "2026-03-05").await;
        schedule(app, &owner, &second, "2026-03-06").await;
        app.advance(minutes(2));
        let letters = mails(app).await;
        let subjects: Vec<_> = letters.iter().map(|letter| letter.subject.as_str()).collect();
        assert_eq!(subjects, ["Whitaker re-roof: Trabajo reprogramado", "Ridge repair: Trabajo reprogramado"]);
        assert!(letters[0].text.contains("Ridge & Sons programó Whitaker re-roof para estas fechas: 5 mar 2026."), "{}", letters[0].text);
        assert!(letters[0].html.contains("Ridge &amp; Sons") && letters[0].html.contains("Abrir en Ridgeline"), "{}", letters[0].html);
    }

    async fn several_servers_write_each_mail_once(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        for who in [&sub, &app.colleague(sub.company, Admin).await, &app.colleague(sub.company, Admin).await] {
            choose(app, who, "schedule", "mail").await;
            choose(app, who, "completion", "digest").await;
        }
        schedule(app, &owner, &job, "2026-03-05").await;
        complete(app, &owner, &job).await;
        app.advance(TimeDelta::days(1));
        let servers: Vec<_> = (0..4).map(|_| NotificationMailer::new(app.app.clone())).collect();
        let write = |server: &NotificationMailer| {
            let server = server.clone();
            tokio::spawn(async move { server.write_due().await.expect("written") })
        };
        let mut written = 0;
        for task in servers.iter().map(write).collect::<Vec<_>>() {
            written += task.await.expect("a server");
        }
        assert_eq!((written, app.outbox().await.len()), (6, 6));
    }

    async fn the_daily_mail_is_sent_at_six_and_only_with_notifications(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        for kind in ["schedule", "completion"] {
            choose(app, &sub, kind, "digest").await;
        }
        // Noon UTC is 6 a.m. in Chicago, the time of the daily mail: the next one is tomorrow's.
        schedule(app, &owner, &job, "2026-03-05").await;
        app.advance(minutes(23 * 60 + 59));
        assert_eq!(mails(app).await.len(), 0);
        complete(app, &owner, &job).await;
        app.advance(minutes(1));
        let [letter] = mails(app).await.try_into().expect("one mail");
        assert_eq!(letter.subject, "Ridgeline today: 2 updates that you have not seen");
        assert!(letter.text.contains("scheduled Whitaker re-roof for Mar 5th 2026") && letter.text.contains("as complete"), "{}", letter.text);
        assert!(letter.text.contains("once a day"), "{}", letter.text);
        app.advance(TimeDelta::days(1));
        assert_eq!(mails(app).await.len(), 0, "nothing happened");
        let reopened = app.post(&owner, "/api/jobs/complete", json!({ "jobId": job["id"], "isActive": true })).await;
        assert_eq!(reopened.status, StatusCode::OK);
        mark_all_seen(app, &sub).await;
        app.advance(TimeDelta::days(1));
        assert_eq!(mails(app).await.len(), 0, "nothing is unseen");
    }

    async fn after_days_of_downtime_the_daily_mail_is_sent_once(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        // Daylight saving time starts in the night to the 8th.
        *app.now.lock().expect("the clock") = "2026-03-07T10:00:00Z".parse::<DateTime<Utc>>().expect("a time");
        for kind in ["schedule", "completion"] {
            choose(app, &sub, kind, "digest").await;
        }
        schedule(app, &owner, &job, "2026-03-20").await;
        app.advance(minutes(4 * 60));
        complete(app, &owner, &job).await;
        *app.now.lock().expect("the clock") = "2026-03-08T11:00:00Z".parse::<DateTime<Utc>>().expect("a time");
        let [letter] = mails(app).await.try_into().expect("one mail for both mornings");
        assert_eq!(letter.subject, "Ridgeline today: 2 updates that you have not seen");
        assert_eq!(mails(app).await.len(), 0);
    }

    async fn a_preference_changed_before_sending_stops_the_mail(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        choose(app, &sub, "schedule", "mail").await;
        choose(app, &sub, "completion", "mail").await;
        schedule(app, &owner, &job, "2026-03-05").await;
        complete(app, &owner, &job).await;
        choose(app, &sub, "schedule", "app").await;
        choose(app, &sub, "completion", "digest").await;
        app.advance(minutes(2));
        assert_eq!(mails(app).await.len(), 0);
        app.advance(TimeDelta::days(1));
        let [letter] = mails(app).await.try_into().expect("the daily one");
        assert_eq!(letter.subject, "Ridgeline today: one update that you have not seen");
        assert!(letter.text.contains("as complete"), "{}", letter.text);
    }

    async fn a_removed_user_gets_no_mail_about_the_company(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        let partner = app.colleague(sub.company, Admin).await;
        choose(app, &partner, "schedule", "mail").await;
        schedule(app, &owner, &job, "2026-03-05").await;
        let removed = app.post(&sub, "/api/company/removeUser", json!({ "userId": partner.user })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        app.advance(minutes(2));
        assert_eq!(mails(app).await.len(), 0);
    }

    async fn a_work_order_sent_by_a_user_is_not_mailed_again(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        choose(app, &sub, "workOrders", "mail").await;
        let order = app.work_order(&owner, &job).await;
        let fields = [("orderId", order["id"].as_str().expect("id"))];
        let sending = upload("/api/work_orders/send", ("workOrderPDF", "order.pdf"), b"%PDF-1.7\n", &fields);
        assert_eq!(app.send(Some(&owner), sending).await.status, StatusCode::OK);
        app.advance(minutes(2));
        assert_eq!(mails(app).await.len(), 0);
        let [by_hand] = app.outbox().await.try_into().expect("the one that was sent");
        assert_eq!(by_hand.subject, "Ridge & Sons: work order #-1");
        assert!(!by_hand.headers.iter().any(|name| name == "List-Unsubscribe"), "an order is no newsletter");
        assert_eq!(notifications(app, &sub).await[0]["title"], "Work order sent");
        let signed = app.post(&owner, "/api/work_orders/sign", json!({ "orderId": order["id"] })).await;
        assert_eq!(signed.status, StatusCode::OK, "{:?}", signed.json);
        app.advance(minutes(2));
        let [letter] = mails(app).await.try_into().expect("the signature");
        assert_eq!(letter.subject, "Whitaker re-roof: Work order signed");
    }

    async fn a_message_is_mailed_once_and_a_tag_has_its_own_preference(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Member).await;
        let boss = app.colleague(sub.company, Admin).await;
        let requested = app.post(&owner, "/api/connections/connect", json!({ "recipientId": sub.company })).await;
        app.post(&boss, "/api/connections/accept", json!({ "id": requested.json["connection"]["id"] })).await;
        let rooms = app.get(&owner, "/api/chat/rooms").await;
        let room = rooms.json["rooms"][0]["roomId"].clone();
        let write = async |contents: &str, tags: Value| {
            let message = json!({ "userId": owner.user, "roomId": room, "contents": contents, "tags": tags });
            let sent = app.post(&owner, "/api/chat/sendMessage", message).await;
            assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        };
        choose(app, &sub, "messages", "mail").await;
        choose(app, &boss, "messages", "none").await;
        choose(app, &sub, "tags", "none").await;
        write("The shingles are here.", json!([])).await;
        write("All forty squares.", json!([])).await;
        app.advance(minutes(2));
        let [letter] = mails(app).await.try_into().expect("one mail, to one of them");
        assert_eq!(letter.subject, "2 updates from Ridge & Sons");
        assert!(letter.text.contains("wrote: The shingles are here.\n\nAda Ridge of Ridge & Sons wrote: All forty squares.\n\n"), "{}", letter.text);
        assert!(letter.text.contains(&format!("/app/messages/{}", room.as_str().expect("room"))), "{}", letter.text);
        assert_eq!(notifications(app, &boss).await.len(), 1, "only that they were asked to connect");
        let read = app.get(&sub, &format!("/api/chat/messages/room/{}", room.as_str().expect("room"))).await;
        assert_eq!(read.status, StatusCode::OK);
        write("And you?", json!([sub.user, boss.user])).await;
        assert_eq!(notifications(app, &boss).await[0]["title"], "You were tagged");
        assert_eq!(notifications(app, &sub).await[0]["title"], "New message", "who hears nothing of tags hears of the message");
        app.get(&sub, &format!("/api/chat/messages/room/{}", room.as_str().expect("room"))).await;
        app.advance(minutes(2));
        assert_eq!(mails(app).await.len(), 0, "it was read");
    }

    async fn one_click_unsubscribe_stops_these_mails_and_no_others(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        for (kind, choice) in [("schedule", "mail"), ("completion", "digest"), ("workOrders", "mail"), ("messages", "none")] {
            choose(app, &sub, kind, choice).await;
        }
        schedule(app, &owner, &job, "2026-03-05").await;
        app.advance(minutes(2));
        let [letter] = mails(app).await.try_into().expect("one mail");
        let eml = std::fs::read_dir(app.folder.path().join("outbox")).expect("outbox").next().expect("a mail").expect("entry");
        let eml = std::fs::read_to_string(eml.path()).expect("mail").replace("\r\n ", " ");
        let header = |name: &str| eml.lines().find_map(|line| line.strip_prefix(name)).map(str::trim).expect("a header").to_string();
        assert_eq!(header("List-Unsubscribe-Post:"), "List-Unsubscribe=One-Click");
        assert!(letter.headers.iter().any(|name| name == "List-Unsubscribe"));
        let address = header("List-Unsubscribe:");
        let address = address.strip_prefix("<http://localhost:8080").and_then(|rest| rest.strip_suffix('>')).expect("an address").to_string();
        let ways = async || {
            let list = app.get(&sub, CHOICES).await.json["choices"].as_array().expect("choices").clone();
            let way = |kind: &str| list.iter().find(|choice| choice["kind"] == kind).expect("kind")["choice"].as_str().expect("way").to_string();
            [way("schedule"), way("completion"), way("workOrders"), way("messages")]
        };
        let page = app.call(None, "GET", &address, Value::Null).await;
        assert_eq!(page.status, StatusCode::OK);
        let page = String::from_utf8(page.bytes).expect("text");
        assert!(page.contains("Schedule changes") && page.contains("<form method=\"post\">"), "{page}");
        assert_eq!(ways().await, ["mail", "digest", "mail", "none"], "looking at a link ends nothing");
        let mut forged = address.clone();
        forged.pop();
        for wrong in [forged.as_str(), &address.replace(".schedule.", ".workOrders."), "/api/notifications/unsubscribe/x"] {
            for method in ["GET", "POST"] {
                assert_eq!(app.call(None, method, wrong, Value::Null).await.status, StatusCode::NOT_FOUND, "{wrong}");
            }
        }
        schedule(app, &owner, &job, "2026-03-06").await;
        let request = axum::http::Request::builder().method("POST").uri(&address)
            .header("content-type", "application/x-www-form-urlencoded").body("List-Unsubscribe=One-Click".into()).expect("request");
        assert_eq!(app.send(None, request).await.status, StatusCode::OK);
        assert_eq!(ways().await, ["app", "digest", "mail", "none"]);
        app.advance(minutes(2));
        assert_eq!(mails(app).await.len(), 0, "nor does what was waiting go out");
        assert_eq!(notifications(app, &sub).await[0]["title"], "Job rescheduled", "it stands in the app");
    }

    async fn notifications_about_one_job_can_be_grouped(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        schedule(app, &owner, &job, "2026-03-05").await;
        app.work_order(&owner, &job).await;
        let list = notifications(app, &sub).await;
        assert_eq!(list.len(), 3);
        assert!(list.iter().all(|notification| notification["subject"] == job["id"]), "{list:?}");
    }

    async fn old_notifications_are_deleted_and_the_order_history_stays(app: &TestApp) {
        let (owner, sub, job) = shared_job(app).await;
        choose(app, &sub, "schedule", "mail").await;
        schedule(app, &owner, &job, "2026-03-05").await;
        app.advance(minutes(2));
        assert_eq!(mails(app).await.len(), 1);
        let order = app.work_order(&owner, &job).await;
        let fields = [("orderId", order["id"].as_str().expect("id"))];
        let sending = upload("/api/work_orders/send", ("workOrderPDF", "order.pdf"), b"%PDF-1.7\n", &fields);
        assert_eq!(app.send(Some(&owner), sending).await.status, StatusCode::OK);
        app.outbox().await;
        mark_all_seen(app, &sub).await;
        let rows = async || {
            let mut tx = app.app.db.read().await.expect("tx");
            let notifications: i64 = store::sql!("SELECT COUNT(*) AS value FROM notification").value(&mut tx).await.expect("count");
            let mails: i64 = store::sql!("SELECT COUNT(*) AS value FROM mail").value(&mut tx).await.expect("count");
            (notifications, mails)
        };
        let sweep = async || server::tasks::sweep::sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        let before = rows().await;
        app.advance(TimeDelta::days(60));
        let owner = app.signed_in_again(owner.user).await;
        complete(app, &owner, &job).await;
        app.advance(TimeDelta::days(30) - minutes(3));
        sweep().await;
        assert_eq!(rows().await, (before.0 + 1, before.1), "ninety days are not over");
        app.advance(minutes(10));
        sweep().await;
        assert_eq!(rows().await, (1, before.1 - 1), "what was not seen stays, and so does what an order was sent with");
        let (owner, sub) = (app.signed_in_again(owner.user).await, app.signed_in_again(sub.user).await);
        let list = notifications(app, &sub).await;
        assert_eq!((list.len(), &list[0]["title"]), (1, &json!("Job complete")));
        let sent = app.get(&owner, &format!("/api/work_orders/single/{}", order["id"].as_str().expect("id"))).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
    }
}

//! Webhooks: who manages them, what is refused, and what becomes of deliveries.

use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};
use server::tasks::sweep::sweep_old_rows;
use services::webhooks::address_policy::AddressPolicy;

use crate::support::{
    Engine, Person, TestApp,
    webhooks::{Received, Receiver},
};

const CREATE: &str = "/api/webhooks/create";
const ALL: &str = "/api/webhooks/all";

/// Generates tests with a server whose webhooks may be on this machine, on both engines.
macro_rules! hooking {
    ($(async fn $name:ident($app:ident: &TestApp, $receiver:ident: &Receiver) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn body($app: &TestApp, $receiver: &Receiver) $body

            #[tokio::test]
            async fn on_sqlite() {
                body(&*Box::new(TestApp::hooking(Engine::Sqlite).await), &Receiver::start().await).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                body(&*Box::new(TestApp::hooking(Engine::Postgres).await), &Receiver::start().await).await;
            }
        }
    )+};
}

async fn job(app: &TestApp, who: &Person, title: &str) -> Value {
    let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
    app.post(who, "/api/jobs/create", form).await.json["id"].clone()
}

async fn recolored(app: &TestApp, who: &Person, job: &Value, number: usize) {
    let form = json!({ "jobId": job, "color": format!("#{number:06x}") });
    let answer = app.post(who, "/api/jobs/update/changeColor", form).await;
    assert!(answer.status.is_success(), "{:?}", answer.json);
}

async fn shown(app: &TestApp, who: &Person) -> Value {
    app.get(who, ALL).await.json["webhooks"][0].clone()
}

both_engines! {
    async fn admins_of_both_types_manage_their_own_webhooks_and_nobody_else(app: &TestApp) {
        let form = json!({ "url": "https://hooks.example.com/in", "events": ["job.*", "chat.message", "job.*"] });
        for company in [Contractor, Subcontractor] {
            let ada = app.sign_in(company, Admin).await;
            let made = app.post(&ada, CREATE, form.clone()).await;
            let webhook = &made.json["webhook"];
            let expected = json!({
                "id": webhook["id"], "url": "https://hooks.example.com/in", "events": ["job.*", "chat.message"],
                "active": true, "disabledAt": null,
            });
            assert_eq!((made.status.as_u16(), webhook), (200, &expected));
            let secret = made.json["secret"].as_str().expect("a secret");
            assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
            assert_eq!(app.get(&ada, ALL).await.json, json!({ "webhooks": [expected] }));
            let id = webhook["id"].as_str().expect("an id");
            let changed = app.put(&ada, &format!("/api/webhooks/{id}"), json!({ "active": false })).await;
            assert_eq!(changed.json["webhook"]["active"], false);
            assert_eq!(changed.json["webhook"]["disabledAt"], Value::Null);
            let changed = app.put(&ada, &format!("/api/webhooks/{id}"), json!({ "events": ["*"], "active": true })).await;
            assert_eq!(changed.json["webhook"]["events"], json!(["*"]));
            assert_eq!(changed.json["webhook"]["url"], "https://hooks.example.com/in");
            let member = app.colleague(ada.company, Member).await;
            assert_eq!(app.get(&member, ALL).await.status, 403);
            let stranger = app.sign_in(company, Admin).await;
            for (method, path) in [
                ("PUT", format!("/api/webhooks/{id}")), ("DELETE", format!("/api/webhooks/{id}")),
                ("POST", format!("/api/webhooks/{id}/renew")), ("POST", format!("/api/webhooks/{id}/test")),
                ("GET", format!("/api/webhooks/{id}/deliveries")),
            ] {
                // Before the form.
                let body = if method == "PUT" { json!({ "url": "" }) } else { Value::Null };
                assert_eq!(app.call(Some(&stranger), method, &path, body).await.status, 404, "{method} {path}");
            }
            let key = json!({ "name": "Zapier", "scopes": ["webhooks.manage"] });
            let key = app.post(&ada, "/api/api_keys/create", key).await.json["secret"].as_str().expect("a key").to_owned();
            let key = Person { token: key, ..ada.clone() };
            assert_eq!(app.get(&key, ALL).await.status, 200);
            let gone = app.delete(&key, &format!("/api/webhooks/{id}")).await;
            assert_eq!(gone.json, json!({ "id": id }));
            assert_eq!(app.get(&ada, ALL).await.json, json!({ "webhooks": [] }));
        }
    }

    async fn an_address_of_the_operators_network_is_refused(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let refused = async |form: Value| {
            let answer = app.post(&ada, CREATE, form).await;
            assert_eq!(answer.status, 422, "{:?}", answer.json);
            answer.fields().join(", ")
        };
        for url in [
            "http://hooks.example.com/", "https://localhost/", "https://app.localhost/", "https://printer.local/",
            "https://metadata.internal/", "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://[::1]/",
            "https://[::ffff:10.0.0.1]/", "https://10.0.0.8:9000/", "https://169.254.169.254/", "https://me:pw@hooks.example.com/",
            "hooks.example.com", "ftp://hooks.example.com/",
        ] {
            assert_eq!(refused(json!({ "url": url, "events": ["*"] })).await, "url format", "{url}");
        }
        let long = format!("https://hooks.example.com/{}", "x".repeat(1_975));
        assert_eq!(refused(json!({ "url": long, "events": ["*"] })).await, "url too_long");
        assert_eq!(refused(json!({ "events": ["job.*", "roof.*"] })).await, "url required, events choice");
        assert_eq!(refused(json!({ "url": "https://hooks.example.com", "events": [] })).await, "events required");
        let longest = format!("https://hooks.example.com/{}", "x".repeat(1_974));
        assert_eq!(app.post(&ada, CREATE, json!({ "url": longest, "events": ["*"] })).await.status, 200);
        for n in 1..20 {
            let form = json!({ "url": format!("https://hooks.example.com/{n}"), "events": ["*"] });
            assert_eq!(app.post(&ada, CREATE, form).await.status, 200, "{n}");
        }
        let more = app.post(&ada, CREATE, json!({ "url": "https://hooks.example.com", "events": ["*"] })).await;
        assert_eq!((more.status.as_u16(), more.code()), (409, "conflict"));
    }
}

hooking! {
    async fn a_change_arrives_signed_and_as_the_feed_has_it(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let before = job(app, &ada, "Before the webhook").await;
        let all = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        let customers = app.hook(&ada, &receiver.url("customers"), &["customer.created"]).await;
        recolored(app, &ada, &before, 1).await;
        app.customer(&ada).await;
        assert_eq!(app.send_hooks().await, 3);
        let got = receiver.requests();
        let (feed, _) = app.feed(&ada, "").await;
        let of_all: Vec<Value> = got.iter().filter(|got| got.hook == "all").map(Received::json).collect();
        assert_eq!(of_all, feed[1..], "what changed before the webhook was made is only in the feed");
        let [to_all, to_customers] = ["all", "customers"].map(|hook| {
            got.iter().find(|got| got.hook == hook && got.json()["type"] == "customer.created").expect("a request")
        });
        assert_eq!(to_all.body, to_customers.body);
        assert_ne!(to_all.header("webhook-id"), to_customers.header("webhook-id"));
        assert_ne!(all.secret, customers.secret);
        for (got, own, other) in [(to_all, &all, &customers), (to_customers, &customers, &all)] {
            assert_eq!((got.signatures_of(&own.secret), got.signatures_of(&other.secret)), (1, 0));
            assert_eq!(got.header("content-type"), "application/json");
            assert_eq!(got.header("webhook-timestamp"), app.app.clock.now().timestamp().to_string());
            assert!(got.header("webhook-id").starts_with("msg_"));
        }
        let listed = &app.deliveries(&ada, &customers).await;
        assert_eq!(listed, &[json!({
            "id": listed[0]["id"], "messageId": to_customers.header("webhook-id"), "event": "customer.created",
            "status": "delivered", "tries": 1, "nextTryAt": null, "responseStatus": 204, "response": "",
            "createdAt": listed[0]["createdAt"],
        })]);
        let queued = listed[0]["createdAt"].as_str().expect("a time");
        assert!(queued.parse::<chrono::DateTime<chrono::Utc>>().is_ok(), "{queued}");
    }

    async fn a_renewed_secret_signs_beside_the_former_one_for_a_day(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        let renewed = app.post(&ada, &format!("/api/webhooks/{}/renew", hook.id), Value::Null).await;
        let secret = renewed.json["secret"].as_str().expect("a secret").to_owned();
        assert_eq!(renewed.json, json!({ "secret": secret }));
        for (hours, former) in [(0, 1), (23, 1), (1, 0)] {
            app.advance(Duration::hours(hours));
            app.post(&ada, &format!("/api/webhooks/{}/test", hook.id), Value::Null).await;
            app.send_hooks().await;
            let [got] = &receiver.requests()[..] else { panic!("one request") };
            assert_eq!((got.signatures_of(&secret), got.signatures_of(&hook.secret)), (1, former), "{hours}");
            assert_eq!(got.header("webhook-signature").split(' ').count(), 1 + former);
        }
    }

    async fn a_test_is_sent_whatever_the_webhook_asks_for(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["customer.*"]).await;
        let path = format!("/api/webhooks/{}/test", hook.id);
        let queued = app.post(&ada, &path, Value::Null).await.json["delivery"].clone();
        assert_eq!((&queued["event"], &queued["status"], &queued["tries"]), (&json!("webhook.test"), &json!("pending"), &json!(0)));
        assert_eq!(queued["nextTryAt"], "2026-03-02T12:00:00Z");
        app.send_hooks().await;
        let [got] = &receiver.requests()[..] else { panic!("one request") };
        let body = got.json();
        assert_eq!((&body["type"], &body["version"]), (&json!("webhook.test"), &json!(1)));
        assert_eq!(body["subject"], json!({ "kind": "webhook", "id": hook.id }));
        assert_eq!(queued["messageId"], got.header("webhook-id"));
        assert_eq!(app.feed(&ada, "").await.0, Vec::<Value>::new(), "no change of the company");
    }

    async fn a_failed_try_is_repeated_after_five_seconds_and_holds_up_only_its_subject(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let (one, other) = (job(app, &ada, "One").await, job(app, &ada, "Other").await);
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        receiver.will_answer("all", 500);
        recolored(app, &ada, &one, 1).await;
        assert_eq!(app.send_hooks().await, 1);
        recolored(app, &ada, &one, 2).await;
        assert_eq!(app.send_hooks().await, 0, "the later change waits for the earlier one");
        receiver.will_answer("all", 200);
        recolored(app, &ada, &other, 3).await;
        assert_eq!(app.send_hooks().await, 1, "another subject does not");
        let listed = app.deliveries(&ada, &hook).await;
        let of = |n: usize| (listed[n]["status"].clone(), listed[n]["tries"].clone(), listed[n]["nextTryAt"].clone());
        assert_eq!(of(0), (json!("delivered"), json!(1), Value::Null));
        assert_eq!(of(1), (json!("pending"), json!(0), Value::Null));
        assert_eq!(of(2), (json!("pending"), json!(1), json!("2026-03-02T12:00:05Z")));
        assert_eq!(listed[2]["responseStatus"], 500);
        let kept = listed[2]["response"].as_str().expect("an answer");
        assert!(kept.starts_with("busyé") && kept.chars().count() == 2_000, "{}", kept.chars().count());
        app.advance(Duration::seconds(4));
        assert_eq!(app.send_hooks().await, 0);
        app.advance(Duration::seconds(1));
        assert_eq!(app.send_hooks().await, 2);
        let got = receiver.requests();
        let ids: Vec<&str> = got.iter().map(|got| got.header("webhook-id")).collect();
        assert_eq!((got.len(), ids[0]), (4, ids[2]), "the same message once more");
        assert_eq!(got[0].body, got[2].body);
        assert_eq!(got[2].signatures_of(&hook.secret), 1, "signed anew");
        assert_ne!(got[0].header("webhook-timestamp"), got[2].header("webhook-timestamp"));
    }

    async fn a_redirect_is_not_followed(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        receiver.will_answer("all", 302);
        job(app, &ada, "Whitaker re-roof").await;
        app.send_hooks().await;
        assert!(receiver.requests().iter().all(|got| got.hook == "all"));
        let listed = app.deliveries(&ada, &hook).await;
        assert_eq!((&listed[0]["status"], &listed[0]["responseStatus"]), (&json!("pending"), &json!(302)));
    }

    async fn a_receiver_that_is_gone_disables_its_webhook_and_the_admins_are_told(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        receiver.will_answer("all", 410);
        job(app, &ada, "One").await;
        job(app, &ada, "Other").await;
        assert_eq!(app.send_hooks().await, 1, "nothing more is sent");
        let webhook = shown(app, &ada).await;
        assert_eq!((&webhook["active"], &webhook["disabledAt"]), (&json!(false), &json!("2026-03-02T12:00:00Z")));
        let listed = app.deliveries(&ada, &hook).await;
        assert!(listed.iter().all(|delivery| delivery["status"] == "failed"), "{listed:?}");
        let notified = app.get(&ada, "/api/notifications/user").await.json["notifications"][0].clone();
        assert_eq!(notified["title"], "Webhook turned off");
        let content = notified["content"].as_str().expect("a text");
        assert!(content.contains("127.0.0.1") && !content.contains("/hook/"), "{content}");
        let letters = app.outbox().await;
        let letter = letters.iter().find(|letter| letter.subject.contains("webhook")).expect("a mail");
        assert!(letter.text.contains("127.0.0.1"), "{letter:?}");
        // Nothing is collected meanwhile, and nothing is delivered once more.
        job(app, &ada, "Meanwhile").await;
        let again = app.redeliver(&ada, &listed[0]).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "conflict"));
        let tested = app.post(&ada, &format!("/api/webhooks/{}/test", hook.id), Value::Null).await;
        assert_eq!(tested.status, 409);
        receiver.requests();
        receiver.will_answer("all", 200);
        let put = app.put(&ada, &format!("/api/webhooks/{}", hook.id), json!({ "active": true })).await;
        assert_eq!((&put.json["webhook"]["active"], &put.json["webhook"]["disabledAt"]), (&json!(true), &Value::Null));
        assert_eq!(app.send_hooks().await, 0);
        job(app, &ada, "From now on").await;
        app.send_hooks().await;
        let titles: Vec<Value> = receiver.requests().iter().map(|got| got.json()["data"]["job"]["title"].clone()).collect();
        assert_eq!(titles, ["From now on"]);
        let (feed, _) = app.feed(&ada, "").await;
        assert_eq!(feed.len(), 4, "the feed has it");
    }

    async fn a_receiver_that_never_answers_is_given_up_after_three_days(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        receiver.will_answer("all", 503);
        job(app, &ada, "Whitaker re-roof").await;
        let (mut tries, began) = (0, app.app.clock.now());
        while shown(app, &ada).await["active"] == true {
            tries += app.send_hooks().await;
            let listed = app.deliveries(&ada, &hook).await;
            let Some(next) = listed[0]["nextTryAt"].as_str() else { break };
            let next: chrono::DateTime<chrono::Utc> = next.parse().expect("a time");
            app.advance(next - app.app.clock.now());
        }
        assert_eq!(app.app.clock.now() - began, Duration::days(3));
        assert!((12..20).contains(&tries), "{tries}");
        let listed = app.deliveries(&ada, &hook).await;
        assert_eq!((&listed[0]["status"], &listed[0]["tries"]), (&json!("failed"), &json!(tries)));
        assert!(app.outbox().await.iter().any(|letter| letter.subject.contains("webhook")));
    }

    async fn a_delivery_can_be_repeated_with_the_same_id_and_body(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        let id = job(app, &ada, "Whitaker re-roof").await;
        app.send_hooks().await;
        recolored(app, &ada, &id, 1).await;
        app.send_hooks().await;
        let first = receiver.requests().remove(0);
        let listed = app.deliveries(&ada, &hook).await;
        let again = app.redeliver(&ada, &listed[1]).await.json["delivery"].clone();
        assert_eq!((&again["messageId"], &again["status"], &again["tries"]), (&listed[1]["messageId"], &json!("pending"), &json!(0)));
        assert_ne!(again["id"], listed[1]["id"]);
        app.send_hooks().await;
        let [repeated] = &receiver.requests()[..] else { panic!("one request") };
        assert_eq!((repeated.header("webhook-id"), &repeated.body), (first.header("webhook-id"), &first.body));
        // What is pending is tried at once, and not twice.
        receiver.will_answer("all", 500);
        recolored(app, &ada, &id, 2).await;
        app.send_hooks().await;
        receiver.will_answer("all", 200);
        let pending = app.deliveries(&ada, &hook).await[0].clone();
        let same = app.redeliver(&ada, &pending).await.json["delivery"].clone();
        assert_eq!(same["id"], pending["id"]);
        assert_eq!(app.send_hooks().await, 1);
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.redeliver(&stranger, &pending).await.status, 404);
    }

    async fn a_paused_webhook_goes_on_with_what_was_on_its_way(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        receiver.will_answer("all", 500);
        job(app, &ada, "On its way").await;
        app.send_hooks().await;
        let path = format!("/api/webhooks/{}", hook.id);
        app.put(&ada, &path, json!({ "active": false })).await;
        app.advance(Duration::days(10));
        assert_eq!(app.send_hooks().await, 0);
        assert_eq!(app.deliveries(&ada, &hook).await[0]["nextTryAt"], Value::Null);
        job(app, &ada, "Meanwhile").await;
        app.put(&ada, &path, json!({ "active": true })).await;
        receiver.requests();
        assert_eq!(app.send_hooks().await, 1);
        assert_eq!(shown(app, &ada).await["active"], true, "it is tried for three days anew");
        receiver.will_answer("all", 200);
        app.advance(Duration::days(1));
        assert_eq!(app.send_hooks().await, 1);
        let titles: Vec<Value> = receiver.requests().iter().map(|got| got.json()["data"]["job"]["title"].clone()).collect();
        assert_eq!(titles, ["On its way", "On its way"]);
    }

    async fn what_changed_just_before_a_pause_still_arrives(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        job(app, &ada, "Before the pause").await;
        let path = format!("/api/webhooks/{}", hook.id);
        app.put(&ada, &path, json!({ "active": false })).await;
        job(app, &ada, "Meanwhile").await;
        app.put(&ada, &path, json!({ "active": true })).await;
        assert_eq!(app.send_hooks().await, 1);
        assert_eq!(receiver.requests()[0].json()["data"]["job"]["title"], "Before the pause");
    }

    async fn what_is_no_longer_listed_is_deleted(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        let id = job(app, &ada, "Whitaker re-roof").await;
        for n in 0..104 {
            recolored(app, &ada, &id, n).await;
        }
        app.send_hooks().await;
        assert_eq!(app.deliveries(&ada, &hook).await.len(), 100);
        sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        let mut tx = app.app.db.read().await.expect("tx");
        let left: i64 = store::sql!("SELECT COUNT(*) AS value FROM webhook_delivery").value(&mut tx).await.expect("count");
        assert_eq!(left, 100);
    }

    async fn nothing_is_sent_to_an_address_that_the_operator_no_longer_allows(app: &TestApp, receiver: &Receiver) {
        let ada = app.sign_in(Contractor, Admin).await;
        let hook = app.hook(&ada, &receiver.url("all"), &["*"]).await;
        job(app, &ada, "Whitaker re-roof").await;
        let strict = app.second_server(|parts| parts.webhook_addresses = AddressPolicy::PublicOnly).await;
        assert_eq!(strict.send_hooks().await, 1);
        assert!(receiver.requests().is_empty());
        let listed = app.deliveries(&ada, &hook).await;
        assert_eq!((&listed[0]["status"], &listed[0]["response"]), (&json!("pending"), &json!("address not allowed")));
    }
}

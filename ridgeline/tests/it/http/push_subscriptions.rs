//! Push notifications: which browsers subscribe, and what they receive.

use axum::http::{StatusCode, header};
use chrono::TimeDelta;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};
use services::push::Push;

use crate::support::{
    Engine, Person, TestApp,
    push::{Browser, PushService},
};

const DEVICES: &str = "/api/notifications/pushDevices";
const KEY: &str = "/api/notifications/pushKey";

async fn devices(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, DEVICES).await;
    assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
    list.json["devices"].as_array().expect("devices").clone()
}

/// A server that pushes to a fake service on this machine, a foreman with one browser, and his job.
struct Site {
    app: TestApp,
    service: PushService,
    owner: Person,
    foreman: Person,
    browser: Browser,
    job: Value,
    device: Value,
}

impl Site {
    async fn new(engine: Engine) -> Self {
        let app = TestApp::pushing(engine).await;
        let service = PushService::start().await;
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let job = app.job(&owner).await;
        let browser = service.browser(7);
        let form =
            json!({ "jobCrewTableId": job["jobCrewTableId"], "assignedToUserId": foreman.user });
        let given = app.post(&owner, "/api/jobs/update/assign/user", form).await;
        assert_eq!(given.status, StatusCode::OK, "{:?}", given.json);
        let response = app.get(&foreman, "/api/notifications/user").await;
        let ids = json!([response.json["notifications"][0]["id"]]);
        assert_eq!(app.post(&foreman, "/api/notifications/seen", ids).await.status, StatusCode::OK);
        let added = app.subscribe(&foreman, &browser).await;
        assert_eq!(added.status, StatusCode::OK, "{:?}", added.json);
        let device = added.json["device"].clone();
        Self { app, service, owner, foreman, browser, job, device }
    }

    async fn schedule(&self, day: &str) {
        let days = json!({ "jobId": self.job["id"], "startDate": day, "endDate": day });
        let done = self.app.post(&self.owner, "/api/jobs/update/schedule", days).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    }

    async fn complete(&self) {
        let form = json!({ "jobId": self.job["id"], "isActive": false });
        let done = self.app.post(&self.owner, "/api/jobs/complete", form).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    }
}

both_engines! {
    async fn nobody_reads_or_changes_another_users_devices(app: &TestApp) {
        for (method, path) in [("GET", KEY), ("GET", DEVICES), ("POST", DEVICES), ("DELETE", "/api/notifications/pushDevices/x")] {
            let response = app.call(None, method, path, json!({})).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{method} {path}");
        }
        let site = Site::new(app.app.db.engine()).await;
        let app = &site.app;
        let path = format!("{DEVICES}/{}", site.device["id"].as_str().expect("id"));
        let colleague = app.colleague(site.owner.company, Admin).await;
        let outsider = app.sign_in(Subcontractor, Member).await;
        for who in [&site.owner, &colleague, &outsider] {
            assert_eq!(devices(app, who).await, Vec::<Value>::new());
            let response = app.delete(who, &path).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        }
        assert_eq!(app.delete(&site.foreman, &format!("{DEVICES}/x")).await.status, StatusCode::NOT_FOUND);
        let deleted = app.delete(&site.foreman, &path).await;
        assert_eq!((deleted.status, deleted.json), (StatusCode::OK, json!({ "id": site.device["id"] })));
        assert_eq!(devices(app, &site.foreman).await, Vec::<Value>::new());
    }

    async fn a_browser_that_cannot_be_pushed_to_is_refused(app: &TestApp) {
        let who = app.sign_in(Contractor, Foreman).await;
        let service = PushService::start().await;
        let mut sound = service.browser(3).subscription();
        let response = app.post(&who, DEVICES, sound.clone()).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["endpoint format".to_string()]), "no server pushes into its own network");
        sound["endpoint"] = json!("https://push.example.com/x");
        assert_eq!(app.post(&who, DEVICES, sound.clone()).await.status, StatusCode::OK);
        for (field, value, expected) in [
            ("endpoint", json!("https://10.0.0.1/x"), "endpoint format"),
            ("endpoint", json!(""), "endpoint required"),
            ("endpoint", json!("https://push.example.com/\u{0}"), "endpoint format"),
            ("endpoint", json!(format!("https://push.example.com/{}", "x".repeat(1_000))), "endpoint too_long"),
            ("keys", Value::Null, "keys required"),
            ("keys", json!({ "p256dh": "BBBB", "auth": "AAAA" }), "keys format"),
            ("keys", json!({ "p256dh": sound["keys"]["p256dh"] }), "keys format"),
            ("keys", json!({ "p256dh": 7, "auth": sound["keys"]["auth"] }), "keys format"),
            // A point that is not on the curve.
            ("keys", json!({ "p256dh": format!("BA{}", "A".repeat(85)), "auth": sound["keys"]["auth"] }), "keys format"),
        ] {
            let mut form = sound.clone();
            form[field] = value;
            let refused = app.post(&who, DEVICES, form).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![expected.to_string()]));
        }
        for bad in [json!([]), json!({ "endpoint": 7 }), json!({ "endpoint": "x", "keys": "y" })] {
            assert_eq!(app.post(&who, DEVICES, bad).await.status, StatusCode::BAD_REQUEST);
        }
        assert_eq!(devices(app, &who).await.len(), 1);
    }

    async fn a_user_sees_and_removes_their_devices(app: &TestApp) {
        let who = app.sign_in(Contractor, Foreman).await;
        let phone = app.signed_in_again(who.user).await;
        let subscribe = async |who: &Person, seed: u8, agent: &str| {
            let mut form = PushService::start().await.browser(seed).subscription();
            form["endpoint"] = json!(format!("https://push.example.com/{seed}"));
            let request = axum::http::Request::builder().method("POST").uri(DEVICES)
                .header(header::USER_AGENT, agent).body(form.to_string().into()).expect("request");
            app.send(Some(who), request).await
        };
        let first = subscribe(&who, 1, "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0").await.json["device"].clone();
        assert_eq!(first, json!({ "id": first["id"], "name": "Firefox · Linux", "isThis": true, "dateInserted": "2026-03-02T12:00:00Z" }));
        app.advance(TimeDelta::minutes(1));
        let second = subscribe(&phone, 2, "curl").await.json["device"].clone();
        let list = devices(app, &who).await;
        assert_eq!(list.iter().map(|device| (&device["id"], &device["isThis"])).collect::<Vec<_>>(), [(&second["id"], &json!(false)), (&first["id"], &json!(true))]);
        assert_eq!(subscribe(&phone, 1, "curl").await.json["device"]["id"], first["id"], "the same browser is the same device");
        for seed in 3..=10 {
            assert_eq!(subscribe(&who, seed, "curl").await.status, StatusCode::OK);
        }
        let response = subscribe(&who, 11, "curl").await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        assert!(response.message().contains("Remove one of them"), "{}", response.message());
        assert_eq!(subscribe(&who, 10, "curl").await.status, StatusCode::OK, "one that is there is not one more");
        let other = app.colleague(who.company, Member).await;
        assert_eq!(subscribe(&other, 10, "curl").await.status, StatusCode::OK);
        assert_eq!((devices(app, &who).await.len(), devices(app, &other).await.len()), (9, 1), "a browser tells one person");
    }

    async fn a_foreman_with_the_app_closed_is_notified_of_new_dates(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        assert_eq!(site.app.push().await, 0, "nothing happened yet");
        site.schedule("2026-03-05").await;
        assert_eq!(site.app.push().await, 1);
        let [pushed] = site.service.requests().try_into().expect("one push");
        let job = site.job["id"].as_str().expect("id");
        assert_eq!(site.browser.read(&pushed), json!({
            "title": "Job rescheduled", "body": "Ridge & Sons scheduled Whitaker re-roof for Mar 5th 2026.",
            "route": format!("/app/jobs/details/{job}"), "tag": job,
        }));
        let expected = [("content-encoding", "aes128gcm"), ("ttl", "259200"), ("urgency", "normal"), ("content-type", "application/octet-stream")];
        for (name, value) in expected {
            assert_eq!(pushed.header(name), value, "{name}");
        }
        let key = site.app.get(&site.foreman, KEY).await.json["publicKey"].as_str().expect("key").to_string();
        assert_eq!(key.len(), 87);
        let claims = pushed.claims(&key);
        let noon = site.app.app.clock.now().timestamp();
        assert_eq!(claims, json!({ "aud": site.service.origin, "exp": noon + 12 * 3_600, "sub": "mailto:ridgeline@localhost" }));
        assert_eq!(site.app.push().await, 0, "it is pushed once");
        // All unseen notifications about one job share one card on the device.
        site.complete().await;
        assert_eq!(site.app.push().await, 1);
        let [both] = site.service.requests().try_into().expect("one push");
        assert_eq!(both.header("topic"), pushed.header("topic"));
        assert_eq!(both.header("topic").len(), 22);
        let card = site.browser.read(&both);
        assert_eq!((&card["title"], &card["tag"]), (&json!("2 updates about Whitaker re-roof"), &json!(job)));
        assert_eq!(card["body"], "Ridge & Sons marked Whitaker re-roof as complete.\nRidge & Sons scheduled Whitaker re-roof for Mar 5th 2026.");
        // Content encrypted for one browser cannot be read by another.
        let other = site.service.browser(8);
        assert!(std::panic::catch_unwind(|| other.read(&both)).is_err());
    }

    async fn a_job_rescheduled_again_before_the_push_is_pushed_once(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        for day in ["2026-03-05", "2026-03-06", "2026-03-09"] {
            site.schedule(day).await;
        }
        assert_eq!(site.app.push().await, 1);
        let [pushed] = site.service.requests().try_into().expect("one push");
        assert_eq!(site.browser.read(&pushed)["body"], "Ridge & Sons scheduled Whitaker re-roof for Mar 9th 2026.");
    }

    async fn seen_or_unwanted_notifications_are_not_pushed(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        site.schedule("2026-03-05").await;
        let response = site.app.get(&site.foreman, "/api/notifications/user").await;
        let ids = json!([response.json["notifications"][0]["id"]]);
        site.app.post(&site.foreman, "/api/notifications/seen", ids).await;
        site.app.push().await;
        assert_eq!(site.service.requests().len(), 0, "it was seen in the app");
        let chosen = site.app.put(&site.foreman, "/api/notifications/choices", json!({ "kind": "completion", "choice": "none" })).await;
        assert_eq!(chosen.status, StatusCode::OK);
        site.complete().await;
        assert_eq!((site.app.push().await, site.service.requests().len()), (0, 0));
    }

    async fn an_expired_subscription_is_deleted(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        let second = site.service.browser(9);
        site.app.subscribe(&site.foreman, &second).await;
        site.service.will_answer(&[StatusCode::GONE]);
        site.schedule("2026-03-05").await;
        assert_eq!((site.app.push().await, site.service.requests().len()), (2, 2));
        let left = devices(&site.app, &site.foreman).await;
        assert_eq!(left.len(), 1, "the other one stays");
        site.complete().await;
        assert_eq!((site.app.push().await, site.service.requests().len()), (1, 1));
    }

    async fn a_failing_push_service_is_retried_even_after_a_restart(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        site.service.will_answer(&[StatusCode::INTERNAL_SERVER_ERROR, StatusCode::TOO_MANY_REQUESTS]);
        site.schedule("2026-03-05").await;
        assert_eq!((site.app.push().await, site.service.requests().len()), (1, 1));
        assert_eq!(site.app.push().await, 0, "not at once");
        site.app.advance(TimeDelta::minutes(1));
        assert_eq!((site.app.push().await, site.service.requests().len()), (1, 1));
        site.app.advance(TimeDelta::minutes(2));
        // Another server over the same database, with the same key.
        let again = Push::with_policy(services::push::endpoint_policy::EndpointPolicy::Anywhere);
        let key = site.app.get(&site.foreman, KEY).await.json["publicKey"].clone();
        assert_eq!(again.public_key(&site.app.app.db).await.expect("key"), key);
        assert_eq!(site.app.push().await, 1);
        let [pushed] = site.service.requests().try_into().expect("the third time");
        assert_eq!(site.browser.read(&pushed)["title"], "Job rescheduled");
        site.app.advance(TimeDelta::days(1));
        assert_eq!(site.app.push().await, 0);
    }

    async fn an_undeliverable_push_is_given_up_and_the_device_stays(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        site.service.will_answer(&[StatusCode::BAD_REQUEST]);
        site.schedule("2026-03-05").await;
        assert_eq!((site.app.push().await, site.app.push().await), (1, 0));
        site.service.will_answer(&[StatusCode::SERVICE_UNAVAILABLE; 60]);
        site.complete().await;
        let mut attempts = 0;
        for _ in 0..60 {
            attempts += site.app.push().await;
            site.app.advance(TimeDelta::hours(1));
        }
        assert!((10..60).contains(&attempts), "{attempts}");
        assert_eq!(devices(&site.app, &site.foreman).await.len(), 1);
    }

    async fn a_signed_out_device_gets_no_push(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        let phone = site.app.signed_in_again(site.foreman.user).await;
        let second = site.service.browser(9);
        site.app.subscribe(&phone, &second).await;
        site.schedule("2026-03-05").await;
        let out = site.app.post(&site.foreman, "/api/auth/logout", Value::Null).await;
        assert_eq!(out.status, StatusCode::NO_CONTENT);
        assert_eq!(site.app.push().await, 1, "also of what was on its way");
        let [pushed] = site.service.requests().try_into().expect("one push");
        assert_eq!(pushed.path, "9");
        // A session also ends after thirty days without use.
        site.app.advance(TimeDelta::days(31));
        let owner = site.app.signed_in_again(site.owner.user).await;
        let form = json!({ "jobId": site.job["id"], "isActive": false });
        assert_eq!(site.app.post(&owner, "/api/jobs/complete", form).await.status, StatusCode::OK);
        assert_eq!((site.app.push().await, site.service.requests().len()), (0, 0));
    }

    async fn a_removed_user_gets_no_push_about_the_company(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        site.schedule("2026-03-05").await;
        let removed = site.app.post(&site.owner, "/api/company/removeUser", json!({ "userId": site.foreman.user })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        site.app.push().await;
        assert_eq!(site.service.requests().len(), 0);
    }

    async fn several_servers_push_each_notification_once(app: &TestApp) {
        let site = Site::new(app.app.db.engine()).await;
        for seed in 11..=16 {
            site.app.subscribe(&site.foreman, &site.service.browser(seed)).await;
        }
        site.schedule("2026-03-05").await;
        let (one, two, three) = tokio::join!(site.app.push(), site.app.push(), site.app.push());
        assert_eq!((one + two + three, site.service.requests().len()), (7, 7));
    }
}

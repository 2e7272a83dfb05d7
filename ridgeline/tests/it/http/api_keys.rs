//! Keys for other software: what they open, and that they end at once.

use std::collections::HashMap;

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::Duration;
use domain::permissions::permission::{
    Action,
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::sql;
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse, photos, scan, sockets::Socket, upload};

const CREATE: &str = "/api/api_keys/create";
const RENEW: &str = "/api/api_keys/renew";
const CUSTOMERS: &str = "/api/customers/find";
const JOBS: &str = "/api/jobs/myJobs/contractor";

/// A key, as its answer shows it, and a caller that uses it.
struct Key {
    shown: Value,
    caller: Person,
}

impl Key {
    fn id(&self) -> &str {
        self.shown["id"].as_str().expect("id")
    }

    fn path(&self) -> String {
        format!("/api/api_keys/{}", self.id())
    }
}

fn used_by(maker: &Person, answer: &TestResponse) -> Key {
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    let token = answer.json["secret"].as_str().expect("secret").to_owned();
    let caller = Person { company: maker.company, user: maker.user, token };
    Key { shown: answer.json["key"].clone(), caller }
}

async fn key_until(app: &TestApp, maker: &Person, scopes: &[&str], last: Value) -> Key {
    let form = json!({ "name": "Zapier", "scopes": scopes, "expiresOn": last });
    used_by(maker, &app.post(maker, CREATE, form).await)
}

async fn key(app: &TestApp, maker: &Person, scopes: &[&str]) -> Key {
    key_until(app, maker, scopes, Value::Null).await
}

async fn status(app: &TestApp, caller: &Person, path: &str) -> u16 {
    app.get(caller, path).await.status.as_u16()
}

fn job(title: &str) -> Value {
    json!({ "title": title, "city": "Nashville", "state": "TN" })
}

/// The method, the path with ids of nothing, and the scope of each call of the document.
fn operations() -> Vec<(String, String, Option<String>)> {
    let document = server::api::routes().document();
    let paths = document["paths"].as_object().expect("paths").clone();
    let calls = paths.into_iter().flat_map(|(path, calls)| {
        let parts = path.split('/').map(|part| match part {
            "{companyType}" => "contractor".to_owned(),
            gap if gap.starts_with('{') => Uuid::now_v7().to_string(),
            word => word.to_owned(),
        });
        let address = parts.collect::<Vec<_>>().join("/");
        let calls = calls.as_object().expect("calls").clone();
        calls.into_iter().map(move |(method, call)| {
            let scope = call.get("x-ridgeline-scope").expect("a scope, or null");
            (method.to_uppercase(), address.clone(), scope.as_str().map(str::to_owned))
        })
    });
    calls.collect()
}

/// Whether a call is refused because of the key's scopes.
async fn is_closed(app: &TestApp, key: &Key, method: &str, path: &str) -> bool {
    let answer = app.call(Some(&key.caller), method, path, json!({})).await;
    let label = format!("{method} {path}: {} {}", answer.status, answer.json);
    assert_ne!(answer.status, StatusCode::UNAUTHORIZED, "{label}");
    assert!(!answer.status.is_server_error(), "{label}");
    answer.status == StatusCode::FORBIDDEN
}

both_engines! {
    async fn a_key_makes_the_calls_of_its_scopes_and_no_others(app: &TestApp) {
        let makers = [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await];
        let all: Vec<&str> = Action::ALL.iter().map(|action| action.as_str()).filter(|word| *word != "apiKeys.manage").chain(["read"]).collect();
        let mut opened = 0;
        // What only the other kind of company may do is refused for its maker.
        let of_subcontractors = |scope: &Option<String>| scope.as_deref() == Some("jobs.acceptDecline");
        for (at, maker) in makers.iter().enumerate() {
            let mut exact: HashMap<String, Key> = HashMap::new();
            let (none, read, every) = (key(app, maker, &[]).await, key(app, maker, &["read"]).await, key(app, maker, &all).await);
            for (method, path, scope) in operations() {
                if of_subcontractors(&scope) != (at == 1) {
                    continue;
                }
                let label = format!("{method} {path} {scope:?}");
                assert!(is_closed(app, &none, &method, &path).await, "{label} without a scope");
                let is_read = scope.is_some() && method == "GET" || scope.as_deref() == Some("read");
                assert_eq!(is_closed(app, &read, &method, &path).await, !is_read, "{label} with read");
                let Some(scope) = scope else {
                    assert!(is_closed(app, &every, &method, &path).await, "{label} with every scope");
                    continue;
                };
                if !exact.contains_key(&scope) {
                    exact.insert(scope.clone(), key(app, maker, &[scope.as_str()]).await);
                }
                assert!(!is_closed(app, &exact[&scope], &method, &path).await, "{label} with its own scope");
                opened += 1;
            }
        }
        assert!(opened > 120, "{opened}");
    }

    async fn calls_that_are_for_people_take_no_key(app: &TestApp) {
        for (method, path, scope) in operations() {
            let is_for_people = ["/api/auth/", "/api/api_keys/", "/api/notifications/", "/api/company/delete", "/api/company/export"].iter().any(|begin| path.starts_with(begin));
            assert!(!is_for_people || scope.is_none(), "{method} {path}: {scope:?}");
            assert_ne!(scope.as_deref(), Some("apiKeys.manage"));
            if scope.as_deref() == Some("read") {
                let reads = ["GET", "HEAD", "OPTIONS"].contains(&method.as_str());
                assert!(reads || path == "/api/company/search" || path.starts_with("/api/translations"), "{method} {path}");
            }
        }
        let scope_of = |wanted: (&str, &str)| operations().into_iter().find(|(method, path, _)| (method.as_str(), path.as_str()) == wanted).expect("a call").2;
        assert_eq!(scope_of(("GET", CUSTOMERS)).as_deref(), Some("customers.view"));
        assert_eq!(scope_of(("GET", "/api/search")).as_deref(), Some("read"));
        assert_eq!(scope_of(("POST", "/api/feedback")), None);
        // Before anything else: the body is no JSON, and would be too large.
        let who = app.sign_in(Contractor, Admin).await;
        let reader = key(app, &who, &["read"]).await;
        let request = Request::post("/api/jobs/create").header(header::CONTENT_LENGTH, "9000000").body(Body::from("{")).expect("request");
        let refused = app.send(Some(&reader.caller), request).await;
        assert_eq!((refused.status, refused.code()), (StatusCode::FORBIDDEN, "forbidden"));
        assert_eq!(refused.message(), "This API key is not allowed to make this call.");
    }

    async fn a_program_that_fetches_a_chat_reads_it_for_nobody(app: &TestApp) {
        let (ada, other, room) = app.room().await;
        app.said(&other, &room, "The dumpster is full.").await;
        let key = key(app, &ada, &["read"]).await;
        assert_eq!(app.messages(&key.caller, &room, "", None).await.len(), 1);
        assert_eq!(app.messages(&key.caller, &room, "?read=true", None).await.len(), 1);
        assert_eq!(app.room_of(&ada, &room).await["unread"], json!(1));
        app.messages(&ada, &room, "", None).await;
        assert_eq!(app.room_of(&ada, &room).await["unread"], json!(0));
    }

    async fn admins_alone_make_list_renew_and_delete_their_companys_keys(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(who.company, Member).await;
        let stranger = app.sign_in(Subcontractor, Admin).await;
        let form = json!({ "name": "  Zapier  ", "scopes": ["read", "jobs.create", "read"], "expiresOn": "2026-03-02" });
        assert_eq!(app.post(&member, CREATE, form.clone()).await.status, StatusCode::FORBIDDEN);
        let made = used_by(&who, &app.post(&who, CREATE, form).await);
        let expected = json!({
            "id": made.id(), "name": "Zapier", "scopes": ["read", "jobs.create"],
            "createdBy": { "id": who.user, "name": "Ada Ridge" }, "lastUsed": null, "expiresOn": "2026-03-02",
        });
        assert_eq!(made.shown, expected);
        let secret = &made.caller.token;
        let random = secret.strip_prefix("rl_").expect("a prefix");
        assert!(random.len() >= 22 && random.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)), "{secret}");
        assert!(scan::mentions(&app.app.db, secret).await.is_empty(), "a secret is in the database");
        let list = app.get(&who, "/api/api_keys/all").await;
        assert_eq!(list.json, json!({ "keys": [expected] }));
        assert_eq!(app.get(&stranger, "/api/api_keys/all").await.json, json!({ "keys": [] }));
        assert_eq!(app.post(&stranger, RENEW, json!({ "id": made.id() })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.delete(&stranger, &made.path()).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&member, RENEW, json!({ "id": made.id() })).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.delete(&member, &made.path()).await.status, StatusCode::FORBIDDEN);
        assert_eq!(status(app, &made.caller, JOBS).await, 200);
        let renewed = used_by(&who, &app.post(&who, RENEW, json!({ "id": made.id() })).await);
        assert_eq!(renewed.id(), made.id());
        assert_eq!(status(app, &made.caller, JOBS).await, 401, "the former secret");
        assert_eq!(status(app, &renewed.caller, JOBS).await, 200);
        let deleted = app.delete(&who, &made.path()).await;
        assert_eq!(deleted.json, json!({ "id": made.id() }));
        assert_eq!(status(app, &renewed.caller, JOBS).await, 401);
        assert_eq!(app.delete(&who, &made.path()).await.status, StatusCode::NOT_FOUND);
        let log = app.log(&who, "?kind=apiKey").await;
        assert_eq!(log, ["Ada Ridge deleted the API key Zapier.", "Ada Ridge renewed the API key Zapier.", "Ada Ridge created the API key Zapier."]);
    }

    async fn a_key_that_nobody_could_use_is_not_made(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        for (form, refused) in [
            (json!({}), &["name required", "scopes required"][..]),
            (json!({ "name": "x".repeat(101), "scopes": ["jobs.creat"] }), &["name too_long", "scopes choice"]),
            (json!({ "name": "x", "scopes": ["apiKeys.manage"] }), &["scopes choice"]),
            (json!({ "name": "x", "scopes": ["read"], "expiresOn": "2026-03-01" }), &["expiresOn range"]),
            (json!({ "name": "x", "scopes": ["read"], "expiresOn": "tomorrow" }), &["expiresOn format"]),
        ] {
            let answer = app.post(&who, CREATE, form).await;
            assert_eq!((answer.status, answer.fields()), (StatusCode::UNPROCESSABLE_ENTITY, refused.iter().map(ToString::to_string).collect::<Vec<_>>()));
        }
        assert_eq!(app.get(&who, "/api/api_keys/all").await.json, json!({ "keys": [] }));
    }

    async fn what_a_key_does_is_its_makers_and_the_log_names_the_key(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let key = key(app, &who, &["jobs.create", "jobs.images", "jobs.assign", "read"]).await;
        let created = app.post(&key.caller, "/api/jobs/create", job("Whitaker re-roof")).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        let path = format!("/api/jobs/uploadJobImage/{}", created.json["id"].as_str().expect("id"));
        let sent = app.send(Some(&key.caller), upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[])).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        app.delete(&who, &key.path()).await;
        let entries = app.activity(&who, "/api/activity?kind=job").await;
        assert_eq!(entries.len(), 2);
        for entry in &entries {
            assert_eq!(entry["actor"]["id"], json!(who.user));
            assert_eq!(entry["actor"]["apiKey"], json!({ "id": key.id(), "name": "Zapier" }), "also once it is deleted");
        }
        app.post(&who, "/api/jobs/create", job("By hand")).await;
        let newest = &app.activity(&who, "/api/activity?kind=job").await[0];
        assert!(newest["actor"].get("apiKey").is_none(), "{newest}");
        // The log is only ever added to, this too.
        let mut tx = app.app.db.write().await.expect("tx");
        let changed = sql!("UPDATE activity SET api_key_name = 'other' WHERE api_key_name IS NOT NULL").run(&mut tx).await;
        assert!(changed.is_err());
    }

    async fn a_partner_company_does_not_learn_which_software_was_used(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        let sub = app.asked_subcontractor(&who, &job).await;
        let key = key(app, &sub, &["jobs.notes"]).await;
        let form = json!({ "jobId": job["id"], "authorId": sub.user, "content": "Gate code 12" });
        assert_eq!(app.post(&key.caller, "/api/jobs/addNote", form).await.status, StatusCode::OK);
        let path = format!("/api/activity/job/{}", job["id"].as_str().expect("id"));
        let theirs = &app.activity(&who, &path).await[0];
        assert_eq!((&theirs["actor"]["id"], theirs["actor"].get("apiKey")), (&json!(sub.user), None));
        let own = &app.activity(&sub, &path).await[0];
        assert_eq!(own["actor"]["apiKey"]["id"], key.id());
    }

    async fn a_key_has_its_makers_present_permissions(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let maker = app.colleague(owner.company, Admin).await;
        let key = key(app, &maker, &["jobs.create", "read"]).await;
        assert_eq!(app.post(&key.caller, "/api/jobs/create", job("One")).await.status, StatusCode::OK);
        let mut tx = app.app.db.write().await.expect("tx");
        sql!("UPDATE person SET user_type = 'member' WHERE id = $1").bind(maker.user).run(&mut tx).await.expect("a member");
        tx.touch_people(owner.company);
        tx.commit().await.expect("commit");
        let refused = app.post(&key.caller, "/api/jobs/create", job("Two")).await;
        assert_eq!((refused.status, refused.message()), (StatusCode::FORBIDDEN, "Only admin accounts may create jobs"));
        assert_eq!(status(app, &key.caller, JOBS).await, 200);
    }

    async fn a_key_is_good_through_its_last_day_in_the_companys_time_zone(app: &TestApp) {
        // It is noon in UTC, and six in the morning in Chicago.
        let who = app.sign_in(Contractor, Admin).await;
        let other = app.second_server(|_| {}).await;
        let today = key_until(app, &who, &["read"], json!("2026-03-02")).await;
        let tomorrow = key_until(app, &who, &["read"], json!("2026-03-03")).await;
        assert_eq!(app.put(&who, "/api/company/timeZone", json!({ "timeZone": "America/Chicago" })).await.status, StatusCode::OK);
        app.advance(Duration::hours(17) + Duration::minutes(30));
        for app in [app, &other] {
            assert_eq!((status(app, &today.caller, JOBS).await, status(app, &tomorrow.caller, JOBS).await), (200, 200), "half past eleven");
        }
        assert_eq!(app.put(&who, "/api/company/timeZone", json!({ "timeZone": "America/New_York" })).await.status, StatusCode::OK);
        for app in [app, &other] {
            assert_eq!((status(app, &today.caller, JOBS).await, status(app, &tomorrow.caller, JOBS).await), (401, 200), "half past midnight");
        }
        let refused = app.post(&who, RENEW, json!({ "id": today.id() })).await;
        assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "conflict"));
        app.advance(Duration::hours(23) + Duration::minutes(29));
        assert_eq!(status(app, &tomorrow.caller, JOBS).await, 200);
        app.advance(Duration::minutes(1));
        assert_eq!(status(app, &tomorrow.caller, JOBS).await, 401);
    }

    async fn the_keys_of_a_removed_user_end_on_every_server_and_stay_ended_when_they_return(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let maker = app.colleague(owner.company, Admin).await;
        let other = app.second_server(|_| {}).await;
        let key = key(app, &maker, &["read"]).await;
        for app in [app, &other] {
            assert_eq!(status(app, &key.caller, JOBS).await, 200);
        }
        assert_eq!(app.post(&owner, "/api/company/removeUser", json!({ "userId": maker.user })).await.status, StatusCode::OK);
        for app in [app, &other] {
            assert_eq!(status(app, &key.caller, JOBS).await, 401);
        }
        let mut tx = app.app.db.write().await.expect("tx");
        let place = store::membership::members::NewMembership { company: owner.company, user_type: Admin, settings: crate::support::ada_ridge() };
        store::membership::members::join_company(&mut tx, maker.user, &place).await.expect("back");
        tx.commit().await.expect("commit");
        assert_eq!(status(app, &key.caller, JOBS).await, 401, "they are back, their keys are not");
        let renewed = used_by(&owner, &app.post(&owner, RENEW, json!({ "id": key.id() })).await);
        assert_eq!(renewed.shown["createdBy"]["id"], json!(owner.user), "it acts as the admin who has its secret");
        assert_eq!((status(app, &key.caller, JOBS).await, status(&other, &renewed.caller, JOBS).await), (401, 200));
    }

    async fn a_key_that_is_revoked_while_it_is_used_ends_at_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let other = app.second_server(|_| {}).await;
        for renews in [false, true] {
            let key = key(app, &who, &["read", "jobs.create"]).await;
            let ends = async {
                let answer = if renews { app.post(&who, RENEW, json!({ "id": key.id() })).await } else { app.delete(&who, &key.path()).await };
                assert_eq!(answer.status, StatusCode::OK);
                let after = join_all([app, &other, app, &other].map(|app| status(app, &key.caller, JOBS))).await;
                assert_eq!(after, [401; 4]);
            };
            let uses = async {
                for n in 0..10 {
                    let calls = [app, &other].map(|app| status(app, &key.caller, JOBS));
                    let created = app.post(&key.caller, "/api/jobs/create", job(&format!("Roof {renews} {n}"))).await.status.as_u16();
                    let seen = join_all(calls).await;
                    assert!(seen.iter().chain([&created]).all(|status| [200, 401].contains(status)), "{seen:?} {created}");
                }
            };
            tokio::join!(uses, ends);
        }
    }

    async fn when_a_key_was_last_used_is_known_to_the_minute_without_a_write_for_each_call(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let key = key(app, &who, &["read"]).await;
        let last_used = async || app.get(&who, "/api/api_keys/all").await.json["keys"][0]["lastUsed"].clone();
        status(app, &key.caller, JOBS).await;
        assert_eq!(last_used().await, "2026-03-02T12:00:00Z");
        app.advance(Duration::seconds(59));
        status(app, &key.caller, JOBS).await;
        assert_eq!(last_used().await, "2026-03-02T12:00:00Z");
        app.advance(Duration::seconds(1));
        join_all((0..4).map(|_| status(app, &key.caller, JOBS))).await;
        assert_eq!(last_used().await, "2026-03-02T12:01:00Z");
        // A refused call of a living key is a use, too.
        app.advance(Duration::minutes(5));
        app.post(&key.caller, "/api/jobs/create", job("Roof")).await;
        assert_eq!(last_used().await, "2026-03-02T12:06:00Z");
    }

    async fn a_key_has_limits_of_its_own(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let (one, two) = (key(app, &who, &["read"]).await, key(app, &who, &["read"]).await);
        let mut calls = 0;
        while status(app, &one.caller, "/api/search?q=roof").await != 429 {
            calls += 1;
            assert!(calls <= 240, "as a user's");
        }
        assert_eq!(calls, 240);
        assert_eq!(status(app, &two.caller, "/api/search?q=roof").await, 200);
        assert_eq!(status(app, &who, "/api/search?q=roof").await, 200);
    }

    async fn idempotency_keys_of_two_keys_and_of_their_maker_are_apart(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let scopes = ["jobs.create", "jobs.notes", "read"];
        let (one, two) = (key(app, &who, &scopes).await, key(app, &who, &scopes).await);
        let post = async |caller: &Person, path: &str, form: &Value| {
            let request = Request::post(path).header(header::CONTENT_TYPE, "application/json").header("idempotency-key", "0190f5fe-7c00-7a3e");
            app.send(Some(caller), request.body(Body::from(form.to_string())).expect("request")).await
        };
        let ids = [post(&one.caller, "/api/jobs/create", &job("Roof")).await, post(&two.caller, "/api/jobs/create", &job("Roof")).await, post(&who, "/api/jobs/create", &job("Roof")).await].map(|answer| answer.json["id"].clone());
        assert!(ids.iter().all(Value::is_string) && ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
        let again = post(&one.caller, "/api/jobs/create", &job("Roof")).await;
        assert_eq!((&again.json["id"], again.headers.get("idempotent-replayed").is_some()), (&ids[0], true));
        // The same key with a new secret is the same caller.
        let renewed = used_by(&who, &app.post(&who, RENEW, json!({ "id": one.id() })).await);
        assert_eq!(post(&renewed.caller, "/api/jobs/create", &job("Roof")).await.json["id"], ids[0]);
        // The older way to recognize a repeated call, which is stored for a month.
        let form = json!({ "jobId": ids[0], "authorId": who.user, "content": "Gate code 12" });
        app.advance(Duration::hours(25));
        let notes = [post(&renewed.caller, "/api/jobs/addNote", &form).await, post(&two.caller, "/api/jobs/addNote", &form).await, post(&who, "/api/jobs/addNote", &form).await].map(|answer| answer.json["id"].clone());
        assert!(notes.iter().all(Value::is_string) && notes[0] != notes[1] && notes[1] != notes[2] && notes[0] != notes[2], "{notes:?}");
    }

    async fn no_socket_opens_with_a_key(app: &TestApp) {
        let at = app.listen().await;
        let who = app.sign_in(Contractor, Admin).await;
        let key = key(app, &who, &["read"]).await;
        assert_eq!(status(app, &key.caller, JOBS).await, 200);
        let mut socket = Socket::open(at).await;
        socket.send(&json!({ "type": "identify", "token": key.caller.token })).await;
        assert_eq!(socket.close_code().await, Some(4401));
    }

    async fn a_company_has_so_many_keys_and_no_more(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let mut tx = app.app.db.write().await.expect("tx");
        for n in 0..998 {
            let secret = store::token::Token::random_api_key().expect("randomness").hash();
            let new = store::api_keys::NewKey { id: Uuid::now_v7().into(), maker: who.user, name: &n.to_string(), scopes: &[], expires_on: None, secret, now: app.app.clock.now() };
            store::api_keys::insert(&mut tx, store::scope::Scope::trusted(who.company), &new).await.expect("key");
        }
        tx.commit().await.expect("commit");
        let answers = join_all((0..5).map(|n| app.post(&who, CREATE, json!({ "name": format!("{n}"), "scopes": [] })))).await;
        let made = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
        let refused = answers.iter().filter(|answer| answer.code() == "conflict").count();
        assert_eq!((made, refused), (2, 3));
    }
}

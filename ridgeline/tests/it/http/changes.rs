//! The changes feed: what other software reads of a company, completely, once and in order.

use std::sync::Arc;

use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use fastrand::Rng;
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::tasks::sweep::sweep_old_rows;

use crate::support::{Engine, Person, TestApp, photos, upload};

const FEED: &str = "/api/changes";

fn types(changes: &[Value]) -> Vec<&str> {
    changes.iter().map(|change| change["type"].as_str().expect("a type")).collect()
}

async fn created(app: &TestApp, who: &Person, title: &str) -> Value {
    let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
    app.post(who, "/api/jobs/create", form).await.json["id"].clone()
}

async fn moved(app: &TestApp, who: &Person, job: &Value, day: u32) {
    let days = format!("2026-03-{day:02}");
    let form = json!({ "jobId": job, "startDate": days, "endDate": days });
    let answer = app.post(who, "/api/jobs/update/schedule", form).await;
    assert!(answer.status.is_success(), "{:?}", answer.json);
}

/// A key that may read.
async fn reading_key(app: &TestApp, maker: &Person, scopes: &[&str]) -> Person {
    let form = json!({ "name": "Zapier", "scopes": scopes });
    let made = app.post(maker, "/api/api_keys/create", form).await;
    let token = made.json["secret"].as_str().expect("a secret").to_owned();
    Person { token, ..maker.clone() }
}

both_engines! {
    async fn a_change_is_told_as_the_admins_saw_it_then(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let (nothing, start) = app.feed(&ada, "").await;
        assert!(nothing.is_empty());
        let job = created(app, &ada, "Whitaker re-roof").await;
        let as_created = app.job_seen_by(&ada, &job).await;
        app.advance(Duration::seconds(90));
        moved(app, &ada, &job, 9).await;
        let as_moved = app.job_seen_by(&ada, &job).await;
        app.post(&ada, "/api/jobs/delete", json!({ "jobId": job })).await;
        let (changes, cursor) = app.feed(&ada, &format!("after={start}")).await;
        assert_eq!(types(&changes), ["job.created", "job.scheduled", "job.deleted"]);
        assert_eq!(changes[0]["data"], json!({ "job": as_created }));
        assert_eq!(changes[1]["data"], json!({ "job": as_moved }));
        assert_eq!(changes[2]["data"], json!({ "id": job }));
        assert_eq!(changes[0]["timestamp"], "2026-03-02T12:00:00Z");
        assert_eq!(changes[1]["timestamp"], "2026-03-02T12:01:30Z");
        let mut last = 0;
        for change in &changes {
            assert_eq!(change["version"], 1);
            assert_eq!(change["subject"], json!({ "kind": "job", "id": job }));
            let sequence = change["sequence"].as_i64().expect("a number");
            assert!(sequence > last);
            last = sequence;
            assert_eq!(change.as_object().expect("an object").len(), 6);
        }
        let (again, same) = app.feed(&ada, &format!("after={start}")).await;
        assert_eq!((again, &same), (changes, &cursor));
        assert_eq!(app.feed(&ada, &format!("after={cursor}")).await, (Vec::new(), cursor));
    }

    async fn each_company_is_told_what_it_sees(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        let form = json!({ "jobId": job["id"], "contractAmount": 8100 });
        app.post(&ada, "/api/jobs/contractAmount/update", form).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        let (changes, _) = app.feed(&sub, "kinds=job").await;
        assert_eq!(types(&changes), ["job.assigned"]);
        let seen = app.job_seen_by(&sub, &job["id"]).await;
        assert_eq!(changes[0]["data"]["job"], seen);
        assert!(!changes[0].to_string().contains("8100"), "what the customer pays is not theirs to see");
        let (_, now) = app.feed(&sub, "after=now").await;
        let (_, owners) = app.feed(&ada, "after=now").await;
        app.answer(&sub, &job, false).await;
        assert_eq!(app.changed_since(&sub, &now).await, ["job.deleted"]);
        assert_eq!(app.changed_since(&ada, &owners).await, ["job.declined"]);
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.feed(&stranger, "").await.0, Vec::<Value>::new());
        // Work for others goes with the connection.
        let other = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &other).await;
        let list = app.get(&sub, &format!("/api/connections/connections/{}", sub.company)).await.json;
        let connection = list["fullConnectionsDetails"][0]["id"].clone();
        let (_, now) = app.feed(&sub, "after=now").await;
        let (_, owners) = app.feed(&ada, "after=now").await;
        let gone = app.post(&ada, "/api/connections/decline", json!({ "id": connection })).await;
        assert!(gone.status.is_success(), "{:?}", gone.json);
        assert_eq!(app.changed_since(&sub, &now).await, ["connection.removed", "job.deleted"]);
        assert_eq!(app.changed_since(&ada, &owners).await, ["connection.removed"]);
    }

    async fn customers_and_messages_are_told_too(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let customer = app.customer(&ada).await;
        let details = json!({ "customerId": customer, "customer": {
            "firstName": "June", "lastName": "Whitaker-Cole", "phone": "615-555-0100",
        } });
        let put = app.post(&ada, "/api/customers/update", details).await;
        assert!(put.status.is_success(), "{:?}", put.json);
        let job = app.job(&ada).await;
        let form = json!({ "jobId": job["id"], "jobCustomer": customer });
        app.post(&ada, "/api/jobs/update/customer", form).await;
        let (_, cursor) = app.feed(&ada, "after=now").await;
        let gone = app.delete(&ada, &format!("/api/customers/delete/{customer}")).await;
        assert!(gone.status.is_success(), "{:?}", gone.json);
        // The job loses its customer, which goes with them.
        assert_eq!(app.changed_since(&ada, &cursor).await, ["customer.deleted"]);
        let (changes, _) = app.feed(&ada, "kinds=customer").await;
        assert_eq!(types(&changes), ["customer.created", "customer.updated", "customer.deleted"]);
        assert_eq!(changes[1]["data"]["customer"]["lastName"], "Whitaker-Cole");
        let sub = app.sign_in(Subcontractor, Admin).await;
        let room = app.connection(&ada, &sub, true).await;
        let form = json!({ "userId": sub.user, "roomId": room, "contents": "On our way" });
        let sent = app.post(&sub, "/api/chat/sendMessage", form).await.json["message"].clone();
        let request = upload(&format!("/api/chat/sendAttachment/{room}"), ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
        let picture = app.send(Some(&sub), request).await.json["message"].clone();
        for who in [&ada, &sub] {
            let (changes, _) = app.feed(who, "kinds=chat").await;
            assert_eq!(types(&changes), ["chat.message"; 2]);
            assert_eq!(changes[0]["subject"], json!({ "kind": "chat", "id": room }));
            assert_eq!(changes[0]["data"], json!({ "message": sent }));
            assert_eq!(changes[1]["data"], json!({ "message": picture }));
        }
    }

    async fn only_admins_and_keys_that_read_get_the_feed(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        for who in [&ada, &sub] {
            assert_eq!(app.get(who, FEED).await.status, 200);
        }
        for role in [Member, Foreman, Salesman] {
            let other = app.colleague(ada.company, role).await;
            assert_eq!(app.get(&other, FEED).await.status, 403, "{role:?}");
        }
        assert_eq!(app.call(None, "GET", FEED, Value::Null).await.status, 401);
        let reads = reading_key(app, &ada, &["read"]).await;
        assert_eq!(app.get(&reads, FEED).await.status, 200);
        let creates = reading_key(app, &ada, &["jobs.create", "webhooks.manage"]).await;
        assert_eq!(app.get(&creates, FEED).await.status, 403);
    }

    async fn a_cursor_that_nobody_gave_and_one_that_is_too_old_are_told_apart(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let (_, start) = app.feed(&ada, "").await;
        created(app, &ada, "Whitaker re-roof").await;
        let (_, first) = app.feed(&ada, "after=now").await;
        created(app, &ada, "Cole re-roof").await;
        let (_, second) = app.feed(&ada, "after=now").await;
        let stranger = app.sign_in(Contractor, Admin).await;
        let refused = async |who: &Person, query: &str| {
            let answer = app.get(who, &format!("{FEED}?{query}")).await;
            assert_eq!(answer.status, 422, "{query}: {:?}", answer.json);
            answer.fields().join(", ")
        };
        assert_eq!(refused(&ada, "after=yesterday").await, "after format");
        assert_eq!(refused(&ada, "after=42").await, "after format");
        assert_eq!(refused(&ada, &format!("after={}x", &first[..first.len() - 1])).await, "after format");
        assert_eq!(refused(&stranger, &format!("after={first}")).await, "after format");
        assert_eq!(refused(&ada, "kinds=job,roof").await, "kinds choice");
        assert_eq!(refused(&ada, "limit=0").await, "limit too_small");
        assert_eq!(refused(&ada, "limit=1001").await, "limit too_large");
        assert_eq!(refused(&ada, "limit=ten").await, "limit format");
        app.advance(Duration::days(31));
        let ada = app.colleague(ada.company, Admin).await;
        created(app, &ada, "Long after").await;
        sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        for old in [&start, &first] {
            assert_eq!(refused(&ada, &format!("after={old}")).await, "after range", "{old}");
        }
        // Nothing behind this one was deleted.
        for query in [String::new(), format!("after={second}")] {
            let (changes, _) = app.feed(&ada, &query).await;
            assert_eq!(changes.len(), 1, "{query}");
            assert_eq!(changes[0]["data"]["job"]["title"], "Long after");
        }
        // Positions go on, however long nothing happens.
        app.advance(Duration::days(31));
        sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        let ada = app.colleague(ada.company, Admin).await;
        let (changes, cursor) = app.feed(&ada, "").await;
        assert!(changes.is_empty(), "all is older than a month");
        created(app, &ada, "A new season").await;
        assert_eq!(app.changed_since(&ada, &cursor).await, ["job.created"]);
    }

    async fn kinds_leave_out_the_rest_and_the_cursor_goes_past_it(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        for n in 0..3 {
            app.customer(&ada).await;
            created(app, &ada, &format!("Roof {n}")).await;
        }
        let (changes, cursor) = app.feed(&ada, "kinds=customer&limit=2").await;
        assert_eq!(types(&changes), ["customer.created"; 2]);
        let (changes, end) = app.feed(&ada, &format!("kinds=customer&limit=2&after={cursor}")).await;
        assert_eq!(types(&changes), ["customer.created"]);
        assert_eq!(app.feed(&ada, &format!("after={end}")).await.0, Vec::<Value>::new());
        let (changes, empty) = app.feed(&ada, "kinds=chat").await;
        assert!(changes.is_empty());
        assert_eq!(empty, end);
        let (changes, _) = app.feed(&ada, "kinds=customer,job,chat&limit=5").await;
        assert_eq!(types(&changes), ["customer.created", "job.created", "customer.created", "job.created", "customer.created"]);
    }

    async fn a_change_that_is_refused_or_changes_nothing_is_not_told(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let job = app.job(&ada).await;
        let (_, cursor) = app.feed(&ada, "after=now").await;
        let wrong = json!({ "jobId": job["id"], "startDate": "2026-03-09", "endDate": "2026-03-01" });
        assert_eq!(app.post(&ada, "/api/jobs/update/schedule", wrong).await.status, 422);
        let order = app.post(&ada, "/api/work_orders/create", json!({ "jobId": job["id"] })).await.json["newWorkOrder"]["id"].clone();
        assert_eq!(app.changed_since(&ada, &cursor).await, ["work_order.created"]);
        let form = json!({ "orderId": order });
        let (_, cursor) = app.feed(&ada, "after=now").await;
        app.post(&ada, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(app.post(&ada, "/api/work_orders/sign", form).await.status, 404);
        // Its work order goes with it.
        assert_eq!(app.changed_since(&ada, &cursor).await, ["job.deleted"]);
    }
}

/// What a company's software reads while others write, a few changes at a time.
async fn read_until(app: &TestApp, who: &Person, last: &str, seed: u64) -> Vec<Value> {
    let (mut read, mut cursor, mut random) = (Vec::new(), String::new(), Rng::with_seed(seed));
    loop {
        let query = format!("after={cursor}&limit={}", random.u32(1..6));
        let (changes, next) = app.feed(who, &query).await;
        if random.bool() {
            // From one cursor always the same, however much was written meanwhile.
            let (again, _) = app.feed(who, &query).await;
            assert_eq!(again[..changes.len()], changes[..], "{query}");
        }
        read.extend(changes);
        cursor = next;
        if read.iter().any(|change| change.to_string().contains(last)) {
            return read;
        }
        tokio::task::yield_now().await;
    }
}

/// Several offices change their jobs and the jobs between them at once.
async fn writers(app: &TestApp, pairs: &[(Person, Person, Value)], seed: u64) {
    let write = async |n: usize| {
        let mut random = Rng::with_seed(seed + n as u64);
        let (ada, sub, job) = &pairs[n % pairs.len()];
        for step in 0..12 {
            match random.u32(0..5) {
                0 => drop(created(app, ada, &format!("Roof {n}-{step}")).await),
                1 => drop(app.customer(ada).await),
                2 => moved(app, ada, &job["id"], random.u32(1..28)).await,
                3 => {
                    let note = json!({ "content": format!("Note {n}-{step}"), "jobId": job["id"], "authorId": sub.user });
                    app.post(sub, "/api/jobs/addNote", note).await;
                }
                _ => drop(app.answer(sub, job, true).await),
            }
        }
    };
    join_all((0..6).map(write)).await;
}

/// Whoever reads with cursors gets each change once, in the order of the whole feed, although commits overlap.
async fn readers_miss_nothing(engine: Engine) {
    let app = TestApp::with(engine, |parts| {
        parts.duplicate_counter = None;
        parts.rate_limiter = None;
    });
    let app = Arc::new(app.await);
    let seed = 7;
    let ada = app.sign_in(Contractor, Admin).await;
    let mut pairs = Vec::new();
    for _ in 0..2 {
        let job = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        pairs.push((ada.clone(), sub, job));
    }
    let subs: Vec<Person> = pairs.iter().map(|(_, sub, _)| sub.clone()).collect();
    let all = async {
        writers(&app, &pairs, seed).await;
        for who in std::iter::once(&ada).chain(&subs) {
            // The last change of each company.
            let other = app.sign_in(Contractor, Admin).await;
            app.connection(who, &other, false).await;
        }
    };
    let last = "connection.requested";
    let mut readers = Vec::new();
    for (n, who) in std::iter::once(&ada).chain(&subs).enumerate() {
        readers.push(read_until(&app, who, last, seed + n as u64));
    }
    let ((), read) = tokio::join!(all, join_all(readers));
    for (who, read) in std::iter::once(&ada).chain(&subs).zip(read) {
        let (whole, _) = app.feed(who, "limit=1000").await;
        assert_eq!(read, whole, "what was read piece by piece is what there is");
        let sequences: Vec<i64> =
            read.iter().map(|change| change["sequence"].as_i64().expect("a number")).collect();
        assert!(sequences.is_sorted_by(|one, next| one < next), "{sequences:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_change_appears_behind_a_cursor_that_was_already_given_on_sqlite() {
    readers_miss_nothing(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_change_appears_behind_a_cursor_that_was_already_given_on_postgres() {
    readers_miss_nothing(Engine::Postgres).await;
}

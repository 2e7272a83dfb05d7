//! Webhooks under load: everything arrives, once and in order for each job, however long a receiver was down, and one
//! that never answers delays nobody else.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use fastrand::Rng;
use serde_json::{Value, json};
use server::tasks::webhook_sender::WebhookSender;
use services::webhooks::address_policy::AddressPolicy;
use tokio::sync::watch;

use crate::support::{
    Engine, Person, TestApp,
    webhooks::{Received, Receiver},
};

async fn jobs(app: &TestApp, who: &Person, count: usize) -> Vec<Value> {
    let mut jobs = Vec::new();
    for n in 0..count {
        let form = json!({ "title": format!("Roof {n}"), "city": "Nashville", "state": "TN" });
        jobs.push(app.post(who, "/api/jobs/create", form).await.json["id"].clone());
    }
    jobs
}

async fn recolored(app: &TestApp, who: &Person, job: &Value, number: usize) {
    let form = json!({ "jobId": job, "color": format!("#{number:06x}") });
    let answer = app.post(who, "/api/jobs/update/changeColor", form).await;
    assert!(answer.status.is_success(), "{:?}", answer.json);
}

/// Each change was taken exactly once, and those of one job in their order.
fn check_taken(got: &[Received], feed: &[Value]) {
    let taken: Vec<&Received> = got.iter().filter(|got| got.answered.is_success()).collect();
    let ids: BTreeSet<&str> = taken.iter().map(|got| got.header("webhook-id")).collect();
    assert_eq!(ids.len(), taken.len(), "each message is taken once");
    let mut last: BTreeMap<String, i64> = BTreeMap::new();
    let mut sequences = BTreeSet::new();
    for got in &taken {
        let change = got.json();
        let sequence = change["sequence"].as_i64().expect("a number");
        let before = last.insert(change["subject"]["id"].to_string(), sequence);
        assert!(before.is_none_or(|before| before < sequence), "{before:?} before {sequence}");
        sequences.insert(sequence);
    }
    let expected: BTreeSet<i64> =
        feed.iter().map(|change| change["sequence"].as_i64().expect("a number")).collect();
    assert_eq!(sequences, expected, "nothing is missing");
}

/// Fifty changes a second while the receiver is down, comes back for moments, and is down again.
async fn all_arrive_after_an_outage(engine: Engine) {
    let (app, receiver) = (TestApp::hooking(engine).await, Receiver::start().await);
    let ada = app.sign_in(Contractor, Admin).await;
    app.hook(&ada, &receiver.url("all"), &["job.*"]).await;
    let jobs = jobs(&app, &ada, 8).await;
    let mut random = Rng::with_seed(11);
    let sender = WebhookSender::new(app.app.clone()).expect("a sender");
    for n in 0..300 {
        receiver.will_answer("all", if random.u8(0..10) == 0 { 200 } else { 503 });
        recolored(&app, &ada, &jobs[random.usize(0..jobs.len())], n).await;
        app.advance(Duration::milliseconds(20));
        if n % 25 == 0 {
            sender.send_due().await.expect("sent");
            app.advance(Duration::seconds(random.i64(0..900)));
        }
    }
    receiver.will_answer("all", 200);
    // The longest wait so far.
    app.advance(Duration::hours(12));
    sender.send_due().await.expect("sent");
    let (feed, _) = app.feed(&ada, "limit=1000").await;
    assert_eq!(feed.len(), 308);
    check_taken(&receiver.requests(), &feed);
}

#[tokio::test]
async fn a_receiver_that_was_down_gets_every_change_once_and_in_order_on_sqlite() {
    all_arrive_after_an_outage(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_receiver_that_was_down_gets_every_change_once_and_in_order_on_postgres() {
    all_arrive_after_an_outage(Engine::Postgres).await;
}

/// Servers that send and change things at the same time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_several_servers_only_one_sends_a_change() {
    let (app, receiver) = (TestApp::hooking(Engine::Postgres).await, Receiver::start().await);
    let other = app
        .second_server(|parts| {
            parts.webhook_addresses = AddressPolicy::AllowPrivate;
            parts.duplicate_counter = None;
            parts.rate_limiter = None;
        })
        .await;
    let ada = app.sign_in(Contractor, Admin).await;
    app.hook(&ada, &receiver.url("all"), &["*"]).await;
    let jobs = jobs(&app, &ada, 5).await;
    let changes = async |server: &TestApp, first: usize| {
        for n in first..first + 30 {
            recolored(server, &ada, &jobs[n % jobs.len()], n).await;
        }
    };
    let sends = async |server: &TestApp| {
        for _ in 0..20 {
            server.send_hooks().await;
        }
    };
    tokio::join!(changes(&app, 0), changes(&other, 100), sends(&app), sends(&other), sends(&other));
    tokio::join!(app.send_hooks(), other.send_hooks());
    app.send_hooks().await;
    let (feed, _) = app.feed(&ada, "limit=1000").await;
    check_taken(&receiver.requests(), &feed);
}

/// A receiver that never answers holds its tries for 15 seconds; meanwhile others get theirs as they happen.
async fn a_silent_one_delays_no_other(engine: Engine) {
    let (app, receiver) = (TestApp::hooking(engine).await, Receiver::start().await);
    let ada = app.sign_in(Contractor, Admin).await;
    for _ in 0..3 {
        app.hook(&ada, &receiver.url("silent"), &["*"]).await;
    }
    app.hook(&ada, &receiver.url("quick"), &["*"]).await;
    let (stop, stopping) = watch::channel(false);
    let sender = WebhookSender::new(app.app.clone()).expect("a sender");
    let sending = tokio::spawn(sender.run(stopping));
    for n in 0..40 {
        let job = jobs(&app, &ada, 1).await.remove(0);
        let got = receiver.next().await;
        assert_eq!((got.hook.as_str(), &got.json()["subject"]["id"]), ("quick", &job), "{n}");
    }
    sending.abort();
    drop(stop);
}

#[tokio::test]
async fn a_receiver_that_never_answers_delays_no_other_on_sqlite() {
    a_silent_one_delays_no_other(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_receiver_that_never_answers_delays_no_other_on_postgres() {
    a_silent_one_delays_no_other(Engine::Postgres).await;
}

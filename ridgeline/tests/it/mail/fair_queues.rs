//! The queues of mails and pushes: nobody waits for what another company queued, or for a slow host.

use std::{net::SocketAddr, sync::Arc, time::Duration as StdDuration};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{Request, StatusCode},
    routing::post,
};
use chrono::Duration;
use domain::{
    permissions::permission::{CompanyType::Contractor, UserType::Admin, UserType::Foreman},
    types::ids::CompanyId,
};
use serde_json::json;
use server::tasks::{mail_sender::MailSender, push_sender::PushSender};
use services::mail::transport::{Limits, MailTransport};
use store::{
    mail_queue::{self, DeliveryOutcome, MailAddress, MailUrgency, NewMail},
    notifications::push_deliveries::{self, HostFilter},
};
use tokio::sync::{Semaphore, watch};
use uuid::Uuid;

use super::mail_queue::{mail, person, queued};
use crate::support::{
    Engine, Person, TestApp, accounts::PASSWORD, push::PushService, smtp::MailServer,
};

fn of(company: CompanyId) -> NewMail {
    NewMail { company: Some(company), ..mail() }
}

fn addresses(name: &str, count: usize) -> Vec<MailAddress> {
    (0..count).map(|n| person(&format!("{name}{n}@example.com"))).collect()
}

/// Sends ordinary mails one by one as the sender does, and returns the addresses in that order.
async fn sent(app: &TestApp, most: usize) -> Vec<String> {
    let now = app.app.clock.now();
    let mut sent = Vec::new();
    while sent.len() < most {
        let mut tx = app.app.db.write().await.expect("tx");
        let claimed =
            mail_queue::claim(&mut tx, MailUrgency::Ordinary, now, now + Duration::minutes(10));
        let Some(claimed) = claimed.await.expect("claim") else { break };
        mail_queue::settle(&mut tx, &claimed, DeliveryOutcome::Taken, now).await.expect("settled");
        tx.commit().await.expect("commit");
        sent.push(claimed.email.split('@').next().unwrap_or_default().to_string());
    }
    sent
}

async fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let waiting = async {
        while !is_there() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(StdDuration::from_secs(8), waiting)
        .await
        .unwrap_or_else(|_| panic!("{what}"));
}

/// A push service that answers only when it is let.
async fn slow_service() -> (String, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let closed = gate.clone();
    let answer = post(async move || {
        let _open = closed.acquire().await;
        StatusCode::CREATED
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let origin = format!("http://{}", listener.local_addr().expect("address"));
    let routes = Router::new().route("/push/{path}", answer);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (origin, gate)
}

/// Tells a foreman of a new job.
async fn assign(app: &TestApp, owner: &Person, foreman: &Person) {
    // The same form twice is a duplicate.
    let title = Uuid::now_v7().to_string();
    let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
    let created = app.post(owner, "/api/jobs/create", form).await;
    let job = app.job_seen_by(owner, &created.json["id"]).await;
    let form = json!({ "jobCrewTableId": job["jobCrewTableId"], "assignedToUserId": foreman.user });
    let given = app.post(owner, "/api/jobs/update/assign/user", form).await;
    assert_eq!(given.status, StatusCode::OK, "{:?}", given.json);
}

async fn claimed_push(app: &TestApp) -> Option<push_deliveries::Claimed> {
    let now = app.app.clock.now();
    let mut tx = app.app.db.write().await.expect("tx");
    let lease = now + Duration::minutes(10);
    let claimed = push_deliveries::claim(&mut tx, &HostFilter::default(), now, lease).await;
    tx.commit().await.expect("commit");
    claimed.expect("claim")
}

both_engines! {
    async fn a_password_reset_is_mailed_before_the_three_hundred_mails_of_a_company(app: &TestApp) {
        let busy = app.sign_in(Contractor, Admin).await;
        let waiting = app.newcomer("waits@example.com").await;
        queued(app, &of(busy.company), &addresses("busy", 300)).await;
        let asked = app.post(&waiting, "/api/auth/local/forgotPassword", json!({ "email": "waits@example.com" })).await;
        assert!(asked.status.is_success(), "{:?}", asked.json);
        let mut server = MailServer::start(&[]);
        let transport = MailTransport::smtp(&server.url("smtp", "", ""), None, Limits::default()).expect("an address");
        let sender = MailSender::new(app.app.clone(), transport);
        let first = tokio::task::spawn_blocking(move || {
            (0..3).map(|_| server.next_mail()["to"][0].clone()).collect::<Vec<_>>()
        });
        // The rest of the queue is not waited for.
        let first = tokio::select! {
            sent = sender.send_due() => panic!("the queue ended before three mails arrived: {sent:?}"),
            first = first => first.expect("three mails"),
        };
        assert!(first.contains(&json!("waits@example.com")), "{first:?}");
    }

    async fn sign_ups_with_the_addresses_of_strangers_delay_neither_resets_nor_other_networks(app: &TestApp) {
        app.newcomer("waits@example.com").await;
        let flood = NewMail { urgency: MailUrgency::Awaited, caused_by: Some(Uuid::now_v7()), ..mail() };
        queued(app, &flood, &addresses("stranger", 30)).await;
        app.advance(Duration::minutes(5));
        app.signed_up("new@example.com").await;
        let asked = app.ask("/api/auth/local/forgotPassword", json!({ "email": "waits@example.com" })).await;
        assert!(asked.status.is_success(), "{:?}", asked.json);
        let mut server = MailServer::start(&[]);
        let transport = MailTransport::smtp(&server.url("smtp", "", ""), None, Limits::default()).expect("an address");
        MailSender::new(app.app.clone(), transport).send_due().await.expect("sent");
        let order: Vec<_> = (0..8).map(|_| server.next_mail()["to"][0].clone()).collect();
        assert_eq!(order[0], "waits@example.com", "{order:?}");
        // One a minute of the network that queued many may go first.
        assert!(order.contains(&json!("new@example.com")), "{order:?}");
    }

    async fn verifications_take_turns_by_the_network_that_asked_for_them(app: &TestApp) {
        let at = |name: &str, address: &str| {
            let body = json!({ "email": name, "password": PASSWORD }).to_string();
            let mut request = Request::post("/api/auth/local/signup").body(Body::from(body)).expect("request");
            request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address.parse().expect("an address"), 4_000)));
            app.send(None, request)
        };
        for (name, address) in [("a1@example.com", "192.0.2.1"), ("a2@example.com", "192.0.2.1"), ("b1@example.com", "192.0.2.2")] {
            assert_eq!(at(name, address).await.status, StatusCode::CREATED);
        }
        let now = app.app.clock.now();
        let mut tx = app.app.db.write().await.expect("tx");
        let mut order = Vec::new();
        while let Some(claimed) = mail_queue::claim(&mut tx, MailUrgency::Awaited, now, now + Duration::minutes(10)).await.expect("claim") {
            order.push(claimed.email);
        }
        assert_eq!(order, ["a1@example.com", "b1@example.com", "a2@example.com"]);
        tx.commit().await.expect("commit");
    }

    async fn a_reset_that_the_mail_server_delayed_still_goes_first(app: &TestApp) {
        let now = app.app.clock.now();
        let awaited = NewMail { urgency: MailUrgency::Awaited, ..mail() };
        queued(app, &awaited, &addresses("reset", 1)).await;
        let mut tx = app.app.db.write().await.expect("tx");
        let claimed = mail_queue::claim(&mut tx, MailUrgency::Awaited, now, now + Duration::minutes(10)).await;
        let again = DeliveryOutcome::Again(domain::notifications::mails::MailFailure::Delayed, now + Duration::minutes(5));
        mail_queue::settle(&mut tx, &claimed.expect("claim").expect("due"), again, now).await.expect("settled");
        tx.commit().await.expect("commit");
        queued(app, &NewMail { caused_by: Some(Uuid::now_v7()), ..awaited }, &addresses("stranger", 3)).await;
        app.advance(Duration::minutes(6));
        let now = app.app.clock.now();
        let mut tx = app.app.db.write().await.expect("tx");
        let next = mail_queue::claim(&mut tx, MailUrgency::Awaited, now, now + Duration::minutes(10)).await.expect("claim").expect("due");
        assert_eq!(next.email, "reset0@example.com");
        tx.commit().await.expect("commit");
    }

    async fn one_mail_of_a_company_does_not_wait_for_the_hundreds_of_another(app: &TestApp) {
        let (busy, small) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        queued(app, &of(busy.company), &addresses("busy", 300)).await;
        app.advance(Duration::seconds(1));
        queued(app, &of(small.company), &addresses("small", 1)).await;
        let sent = sent(app, 3).await;
        assert!(sent.contains(&"small0".to_string()), "{sent:?}");
    }

    async fn two_companies_take_turns_and_each_keeps_its_order(app: &TestApp) {
        let (one, two) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        queued(app, &of(one.company), &addresses("one", 4)).await;
        let own = NewMail { on_behalf_of: Some(two.company), ..mail() };
        queued(app, &own, &addresses("two", 4)).await;
        let sent = sent(app, 8).await;
        let of = |name: &str| sent.iter().filter(|to| to.starts_with(name)).cloned().collect::<Vec<_>>();
        assert_eq!(of("one"), ["one0", "one1", "one2", "one3"]);
        assert_eq!(of("two"), ["two0", "two1", "two2", "two3"]);
        for pair in sent.chunks(2) {
            assert_ne!(pair[0].starts_with("one"), pair[1].starts_with("one"), "{sent:?}");
        }
    }

    async fn mails_that_failed_in_an_outage_do_not_delay_what_others_queue_after_it(app: &TestApp) {
        let (busy, small) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        queued(app, &of(busy.company), &addresses("busy", 20)).await;
        let now = app.app.clock.now();
        for _ in 0..20 {
            let mut tx = app.app.db.write().await.expect("tx");
            let claimed = mail_queue::claim(&mut tx, MailUrgency::Ordinary, now, now + Duration::minutes(10)).await;
            let claimed = claimed.expect("claim").expect("due");
            let again = DeliveryOutcome::Again(domain::notifications::mails::MailFailure::Delayed, now + Duration::minutes(5));
            mail_queue::settle(&mut tx, &claimed, again, now).await.expect("settled");
            tx.commit().await.expect("commit");
        }
        app.advance(Duration::minutes(6));
        queued(app, &of(small.company), &addresses("small", 1)).await;
        let sent = sent(app, 3).await;
        assert!(sent.contains(&"small0".to_string()), "{sent:?}");
    }

    async fn one_push_of_a_company_does_not_wait_for_the_many_of_another(app: &TestApp) {
        let app = &TestApp::pushing(app.app.db.engine()).await;
        let service = PushService::start().await;
        let (busy, small) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        let (told, other) = (app.colleague(busy.company, Foreman).await, app.colleague(small.company, Foreman).await);
        for (who, seed) in [(&told, 1), (&other, 2)] {
            assert_eq!(app.subscribe(who, &service.browser(seed)).await.status, StatusCode::OK);
        }
        for _ in 0..12 {
            assign(app, &busy, &told).await;
        }
        assign(app, &small, &other).await;
        let mut turns = Vec::new();
        while let Some(claimed) = claimed_push(app).await {
            turns.push(claimed.turn_of);
        }
        assert_eq!(turns.len(), 13);
        assert!(turns[..2].contains(&Some(small.company)), "{turns:?}");
    }
}

/// A host that never answers, and a user of another push service.
async fn a_slow_host_delays_only_itself(engine: Engine) {
    let app = TestApp::pushing(engine).await;
    let (slow, gate) = slow_service().await;
    let quick = PushService::start().await;
    let owner = app.sign_in(Contractor, Admin).await;
    let told = app.colleague(owner.company, Foreman).await;
    for seed in 1..=9 {
        let mut browser = quick.browser(seed);
        browser.endpoint = format!("{slow}/push/{seed}");
        assert_eq!(app.subscribe(&told, &browser).await.status, StatusCode::OK);
    }
    assign(&app, &owner, &told).await;
    app.advance(Duration::seconds(1));
    let other = app.colleague(owner.company, Foreman).await;
    assert_eq!(app.subscribe(&other, &quick.browser(20)).await.status, StatusCode::OK);
    assign(&app, &owner, &other).await;
    let (stop, stopping) = watch::channel(false);
    let running = tokio::spawn(PushSender::new(app.app.clone()).expect("a sender").run(stopping));
    wait_for("the push of the quick host waits for the slow one", || !quick.requests().is_empty())
        .await;
    gate.add_permits(100);
    let _ = stop.send(true);
    running.await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_push_host_delays_nobodys_pushes_to_another_on_sqlite() {
    a_slow_host_delays_only_itself(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_push_host_delays_nobodys_pushes_to_another_on_postgres() {
    a_slow_host_delays_only_itself(Engine::Postgres).await;
}

//! Batching of events: the first is sent at once, those that follow are sent together, with at most one frame
//! per window.

use std::time::{Duration, Instant};

use domain::{
    permissions::permission::{CompanyType, UserType},
    types::ids::{JobId, NotificationId},
};
use serde_json::{Value, json};
use store::db::event::{Event, JobAudience};
use uuid::Uuid;

use crate::support::{Person, TestApp, sockets::Socket};

const WINDOW: Duration = Duration::from_millis(25);

/// Publishes an event that no other is like, in a commit of its own; returns its id.
async fn say(app: &TestApp, who: &Person) -> Value {
    let (notification, reader, company) = (NotificationId(Uuid::now_v7()), who.user, who.company);
    let mut tx = app.app.db.write().await.expect("tx");
    tx.publish(Event::Notification { notification, reader, company });
    tx.commit().await.expect("commit");
    json!(notification)
}

fn ids(frame: &Value) -> Vec<Value> {
    let events = frame["events"].as_array().expect("events");
    events.iter().map(|event| event["data"]["id"].clone()).collect()
}

both_engines! {
    async fn events_within_the_window_after_the_first_arrive_in_one_frame(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut socket = Socket::of(app, at, &ada).await;
        let began = Instant::now();
        let alone = say(app, &ada).await;
        let (first, _) = socket.frame().await;
        assert_eq!(ids(&first), [alone], "alone, and at once");
        let sent = [say(app, &ada).await, say(app, &ada).await, say(app, &ada).await];
        let mut others = Vec::new();
        let mut frames = 1;
        while others.len() < 3 {
            let (frame, came) = socket.frame().await;
            // The first frame arrives no sooner than its event, and each later one a window after the last.
            assert!(came - began >= WINDOW * frames, "{frames}: {:?}", came - began);
            frames += 1;
            others.extend(ids(&frame));
        }
        assert_eq!(others, sent);
    }

    async fn the_jobs_that_many_events_name_are_read_with_a_few_statements(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut jobs = Vec::new();
        for _ in 0..8 {
            jobs.push(app.job(&ada).await["id"].clone());
        }
        let mut socket = Socket::of(app, at, &ada).await;
        let before = app.app.db.statements_run();
        let mut tx = app.app.db.write().await.expect("tx");
        for job in &jobs {
            let job = JobId(job.as_str().expect("id").parse().expect("an id"));
            let sides = JobAudience {
                owner: ada.company,
                subcontractor_before: None,
                employee_before: None,
                subcontractor_after: None,
            };
            tx.publish(Event::Job { job, sides });
        }
        tx.commit().await.expect("commit");
        let received = socket.received(app).await;
        let ids: Vec<Value> = received.iter().map(|event| event["data"]["id"].clone()).collect();
        assert_eq!(ids, jobs, "each once, in its order");
        let statements = app.app.db.statements_run() - before;
        assert!(statements < 10, "{statements} statements");
    }

    async fn many_events_at_once_arrive_once_each_and_in_order(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut sockets = Vec::new();
        for _ in 0..5 {
            sockets.push(Socket::subscribed(at, &ada).await);
        }
        let storm = async {
            let mut sent = Vec::new();
            for _ in 0..120 {
                sent.push(say(app, &ada).await);
            }
            sent
        };
        let receptions = sockets.iter_mut().map(async |socket| {
            let mut received: Vec<Value> = Vec::new();
            while received.len() < 120 {
                let (frame, _) = socket.frame().await;
                received.extend(ids(&frame));
            }
            received
        });
        // A client that does not read while events are sent would be disconnected on a busy machine.
        let (sent, received) = tokio::join!(storm, futures_util::future::join_all(receptions));
        for (socket, received) in sockets.iter_mut().zip(received) {
            assert_eq!(received, sent);
            assert!(socket.names(app).await.is_empty(), "and nothing after it");
        }
    }
}

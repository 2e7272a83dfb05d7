//! Batching of events: the first is sent at once, those that follow are sent together, with at most one frame
//! per window.

use std::time::{Duration, Instant};

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::Value;
use store::db::event::{Event, ListKind};

use crate::support::{Person, TestApp, sockets::Socket};

const WINDOW: Duration = Duration::from_millis(25);
async fn say(app: &TestApp, who: &Person, list: ListKind) {
    let mut tx = app.app.db.write().await.expect("tx");
    tx.publish(Event::List { company: who.company, list });
    tx.commit().await.expect("commit");
}

fn names(frame: &Value) -> Vec<&str> {
    let events = frame["events"].as_array().expect("events");
    events.iter().map(|event| event["event"].as_str().expect("name")).collect()
}

both_engines! {
    async fn events_within_the_window_after_the_first_arrive_in_one_frame(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut socket = Socket::of(at, &ada).await;
        let began = Instant::now();
        say(app, &ada, ListKind::Jobs).await;
        let (first, _) = socket.frame().await;
        assert_eq!(names(&first), ["jobs"], "alone, and at once");
        for _ in 0..3 {
            say(app, &ada, ListKind::Appointments).await;
        }
        let mut others = Vec::new();
        let mut frames = 1;
        while others.len() < 3 {
            let (frame, came) = socket.frame().await;
            // The first frame arrives no sooner than its event, and each later one a window after the last.
            assert!(came - began >= WINDOW * frames, "{frames}: {:?}", came - began);
            frames += 1;
            others.extend(names(&frame).into_iter().map(str::to_string));
        }
        assert_eq!(others, ["appointments"; 3]);
    }

    async fn many_events_at_once_arrive_once_each_and_in_order(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut sockets = Vec::new();
        for _ in 0..5 {
            sockets.push(Socket::of(at, &ada).await);
        }
        let storm = async {
            for n in 0..120 {
                say(app, &ada, [ListKind::Jobs, ListKind::Appointments, ListKind::Calendars][n % 3]).await;
            }
        };
        let sent: Vec<_> = (0..120).map(|n| ["jobs", "appointments", "calendars"][n % 3]).collect();
        let receptions = sockets.iter_mut().map(async |socket| {
            let mut received: Vec<String> = Vec::new();
            while received.len() < sent.len() {
                let (frame, _) = socket.frame().await;
                received.extend(names(&frame).into_iter().map(str::to_string));
            }
            received
        });
        // A client that does not read while events are sent would be disconnected on a busy machine.
        let ((), received) = tokio::join!(storm, futures_util::future::join_all(receptions));
        for (socket, received) in sockets.iter_mut().zip(received) {
            assert_eq!(received, sent);
            assert!(socket.names(app).await.is_empty(), "and nothing after it");
        }
    }
}

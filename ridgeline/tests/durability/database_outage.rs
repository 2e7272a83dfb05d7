//! PostgreSQL goes away while people work, and comes back: errors arrive in time, acknowledged changes are
//! preserved, and everything recovers automatically.

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::{
    cluster::Cluster,
    number,
    people::{ApiClient, CallOutcome},
    server::{Place, files_in},
    site::Site,
};

/// The longest wait for a response: two seconds until the server suspects an outage, four until it is sure,
/// and a margin for a busy machine.
const IN_TIME: Duration = Duration::from_secs(12);
/// Everything works again within this time.
const BACK: Duration = Duration::from_secs(15);
/// The connections of the server, each with one statement at a time.
const CONNECTIONS: usize = 16;

#[tokio::test(flavor = "multi_thread")]
async fn no_saved_change_is_lost_when_postgres_is_stopped_and_restarted() {
    outage("stopped at once", Cluster::stop_at_once, Cluster::go_on).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_user_waits_for_minutes_when_postgres_freezes() {
    outage("frozen", Cluster::freeze, Cluster::thaw).await;
}

async fn outage(how: &str, begin: fn(&Cluster), end: fn(&Cluster)) {
    let lasts = Duration::from_secs(number("RIDGELINE_DURABILITY_OUTAGE", 5) as u64);
    let cluster = Cluster::start();
    let place = Place::new(Some(cluster.fresh_database().await));
    let server = place.start();
    let client = ApiClient::new(&server.at);
    let mut site = Site::open(client.clone()).await;
    let mut tab = Tab::open(&site).await;
    let mails = outbox(&place);

    let work = site.work(true);
    tokio::time::sleep(Duration::from_secs(1)).await;
    client.slowest();
    begin(&cluster);
    let since = Instant::now();
    // Readiness fails as soon as the outage is noticed; health stays at 200.
    while client.status("/api/ready").await != 503 {
        assert!(since.elapsed() < IN_TIME, "/api/ready does not notice");
    }
    let noticed = since.elapsed();
    assert_eq!(client.status("/api/health").await, 200);
    for (language, sentence) in [("en", "cannot reach its data"), ("es", "no puede acceder")] {
        let refusal =
            client.refusal_in(language, "/api/auth/fetchProfile", &site.admin.token).await;
        assert_eq!((refusal.status, refusal.code.as_str()), (503, "internal"), "{refusal:?}");
        assert!(refusal.message.contains(sentence) && refusal.again.is_some(), "{refusal:?}");
    }
    tokio::time::sleep(lasts.saturating_sub(since.elapsed())).await;
    let slowest = client.slowest();
    assert!(slowest < IN_TIME, "somebody waited {slowest:?}");
    end(&cluster);

    let back = Instant::now();
    let form = json!({ "title": "Back again", "city": "Nashville", "state": "TN" });
    let created = loop {
        let outcome = client.call(&site.admin.token, Method::POST, "/api/jobs/create", &form).await;
        if let CallOutcome::Done(created) = outcome {
            break created;
        }
        assert!(back.elapsed() < BACK, "{outcome:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let back = back.elapsed();
    assert_eq!(client.status("/api/ready").await, 200);
    work.end(&mut site).await;
    tab.receives_changes(&site, &created["id"]).await;
    client.founder("new@summit.example", "contractor").await;
    let more = Instant::now();
    while outbox(&place) == mails {
        assert!(more.elapsed() < BACK, "no mail goes out any more");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    let refused: usize = site.writers.iter().map(|writer| writer.ledger.refused.len()).sum();
    let found = site.audit().await;
    let log = place.said();
    let lines = warnings(&log);
    println!(
        "PostgreSQL {how} for {} s: noticed after {} ms, slowest answer {} ms, {refused} changes refused and none \
         of them there, {} acknowledged and all there; of {} of unknown end {} were stored; works again after {} \
         ms; {} lines in the log",
        lasts.as_secs(),
        noticed.as_millis(),
        slowest.as_millis(),
        site.acknowledged(),
        found.stored + found.not_stored,
        found.stored,
        back.as_millis(),
        lines.len(),
    );
    assert!(refused > 0, "writes were refused");
    let (slow, others): (Vec<&str>, Vec<&str>) =
        lines.iter().partition(|line| line.contains("slow statement"));
    assert!(others.len() <= 8, "an outage is logged once, not by every request: {others:#?}");
    assert!(slow.len() <= CONNECTIONS, "one for each statement that the outage caught: {slow:#?}");
    assert!(lines.iter().any(|line| line.contains("the database answers again")), "{lines:#?}");
}

fn outbox(place: &Place) -> usize {
    files_in(&place.data.join("outbox")).len()
}

/// The log lines that an operator should look at.
fn warnings(log: &str) -> Vec<&str> {
    log.lines().filter(|line| line.contains(" WARN ") || line.contains("ERROR ")).collect()
}

type Line = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

/// An open tab, which reopens its socket when it closes, as the web app does.
struct Tab {
    line: Line,
}

impl Tab {
    async fn open(site: &Site) -> Self {
        Self { line: listen(site).await.expect("a socket") }
    }

    /// Returns once it receives a change to this job, on this socket or the next.
    async fn receives_changes(&mut self, site: &Site, job: &Value) {
        let began = Instant::now();
        loop {
            let form = json!({ "jobId": job, "content": "Hail" });
            site.client.post(&site.admin.token, "/api/jobs/addTag", form).await;
            let next = tokio::time::timeout(Duration::from_secs(1), self.line.next()).await;
            match next {
                Ok(Some(Ok(Message::Text(text)))) if text.contains("events") => return,
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => {
                    if let Some(line) = listen(site).await {
                        self.line = line;
                    }
                }
                _ => {}
            }
            assert!(began.elapsed() < BACK, "an open tab hears of nothing any more");
        }
    }
}

async fn listen(site: &Site) -> Option<Line> {
    let at = site.client.address();
    let stream = tokio::net::TcpStream::connect(&at).await.ok()?;
    let url = format!("ws://{at}/api/socket");
    let (mut line, _) = tokio_tungstenite::client_async(url, stream).await.ok()?;
    let room = format!("company_{}", site.admin.company);
    for frame in [
        json!({ "type": "identify", "token": site.admin.token }),
        json!({ "type": "subscribe", "rooms": [room] }),
    ] {
        line.send(Message::text(frame.to_string())).await.ok()?;
        line.next().await?.ok()?;
    }
    Some(line)
}

//! The program of somebody else that takes webhooks.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle, time::timeout};

use crate::client::{self, Connection};

/// The path of a webhook whose tries are not answered in time while the consumer is slow.
pub const SLOW: &str = "slow";
/// Longer than a try may take.
pub const NO_ANSWER: Duration = Duration::from_secs(20);

/// A change that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The `webhook-id` header.
    pub message: String,
    /// The id of what changed.
    pub subject: String,
    /// The change's number among those of its subject.
    pub sequence: i64,
    /// When it arrived.
    pub at: Instant,
}

#[derive(Default)]
struct Taking {
    is_down: AtomicBool,
    is_slow: AtomicBool,
    taken: Mutex<Vec<Taken>>,
    count: watch::Sender<usize>,
}

/// A running consumer; it stops when dropped.
pub struct Consumer {
    address: String,
    taking: Arc<Taking>,
    serving: JoinHandle<()>,
}

impl Consumer {
    /// Starts it.
    pub async fn start() -> Result<Self> {
        let taking = Arc::new(Taking::default());
        let routes = Router::new().route("/{hook}", post(take)).with_state(taking.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let serving = tokio::spawn(async move {
            // It ends with the bench.
            let _ = axum::serve(listener, routes).await;
        });
        Ok(Self { address, taking, serving })
    }

    /// The address for a webhook.
    pub fn url(&self, hook: &str) -> String {
        format!("{}/{hook}", self.address)
    }

    /// Refuses everything, or takes everything again.
    pub fn set_down(&self, is_down: bool) {
        self.taking.is_down.store(is_down, Ordering::Relaxed);
    }

    /// Answers what is sent to [`SLOW`] too late, or at once again.
    pub fn set_slow(&self, is_slow: bool) {
        self.taking.is_slow.store(is_slow, Ordering::Relaxed);
    }

    /// Waits until this many changes were taken in all, and returns them.
    pub async fn wait_for(&self, count: usize, longest: Duration) -> Result<Vec<Taken>> {
        let mut counts = self.taking.count.subscribe();
        let all = timeout(longest, counts.wait_for(|now| *now >= count)).await;
        let taken = self.taking.taken.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match all {
            Ok(reached) => drop(reached.context("the consumer stopped")?),
            Err(_) => bail!("{} of {count} changes arrived in {longest:?}", taken.len()),
        }
        Ok(taken)
    }
}

impl Drop for Consumer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Creates a webhook for the changes of jobs.
pub async fn create_webhook(connection: &mut Connection, bearer: &str, url: &str) -> Result<()> {
    let form = json!({ "url": url, "events": ["job.*"] });
    let request = client::post("/api/webhooks/create", bearer, &form.to_string());
    let mut body = Vec::new();
    let status = connection.send(&request, Some(&mut body)).await?;
    ensure!(status == 200, "{status} for a webhook: {}", String::from_utf8_lossy(&body));
    Ok(())
}

async fn take(
    State(taking): State<Arc<Taking>>,
    Path(hook): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    if hook == SLOW {
        if taking.is_slow.load(Ordering::Relaxed) {
            tokio::time::sleep(NO_ANSWER).await;
        }
        return StatusCode::OK;
    }
    if taking.is_down.load(Ordering::Relaxed) {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    let Ok(change) = serde_json::from_slice::<Value>(&body) else { return StatusCode::BAD_REQUEST };
    let message = headers.get("webhook-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
    let taken = Taken {
        message: message.to_owned(),
        subject: change["subject"]["id"].to_string(),
        sequence: change["sequence"].as_i64().unwrap_or_default(),
        at: Instant::now(),
    };
    let mut all = taking.taken.lock().unwrap_or_else(PoisonError::into_inner);
    all.push(taken);
    taking.count.send_replace(all.len());
    StatusCode::OK
}

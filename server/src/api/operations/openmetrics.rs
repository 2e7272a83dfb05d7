//! Every figure of a server as `OpenMetrics` text, which Prometheus and everything like it reads.

use std::time::Duration;

use chrono::{DateTime, Utc};
use prometheus_client::{
    encoding::text::{encode_eof, encode_registry},
    metrics::{gauge::ConstGauge, info::Info},
    registry::Registry,
};
use services::telemetry::process;
use store::{db::error::DbResult, notifications::push_deliveries, outbox};

use crate::app::App;

/// What [`text`] is.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A database in trouble must not take the other figures with it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What waits to be sent.
struct Queue {
    waiting: i64,
    oldest: Option<DateTime<Utc>>,
}

/// All figures of this server, as they are now.
pub async fn text(app: &App) -> String {
    let mut registry = Registry::with_prefix("ridgeline");
    let version = env!("CARGO_PKG_VERSION");
    registry.register("build", "What runs here", Info::new([("version", version)]));
    let ready = !app.shutdown.is_set();
    let told = "1 until this server is told to stop";
    registry.register("accepting", told, ConstGauge::new(i64::from(ready)));
    app.figures.register(&mut registry);
    app.db.register(&mut registry);
    app.list_cache.register(&mut registry);
    app.index_cache.register(&mut registry);
    app.live.hub().register(&mut registry);
    app.files.register(&mut registry);
    let queues = tokio::time::timeout(PATIENCE, queues(app)).await;
    let answered = matches!(queues, Ok(Ok(_)));
    let told = "1 while the database answers";
    registry.register("database_up", told, ConstGauge::new(i64::from(answered)));
    if let Ok(Ok([mails, pushes])) = queues {
        let now = app.clock.now();
        register_queue(&mut registry, "mails", &mails, now);
        register_queue(&mut registry, "pushes", &pushes, now);
    }
    let mut of_process = Registry::default();
    process::register(&mut of_process);
    let mut text = String::with_capacity(32 * 1024);
    // Writing to memory does not fail.
    let _ = encode_registry(&mut text, &registry);
    let _ = encode_registry(&mut text, &of_process);
    let _ = encode_eof(&mut text);
    text
}

async fn queues(app: &App) -> DbResult<[Queue; 2]> {
    let mut tx = app.db.read().await?;
    let (waiting, oldest) = outbox::waiting(&mut tx).await?;
    let mails = Queue { waiting, oldest };
    let (waiting, oldest) = push_deliveries::waiting(&mut tx).await?;
    Ok([mails, Queue { waiting, oldest }])
}

fn register_queue(registry: &mut Registry, of: &str, queue: &Queue, now: DateTime<Utc>) {
    let told = "So many wait to be sent";
    registry.register(format!("{of}_waiting"), told, ConstGauge::new(queue.waiting));
    let oldest = queue.oldest.map_or(0, |since| (now - since).num_seconds().max(0));
    let told = "So long ago the oldest of them was queued";
    registry.register(format!("{of}_oldest_seconds"), told, ConstGauge::new(oldest));
}

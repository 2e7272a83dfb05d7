//! All metrics of a server as `OpenMetrics` text, which Prometheus and compatible tools read.

use std::time::Duration;

use chrono::{DateTime, Utc};
use prometheus_client::{
    encoding::text::{encode_eof, encode_registry},
    metrics::{gauge::ConstGauge, info::Info},
    registry::Registry,
};
use services::telemetry::process;
use store::{
    db::error::DbResult, mail_queue, notifications::push_deliveries, webhooks::collecting,
};

use crate::app::App;

/// The content type of [`text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How long the database may take before its metrics are left out.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The former names of renamed metrics. Both are written for one version, so that dashboards and alerts keep
/// working: this list is deleted in the version after 0.1.
const FORMER_NAMES: &[(&str, &str)] = &[
    ("accepting", "ready"),
    ("database_changes_at_once", "database_commit_group_size"),
    ("database_changes_given_up", "database_transactions_abandoned"),
    ("database_connections_most", "database_connections_max"),
    ("database_log_bytes", "database_wal_bytes"),
    ("database_sync_seconds", "database_fsync_seconds"),
    ("database_wait_seconds", "database_pool_wait_seconds"),
    ("kept_lists_bytes", "list_cache_bytes"),
    ("kept_lists_read_anew", "list_cache_misses"),
    ("kept_lists_sent_again", "list_cache_hits"),
    ("mails_oldest_seconds", "mail_queue_oldest_age_seconds"),
    ("mails_waiting", "mail_queue_length"),
    ("pushes_oldest_seconds", "push_queue_oldest_age_seconds"),
    ("pushes_waiting", "push_queue_length"),
    ("request_seconds", "http_request_duration_seconds"),
    ("requests_under_way", "http_requests_in_flight"),
    ("search_indexes_bytes", "search_index_cache_bytes"),
    ("search_indexes_read_anew", "search_index_cache_misses"),
    ("search_indexes_used_again", "search_index_cache_hits"),
    ("socket_events", "websocket_events_sent"),
    ("socket_frame_bytes", "websocket_sent_bytes"),
    ("socket_frames", "websocket_frames_sent"),
    ("sockets_cut", "websocket_disconnects"),
    ("sockets_open", "websocket_connections"),
];

/// A queue of outgoing messages.
struct Queue {
    waiting: i64,
    oldest: Option<DateTime<Utc>>,
}

/// What the database knows.
struct Database {
    mails: Queue,
    pushes: Queue,
    /// When the delivery to a webhook was due that waits longest, if one is.
    webhook_due: Option<DateTime<Utc>>,
    /// By how much this server's clock is ahead of it, in seconds.
    clock_offset: f64,
}

/// All metrics of this server, as of now.
pub async fn text(app: &App) -> String {
    let mut registry = Registry::with_prefix("ridgeline");
    let version = env!("CARGO_PKG_VERSION");
    registry.register("build", "The version of this server", Info::new([("version", version)]));
    let ready = !app.shutdown.is_set();
    let help = "1 until this server starts to shut down";
    registry.register("ready", help, ConstGauge::new(i64::from(ready)));
    app.metrics.register(&mut registry);
    app.connections.register(&mut registry);
    app.db.register(&mut registry);
    app.list_cache.register(&mut registry);
    app.index_cache.register(&mut registry);
    app.live.hub().register(&mut registry);
    app.files.register(&mut registry);
    let database = tokio::time::timeout(TIMEOUT, ask_database(app)).await;
    let answered = matches!(database, Ok(Ok(_)));
    let help = "1 while the database answers";
    registry.register("database_up", help, ConstGauge::new(i64::from(answered)));
    if let Ok(Ok(database)) = database {
        register_database(&mut registry, &database, app.clock.now());
    }
    let mut of_process = Registry::default();
    process::register(&mut of_process);
    let mut text = String::with_capacity(32 * 1024);
    // Writing to memory does not fail.
    let _ = encode_registry(&mut text, &registry);
    let _ = encode_registry(&mut text, &of_process);
    text.push_str(&under_former_names(&text));
    let _ = encode_eof(&mut text);
    text
}

/// The renamed metrics of this text again, under their former names.
fn under_former_names(text: &str) -> String {
    let mut copies = vec![String::new(); FORMER_NAMES.len()];
    for line in text.lines() {
        let name = line.trim_start_matches("# HELP ").trim_start_matches("# TYPE ");
        let Some(name) = name.strip_prefix("ridgeline_") else { continue };
        let name = name.split([' ', '{']).next().unwrap_or_default();
        let family = |suffix: &&str| name.strip_suffix(*suffix);
        let bare = ["_total", "_bucket", "_count", "_sum"].iter().find_map(family).unwrap_or(name);
        let place = FORMER_NAMES.iter().position(|(_, now)| *now == name || *now == bare);
        if let Some(place) = place {
            let (former, now) = FORMER_NAMES[place];
            let renamed =
                line.replacen(&format!("ridgeline_{now}"), &format!("ridgeline_{former}"), 1);
            copies[place].push_str(&renamed);
            copies[place].push('\n');
        }
    }
    copies.concat()
}

async fn ask_database(app: &App) -> DbResult<Database> {
    let mut tx = app.db.read().await?;
    // First: the clock of the database is that of the beginning of a transaction.
    let clock = tx.clock().await?;
    let clock_offset = clock.map_or(0.0, |clock| (app.clock.now() - clock).as_seconds_f64());
    let (waiting, oldest) = mail_queue::waiting(&mut tx).await?;
    let mails = Queue { waiting, oldest };
    let (waiting, oldest) = push_deliveries::waiting(&mut tx).await?;
    let pushes = Queue { waiting, oldest };
    let webhooks = collecting::active(&mut tx).await?;
    let webhook_due = webhooks.iter().filter_map(|webhook| webhook.next_try).min();
    Ok(Database { mails, pushes, webhook_due, clock_offset })
}

fn register_database(registry: &mut Registry, database: &Database, now: DateTime<Utc>) {
    register_queue(registry, "mail", &database.mails, now);
    register_queue(registry, "push", &database.pushes, now);
    let help = "Seconds since the delivery to a webhook was due that waits longest";
    let overdue = seconds_since(database.webhook_due, now);
    registry.register("webhook_queue_oldest_age_seconds", help, ConstGauge::new(overdue));
    let help = "Seconds by which this server's clock is ahead of the database's (PostgreSQL)";
    registry.register(
        "database_clock_offset_seconds",
        help,
        ConstGauge::new(database.clock_offset),
    );
}

/// How long ago that was; 0 if it is not past.
fn seconds_since(then: Option<DateTime<Utc>>, now: DateTime<Utc>) -> i64 {
    then.map_or(0, |then| (now - then).num_seconds().max(0))
}

fn register_queue(registry: &mut Registry, of: &str, queue: &Queue, now: DateTime<Utc>) {
    let help = "Queued messages";
    registry.register(format!("{of}_queue_length"), help, ConstGauge::new(queue.waiting));
    let oldest = seconds_since(queue.oldest, now);
    let help = "Seconds since the oldest message was queued";
    registry.register(format!("{of}_queue_oldest_age_seconds"), help, ConstGauge::new(oldest));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dashboard_with_a_former_name_still_reads_the_same_number() {
        let text = "# HELP ridgeline_ready 1 until told to stop.\n# TYPE ridgeline_ready gauge\n\
                    ridgeline_ready 1\n\
                    # TYPE ridgeline_list_cache_hits counter\nridgeline_list_cache_hits_total 7\n\
                    # TYPE ridgeline_mail_attempts counter\n\
                    ridgeline_mail_attempts_total{outcome=\"sent\"} 2\n";
        assert_eq!(
            under_former_names(text),
            "# HELP ridgeline_accepting 1 until told to stop.\n# TYPE ridgeline_accepting gauge\n\
             ridgeline_accepting 1\n\
             # TYPE ridgeline_kept_lists_sent_again counter\nridgeline_kept_lists_sent_again_total 7\n"
        );
    }
}

//! Sets up the log and the traces, once at start.

use std::io::IsTerminal as _;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::SdkTracerProvider;
use store::db::trace::TRACES;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::{
    EnvFilter, Layer as _, filter::Targets, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use super::traces;
use crate::core::config::LogFormat;

/// sqlx logs each broken connection to PostgreSQL; the server logs an outage in one line instead.
const DEFAULT: &str = "warn,sqlx::pool=error,sqlx_core::pool=error,sqlx::postgres::notice=error";

/// Exports the remaining spans at the end of the process.
#[derive(Debug)]
#[must_use = "ended before the process is, or its last spans are lost"]
pub struct Telemetry(Option<SdkTracerProvider>);

impl Telemetry {
    /// Exports what is left. Must not be called on a thread of the runtime, which does the exporting.
    pub fn end(self) {
        if let Some(provider) = self.0 {
            // An unreachable collector was logged already.
            let _ = provider.shutdown();
        }
    }
}

/// Writes the log to standard error from now on, filtered by `RIDGELINE_LOG`, and sends traces to the
/// collector, if there is one. Must be called within a runtime.
///
/// # Errors
/// In one sentence for the operator: the collector's URL is invalid.
pub fn start(format: LogFormat, collector: Option<&str>) -> anyhow::Result<Telemetry> {
    let provider = collector.filter(|url| !url.is_empty()).map(traces::collector).transpose()?;
    let filter =
        EnvFilter::try_from_env("RIDGELINE_LOG").unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => {
            lines.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed()
        }
    };
    let spans = provider.as_ref().map(|provider| {
        let only = Targets::new().with_target(TRACES, LevelFilter::TRACE);
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("ridgeline"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_tracked_inactivity(false)
            .with_filter(only)
    });
    tracing_subscriber::registry().with(lines.with_filter(filter)).with(spans).init();
    Ok(Telemetry(provider))
}

//! Spans for an OpenTelemetry collector, if the operator configured one. Otherwise nothing of this is set up,
//! and a span costs the check of a flag.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, bail};
use async_trait::async_trait;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use bytes::Bytes;
use domain::types::ids::{CompanyId, UserId};
use opentelemetry::{KeyValue, propagation::TextMapPropagator as _, trace::TraceContextExt as _};
use opentelemetry_http::{HeaderExtractor, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::{Resource, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use store::db::trace::TRACES;
use tokio::runtime::Handle;
use tracing::{Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// How long a collector may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The span of a call, a child of the caller's if it has a `traceparent`.
pub fn of_call(headers: &HeaderMap, method: &str, route: &str, id: &HeaderValue) -> Span {
    let span = tracing::trace_span!(
        target: TRACES,
        "request",
        otel.name = Empty,
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        request.id = Empty,
        user.id = Empty,
        company.id = Empty,
        "error.type" = Empty,
    );
    if !span.is_disabled() {
        // Only fails if spans are not collected.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
        span.record("otel.name", format!("{method} {route}"));
        span.record("request.id", id.to_str().unwrap_or_default());
    }
    span
}

/// Records the result of a call.
pub fn answered(span: &Span, status: StatusCode, user: Option<UserId>, company: Option<CompanyId>) {
    if span.is_disabled() {
        return;
    }
    span.record("http.response.status_code", status.as_u16());
    if let Some(user) = user {
        span.record("user.id", tracing::field::display(user));
    }
    if let Some(company) = company {
        span.record("company.id", tracing::field::display(company));
    }
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", status.as_str());
    }
}

/// The trace of a span, for the log; `None` if it is not collected.
#[must_use]
pub fn id(span: &Span) -> Option<String> {
    if span.is_disabled() {
        return None;
    }
    let context = span.context();
    let of = context.span().span_context().clone();
    of.is_sampled().then(|| of.trace_id().to_string())
}

/// Exports spans to a collector by OTLP over HTTP, from a separate thread. Must be called within a runtime,
/// which does the sending. The `OTEL_…` variables set the sampling and additional headers.
///
/// # Errors
/// In one sentence for the operator: the URL is invalid.
pub fn collector(endpoint: &str) -> anyhow::Result<SdkTracerProvider> {
    let is_http = endpoint.starts_with("http://") || endpoint.starts_with("https://");
    if !is_http || reqwest::Url::parse(endpoint).is_err() {
        bail!("--otlp-endpoint must be the address of a collector, such as http://localhost:4318");
    }
    // Fails if a provider is installed already, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().timeout(TIMEOUT).build()?;
    let sender = RuntimeHttpClient { client, runtime: Handle::current(), fails: Arc::default() };
    let path = if endpoint.ends_with("/v1/traces") { "" } else { "/v1/traces" };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpJson)
        .with_endpoint(format!("{}{path}", endpoint.trim_end_matches('/')))
        .with_http_client(sender)
        .build()
        .context("the client for --otlp-endpoint cannot be built")?;
    let mut resource = Resource::builder()
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
        resource = resource.with_service_name("ridgeline");
    }
    let provider = SdkTracerProvider::builder().with_batch_exporter(exporter);
    Ok(provider.with_resource(resource.build()).build())
}

/// The exporter's thread has no runtime; the client needs one.
#[derive(Debug)]
struct RuntimeHttpClient {
    client: reqwest::Client,
    runtime: Handle,
    fails: Arc<AtomicBool>,
}

#[async_trait]
impl HttpClient for RuntimeHttpClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move { client.send_bytes(request).await }).await;
        let sent = sent.map_err(HttpError::from).and_then(|sent| sent);
        let why = match &sent {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(answer.status().to_string()),
            Err(error) => Some(error.to_string()),
        };
        // Logged once when it begins and once when it ends: exports run every few seconds.
        if self.fails.swap(why.is_some(), Ordering::Relaxed) != why.is_some() {
            if let Some(why) = why {
                tracing::warn!(why, "traces do not reach the collector");
            } else {
                tracing::warn!("traces reach the collector again");
            }
        }
        sent
    }
}

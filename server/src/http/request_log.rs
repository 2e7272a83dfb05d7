//! Observes a call: its id, its log line, its metrics and its span.

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
    time::Instant,
};

use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode},
    response::Response,
};
use domain::types::ids::{CompanyId, UserId};
use prometheus_client::metrics::gauge::Gauge;
use services::telemetry::{
    metrics::{Call, Metrics},
    traces,
};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::http::client_address::address_in;

/// The header that identifies a call in the log and in its response.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id accepted from a client.
const LONGEST_ID: usize = 64;
/// The route of every path that is not a call: the web app and its files.
const WEB_APP: &str = "web app";
/// The route of every unknown path under `/api`.
const UNKNOWN: &str = "unknown";

/// Observes the calls.
#[derive(Debug)]
pub struct RequestObserver {
    metrics: Metrics,
    routes: HashSet<&'static str>,
}

impl RequestObserver {
    /// Counts into these metrics, by these routes.
    pub fn new(metrics: &Metrics, routes: impl IntoIterator<Item = &'static str>) -> Self {
        Self { metrics: metrics.clone(), routes: routes.into_iter().collect() }
    }

    fn route(&self, request: &Request) -> &'static str {
        let Some(matched) = request.extensions().get::<MatchedPath>() else { return WEB_APP };
        self.routes.get(matched.as_str()).copied().unwrap_or(UNKNOWN)
    }
}

/// The caller of a request. Set by the extractor, read when the call is answered.
#[derive(Clone, Debug, Default)]
pub struct RequestCaller(Arc<OnceLock<(UserId, Option<CompanyId>)>>);

impl RequestCaller {
    /// Sets it, once.
    pub fn set(&self, user: UserId, company: Option<CompanyId>) {
        // A request has one caller; a second call would only repeat the first.
        let _ = self.0.set((user, company));
    }
}

/// Counts a call in flight until it is dropped, also when the client disconnects.
struct InFlightGuard(Gauge);

impl InFlightGuard {
    fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Logs one line per call: the route, the status and the time. Never a token, a body, a query, or user input
/// in a path.
pub async fn observe<Answering: Future<Output = Response>>(
    observer: &RequestObserver,
    mut request: Request,
    answering: impl FnOnce(Request) -> Answering,
) -> Response {
    let began = Instant::now();
    let under_way = InFlightGuard::new(&observer.metrics.calls_under_way);
    let id = id_of(request.headers());
    let route = observer.route(&request);
    let method = name_of(request.method());
    let caller = RequestCaller::default();
    request.extensions_mut().insert(caller.clone());
    // The call's lines in the log begin with its id, whatever the log level.
    let client = address_in(request.extensions()).map(tracing::field::display);
    let span = tracing::error_span!("request", id = id.to_str().unwrap_or_default(), client);
    let trace = traces::of_call(request.headers(), method, route, &id);
    let answering = answering(request);
    let mut answer = if trace.is_disabled() {
        answering.instrument(span.clone()).await
    } else {
        answering.instrument(trace.clone()).instrument(span.clone()).await
    };
    drop(under_way);
    let elapsed = began.elapsed();
    let status = answer.status();
    let call = Call { method, route, status: class_of(status) };
    observer.metrics.call_seconds.get_or_create(&call).observe(elapsed.as_secs_f64());
    let (user, company) =
        caller.0.get().copied().map_or((None, None), |(user, company)| (Some(user), company));
    traces::answered(&trace, status, user, company);
    span.in_scope(|| {
        tracing::info!(
            method,
            route,
            status = status.as_u16(),
            ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            user = user.map(tracing::field::display),
            company = company.map(tracing::field::display),
            trace = traces::id(&trace),
            "answered"
        );
    });
    answer.headers_mut().insert(REQUEST_ID, id);
    answer
}

/// The id in the request's header, if it is short and plain; else a new one.
fn id_of(headers: &HeaderMap) -> HeaderValue {
    let plain = |id: &&HeaderValue| {
        (1..=LONGEST_ID).contains(&id.len())
            && id
                .as_bytes()
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
    };
    headers.get(REQUEST_ID).filter(plain).cloned().unwrap_or_else(|| {
        let mut text = Uuid::encode_buffer();
        let id = Uuid::now_v7().hyphenated().encode_lower(&mut text);
        HeaderValue::from_str(id).unwrap_or(HeaderValue::from_static("none"))
    })
}

/// A client may send any method name.
fn name_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

fn class_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::foreign;

    use super::*;

    proptest! {
        #[test]
        fn every_id_in_the_log_is_short_and_plain(sent in foreign::header(&["0192-af_3.x"])) {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(&sent).expect("a header"));
            let id = id_of(&headers);
            let text = id.to_str().expect("a text");
            prop_assert!((1..=LONGEST_ID).contains(&text.len()), "{text}");
            prop_assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)));
        }
    }

    #[test]
    fn a_client_cannot_forge_lines_in_the_log() {
        let of = |id: &[u8]| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(id).expect("a header"));
            id_of(&headers)
        };
        for plain in ["a", "0192-af_3.x", &"7".repeat(64)] {
            assert_eq!(of(plain.as_bytes()), plain, "a balancer's own id is found again");
        }
        for odd in ["", "a b", "a\tlevel=error", "\"}", "é", "<b>", "a;b", &"7".repeat(65)] {
            let id = of(odd.as_bytes());
            assert!(id != odd && id.len() == 36, "{odd}");
        }
    }

    #[test]
    fn invented_methods_count_as_one_in_the_metrics() {
        let odd = Method::from_bytes(b"ROOF1").expect("a method");
        assert_eq!(name_of(&odd), "other");
        assert_eq!(name_of(&Method::PUT), "PUT");
    }
}

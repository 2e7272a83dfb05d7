//! `/metrics`: the metrics of this server, for Prometheus only.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use serde_json::json;
use store::token::TokenHash;

use crate::{
    api::operations::openmetrics,
    http::{
        caller::CallerExtractor,
        openapi::{
            operation::Operation,
            parameters::ApiParameter,
            responses::{ResponseKind, TypedResponse},
        },
        prelude::*,
        request_body::body_limit,
    },
};

pub fn routes() -> Routes {
    Routes::default().get("/metrics", metrics)
}

/// All metrics, in the format of Prometheus.
enum MetricsText {}

impl ResponseKind for MetricsText {
    fn answers(operation: &mut Operation<'_>) {
        let media = "application/openmetrics-text";
        operation.answers(StatusCode::OK, media, json!({ "type": "string" }));
    }
}

async fn metrics(_: Operator, State(app): State<App>) -> TypedResponse<MetricsText> {
    let headers =
        [(header::CONTENT_TYPE, openmetrics::CONTENT_TYPE), (header::CACHE_CONTROL, "no-store")];
    TypedResponse::of((headers, openmetrics::text(&app).await))
}

/// The operator: a request from this machine, or with the token of `--metrics-token`. Everyone else gets 404.
#[derive(Debug)]
struct Operator(());

impl CallerExtractor for Operator {
    const NAME: &'static str = "operator";
}

impl ApiParameter for Operator {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.is_for_operator();
        operation.fails(StatusCode::NOT_FOUND);
    }
}

impl FromRequestParts<App> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        body_limit::check(parts)?;
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let is_here = peer.is_some_and(|ConnectInfo(peer)| is_this_machine(peer.ip()))
            && !is_forwarded(&parts.headers)
            && names_this_machine(&parts.headers);
        if is_here || has_token(&parts.headers, app.metrics_token) {
            Ok(Self(()))
        } else {
            Err(ApiError::NotFound)
        }
    }
}

fn is_this_machine(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Whether a proxy on this machine forwards the request of another machine.
fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        let name = name.as_str();
        matches!(name, "forwarded" | "via" | "x-real-ip" | "true-client-ip" | "cf-connecting-ip")
            || name.starts_with("x-forwarded")
    })
}

/// Whether the `Host` is this machine: another site's name may resolve to it.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else {
        return false;
    };
    // An IPv6 address has many colons, none of which begins a port.
    if let Ok(address) = host.parse() {
        return is_this_machine(address);
    }
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name).trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_this_machine)
}

/// Compares hashes, so that the time reveals nothing of the token.
fn has_token(headers: &HeaderMap, expected: Option<TokenHash>) -> bool {
    let sent = headers.get(header::AUTHORIZATION).and_then(|sent| sent.to_str().ok());
    let sent = sent.and_then(|sent| sent.strip_prefix("Bearer ")).map(TokenHash::of);
    expected.is_some() && sent == expected
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;
    use test_support::foreign;

    use super::*;

    proptest! {
        #[test]
        fn no_other_host_is_taken_for_this_machine(
            host in foreign::header(&["localhost:8080", "127.0.0.1:9000", "[::1]:8080", "::ffff:127.0.0.1"]),
        ) {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_bytes(&host).expect("a header"));
            if names_this_machine(&headers) {
                let host = String::from_utf8_lossy(&host).to_ascii_lowercase();
                let bare = host.trim_matches(|letter: char| "[]:0123456789".contains(letter));
                let is_local = bare == "localhost"
                    || host.trim_start_matches('[').starts_with("127.")
                    || host.contains("::1") || host.contains("::ffff:7f") || host.contains("::ffff:127.")
                    || host.split(':').any(|part| part.trim_start_matches('0') == "1");
                prop_assert!(is_local, "{host}");
            }
        }

        #[test]
        fn no_other_token_reads_the_metrics(sent in foreign::header(&["Bearer 0123456789abcdef"])) {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_bytes(&sent).expect("a header"));
            let is_taken = has_token(&headers, Some(TokenHash::of("0123456789abcdef")));
            prop_assert_eq!(is_taken, sent == b"Bearer 0123456789abcdef");
            prop_assert!(!has_token(&headers, None));
        }
    }

    #[test]
    fn a_site_whose_name_resolves_here_cannot_read_the_metrics() {
        for (host, is_here) in [
            ("localhost", true),
            ("LOCALHOST:8080", true),
            ("127.0.0.1:9000", true),
            ("[::1]:8080", true),
            ("::1", true),
            ("ridgeline.example.com", false),
            ("localhost.attacker.example:8080", false),
            ("10.0.0.7:8080", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            assert_eq!(names_this_machine(&headers), is_here, "{host}");
        }
        assert!(!names_this_machine(&HeaderMap::new()));
    }
}

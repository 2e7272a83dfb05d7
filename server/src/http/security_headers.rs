//! What every answer says about how far a browser may trust it and its surroundings.
//!
//! Three kinds: the web app, which runs its own scripts and nobody else's; the few pages that the server
//! writes itself, which run nothing; and everything else, which is data, and does nothing even where a
//! browser is talked into opening it as a page.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::Response,
};

use crate::{app::App, http::web_app::WebAppResponse};

/// No inline scripts anywhere. Styles are inline because the component library sets them so.
macro_rules! policy_of_app {
    ($streets:literal) => {
        HeaderValue::from_static(concat!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; ",
            "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ",
            "font-src 'self' data:; connect-src 'self'",
            $streets,
            "; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; ",
            "frame-ancestors 'none'"
        ))
    };
}

const POLICY_OF_APP: HeaderValue = policy_of_app!("");

/// Where Mapbox's streets are drawn, the browser also speaks to Mapbox.
const POLICY_WITH_STREETS: HeaderValue =
    policy_of_app!(" https://api.mapbox.com https://events.mapbox.com");

/// A page without scripts: its own styles, and forms that are sent back here.
const POLICY_OF_PAGE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'",
);

/// What is no page.
const POLICY_OF_DATA: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
);

/// Nothing that the app does not do. Its own maps ask where somebody is, once they are told to.
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), hid=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
);

/// For two years browsers come over TLS only, to this host and those under it.
const OVER_TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");

/// What an answer says that says nothing of its own: nobody keeps it.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Adds what the answer does not say itself.
pub fn add(app: &App, answer: &mut Response) {
    let of_app = answer.extensions().get::<WebAppResponse>().is_some();
    let over_tls = app.sender_identity.is_over_tls();
    let policy = match (of_app, app.mapbox_token.is_some()) {
        (true, true) => POLICY_WITH_STREETS,
        (true, false) => POLICY_OF_APP,
        (false, _) if is_page(answer.headers()) => POLICY_OF_PAGE,
        (false, _) => POLICY_OF_DATA,
    };
    let headers = answer.headers_mut();
    let mut say = |name: HeaderName, value: HeaderValue| {
        headers.entry(name).or_insert(value);
    };
    say(header::CONTENT_SECURITY_POLICY, policy);
    say(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    say(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    say(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    say(HeaderName::from_static("permissions-policy"), PERMISSIONS);
    let same_origin = || HeaderValue::from_static("same-origin");
    say(HeaderName::from_static("cross-origin-opener-policy"), same_origin());
    say(HeaderName::from_static("cross-origin-resource-policy"), same_origin());
    say(header::CACHE_CONTROL, NO_STORE);
    if over_tls {
        say(header::STRICT_TRANSPORT_SECURITY, OVER_TLS_ONLY);
    }
}

fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

//! The security headers of every response: how far a browser may trust it.
//!
//! Three kinds: the web app, which runs only its own scripts; the few pages that the server renders itself,
//! which run none; and everything else, which is data, and can do nothing even if a browser opens it as a
//! page.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::Response,
};
use services::maps::Streets;

use crate::{app::App, http::web_app::WebAppResponse};

/// No inline scripts anywhere. Styles are inline because the component library sets them that way.
macro_rules! policy_of_app {
    ($images:literal, $streets:literal) => {
        concat!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; ",
            "style-src 'self' 'unsafe-inline'; img-src 'self'",
            $images,
            " data: blob:; font-src 'self' data:; connect-src 'self'",
            $streets,
            "; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; ",
            "frame-ancestors 'none'"
        )
    };
}

const POLICY_OF_APP: HeaderValue = HeaderValue::from_static(policy_of_app!("", ""));

/// With Mapbox maps the browser also connects to Mapbox.
const POLICY_WITH_MAPBOX: HeaderValue = HeaderValue::from_static(policy_of_app!(
    "",
    " https://api.mapbox.com https://events.mapbox.com"
));

/// With a tile service the browser also loads its style, tiles and icons.
fn policy_with_service(origin: &str) -> HeaderValue {
    let policy = policy_of_app!(" {origin}", " {origin}").replace("{origin}", origin);
    HeaderValue::try_from(policy).unwrap_or(POLICY_OF_APP)
}

/// What the pages of the app may load.
fn policy_of_app(app: &App) -> HeaderValue {
    match (&app.streets, &app.mapbox_token) {
        (Some(Streets::Service(style)), _) => policy_with_service(style.origin()),
        (None, Some(_)) => POLICY_WITH_MAPBOX,
        _ => POLICY_OF_APP,
    }
}

/// A page without scripts: its own styles, and forms that post to this server.
const POLICY_OF_PAGE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'",
);

/// A response that is not a page.
const POLICY_OF_DATA: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
);

/// Only the features that the app uses. Its maps request the location when the user clicks the button.
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), hid=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
);

/// For two years browsers connect to this host and its subdomains only over TLS.
const OVER_TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");

/// Default for responses without a cache header: not cached.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Adds the headers that the response does not set itself.
pub fn add(app: &App, answer: &mut Response) {
    let of_app = answer.extensions().get::<WebAppResponse>().is_some();
    let over_tls = app.sender_identity.is_over_tls();
    let policy = if of_app {
        policy_of_app(app)
    } else if is_page(answer.headers()) {
        POLICY_OF_PAGE
    } else {
        POLICY_OF_DATA
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

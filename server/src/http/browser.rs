//! The browser that sent a request, as its headers describe it.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use domain::types::language::Language;

use crate::{
    app::App,
    http::error::{ApiError, ApiResult, accepted_language},
};

/// The most characters stored of a user agent.
const LONGEST_AGENT: usize = 400;

/// The browser of a sign-in, as its headers describe it.
#[derive(Clone, Debug)]
pub struct BrowserInfo {
    /// The `User-Agent` header.
    pub user_agent: Option<String>,
    /// The language its user prefers.
    pub language: Language,
    /// Names and values of its cookies.
    pub cookies: Vec<(String, String)>,
    /// The `Host` header.
    pub host: Option<String>,
    /// The `Origin` header: the address of the page that sent the request, which no proxy changes.
    pub origin: Option<String>,
}

impl FromRequestParts<App> for BrowserInfo {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
        Ok(Self {
            user_agent: text(header::USER_AGENT)
                .map(|agent| agent.chars().take(LONGEST_AGENT).collect()),
            language: accepted_language(&parts.headers),
            cookies: cookies(&parts.headers),
            host: text(header::HOST).map(str::to_string),
            origin: text(header::ORIGIN).map(str::to_string),
        })
    }
}

fn cookies(headers: &HeaderMap) -> Vec<(String, String)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::{collection::vec, prelude::*};
    use test_support::{cost, foreign};

    use super::*;

    fn read(lines: &[impl AsRef<[u8]>]) -> Vec<(String, String)> {
        let mut headers = HeaderMap::new();
        for line in lines {
            let line = HeaderValue::from_bytes(line.as_ref()).expect("a header");
            headers.append(header::COOKIE, line);
        }
        cookies(&headers)
    }

    proptest! {
        #[test]
        fn a_cookie_is_what_its_browser_sent(
            lines in vec(foreign::header(&["ridgeline-visit-01=1700.ff.; a=\"b\"; c", "=;="]), 0..3),
        ) {
            let bytes: usize = lines.iter().map(Vec::len).sum();
            let (found, cost) = cost::of(|| read(&lines));
            // Two texts of 24 bytes for the shortest cookie, which is one character, in a list that doubles.
            prop_assert!(cost.is_small_for(bytes, 160), "{cost:?} of {bytes}");
            for (name, value) in &found {
                prop_assert!(!name.contains(['=', ';']) && !value.contains(';'), "{name}={value}");
            }
            let again: Vec<String> =
                found.iter().map(|(name, value)| format!("{name}={value}")).collect();
            prop_assert_eq!(read(&[again.join("; ")]), found);
        }
    }

    #[test]
    fn many_cookies_are_read_once() {
        for cookie in ["a=b;", "=;", ";", "=", " "] {
            cost::assert_linear(
                cookie,
                160,
                |repeats| cookie.repeat(repeats),
                |line| read(&[line]),
            );
        }
    }
}

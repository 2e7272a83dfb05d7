//! What sends a browser to an identity provider, and back into the app.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use services::auth::{
    identity::OidcError,
    oidc::Provider,
    oidc_state::{self, SignInPurpose},
};

use crate::{
    api::accounts::sign_in_page::{RedirectOrPage, SignInFailure},
    app::App,
    http::{browser::BrowserInfo, error::ApiResult, openapi::responses::TypedResponse},
};

/// With this many sign-ins in cookies, none of them is still open.
const MAX_OIDC_STATES: usize = 6;

/// The provider's address where a browser signs in, and the cookies that it remembers the sign-in with.
pub(super) async fn sign_in_address(
    app: &App,
    provider: &Provider,
    browser: &BrowserInfo,
    (purpose, hint): (SignInPurpose, Option<&str>),
) -> ApiResult<Result<(String, Vec<String>), OidcError>> {
    let states = app.sign_in_methods.oidc_states(&app.db).await?;
    let state = states.begin(purpose, app.clock.now())?;
    let url = match provider.authorization_url(&state, hint).await {
        Ok(url) => url.to_string(),
        Err(error) => return Ok(Err(error)),
    };
    let over_tls = app.sender_identity.is_over_tls();
    let remembered: Vec<_> = oidc_state::from_cookies(&browser.cookies).collect();
    let mut cookies = vec![state.set_cookie(over_tls)];
    if remembered.len() >= MAX_OIDC_STATES {
        cookies.extend(remembered.iter().map(|(name, _)| oidc_state::clear_cookie(name, over_tls)));
    }
    Ok(Ok((url, cookies)))
}

/// A redirect that is not cached.
pub(super) fn redirect(to: &str, cookies: &[String]) -> TypedResponse<RedirectOrPage> {
    let mut headers = uncached(cookies);
    if let Ok(to) = HeaderValue::from_str(to) {
        headers.insert(header::LOCATION, to);
    }
    TypedResponse::of((StatusCode::FOUND, headers))
}

/// The headers of a response that no cache stores, with these cookies.
pub(super) fn uncached(cookies: &[String]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for cookie in cookies.iter().filter_map(|cookie| HeaderValue::from_str(cookie).ok()) {
        headers.append(header::SET_COOKIE, cookie);
    }
    headers
}

/// Logs a provider error, and returns the failure to show to the user.
pub(super) fn log(provider: &Provider, error: OidcError) -> SignInFailure {
    let provider = provider.id();
    match error {
        OidcError::Unreachable(error) => {
            let error = format!("{error:#}");
            tracing::error!(provider, error, "the identity provider does not answer");
            SignInFailure::ProviderDown
        }
        OidcError::Refused(error) => {
            tracing::warn!(provider, error = format!("{error:#}"), "a sign-in failed");
            SignInFailure::Refused
        }
        OidcError::NotAskedAgain => {
            tracing::warn!(provider, "the identity provider did not ask its user again");
            SignInFailure::NotAskedAgain
        }
    }
}

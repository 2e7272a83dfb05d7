//! What an API key may call (contract-2, section 4).
//!
//! The scope of a call follows from where its route is mounted: the action that its extractor checks, its method and
//! its path. [`admit`] compares it with the scopes of the key before anything else looks at the request, and the
//! OpenAPI document shows the same value as `x-ridgeline-scope`.

use axum::http::{Extensions, HeaderMap, Method, Request};
use domain::{
    api_keys::ApiKeyScope, i18n::rules::Text, permissions::permission::Action, types::ids::ApiKeyId,
};
use services::auth::session_cache::Credential;
use store::{
    accounts::sessions::Session,
    token::{Token, TokenHash},
};

use crate::{
    app::App,
    http::{
        callers::bearer::bearer,
        callers::session_lookup::find_session,
        error::{ApiError, ApiResult, ResponseLanguage},
        request_log::RequestCaller,
        transaction_retry::RunsAgain,
    },
};

/// The calls of people alone, with everything below these paths: keys to the account and to the company, what one
/// person is notified of, the end of a company and a copy of all of it. No key opens a socket, and the operator has a
/// key of their own.
const CLOSED: &[&str] = &[
    "/api/api_keys",
    "/api/auth",
    "/api/company/delete",
    "/api/company/export",
    "/api/notifications",
    "/api/socket",
    "/metrics",
];

/// The scope of a route; `None` if no key may call it. A call that changes something and has no action is closed.
#[must_use]
pub fn scope_of(method: &str, path: &str, action: Option<Action>) -> Option<ApiKeyScope> {
    let is_below = |closed: &&str| {
        path.strip_prefix(*closed).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if CLOSED.iter().any(is_below) {
        return None;
    }
    match action {
        Some(action) => ApiKeyScope::of_action(action),
        None => matches!(method, "get" | "head" | "options").then_some(ApiKeyScope::Read),
    }
}

/// The scope of the route of a request.
#[derive(Clone, Copy, Debug)]
pub struct RouteScope(pub Option<ApiKeyScope>);

/// A request with the secret of a living key that may make this call.
#[derive(Clone, Debug)]
struct AdmittedKey(Session);

/// Refuses a call that its key may not make. Every call with a key passes here, public ones too: the secret of a key
/// that has ended is none, which the extractor of the caller refuses.
///
/// # Errors
/// [`ApiError::Forbidden`], or those of the database.
pub async fn admit<B>(app: &App, request: &mut Request<B>) -> ApiResult<()> {
    let Some(secret) = secret_in(request.headers()) else { return Ok(()) };
    let Some(session) = find_session(app, Credential::ApiKey(secret)).await? else { return Ok(()) };
    note_caller(request.extensions(), &session);
    let scope = request.extensions().get::<RouteScope>().and_then(|route| route.0);
    let scopes = session.api_key.as_ref().map(|key| &*key.scopes).unwrap_or_default();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !scope.is_some_and(|scope| scope.is_held(scopes, reads)) {
        return Err(ApiError::Forbidden(Text::KeyScope));
    }
    request.extensions_mut().insert(AdmittedKey(session));
    Ok(())
}

/// The hash of a key's secret, if the request brings one.
#[must_use]
pub fn secret_in(headers: &HeaderMap) -> Option<TokenHash> {
    bearer(headers).filter(|text| Token::is_api_key(text)).map(TokenHash::of)
}

/// Whose call it is, for the answer's language and for the log.
pub fn note_caller(extensions: &Extensions, session: &Session) {
    if let Some(answers_in) = extensions.get::<ResponseLanguage>() {
        answers_in.set(session.language);
    }
    if let Some(caller) = extensions.get::<RequestCaller>() {
        caller.set(session.user, session.membership.map(|membership| membership.company));
    }
}

/// The session of the key of this request. When a request runs again, the key may have ended meanwhile.
///
/// # Errors
/// Errors of the database.
pub async fn session_in(
    app: &App,
    extensions: &Extensions,
    secret: TokenHash,
) -> ApiResult<Option<Session>> {
    let admitted = extensions.get::<AdmittedKey>();
    if admitted.is_some() && extensions.get::<RunsAgain>().is_some() {
        return Ok(find_session(app, Credential::ApiKey(secret)).await?);
    }
    Ok(admitted.map(|admitted| admitted.0.clone()))
}

/// The key of this request. What is counted for each user is counted for each key.
#[must_use]
pub fn key_in(extensions: &Extensions) -> Option<ApiKeyId> {
    Some(extensions.get::<AdmittedKey>()?.0.api_key.as_ref()?.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_without_an_action_that_changes_something_is_closed_to_keys() {
        let read = Some(ApiKeyScope::Read);
        assert_eq!(scope_of("get", "/api/search", None), read);
        assert_eq!(scope_of("post", "/api/feedback", None), None);
        let view = Action::CustomersView;
        let viewing = Some(ApiKeyScope::Action(view));
        assert_eq!(scope_of("get", "/api/customers/find", Some(view)), viewing);
        for path in ["/api/auth/sessions", "/api/company/export", "/api/company/export/link"] {
            assert_eq!(scope_of("get", path, Some(view)), None, "{path}");
        }
        assert_eq!(scope_of("get", "/api/company/exports", None), read);
        assert_eq!(scope_of("get", "/api/keys", Some(Action::ApiKeysManage)), None);
    }
}

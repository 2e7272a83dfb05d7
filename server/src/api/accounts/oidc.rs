//! `/api/auth/callback` and `/api/auth/exchange`: sign-in with an identity provider.
//!
//! A sign-in finds its user by the provider's subject. Without one it finds the user with the address that
//! the provider verified, unless the provider has another subject for that user: then the address changed
//! hands there, and the sign-in is refused. If that user's address was never verified here, whoever created
//! the account loses access: its password, second factor and sessions are deleted. Otherwise a new user is
//! created.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::{HeaderMap, HeaderValue, StatusCode, header},
};
use chrono::{DateTime, Utc};
use domain::{
    accounts::accounts::ExchangeCode,
    i18n::rules::Text,
    limits::quotas::Quota,
    types::{email::is_address, ids::UserId, language::Language},
};
use schemars::JsonSchema;
use serde::Deserialize;
use services::auth::{
    oidc::{Identity, OidcError, Provider},
    oidc_state::{self, OidcState},
    sealed_id_token,
};
use store::{
    accounts::{
        identities::{self, NewCode},
        passwords, second_factors, sessions, used_sign_ins,
    },
    companies::people,
    db::{
        Tx,
        error::{DbError, DbResult},
    },
    token::{Token, TokenHash},
};
use uuid::Uuid;

use crate::{
    api::accounts::{
        sign_in_page::{self, LoginPage, RedirectOrPage, SignInFailure},
        start_session::{SessionStarted, start_session},
    },
    http::{
        browser::BrowserInfo, callers::identity_provider::RequireProvider,
        openapi::responses::TypedResponse, prelude::*, url::url_encoded,
    },
};

/// With this many sign-ins in cookies, none of them is still open.
const MAX_OIDC_STATES: usize = 6;
/// The longest `screen_hint` that is passed on.
const LONGEST_HINT: usize = 20;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/auth/callback", callback)
        .limited(Quota::SignIn)
        .post("/api/auth/exchange", exchange)
        .limited(Quota::SignIn)
        .also_fails_with(StatusCode::UNAUTHORIZED)
}

/// Redirects a browser to the provider.
pub(crate) async fn begin(
    app: &App,
    provider: &Provider,
    browser: &BrowserInfo,
    query: &LoginPage,
) -> ApiResult<TypedResponse<RedirectOrPage>> {
    // The provider redirects the browser to the public address: the cookie is only sent there.
    let is_elsewhere = browser.host.as_deref().is_some_and(|host| !app.sender_identity.is_at(host));
    if is_elsewhere && !query.sent_here {
        let mut here = app.sender_identity.link("/api/auth/login?sent_here=true");
        for (name, value) in
            [("screen_hint", query.screen_hint.as_deref()), ("return_to", query.return_to())]
        {
            if let Some(value) = value {
                here = format!("{here}&{name}={}", url_encoded(value));
            }
        }
        return Ok(redirect(&here, &[]));
    }
    let states = provider.oidc_states(&app.db).await?;
    let state = states.begin(query.return_to(), app.clock.now())?;
    let hint = query.screen_hint.as_deref().filter(|hint| is_hint(hint));
    match provider.authorization_url(&state, hint).await {
        Ok(url) => {
            let over_tls = app.sender_identity.is_over_tls();
            let remembered: Vec<_> = oidc_state::from_cookies(&browser.cookies).collect();
            let mut cookies = vec![state.set_cookie(over_tls)];
            if remembered.len() >= MAX_OIDC_STATES {
                cookies.extend(
                    remembered.iter().map(|(name, _)| oidc_state::clear_cookie(name, over_tls)),
                );
            }
            Ok(redirect(url.as_str(), &cookies))
        }
        Err(error) => Ok(error_page(&error, query.return_to(), browser.language)),
    }
}

fn is_hint(hint: &str) -> bool {
    hint.len() <= LONGEST_HINT
        && hint.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// A redirect that is not cached.
fn redirect(to: &str, cookies: &[String]) -> TypedResponse<RedirectOrPage> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(to) = HeaderValue::from_str(to) {
        headers.insert(header::LOCATION, to);
    }
    for cookie in cookies.iter().filter_map(|cookie| HeaderValue::from_str(cookie).ok()) {
        headers.append(header::SET_COOKIE, cookie);
    }
    TypedResponse::of((StatusCode::FOUND, headers))
}

fn error_page(
    error: &OidcError,
    return_to: Option<&str>,
    language: Language,
) -> TypedResponse<RedirectOrPage> {
    let failure = match error {
        OidcError::Unreachable(error) => {
            tracing::error!(error = format!("{error:#}"), "the identity provider does not answer");
            SignInFailure::ProviderDown
        }
        OidcError::Refused(error) => {
            tracing::warn!(error = format!("{error:#}"), "a sign-in failed");
            SignInFailure::Refused
        }
    };
    sign_in_page::page(failure, return_to, language)
}

/// The query of the provider's redirect.
#[derive(Default, Deserialize, JsonSchema)]
struct CallbackQuery {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

async fn callback(
    _: Visitor,
    RequireProvider(provider): RequireProvider,
    State(app): State<App>,
    browser: BrowserInfo,
    back: Result<Query<CallbackQuery>, QueryRejection>,
) -> ApiResult<TypedResponse<RedirectOrPage>> {
    let Query(back) = back.unwrap_or_default();
    let now = app.clock.now();
    let states = provider.oidc_states(&app.db).await?;
    let language = browser.language;
    let state = states.end(&browser.cookies, back.state.as_deref().unwrap_or_default(), now);
    let Some(state) = state else {
        return Ok(sign_in_page::page(SignInFailure::Stale, None, language));
    };
    let return_to = state.return_to.as_deref();
    let is_other = back.iss.as_deref().is_some_and(|issuer| !provider.is_issuer(issuer));
    let code = match (back.code, back.error) {
        (Some(code), None) if !is_other => code,
        (_, error) => {
            tracing::info!(?error, is_other, "an identity provider refused a sign-in");
            return Ok(sign_in_page::page(SignInFailure::Refused, return_to, language));
        }
    };
    if !use_up(&app, &state).await? {
        tracing::info!("a sign-in was used before");
        return Ok(sign_in_page::page(SignInFailure::Refused, return_to, language));
    }
    let identity = match provider.exchange_code(&state, code, now).await {
        Ok(identity) => identity,
        Err(error) => {
            if matches!(error, OidcError::Unreachable(_)) {
                give_back(&app, &state).await?;
            }
            return Ok(error_page(&error, return_to, language));
        }
    };
    let address = identity.verified_email.clone().filter(|address| is_address(address));
    let Some(address) = address else {
        return Ok(sign_in_page::page(SignInFailure::Unverified, return_to, language));
    };
    let mut issued = finish_sign_in(&app, &state, &identity, &address, language).await;
    // Two first sign-ins of a new user may run at once.
    if matches!(issued, Err(DbError::Duplicate(_))) {
        issued = finish_sign_in(&app, &state, &identity, &address, language).await;
    }
    let Some(code) = issued? else {
        return Ok(sign_in_page::page(SignInFailure::OtherAccount, return_to, language));
    };
    let mut page = format!("/signed-in?code={code}");
    if let Some(path) = return_to {
        page = format!("{page}&return_to={}", url_encoded(path));
    }
    Ok(redirect(&page, &[]))
}

/// Marks a sign-in as used before the provider is called, so that a repeated callback calls it only once; `false`
/// if it was used before.
async fn use_up(app: &App, state: &OidcState) -> DbResult<bool> {
    let mut tx = app.db.write().await?;
    let is_first = used_sign_ins::insert(&mut tx, state.browser(), app.clock.now()).await?;
    tx.commit().await?;
    Ok(is_first)
}

/// The provider did not answer: makes the sign-in usable again.
async fn give_back(app: &App, state: &OidcState) -> DbResult<()> {
    let mut tx = app.db.write().await?;
    used_sign_ins::delete(&mut tx, state.browser()).await?;
    tx.commit().await
}

/// Stores the sign-in, and returns the code for the app; `None` if the address belongs to another user.
async fn finish_sign_in(
    app: &App,
    state: &OidcState,
    identity: &Identity,
    address: &str,
    language: Language,
) -> DbResult<Option<String>> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let Some(user) = find_or_create_user(&mut tx, identity, address, language, now).await? else {
        tx.commit().await?;
        return Ok(None);
    };
    let code = Token::random().map_err(|error| DbError::NotStored(error.to_string()))?;
    let sealed_id_token = sealed_id_token::seal(code.text(), &identity.id_token)
        .map_err(|error| DbError::NotStored(error.to_string()))?;
    let new = NewCode {
        code: code.hash(),
        browser: state.browser(),
        user,
        sealed_id_token: &sealed_id_token,
    };
    identities::insert_code(&mut tx, &new, now).await?;
    tx.commit().await?;
    Ok(Some(code.text().to_string()))
}

/// The user of an identity; `None` if the address belongs to another user.
async fn find_or_create_user(
    tx: &mut Tx,
    identity: &Identity,
    address: &str,
    language: Language,
    now: DateTime<Utc>,
) -> DbResult<Option<UserId>> {
    let (issuer, subject) = (identity.issuer.as_str(), identity.subject.as_str());
    if let Some(user) = identities::find(tx, issuer, subject).await? {
        let owner = people::find(tx, user).await?;
        // A changed address is stored, unless another user here has it.
        if owner.email != address {
            let other = people::find_by_email(tx, address).await?;
            if other.is_none_or(|other| other.id == user) {
                people::set_email(tx, user, address).await?;
            }
        }
        people::set_verified(tx, user, now).await?;
        return Ok(Some(user));
    }
    let user = if let Some(owner) = people::find_by_email(tx, address).await? {
        if identities::has(tx, owner.id, issuer).await? {
            return Ok(None);
        }
        if !people::is_verified(tx, owner.id).await? {
            passwords::delete_of(tx, owner.id).await?;
            second_factors::delete(tx, owner.id).await?;
            second_factors::delete_steps(tx, owner.id).await?;
            sessions::delete_of(tx, owner.id).await?;
        }
        owner.id
    } else {
        let user = UserId(Uuid::now_v7());
        people::insert(tx, user, address, language, now).await?;
        user
    };
    // Also invalidates the cached sessions of their company.
    people::set_verified(tx, user, now).await?;
    identities::insert(tx, user, (issuer, subject), now).await?;
    Ok(Some(user))
}

/// Exchanges the code for a token, only in the browser that began the sign-in: a link with an attacker's code
/// signs no one in as the attacker.
async fn exchange(
    _: Visitor,
    _: RequireProvider,
    State(app): State<App>,
    browser: BrowserInfo,
    CheckedForm(form): CheckedForm<ExchangeCode>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let sign_in =
        identities::take_code(&mut tx, TokenHash::of(&form.code), app.clock.now()).await?;
    let sign_in = sign_in.ok_or(ApiError::Unauthenticated(Text::SignInAgain))?;
    let cookie_name = oidc_state::from_cookies(&browser.cookies)
        .find(|(_, browser)| browser.bytes() == sign_in.browser_hash)
        .map(|(name, _)| name);
    let Some(cookie_name) = cookie_name else {
        tx.commit().await?;
        return Err(ApiError::Unauthenticated(Text::SignInAgain));
    };
    let sealed = sign_in.sealed_id_token.as_deref();
    let id_token = sealed
        .and_then(|sealed| sealed_id_token::open(&form.code, sealed))
        .or_else(|| Some(sign_in.id_token).filter(|raw| !raw.is_empty()));
    let token = start_session(&mut tx, &app, sign_in.person_id, &browser, id_token).await?;
    tx.commit().await?;
    let mut headers = HeaderMap::new();
    if let Ok(cookie) = HeaderValue::from_str(&oidc_state::clear_cookie(
        cookie_name,
        app.sender_identity.is_over_tls(),
    )) {
        headers.append(header::SET_COOKIE, cookie);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok((headers, Reply(SessionStarted::with(&token))))
}

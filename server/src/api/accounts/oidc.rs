//! `/api/auth/callback` and `/api/auth/exchange`: sign-in with an identity provider.
//!
//! Each of several providers redirects to a callback with its id. A response is taken only there, and only where the
//! browser began at that provider: a provider that names no issuer in its responses gets no code of another.
//!
//! A link of a provider to an account goes the same way: see `sign_in_methods`.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use domain::{
    accounts::accounts::ExchangeCode, i18n::rules::Text, limits::quotas::Quota,
    types::language::Language,
};
use schemars::JsonSchema;
use serde::Deserialize;
use services::auth::{
    identity::{Identity, OidcError},
    oidc::Provider,
    oidc_state::{self, OidcState, SignInPurpose},
    sealed_id_token,
};
use store::{
    accounts::{
        identities::{self, NewCode},
        sign_in_proofs::SignInProof,
        used_sign_ins,
    },
    db::error::{DbError, DbResult},
    token::{Token, TokenHash},
};

use crate::{
    api::accounts::{
        provider_redirects::{log, redirect, sign_in_address, uncached},
        provider_users,
        sign_in_methods::finish_link,
        sign_in_page::{self, LoginPage, RedirectOrPage, SignInFailure},
        start_session::{ProvenUser, SessionStarted, sign_in, start_session},
    },
    http::{
        browser::BrowserInfo, callers::identity_provider::RequireProviders,
        openapi::responses::TypedResponse, prelude::*, url::url_encoded,
    },
};

/// The longest `screen_hint` that is passed on.
const LONGEST_HINT: usize = 20;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/auth/callback", callback)
        .limited(Quota::SignIn)
        .get("/api/auth/callback/{id}", callback_of_one)
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
        for (name, value) in [
            ("screen_hint", query.screen_hint.as_deref()),
            ("provider", query.provider.as_deref()),
            ("return_to", query.return_to()),
        ] {
            if let Some(value) = value {
                here = format!("{here}&{name}={}", url_encoded(value));
            }
        }
        if query.again {
            here += "&again=true";
        }
        return Ok(redirect(&here, &[]));
    }
    let purpose = SignInPurpose {
        return_to: query.return_to().map(str::to_string),
        provider: app.sign_in_methods.only_provider().is_none().then(|| provider.id().to_string()),
        linked_by: None,
        asks_again: query.again,
    };
    let hint = query.screen_hint.as_deref().filter(|hint| is_hint(hint));
    match sign_in_address(app, provider, browser, (purpose.clone(), hint)).await? {
        Ok((url, cookies)) => Ok(redirect(&url, &cookies)),
        Err(error) => Ok(sign_in_page::page(log(provider, error), &purpose, browser.language)),
    }
}

fn is_hint(hint: &str) -> bool {
    hint.len() <= LONGEST_HINT
        && hint.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The query of the provider's redirect.
#[derive(Default, Deserialize, JsonSchema)]
struct CallbackQuery {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Of the only provider.
async fn callback(
    _: Visitor,
    _: RequireProviders,
    State(app): State<App>,
    browser: BrowserInfo,
    back: Result<Query<CallbackQuery>, QueryRejection>,
) -> ApiResult<TypedResponse<RedirectOrPage>> {
    let Query(back) = back.unwrap_or_default();
    end(&app, &browser, None, back).await
}

/// Of one of several providers.
async fn callback_of_one(
    _: Visitor,
    _: RequireProviders,
    State(app): State<App>,
    browser: BrowserInfo,
    PathId(id): PathId<String>,
    back: Result<Query<CallbackQuery>, QueryRejection>,
) -> ApiResult<TypedResponse<RedirectOrPage>> {
    let provider = app.sign_in_methods.find(&id);
    if !provider.is_some_and(|provider| provider.is_called_back_at(Some(&id))) {
        return Err(ApiError::NotFound);
    }
    let Query(back) = back.unwrap_or_default();
    end(&app, &browser, Some(&id), back).await
}

/// Ends a sign-in, or a link, at the callback with this id.
async fn end(
    app: &App,
    browser: &BrowserInfo,
    callback: Option<&str>,
    back: CallbackQuery,
) -> ApiResult<TypedResponse<RedirectOrPage>> {
    let states = app.sign_in_methods.oidc_states(&app.db).await?;
    let language = browser.language;
    let state = back.state.as_deref().unwrap_or_default();
    let state = states.end(&browser.cookies, state, app.clock.now());
    let begun = state.and_then(|state| Some((provider_of(app, &state)?, state)));
    let Some((provider, state)) = begun else {
        let nowhere = SignInPurpose::default();
        return Ok(sign_in_page::page(SignInFailure::Stale, &nowhere, language));
    };
    let identity = if provider.is_called_back_at(callback) {
        authenticate(app, provider, &state, back).await?
    } else {
        let provider = provider.id();
        tracing::warn!(provider, "a response came to the callback of another identity provider");
        Err(SignInFailure::Refused)
    };
    if let Some(session) = state.purpose.linked_by {
        return finish_link(app, browser, session, (provider, &state.purpose), identity).await;
    }
    let issued = match identity {
        Ok(identity) => issue_code(app, &state, (provider, &identity), language).await?,
        Err(failure) => Err(failure),
    };
    let code = match issued {
        Ok(code) => code,
        Err(failure) => return Ok(sign_in_page::page(failure, &state.purpose, language)),
    };
    let mut page = format!("/signed-in?code={code}");
    if let Some(path) = state.purpose.return_to.as_deref() {
        page = format!("{page}&return_to={}", url_encoded(path));
    }
    Ok(redirect(&page, &[]))
}

/// The provider where a sign-in began; `None` if the operator removed it since.
fn provider_of<'a>(app: &'a App, state: &OidcState) -> Option<&'a Provider> {
    let methods = &app.sign_in_methods;
    let provider = match state.purpose.provider.as_deref() {
        Some(id) => methods.find(id),
        None => methods.only_provider(),
    };
    provider.map(AsRef::as_ref)
}

/// Who the provider says came back, or why nobody did. A response is used once, and only for the provider where the
/// sign-in began.
async fn authenticate(
    app: &App,
    provider: &Provider,
    state: &OidcState,
    back: CallbackQuery,
) -> ApiResult<Result<Identity, SignInFailure>> {
    let id = provider.id();
    let is_other = back.iss.as_deref().is_some_and(|issuer| !provider.is_issuer(issuer));
    let code = match (back.code, back.error) {
        (Some(code), None) if !is_other => code,
        (_, error) => {
            tracing::info!(
                provider = id,
                ?error,
                is_other,
                "an identity provider refused a sign-in"
            );
            return Ok(Err(SignInFailure::Refused));
        }
    };
    if !use_up(app, state).await? {
        tracing::info!(provider = id, "a sign-in was used before");
        return Ok(Err(SignInFailure::Refused));
    }
    match provider.exchange_code(state, (code, back.iss.as_deref()), app.clock.now()).await {
        Ok(identity) => Ok(Ok(identity)),
        Err(error) => {
            if matches!(error, OidcError::Unreachable(_)) {
                give_back(app, state).await?;
            }
            Ok(Err(log(provider, error)))
        }
    }
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

/// Stores the sign-in, and returns the code for the app, or why the user may not sign in.
async fn issue_code(
    app: &App,
    state: &OidcState,
    authenticated: (&Provider, &Identity),
    language: Language,
) -> DbResult<Result<String, SignInFailure>> {
    let issued = finish_sign_in(app, state, authenticated, language).await;
    // Two first sign-ins of a new user may run at once.
    if matches!(issued, Err(DbError::Duplicate(_))) {
        return finish_sign_in(app, state, authenticated, language).await;
    }
    issued
}

async fn finish_sign_in(
    app: &App,
    state: &OidcState,
    authenticated: (&Provider, &Identity),
    language: Language,
) -> DbResult<Result<String, SignInFailure>> {
    let (_, identity) = authenticated;
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let user = match provider_users::find_or_create(&mut tx, app, authenticated, language).await? {
        Ok(user) => user,
        Err(failure) => {
            tx.commit().await?;
            return Ok(Err(failure));
        }
    };
    let code = Token::random().map_err(|error| DbError::NotStored(error.to_string()))?;
    let sealed_id_token = sealed_id_token::seal(code.text(), &identity.id_token)
        .map_err(|error| DbError::NotStored(error.to_string()))?;
    let proof = SignInProof {
        issuer: Some(identity.issuer.clone()),
        authenticated_at: identity.authenticated_at,
    };
    let new = NewCode {
        code: code.hash(),
        browser: state.browser(),
        user,
        proof: &proof,
        sealed_id_token: &sealed_id_token,
    };
    identities::insert_code(&mut tx, &new, now).await?;
    tx.commit().await?;
    Ok(Ok(code.text().to_string()))
}

/// Exchanges the code for a token, only in the browser that began the sign-in: a link with an attacker's code
/// signs no one in as the attacker.
async fn exchange(
    _: Visitor,
    _: RequireProviders,
    State(app): State<App>,
    browser: BrowserInfo,
    CheckedForm(form): CheckedForm<ExchangeCode>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let stored = identities::take_code(&mut tx, TokenHash::of(&form.code), app.clock.now()).await?;
    let stored = stored.ok_or(ApiError::Unauthenticated(Text::SignInAgain))?;
    let cookie_name = oidc_state::from_cookies(&browser.cookies)
        .find(|(_, browser)| browser.bytes() == stored.browser_hash)
        .map(|(name, _)| name);
    let Some(cookie_name) = cookie_name else {
        tx.commit().await?;
        return Err(ApiError::Unauthenticated(Text::SignInAgain));
    };
    let proof = SignInProof { issuer: stored.issuer, authenticated_at: stored.authenticated_at };
    let proven = ProvenUser::by(stored.person_id, proof);
    let session = if app.sign_in_methods.only_provider().is_some() {
        let sealed = stored.sealed_id_token.as_deref();
        let id_token = sealed
            .and_then(|sealed| sealed_id_token::open(&form.code, sealed))
            .or_else(|| Some(stored.id_token).filter(|raw| !raw.is_empty()));
        let proven = proven.with_id_token(id_token);
        SessionStarted::with(&start_session(&mut tx, &app, proven, &browser).await?)
    } else {
        // Beside other ways to sign in, two steps are asked for whichever of them was taken.
        sign_in(&mut tx, &app, proven, &browser).await?
    };
    tx.commit().await?;
    let over_tls = app.sender_identity.is_over_tls();
    Ok((uncached(&[oidc_state::clear_cookie(cookie_name, over_tls)]), Reply(session)))
}

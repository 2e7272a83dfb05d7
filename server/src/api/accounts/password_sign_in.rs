//! `/api/auth`: embedded accounts, sessions, and the sign-in pages (contract, section 3).

use std::sync::Arc;

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::NoContent,
};
use domain::{
    accounts::sign_in::Credentials, i18n::rules::Text, limits::quotas::Quota, types::ids::UserId,
};
use schemars::JsonSchema;
use serde::Serialize;
use services::{
    auth::{oidc as identity_provider, sealed_id_token},
    core::network::ClientNetwork,
};
use store::{
    accounts::{passwords, sessions},
    companies::people,
};
use uuid::Uuid;

use crate::{
    api::accounts::{
        oidc,
        password_check::{PasswordOwner, check_password},
        sign_in_page::{LoginPage, RedirectOrPage},
        start_session::{ProvenUser, SessionStarted, check_not_common, sign_in, start_session},
    },
    http::{
        body::Created,
        browser::BrowserInfo,
        caller::{AnyAccount, RequireLocalAccounts},
        callers::bearer::bearer,
        openapi::responses::TypedResponse,
        prelude::*,
        url::url_encoded,
    },
    notify::account_mails::{self, Unverified},
};

/// The header of a log-out with the URL that signs the user out of the identity provider, too.
const END_SESSION: HeaderName = HeaderName::from_static("x-end-session");

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/auth/config", config)
        .get("/api/auth/login", login_page)
        .post("/api/auth/local/signup", sign_up)
        .limited(Quota::SignUp)
        .post("/api/auth/local/login", log_in)
        .limited(Quota::SignIn)
        .also_fails_with(StatusCode::UNAUTHORIZED)
        .post("/api/auth/logout", log_out)
}

#[derive(Serialize, JsonSchema)]
struct Provider {
    /// Whether there are accounts of this server (`local`), or only identity providers (`oidc`).
    provider: &'static str,
    /// The identity providers, in the operator's order, where there is more than one way to sign in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    providers: Vec<NamedProvider>,
}

#[derive(Serialize, JsonSchema)]
struct NamedProvider {
    /// For `provider` of `GET /api/auth/login`.
    id: String,
    name: String,
}

async fn config(_: Visitor, State(app): State<App>) -> Reply<Provider> {
    let methods = &app.sign_in_methods;
    let named = |provider: &Arc<identity_provider::Provider>| NamedProvider {
        id: provider.id().to_string(),
        name: provider.name().to_string(),
    };
    // Nobody chooses where there is only one way.
    let providers = match methods.only_provider() {
        Some(_) => Vec::new(),
        None => methods.providers().iter().map(named).collect(),
    };
    let provider = if methods.has_local_accounts() { "local" } else { "oidc" };
    Reply(Provider { provider, providers })
}

/// Redirects the browser to the identity provider that it names, or that is the only way to sign in; otherwise to the
/// app's sign-in or sign-up page, where the user chooses.
async fn login_page(
    _: Visitor,
    State(app): State<App>,
    browser: BrowserInfo,
    query: Result<Query<LoginPage>, QueryRejection>,
) -> ApiResult<TypedResponse<RedirectOrPage>> {
    let Query(query) = query.unwrap_or_default();
    let methods = &app.sign_in_methods;
    let chosen = query.provider.as_deref().and_then(|id| methods.find(id));
    if let Some(provider) = chosen.or_else(|| methods.only_provider()) {
        return oidc::begin(&app, provider, &browser, &query).await;
    }
    let page = match query.screen_hint.as_deref() {
        Some("signup") => "/sign-up",
        _ => "/sign-in",
    };
    let page = match query.return_to() {
        Some(path) => format!("{page}?return_to={}", url_encoded(path)),
        None => page.to_string(),
    };
    Ok(TypedResponse::of((StatusCode::FOUND, [(header::LOCATION, page)])))
}

async fn sign_up(
    _: Visitor,
    _: RequireLocalAccounts,
    State(app): State<App>,
    browser: BrowserInfo,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<Credentials>,
) -> ApiResult<Created<SessionStarted>> {
    let permit = app.passwords.permit(from).await?;
    check_not_common(&permit, "password", &form.password, &form.email).await?;
    let hash = permit.hash(&form.password).await?;
    drop(permit);
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    if people::has_email(&mut tx, &form.email).await? {
        return Err(ApiError::Conflict(Text::EmailTaken));
    }
    let user = UserId(Uuid::now_v7());
    people::insert(&mut tx, user, &form.email, browser.language, now).await?;
    passwords::insert(&mut tx, user, &hash).await?;
    let unverified = Unverified { user, address: &form.email, language: browser.language, from };
    account_mails::verify(&mut tx, &app, unverified).await?;
    let token = start_session(&mut tx, &app, ProvenUser::by_password(user), &browser).await?;
    tx.commit().await?;
    Ok(Created(SessionStarted::with(&token)))
}

/// Responds the same, after the same work, whether the address or the password is wrong.
async fn log_in(
    _: Visitor,
    _: RequireLocalAccounts,
    State(app): State<App>,
    browser: BrowserInfo,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<Credentials>,
) -> ApiResult<Reply<SessionStarted>> {
    let account = form.account();
    let owner = PasswordOwner::Address(&account);
    let user = check_password(&app, from, owner, &form.password).await?;
    let user = user.ok_or(ApiError::Unauthenticated(Text::WrongSignIn))?;
    let mut tx = app.db.write().await?;
    owner.clear_failures(&mut tx).await?;
    let session = sign_in(&mut tx, &app, ProvenUser::by_password(user), &browser).await?;
    tx.commit().await?;
    Ok(Reply(session))
}

/// Ends the session. If an identity provider is the only way to sign in and supports sign-out, the response has its
/// URL: the app redirects there next. Otherwise users of a provider stay signed in there, as with other sites.
async fn log_out(
    caller: AnyAccount,
    State(app): State<App>,
    headers: HeaderMap,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let stored = sessions::id_token(&mut tx, caller.token).await?;
    let id_token = bearer(&headers)
        .zip(stored.sealed_id_token)
        .and_then(|(token, sealed)| sealed_id_token::open(token, &sealed))
        .or(stored.id_token);
    sessions::delete(&mut tx, caller.user, caller.token).await?;
    // Invalidates the cached sessions of this company.
    if let Some(company) = caller.company {
        tx.touch_people(company);
    }
    tx.commit().await?;
    let mut headers = HeaderMap::new();
    if let Some(provider) = app.sign_in_methods.only_provider()
        && let Some(url) = provider.end_session_url(id_token.as_deref()).await
        && let Ok(url) = HeaderValue::from_str(&url)
    {
        headers.insert(END_SESSION, url);
    }
    Ok((headers, NoContent))
}

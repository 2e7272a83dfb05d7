//! `/api/auth/signInMethods`: the identity providers with which a user signs in, linked and unlinked by themselves.
//!
//! Both are only possible soon after a sign-in in which the user gave a password, or in which the provider says that it
//! asked again, so that an open session is not enough to open the account for good. A link is begun with the session's
//! token and ends at the provider's callback, in the same browser and while the same session is signed in: nobody can
//! have another user link an identity that is not theirs. So it begins at the public address, where it ends.

use chrono::Duration;
use domain::{
    accounts::sign_in_methods::{ProviderLink, RECENT_SIGN_IN_MINUTES, SignInMethods},
    i18n::rules::Text,
    limits::quotas::Quota,
    types::ids::UserId,
};
use services::auth::{identity::Identity, oidc::Provider, oidc_state::SignInPurpose};
use store::{
    accounts::{identities, sessions, sign_in_proofs},
    companies::people,
    db::{
        Tx,
        error::{DbError, DbResult},
    },
    token::TokenHash,
};

use crate::{
    api::accounts::{
        account::{has_password, require_verified},
        provider_redirects::{log, redirect, sign_in_address, uncached},
        sign_in_page::{self, RedirectOrPage, SETTINGS, SignInFailure},
    },
    http::{browser::BrowserInfo, openapi::responses::TypedResponse, prelude::*},
    notify::account_mails::{self, AccountEvent},
};

/// The parameter of the settings that says how a link ended.
const OUTCOME: &str = "signInLink";
/// The outcome of a link at another address of this server than the public one: it was not begun.
const ELSEWHERE: &str = "address";

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/auth/signInMethods", list)
        .post("/api/auth/signInMethods/{id}/link", link)
        .limited(Quota::SignIn)
        .delete("/api/auth/signInMethods/{id}", unlink)
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let methods = methods_of(&mut tx, &app, caller.user(), caller.token()).await?;
    Ok(named!("signInMethods": methods))
}

/// How a user signs in.
async fn methods_of(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    session: TokenHash,
) -> DbResult<SignInMethods> {
    let linked = identities::list(tx, user).await?;
    let each = app.sign_in_methods.providers().iter().map(|provider| {
        let own = linked.iter().find(|identity| provider.is_issuer(&identity.issuer));
        ProviderLink {
            id: provider.id().to_string(),
            name: provider.name().to_string(),
            linked_at: own.map(|identity| identity.since),
        }
    });
    let is_only_way = app.sign_in_methods.only_provider().is_some();
    Ok(SignInMethods {
        providers: if is_only_way { Vec::new() } else { each.collect() },
        has_password: has_password(tx, app, user).await?,
        signed_in_recently: is_recent(tx, app, session).await?,
    })
}

async fn is_recent(tx: &mut Tx, app: &App, session: TokenHash) -> DbResult<bool> {
    let proven = sign_in_proofs::proven_at(tx, session).await?;
    let recent = Duration::minutes(RECENT_SIGN_IN_MINUTES);
    Ok(proven.is_some_and(|proven| app.clock.now() - proven < recent))
}

/// The provider of a call, if users have other ways to sign in.
fn provider_of<'a>(app: &'a App, id: &str) -> ApiResult<&'a Provider> {
    let methods = &app.sign_in_methods;
    let provider = methods.find(id).filter(|_| methods.only_provider().is_none());
    provider.map(AsRef::as_ref).ok_or(ApiError::NotFound)
}

async fn check_recent(tx: &mut Tx, app: &App, session: TokenHash) -> ApiResult<()> {
    if is_recent(tx, app, session).await? {
        return Ok(());
    }
    Err(ApiError::Forbidden(Text::SignInFirst))
}

/// Returns the provider's address, where the user signs in with the identity that is to be linked. At another address
/// than the public one, neither the cookie nor the session would be there when the provider redirects back: the response
/// is the settings at the public address.
async fn link(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    browser: BrowserInfo,
    PathId(id): PathId<String>,
) -> ApiResult<impl ApiResponse> {
    let provider = provider_of(&app, &id)?;
    let is_elsewhere =
        browser.origin.as_deref().is_some_and(|origin| !app.sender_identity.is_origin(origin));
    let (url, cookies) = if is_elsewhere {
        (app.sender_identity.link(&settings_with(ELSEWHERE)), Vec::new())
    } else {
        begin_link(&app, provider, &caller, &browser).await?
    };
    Ok((uncached(&cookies), named!("url": url)))
}

/// The provider's address, and the cookies that bind the link to the browser and the session.
async fn begin_link(
    app: &App,
    provider: &Provider,
    caller: &Caller<gate::SignedIn>,
    browser: &BrowserInfo,
) -> ApiResult<(String, Vec<String>)> {
    let mut tx = app.db.read().await?;
    require_verified(&mut tx, caller.user()).await?;
    check_recent(&mut tx, app, caller.token()).await?;
    drop(tx);
    let purpose = SignInPurpose {
        return_to: None,
        provider: Some(provider.id().to_string()),
        linked_by: Some(caller.token()),
        asks_again: false,
    };
    sign_in_address(app, provider, browser, (purpose, None)).await?.map_err(|error| {
        log(provider, error);
        ApiError::Unavailable(Text::ProviderNoAnswer)
    })
}

/// Ends a link in the browser that began it: stores the identity, and returns to the settings.
pub(super) async fn finish_link(
    app: &App,
    browser: &BrowserInfo,
    session: TokenHash,
    (provider, purpose): (&Provider, &SignInPurpose),
    identity: Result<Identity, SignInFailure>,
) -> ApiResult<TypedResponse<RedirectOrPage>> {
    let identity = match identity {
        Ok(identity) => identity,
        Err(SignInFailure::ProviderDown) => return Ok(back_to_settings("unavailable")),
        Err(_) => return Ok(back_to_settings("refused")),
    };
    let stored = match store_link(app, session, provider, &identity).await {
        // The same identity was linked at the same time.
        Err(DbError::Duplicate(_)) => store_link(app, session, provider, &identity).await?,
        stored => stored?,
    };
    Ok(match stored {
        Some(outcome) => back_to_settings(outcome),
        None => sign_in_page::page(SignInFailure::Stale, purpose, browser.language),
    })
}

/// Returns how it ended; `None` if the session is signed out meanwhile, or its account is not to be linked any more.
async fn store_link(
    app: &App,
    session: TokenHash,
    provider: &Provider,
    identity: &Identity,
) -> DbResult<Option<&'static str>> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let Some(session) = sessions::find(&mut tx, session, now).await? else { return Ok(None) };
    let owner = people::find(&mut tx, session.user).await?;
    if !people::is_verified(&mut tx, owner.id).await? {
        return Ok(None);
    }
    let (issuer, subject) = (identity.issuer.as_str(), identity.subject.as_str());
    match identities::find(&mut tx, issuer, subject).await? {
        Some(user) if user == owner.id => return Ok(Some("linked")),
        Some(_) => return Ok(Some("taken")),
        None => {}
    }
    let linked = identities::list(&mut tx, owner.id).await?;
    if linked.iter().any(|identity| provider.is_issuer(&identity.issuer)) {
        return Ok(Some("another"));
    }
    identities::insert(&mut tx, owner.id, (issuer, subject), now).await?;
    let happened = AccountEvent::ProviderLinked(provider.name());
    account_mails::queue_account_event(&mut tx, app, &owner, happened).await?;
    tx.commit().await?;
    Ok(Some("linked"))
}

fn back_to_settings(outcome: &str) -> TypedResponse<RedirectOrPage> {
    redirect(&settings_with(outcome), &[])
}

fn settings_with(outcome: &str) -> String {
    format!("{SETTINGS}?{OUTCOME}={outcome}")
}

/// Unlinks a provider, with what was signed in with it, unless its user could not sign in any more. This session stays.
async fn unlink(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(id): PathId<String>,
) -> ApiResult<impl ApiResponse> {
    let provider = provider_of(&app, &id)?;
    let user = caller.user();
    let mut tx = app.db.write().await?;
    // Locked, so that two at the same time do not unlink the last two.
    let owner = people::find(&mut tx, user).await?;
    let linked = identities::list(&mut tx, user).await?;
    let (own, rest): (Vec<_>, Vec<_>) =
        linked.into_iter().partition(|identity| provider.is_issuer(&identity.issuer));
    if own.is_empty() {
        return Err(ApiError::NotFound);
    }
    check_recent(&mut tx, &app, caller.token()).await?;
    let mut providers = app.sign_in_methods.providers().iter();
    let has_other =
        providers.any(|other| rest.iter().any(|identity| other.is_issuer(&identity.issuer)));
    if !has_other && !has_password(&mut tx, &app, user).await? {
        return Err(ApiError::Conflict(Text::LastSignInMethod));
    }
    for identity in own {
        identities::delete(&mut tx, user, &identity.issuer).await?;
        sign_in_proofs::end_those_of(&mut tx, user, &identity.issuer, caller.token()).await?;
    }
    tx.touch_people(caller.scope().company());
    let happened = AccountEvent::ProviderUnlinked(provider.name());
    account_mails::queue_account_event(&mut tx, &app, &owner, happened).await?;
    let methods = methods_of(&mut tx, &app, user, caller.token()).await?;
    tx.commit().await?;
    Ok(named!("signInMethods": methods))
}

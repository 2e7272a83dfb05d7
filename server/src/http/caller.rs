//! Authentication and authorization: the extractors of a call's caller.

use std::marker::PhantomData;

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::{
    api_keys::ApiKeyScope,
    i18n::rules::Text,
    permissions::permission::{self, Action, Role},
    types::{
        ids::{CompanyId, UserId},
        language::Language,
    },
};
use services::{
    auth::session_cache::Credential,
    core::{clock::Clock, network::ClientNetwork, rate_limiter::RateLimitSubject},
};
use store::{
    accounts::sessions::{GrantedKey, Membership, Session},
    actor::ActionContext,
    jobs::visibility::Viewer,
    scope::Scope,
    token::TokenHash,
};

use crate::{
    app::App,
    http::{
        callers::api_key,
        callers::bearer::bearer,
        callers::session_lookup::find_session,
        duplicate_requests,
        error::{ApiError, ApiResult},
        idempotency::calls,
        openapi::parameters::ApiParameter,
        rate_limit,
        request_body::body_limit,
    },
};

/// The first parameter of every handler.
#[diagnostic::on_unimplemented(
    message = "a handler's first parameter says who may call it, and `{Self}` does not",
    note = "begin with `caller: Caller<gate::SomeAction>`, or `_: Visitor` for a public route"
)]
pub trait CallerExtractor: ApiParameter {
    /// The name in the permission matrix.
    const NAME: &'static str;
    /// The action that it requires.
    const ACTION: Option<Action> = None;
}

/// An action, as a type.
pub trait Gate: Send + Sync + 'static {
    /// The action that the domain checks; `None` allows every member of a company.
    const ACTION: Option<Action>;
    /// Its name.
    const NAME: &'static str;

    /// Refuses a role that may not do this.
    fn check(role: Role) -> Result<(), Text> {
        Self::ACTION.map_or(Ok(()), |action| permission::check(role, action))
    }
}

/// A signed-in user of a company whom the domain allows to do `G`. Only the extractor creates it.
#[derive(Debug)]
pub struct Caller<G> {
    user: UserId,
    token: TokenHash,
    scope: Scope,
    role: Role,
    language: Language,
    api_key: Option<GrantedKey>,
    company_revision: Option<u64>,
    gate: PhantomData<G>,
}

impl<G> Caller<G> {
    /// What the caller sees of jobs.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        Viewer {
            scope: self.scope(),
            role: self.role(),
            user: self.user(),
            language: self.language(),
        }
    }

    /// Refuses rows of another company with 404.
    pub fn check_own(&self, company: CompanyId) -> ApiResult<()> {
        if company == self.scope.company() { Ok(()) } else { Err(ApiError::NotFound) }
    }

    /// That this caller acts now, for the log and for notifications.
    #[must_use]
    pub fn action_context(&self, clock: &Clock) -> ActionContext {
        ActionContext {
            user: self.user(),
            company: self.scope().company(),
            now: clock.now(),
            api_key: self.api_key.as_ref().map(|key| key.id),
        }
    }

    /// Refuses a caller who may not do this as well, by their role or by the scopes of their key: for a call that does
    /// more than its gate says, and is no `GET`.
    pub fn check_also(&self, action: Action) -> ApiResult<()> {
        permission::check(self.role, action).map_err(ApiError::Forbidden)?;
        let Some(key) = &self.api_key else { return Ok(()) };
        let scope = ApiKeyScope::of_action(action);
        let is_held = scope.is_some_and(|scope| scope.is_held(&key.scopes, false));
        if is_held { Ok(()) } else { Err(ApiError::Forbidden(Text::KeyScope)) }
    }

    /// Whose use of a quota counts, where the handler counts it.
    #[must_use]
    pub fn rate_limit_subject(&self, from: ClientNetwork) -> RateLimitSubject {
        let (user, company) = (Some(self.user), Some(self.scope.company()));
        let api_key = self.api_key.as_ref().map(|key| key.id);
        RateLimitSubject { from, user, company, api_key, link: None }
    }

    /// Whether a program calls, with a key of the user.
    #[must_use]
    pub const fn is_program(&self) -> bool {
        self.api_key.is_some()
    }

    /// The caller.
    #[must_use]
    pub const fn user(&self) -> UserId {
        self.user
    }

    /// Their session's token.
    #[must_use]
    pub const fn token(&self) -> TokenHash {
        self.token
    }

    /// The revision of their company's data that was read with their session; the current one is at least that. `None`
    /// if it has to be read.
    #[must_use]
    pub const fn company_revision(&self) -> Option<u64> {
        self.company_revision
    }

    /// Whose rows they may access.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        self.scope
    }

    /// Their role, for rules that also look at the row.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Their language.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }
}

impl<G: Gate> CallerExtractor for Caller<G> {
    const NAME: &'static str = G::NAME;
    const ACTION: Option<Action> = G::ACTION;
}

/// Anyone, signed in or not.
#[derive(Debug)]
pub struct Visitor(());

impl CallerExtractor for Visitor {
    const NAME: &'static str = "anyone";
}

/// A signed-in user who may not have a company yet: for onboarding and log-out.
#[derive(Debug)]
pub struct AnyAccount {
    /// The user.
    pub user: UserId,
    /// Their company, once they have one.
    pub company: Option<CompanyId>,
    /// Whether they completed onboarding.
    pub complete: bool,
    /// Whether their email address is verified.
    pub verified: bool,
    /// Their language.
    pub language: Language,
    /// Their session's token.
    pub token: TokenHash,
}

impl CallerExtractor for AnyAccount {
    const NAME: &'static str = "newcomer";
}

/// A signed-in user who manages their own account. They must have a company, unless the operator requires
/// verified addresses: then users verify theirs before they can create or join a company.
#[derive(Debug)]
pub struct AccountOwner {
    /// The user.
    pub user: UserId,
    /// Whether their email address is verified.
    pub verified: bool,
}

impl CallerExtractor for AccountOwner {
    const NAME: &'static str = "account owner";
}

impl FromRequestParts<App> for AccountOwner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let newcomer = AnyAccount::from_request_parts(parts, app).await?;
        if !newcomer.complete && !app.require_verified_email {
            return Err(ApiError::Forbidden(Text::OnboardingOpen));
        }
        Ok(Self { user: newcomer.user, verified: newcomer.verified })
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        body_limit::check(parts)?;
        rate_limit::check(parts, app, None, None).await?;
        duplicate_requests::hash_body(parts, app).await;
        body_limit::check(parts)?;
        duplicate_requests::check(parts, app, None).await?;
        Ok(Self(()))
    }
}

impl FromRequestParts<App> for AnyAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let (token, session) = identify(parts, app).await?;
        body_limit::check(parts)?;
        duplicate_requests::hash_body(parts, app).await;
        body_limit::check(parts)?;
        let company = session.membership.map(|membership| membership.company);
        rate_limit::check(parts, app, Some(session.user), company).await?;
        // Without the company: creating or joining one is such a call, and its repeat comes from a member.
        calls::begin(parts, app, session.user, None).await?;
        duplicate_requests::check(parts, app, Some(session.user)).await?;
        Ok(Self {
            user: session.user,
            company,
            complete: session.complete,
            verified: session.verified,
            language: session.language,
            token,
        })
    }
}

impl<G: Gate> FromRequestParts<App> for Caller<G> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let (token, session) = identify(parts, app).await?;
        body_limit::check(parts)?;
        duplicate_requests::hash_body(parts, app).await;
        body_limit::check(parts)?;
        let membership = session.membership.filter(|_| session.complete);
        let Some(Membership { company, role }) = membership else {
            return Err(ApiError::Forbidden(Text::OnboardingOpen));
        };
        check_email_verified(app, session.verified)?;
        G::check(role).map_err(ApiError::Forbidden)?;
        rate_limit::check(parts, app, Some(session.user), Some(company)).await?;
        calls::begin(parts, app, session.user, Some(company)).await?;
        duplicate_requests::check(parts, app, Some(session.user)).await?;
        Ok(Self {
            user: session.user,
            token,
            scope: scope_of_caller(company),
            role,
            language: session.language,
            api_key: session.api_key,
            company_revision: session.company_revision,
            gate: PhantomData,
        })
    }
}

/// Refuses a user with an unverified address, where the operator requires a verified one.
pub fn check_email_verified(app: &App, verified: bool) -> ApiResult<()> {
    if app.require_verified_email && !verified {
        return Err(ApiError::Forbidden(Text::ConfirmEmail));
    }
    Ok(())
}

/// Requires accounts with passwords on this server; without them the call is a 404.
#[derive(Clone, Copy, Debug)]
pub struct RequireLocalAccounts(());

impl FromRequestParts<App> for RequireLocalAccounts {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, app: &App) -> ApiResult<Self> {
        let has_any = app.sign_in_methods.has_local_accounts();
        if has_any { Ok(Self(())) } else { Err(ApiError::NotFound) }
    }
}

/// Finds the session of the bearer token, or of the API key in its place.
async fn identify(parts: &Parts, app: &App) -> ApiResult<(TokenHash, Session)> {
    let refused = || ApiError::Unauthenticated(Text::Unauthenticated);
    if let Some(secret) = api_key::secret_in(&parts.headers) {
        let session = api_key::session_in(app, &parts.extensions, secret).await?;
        return Ok((secret, session.ok_or_else(refused)?));
    }
    let token = bearer(&parts.headers).map(TokenHash::of).ok_or_else(refused)?;
    let session = find_session(app, Credential::Session(token)).await?.ok_or_else(refused)?;
    api_key::note_caller(&parts.extensions, &session);
    Ok((token, session))
}

#[expect(clippy::disallowed_methods, reason = "the session says which company this is")]
const fn scope_of_caller(company: CompanyId) -> Scope {
    Scope::trusted(company)
}

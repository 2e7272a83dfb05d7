//! The door: who is calling, and may they do this?

use std::marker::PhantomData;

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use domain::{
    ids::{CompanyId, UserId},
    language::Language,
    permission::{self, Action, Role},
    text::Text,
};

use super::{
    asks::Asks,
    body_limit,
    error::{AnswersIn, ApiError, ApiResult},
    repeats,
};
use crate::{
    app::App,
    scope::Scope,
    sign_in::{TokenHash, look_up},
    store::sessions::{Seat, Session},
};

/// What the first parameter of every handler must be.
#[diagnostic::on_unimplemented(
    message = "a handler's first parameter is its door, and `{Self}` is not one",
    note = "begin with `caller: Caller<gate::SomeAct>`, or `_: Visitor` when anyone may come in"
)]
pub trait Door: Asks {
    /// The name in the permission matrix.
    const NAME: &'static str;
}

/// One act, as a type.
pub trait Gate: Send + Sync + 'static {
    /// The act the domain rules on; none lets in everybody of a company.
    const ACTION: Option<Action>;
    /// Its name.
    const NAME: &'static str;
}

/// A signed-in person of a company whom the domain allows to do `G`. It cannot be made any other
/// way.
#[derive(Debug)]
pub struct Caller<G> {
    user: UserId,
    scope: Scope,
    role: Role,
    language: Language,
    token: TokenHash,
    gate: PhantomData<G>,
}

impl<G> Caller<G> {
    /// Who is calling.
    #[must_use]
    pub const fn user(&self) -> UserId {
        self.user
    }

    /// Whose rows they may touch.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        self.scope
    }

    /// Their role, for rules that also look at the row.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// What they read.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The session they came with.
    #[must_use]
    pub const fn token(&self) -> TokenHash {
        self.token
    }
}

impl<G: Gate> Door for Caller<G> {
    const NAME: &'static str = G::NAME;
}

/// Anyone, signed in or not.
#[derive(Debug)]
pub struct Visitor(());

impl Door for Visitor {
    const NAME: &'static str = "anyone";
}

/// Somebody signed in who may not belong to a company yet: onboarding and log-out.
#[derive(Debug)]
pub struct Newcomer {
    /// Who.
    pub user: UserId,
    /// Their company, once they have one.
    pub company: Option<CompanyId>,
    /// Whether they are past onboarding.
    pub complete: bool,
    /// The session they came with.
    pub token: TokenHash,
}

impl Door for Newcomer {
    const NAME: &'static str = "newcomer";
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        body_limit::check(parts)?;
        repeats::check(parts, app, None)?;
        Ok(Self(()))
    }
}

impl FromRequestParts<App> for Newcomer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let (token, session) = identify(parts, app).await?;
        body_limit::check(parts)?;
        repeats::check(parts, app, Some(session.user))?;
        Ok(Self {
            user: session.user,
            company: session.seat.map(|seat| seat.company),
            complete: session.complete,
            token,
        })
    }
}

impl<G: Gate> FromRequestParts<App> for Caller<G> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let (token, session) = identify(parts, app).await?;
        body_limit::check(parts)?;
        let seat = session.seat.filter(|_| session.complete);
        let Some(Seat { company, role }) = seat else {
            return Err(ApiError::Forbidden(Text::OnboardingOpen));
        };
        if let Some(action) = G::ACTION {
            permission::check(role, action).map_err(ApiError::Forbidden)?;
        }
        repeats::check(parts, app, Some(session.user))?;
        Ok(Self {
            user: session.user,
            scope: at_the_door(company),
            role,
            language: session.language,
            token,
            gate: PhantomData,
        })
    }
}

/// Finds the session of the bearer token, in memory where this process alone writes the database.
async fn identify(parts: &Parts, app: &App) -> ApiResult<(TokenHash, Session)> {
    let token = parts
        .headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .map(TokenHash::of)
        .ok_or(ApiError::Unauthenticated(Text::Unauthenticated))?;
    let session =
        look_up(app, token).await?.ok_or(ApiError::Unauthenticated(Text::Unauthenticated))?;
    if let Some(answers_in) = parts.extensions.get::<AnswersIn>() {
        answers_in.set(session.language);
    }
    Ok((token, session))
}

#[expect(clippy::disallowed_methods, reason = "the session says which company this is")]
const fn at_the_door(company: CompanyId) -> Scope {
    Scope::trusted(company)
}

/// The acts as types: one per [`Action`] that a route asks for, and one for everybody of a company.
pub mod gate {
    use super::{Action, Gate};

    macro_rules! gates {
        ($($name:ident),+ $(,)?) => {$(
            #[doc = concat!("See [`Action::", stringify!($name), "`].")]
            #[derive(Debug)]
            pub enum $name {}

            impl Gate for $name {
                const ACTION: Option<Action> = Some(Action::$name);
                const NAME: &'static str = Action::$name.as_str();
            }
        )+};
    }

    gates!(
        AppointmentsComplete,
        AppointmentsCreate,
        AppointmentsEdit,
        AppointmentsSchedule,
        AppointmentsView,
        CalendarsManage,
        ChatSend,
        CompanyEdit,
        CompanyFiles,
        CompanyQualifications,
        ConnectionsManage,
        CrewsManage,
        CrewsView,
        CustomersManage,
        CustomersView,
        JobsAcceptDecline,
        JobsAssign,
        JobsAssignEmployee,
        JobsCalendarAssign,
        JobsColor,
        JobsComplete,
        JobsContractAmount,
        JobsCreate,
        JobsCustomer,
        JobsDelete,
        JobsEdit,
        JobsImages,
        JobsInspectionNote,
        JobsJobNumber,
        JobsMeasurements,
        JobsNotes,
        JobsSchedule,
        JobsTags,
        ProductsManage,
        ProductsView,
        PurchaseOrdersEdit,
        PurchaseOrdersSend,
        PurchaseOrdersView,
        UsersInvite,
        UsersRemove,
        VendorsManage,
        WorkOrdersCreate,
        WorkOrdersDelete,
        WorkOrdersEdit,
        WorkOrdersSign,
    );

    /// Everybody who belongs to a company.
    #[derive(Debug)]
    pub enum SignedIn {}

    impl Gate for SignedIn {
        const ACTION: Option<Action> = None;
        const NAME: &'static str = "signed in";
    }
}

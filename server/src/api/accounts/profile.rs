//! `/api/auth`: the caller's profile, and onboarding.

use axum::http::StatusCode;
use domain::{
    companies::{
        companies::Company,
        onboarding::NewAccount,
        people::{User, UserSettings},
    },
    i18n::rules::Text,
    permissions::permission::UserType,
    types::ids::CompanyId,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{
        record::{self, Entry},
        subject::Subject,
    },
    actor::ActionContext,
    companies::{
        companies::{self, NewCompany},
        people,
    },
    membership::members::NewMembership,
    scope::Scope,
};
use uuid::Uuid;

use crate::http::{
    body::Created,
    caller::{AnyAccount, check_email_verified},
    prelude::*,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/auth/fetchProfile", fetch)
        .post("/api/auth/createNewAccountWithCompany", create_account)
        .also_fails_with(StatusCode::FORBIDDEN)
        .post("/api/auth/user/update", update)
}

/// A user, and their company if they have one.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Profile {
    pub(crate) user: User,
    pub(crate) company: Option<Company>,
}

async fn fetch(caller: AnyAccount, State(app): State<App>) -> ApiResult<Reply<Profile>> {
    let mut tx = app.db.read().await?;
    let user = people::find(&mut tx, caller.user).await?;
    let company = match user.company_id {
        Some(company) => {
            let page = companies::find(
                &mut tx,
                own(company),
                company,
                services::geocoding::locate_company,
            )
            .await?;
            Some(page.shown(|key| app.files.address(key, app.clock.now())))
        }
        None => None,
    };
    Ok(Reply(Profile { user, company }))
}

/// Creates the company and its first admin, both or neither. The email address is that of the sign-in,
/// whatever the form has.
async fn create_account(
    caller: AnyAccount,
    State(app): State<App>,
    sent: UncheckedForm<NewAccount>,
) -> ApiResult<Created<Profile>> {
    check_email_verified(&app, caller.verified)?;
    // The form's address is ignored, so it is not validated either.
    let form = sent.with_cleared(|form| form.email.clear()).checked()?;
    let mut tx = app.db.write().await?;
    let before = people::find(&mut tx, caller.user).await?;
    if before.account_creation_complete {
        return Err(ApiError::Conflict(Text::AccountComplete));
    }
    let company = CompanyId(Uuid::now_v7());
    let Some(company_type) = form.account_type() else {
        return Err(ApiError::Malformed("a checked form names its account type".to_string()));
    };
    let new = NewCompany {
        name: &form.company_name,
        company_type,
        location: &form.settings.location,
        description: "",
        time_zone: form.time_zone(),
    };
    companies::insert(&mut tx, company, &new, app.clock.now()).await?;
    companies::set_plan(&mut tx, own(company), form.plan()).await?;
    let place =
        NewMembership { company, user_type: UserType::Admin, settings: form.settings.clone() };
    let user = store::membership::members::join_company(&mut tx, caller.user, &place).await?;
    let now = app.clock.now();
    let act = ActionContext { user: caller.user, company, now, api_key: None };
    record::record_new(&mut tx, act, Subject::Company(company)).await?;
    record::record(&mut tx, act, &Entry::joined(company, &user)).await?;
    let company =
        companies::find(&mut tx, own(company), company, services::geocoding::locate_company)
            .await?;
    let company = company.shown(|key| app.files.address(key, app.clock.now()));
    tx.commit().await?;
    Ok(Created(Profile { user, company: Some(company) }))
}

async fn update(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<UserSettings>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let watch = record::snapshot(&mut tx, Subject::Member(caller.user())).await?;
    let user = people::set_settings(&mut tx, caller.scope(), caller.user(), &form).await?;
    watch.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("user": user))
}

/// The scope of the company that a user belongs to, or just joined.
#[expect(clippy::disallowed_methods, reason = "the caller's own row says which company this is")]
pub(crate) const fn own(company: CompanyId) -> Scope {
    Scope::trusted(company)
}

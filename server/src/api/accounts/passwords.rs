//! `/api/auth/local/…Password`: a new password, with the old one or with a link from a mail.

use axum::response::NoContent;
use chrono::Duration;
use domain::{
    accounts::accounts::{ChangePassword, ForgotPassword, RESET_MAILS_PER_HOUR, ResetPassword},
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    limits::quotas::Quota,
    types::ids::UserId,
};
use services::core::{network::ClientNetwork, rate_limiter::RateLimitSubject};
use store::{
    accounts::{
        attempts::{self, AttemptKind},
        email_tokens::{self, Purpose},
        identities, passwords, second_factors, sessions, sign_in_proofs,
    },
    companies::people,
    db::Tx,
    token::TokenHash,
};

use crate::{
    api::accounts::{
        account::account_of,
        password_check::{PasswordOwner, check_password},
        start_session::{ProvenUser, SessionStarted, check_not_common, sign_in},
    },
    http::{browser::BrowserInfo, caller::RequireLocalAccounts, prelude::*, rate_limit::take},
    notify::account_mails::{self, AccountEvent},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/auth/local/changePassword", change)
        .post("/api/auth/local/forgotPassword", forgot)
        .limited(Quota::PublicForm)
        .post("/api/auth/local/resetPassword", reset)
        .limited(Quota::Link)
}

/// Changes the password with the old one. This session stays; all others end.
async fn change(
    caller: Caller<gate::SignedIn>,
    _: RequireLocalAccounts,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<ChangePassword>,
) -> ApiResult<impl ApiResponse> {
    let user = caller.user();
    check_own(&app, from, user, "oldPassword", &form.old_password).await?;
    let mut tx = app.db.read().await?;
    let owner = people::find(&mut tx, user).await?;
    drop(tx);
    let permit = app.passwords.permit(from).await?;
    check_not_common(&permit, "newPassword", &form.new_password, &owner.email).await?;
    let hash = permit.hash(&form.new_password).await?;
    drop(permit);
    let mut tx = app.db.write().await?;
    passwords::set(&mut tx, user, &hash).await?;
    sessions::delete_others(&mut tx, user, caller.token()).await?;
    revoke_pending_sign_ins(&mut tx, user).await?;
    tx.touch_people(caller.scope().company());
    account_mails::queue_account_event(&mut tx, &app, &owner, AccountEvent::PasswordChanged)
        .await?;
    let account = account_of(&mut tx, &app, user).await?;
    tx.commit().await?;
    Ok(named!("account": account))
}

/// Revokes reset links, second steps and one-time codes from before the new password.
async fn revoke_pending_sign_ins(tx: &mut Tx, user: UserId) -> ApiResult<()> {
    email_tokens::delete_of(tx, user, Purpose::Reset).await?;
    second_factors::delete_steps(tx, user).await?;
    identities::delete_codes(tx, user).await?;
    Ok(())
}

/// Checks the password of the signed-in user, and limits the attempts.
pub(crate) async fn check_own(
    app: &App,
    from: ClientNetwork,
    user: UserId,
    field: &str,
    password: &str,
) -> ApiResult<()> {
    let owner = PasswordOwner::User(user);
    if check_password(app, from, owner, password).await?.is_none() {
        return Err(ValidationError::new(field, Code::Mismatch, Text::WrongPassword).into());
    }
    let mut tx = app.db.write().await?;
    owner.clear_failures(&mut tx).await?;
    tx.commit_without_key().await?;
    Ok(())
}

/// Responds before the account is looked up, so neither the response nor its time shows whether there is one.
/// The mail task writes the mail.
async fn forgot(
    _: Visitor,
    _: RequireLocalAccounts,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<ForgotPassword>,
) -> ApiResult<NoContent> {
    let (now, account) = (app.clock.now(), form.account());
    take(&app, Quota::Reset, RateLimitSubject::anonymous(from), 1).await?;
    let mut tx = app.db.write().await?;
    count_mail(&mut tx, &app, AttemptKind::Reset, &account, RESET_MAILS_PER_HOUR).await?;
    email_tokens::request_reset(&mut tx, &account, now).await?;
    tx.commit().await?;
    Ok(NoContent)
}

/// Counts a requested mail, of at most as many in an hour. Requests for the same key at the same time wait for each
/// other's end, on one server or on several.
///
/// # Errors
/// 429 for one more.
pub(crate) async fn count_mail(
    tx: &mut Tx,
    app: &App,
    kind: AttemptKind,
    key: &str,
    per_hour: i64,
) -> ApiResult<()> {
    let now = app.clock.now();
    attempts::lock(tx, kind, key, now).await?;
    let requested = attempts::count(tx, kind, key, now - Duration::hours(1)).await?;
    if app.has_limits() && requested >= per_hour {
        return Err(ApiError::LimitExceeded {
            text: Text::TooManyMails,
            retry_after_seconds: 3_600,
        });
    }
    attempts::insert(tx, kind, key, now).await?;
    Ok(())
}

/// Sets a new password with a link from a mail, which also verifies the address. All sessions end; a second factor is
/// still required, and linked providers still sign in. Those that were added before the address was verified may be
/// somebody else's, who signed up with an address that is not theirs: they are deleted.
async fn reset(
    _: Visitor,
    _: RequireLocalAccounts,
    State(app): State<App>,
    browser: BrowserInfo,
    from: ClientNetwork,
    sent: UncheckedForm<ResetPassword>,
) -> ApiResult<Reply<SessionStarted>> {
    let link = TokenHash::of(&sent.peek(|form| form.token.clone()));
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let found = email_tokens::find(&mut tx, link, Purpose::Reset, now).await?;
    let owner = match found {
        Some(found) => people::find(&mut tx, found.person_id).await?,
        None if sent.peek(|form| form.token.is_empty()) => {
            sent.checked()?;
            return Err(ApiError::LinkExpired);
        }
        None => return Err(ApiError::LinkExpired),
    };
    drop(tx);
    let form = sent.checked()?;
    let permit = app.passwords.permit(from).await?;
    check_not_common(&permit, "newPassword", &form.new_password, &owner.email).await?;
    let hash = permit.hash(&form.new_password).await?;
    drop(permit);
    let mut tx = app.db.write().await?;
    let followed = email_tokens::consume(&mut tx, link, Purpose::Reset, now).await?;
    let user = followed.ok_or(ApiError::LinkExpired)?.person_id;
    let owner = people::find(&mut tx, user).await?;
    passwords::set(&mut tx, user, &hash).await?;
    passwords::clear_failures(&mut tx, &domain::types::email::normalized(&owner.email)).await?;
    attempts::clear(&mut tx, AttemptKind::Password, &user.to_string()).await?;
    let had_factor = sign_in_proofs::delete_unproven(&mut tx, user).await?;
    people::set_verified(&mut tx, user, now).await?;
    sessions::delete_of(&mut tx, user).await?;
    revoke_pending_sign_ins(&mut tx, user).await?;
    account_mails::queue_account_event(&mut tx, &app, &owner, AccountEvent::PasswordChanged)
        .await?;
    if had_factor {
        account_mails::queue_account_event(&mut tx, &app, &owner, AccountEvent::SecondFactorOff)
            .await?;
    }
    let session = sign_in(&mut tx, &app, ProvenUser::by_password(user), &browser).await?;
    tx.commit().await?;
    Ok(Reply(session))
}

//! `/api/auth/local/verifyEmail`: verification of a user's email address.

use domain::{
    accounts::accounts::{VERIFICATION_MAILS_PER_HOUR, VerifyEmail},
    i18n::rules::Text,
    limits::quotas::Quota,
    types::email,
};
use services::core::network::ClientNetwork;
use store::{
    accounts::{
        attempts::AttemptKind,
        email_tokens::{self, Purpose},
    },
    companies::people,
    token::TokenHash,
};

use crate::{
    api::accounts::passwords::count_mail,
    http::{
        caller::{AccountOwner, RequireLocalAccounts},
        prelude::*,
    },
    notify::account_mails::{self, Unverified},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/auth/local/verifyEmail", verify)
        .limited(Quota::Link)
        .post("/api/auth/local/resendVerification", resend)
        .limited(Quota::Verification)
}

/// For anyone with the link, in any browser. It gives no access: it only shows that a mail arrived.
async fn verify(
    _: Visitor,
    _: RequireLocalAccounts,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<VerifyEmail>,
) -> ApiResult<impl ApiResponse> {
    let (link, now) = (TokenHash::of(&form.token), app.clock.now());
    let mut tx = app.db.write().await?;
    let followed = email_tokens::consume(&mut tx, link, Purpose::Verify, now).await?;
    let followed = followed.ok_or(ApiError::LinkExpired)?;
    let owner = people::find(&mut tx, followed.person_id).await?;
    if email::normalized(&owner.email) != followed.email_key {
        return Err(ApiError::LinkExpired);
    }
    people::set_verified(&mut tx, owner.id, now).await?;
    tx.commit().await?;
    Ok(named!("email": owner.email))
}

async fn resend(
    caller: AccountOwner,
    _: RequireLocalAccounts,
    State(app): State<App>,
    from: ClientNetwork,
) -> ApiResult<impl ApiResponse> {
    if caller.verified {
        return Err(ApiError::Conflict(Text::EmailConfirmed));
    }
    let key = caller.user.to_string();
    let mut tx = app.db.write().await?;
    count_mail(&mut tx, &app, AttemptKind::Verify, &key, VERIFICATION_MAILS_PER_HOUR).await?;
    let owner = people::find(&mut tx, caller.user).await?;
    let (address, language) = (owner.email.as_str(), owner.language);
    let unverified = Unverified { user: owner.id, address, language, from };
    account_mails::verify(&mut tx, &app, unverified).await?;
    tx.commit().await?;
    Ok(named!("sentTo": owner.email))
}

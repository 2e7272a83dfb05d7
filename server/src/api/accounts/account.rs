//! `/api/auth/account`: the state of the caller's account.

use domain::{accounts::accounts::Account, i18n::rules::Text, types::ids::UserId};
use store::{
    accounts::{passwords, second_factors},
    companies::people,
    db::{Tx, error::DbResult},
};

use crate::http::{caller::AccountOwner, prelude::*};

pub fn routes() -> Routes {
    Routes::default().get("/api/auth/account", find)
}

async fn find(caller: AccountOwner, State(app): State<App>) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("account": account_of(&mut tx, &app, caller.user).await?))
}

/// The state of a user's account.
pub(crate) async fn account_of(tx: &mut Tx, app: &App, user: UserId) -> DbResult<Account> {
    let email_verified = people::is_verified(tx, user).await?;
    Ok(Account {
        email: people::find(tx, user).await?.email,
        email_verified,
        verification_required: app.require_verified_email && !email_verified,
        has_password: has_password(tx, app, user).await?,
        second_factor: second_factors::is_on(tx, user).await?,
        recovery_codes_left: second_factors::recovery_codes(tx, user).await?,
    })
}

/// Refuses a further way to sign in on an account whose address nobody verified: whoever adds it may not be the owner
/// of the address, who takes the account back later.
///
/// # Errors
/// 403.
pub(crate) async fn require_verified(tx: &mut Tx, user: UserId) -> ApiResult<()> {
    if people::is_verified(tx, user).await? {
        Ok(())
    } else {
        Err(ApiError::Forbidden(Text::ConfirmEmail))
    }
}

/// Whether a user can sign in with a password.
pub(crate) async fn has_password(tx: &mut Tx, app: &App, user: UserId) -> DbResult<bool> {
    let is_stored = passwords::find_of(tx, user).await?.is_some();
    Ok(is_stored && app.sign_in_methods.has_local_accounts())
}

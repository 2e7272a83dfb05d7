//! Checks a password, at most ten wrong ones in a while for each account, however many come at once.
//!
//! A try is recorded as a failure before its password is checked, and counted after that is stored. So of tries at
//! the same time, on one server or on several, no more are checked than may fail.

use chrono::Duration;
use domain::{
    accounts::accounts::FAILURE_MINUTES,
    i18n::rules::Text,
    types::{ids::UserId, limits::LIMITS},
};
use services::core::network::ClientNetwork;
use store::{
    accounts::{
        attempts::{self, AttemptKind},
        passwords,
    },
    db::{Tx, error::DbResult},
};
use uuid::Uuid;

use crate::http::prelude::*;

/// Whose password is checked. Each has its own count.
#[derive(Clone, Copy, Debug)]
pub enum PasswordOwner<'a> {
    /// That of a normalized address, at a sign-in. There may be no such account.
    Address(&'a str),
    /// That of a user who is signed in.
    User(UserId),
}

impl PasswordOwner<'_> {
    async fn failures(self, app: &App) -> ApiResult<i64> {
        let now = app.clock.now();
        let mut tx = app.db.read().await?;
        Ok(match self {
            Self::Address(address) => passwords::failures(&mut tx, address, now).await?,
            Self::User(user) => {
                let since = now - Duration::minutes(FAILURE_MINUTES);
                attempts::count(&mut tx, AttemptKind::Password, &user.to_string(), since).await?
            }
        })
    }

    async fn insert_failure(self, app: &App) -> ApiResult<Uuid> {
        let now = app.clock.now();
        let mut tx = app.db.write().await?;
        let id = match self {
            Self::Address(address) => passwords::insert_failure(&mut tx, address, now).await?,
            Self::User(user) => {
                attempts::insert(&mut tx, AttemptKind::Password, &user.to_string(), now).await?
            }
        };
        tx.commit_without_key().await?;
        Ok(id)
    }

    async fn delete_failure(self, app: &App, id: Uuid) -> ApiResult<()> {
        let mut tx = app.db.write().await?;
        match self {
            Self::Address(_) => passwords::delete_failure(&mut tx, id).await?,
            Self::User(_) => attempts::delete(&mut tx, id).await?,
        }
        tx.commit_without_key().await?;
        Ok(())
    }

    /// Deletes the failures after the right password.
    pub async fn clear_failures(self, tx: &mut Tx) -> DbResult<()> {
        match self {
            Self::Address(address) => passwords::clear_failures(tx, address).await,
            Self::User(user) => attempts::clear(tx, AttemptKind::Password, &user.to_string()).await,
        }
    }

    async fn credentials(self, app: &App) -> ApiResult<Option<passwords::Account>> {
        let mut tx = app.db.read().await?;
        Ok(match self {
            Self::Address(address) => passwords::find(&mut tx, address).await?,
            Self::User(user) => passwords::find_of(&mut tx, user)
                .await?
                .map(|hash| passwords::Account { user, hash }),
        })
    }
}

/// The user, if the password is theirs. The caller then clears their failures.
///
/// # Errors
/// 429 after too many failures, 503 when too many passwords are being checked.
pub async fn check_password(
    app: &App,
    from: ClientNetwork,
    owner: PasswordOwner<'_>,
    password: &str,
) -> ApiResult<Option<UserId>> {
    let most = i64::from(LIMITS.sign_in_failures);
    // Before the queue: an account that is locked takes no permit.
    if app.has_limits() && owner.failures(app).await? >= most {
        return Err(too_many_tries());
    }
    let permit = app.passwords.permit(from).await?;
    let attempt = owner.insert_failure(app).await?;
    if app.has_limits() && owner.failures(app).await? > most {
        owner.delete_failure(app, attempt).await?;
        return Err(too_many_tries());
    }
    let credentials = owner.credentials(app).await?;
    let hash = credentials.as_ref().map(|credentials| credentials.hash.as_str());
    let matches = permit.matches(password, hash).await?;
    Ok(credentials.filter(|_| matches).map(|credentials| credentials.user))
}

/// Too many wrong passwords or codes.
pub(crate) fn too_many_tries() -> ApiError {
    let seconds = FAILURE_MINUTES.unsigned_abs() * 60;
    ApiError::LimitExceeded { text: Text::TooManySignIns, retry_after_seconds: seconds }
}

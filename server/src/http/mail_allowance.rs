//! How many new addresses a company may mail: a rule of the domain, counted in the database.

use chrono::{DateTime, Utc};
use store::{db::Tx, mail_allowance, scope::Scope};

use crate::{
    app::App,
    http::error::{ApiError, ApiResult},
};

/// Refuses a mail to more new addresses than the company may mail in a day, where limits are on. The caller queues
/// the mail in the same transaction.
///
/// # Errors
/// [`ApiError::TooManyNewAddresses`], and errors of the database.
pub async fn check(
    tx: &mut Tx,
    app: &App,
    scope: Scope,
    to: impl IntoIterator<Item = &str>,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    if !app.has_limits() {
        return Ok(());
    }
    let Some(over) = mail_allowance::find_excess(tx, scope, to, now).await? else { return Ok(()) };
    let wait = (over.free_at - now).num_seconds().max(1);
    Err(ApiError::TooManyNewAddresses {
        most: over.new_addresses,
        retry_after_seconds: wait.unsigned_abs(),
    })
}

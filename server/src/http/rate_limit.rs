//! So much of something in a while, and no more: what the domain allows, counted.
//!
//! Said where a route is mounted (`.limited(Quota::Search)`) and counted at its door; or counted by the
//! handler where only it knows how much it is. Kept in the memory of this process, never for longer
//! than the while: who asked for what is nobody's business.

use axum::http::{header, request::Parts};
use domain::{
    limits::quotas::Quota,
    types::ids::{CompanyId, UserId},
};
use services::core::rate_limiter::RateLimitSubject;

use crate::{
    app::App,
    http::{body_size::BodyLimit, client_address::network_in, error::ApiResult},
};

/// The quota of a route, for its door.
#[derive(Clone, Copy, Debug)]
pub struct RouteQuota(pub Quota);

/// Uses up one of a quota, or so many, where limits are on.
///
/// # Errors
/// [`ApiError::TooOften`].
pub fn take(app: &App, quota: Quota, asker: RateLimitSubject, amount: u64) -> ApiResult<()> {
    let Some(quotas) = &app.rate_limiter else { return Ok(()) };
    Ok(quotas.take(quota, asker, amount, app.clock.now().timestamp_millis())?)
}

/// Counts a call at its door, where its route is limited.
pub fn check(
    parts: &Parts,
    app: &App,
    user: Option<UserId>,
    company: Option<CompanyId>,
) -> ApiResult<()> {
    let (Some(_), Some(RouteQuota(quota))) =
        (&app.rate_limiter, parts.extensions.get::<RouteQuota>())
    else {
        return Ok(());
    };
    let asker = RateLimitSubject { from: network_in(parts), user, company };
    take(app, *quota, asker, 1)?;
    if *quota == Quota::Upload {
        take(app, Quota::UploadBytes, asker, bytes_of(parts))?;
    }
    Ok(())
}

/// How large a body says it is; one that does not say may be as large as its route takes.
fn bytes_of(parts: &Parts) -> u64 {
    let says = parts.headers.get(header::CONTENT_LENGTH);
    let says = says.and_then(|length| length.to_str().ok()).and_then(|length| length.parse().ok());
    says.unwrap_or_else(|| {
        let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
        u64::try_from(limit.0).unwrap_or(u64::MAX)
    })
}

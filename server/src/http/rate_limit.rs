//! Rate limits: the domain defines the quotas, this module counts against them.
//!
//! A quota is declared where a route is mounted (`.limited(Quota::Search)`) and counted by the extractor, or
//! by the handler if only it knows the amount. Counts are held in memory, and in the database where several servers
//! share it, and never for longer than the quota's period.

use axum::http::{header, request::Parts};
use domain::{
    limits::quotas::Quota,
    types::ids::{CompanyId, GuestLinkId, UserId},
};
use services::core::rate_limiter::RateLimitSubject;

use crate::{
    app::App,
    http::{
        callers::api_key, client_address::network_in, error::ApiResult,
        request_body::body_size::BodyLimit,
    },
};

/// The quota of a route, for the extractor.
#[derive(Clone, Copy, Debug)]
pub struct RouteQuota(pub Quota);

/// Uses up `amount` of a quota, where limits are on.
///
/// # Errors
/// [`ApiError::LimitExceeded`].
pub async fn take(
    app: &App,
    quota: Quota,
    subject: RateLimitSubject,
    amount: u64,
) -> ApiResult<()> {
    let Some(quotas) = &app.rate_limiter else { return Ok(()) };
    let now = app.clock.now().timestamp_millis();
    Ok(quotas.take(quota, subject, amount, now).await?)
}

/// Counts a call, if its route is limited.
pub async fn check(
    parts: &Parts,
    app: &App,
    user: Option<UserId>,
    company: Option<CompanyId>,
) -> ApiResult<()> {
    let api_key = api_key::key_in(&parts.extensions);
    let from = network_in(parts);
    check_subject(parts, app, RateLimitSubject { from, user, company, api_key, link: None }).await
}

/// The same for the holder of a link.
pub async fn check_guest(parts: &Parts, app: &App, link: GuestLinkId) -> ApiResult<()> {
    check_subject(parts, app, RateLimitSubject::guest(link, network_in(parts))).await
}

async fn check_subject(parts: &Parts, app: &App, subject: RateLimitSubject) -> ApiResult<()> {
    let (Some(_), Some(RouteQuota(quota))) =
        (&app.rate_limiter, parts.extensions.get::<RouteQuota>())
    else {
        return Ok(());
    };
    take(app, *quota, subject, 1).await?;
    if *quota == Quota::Upload {
        take(app, Quota::UploadBytes, subject, bytes_of(parts)).await?;
    }
    Ok(())
}

/// The declared size of a body, or else the limit of its route.
fn bytes_of(parts: &Parts) -> u64 {
    let declared = parts.headers.get(header::CONTENT_LENGTH);
    let declared =
        declared.and_then(|length| length.to_str().ok()).and_then(|length| length.parse().ok());
    declared.unwrap_or_else(|| {
        let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
        u64::try_from(limit.0).unwrap_or(u64::MAX)
    })
}

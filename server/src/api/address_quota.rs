//! How often an address may do what anybody may: leads of the landing page (contract, section 4), ways to
//! a new password. So many an hour, whatever they say.
//!
//! Kept in memory and for an hour only: who looked at the landing page is nobody's business.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::request::Parts,
};
use domain::{accounts::RESETS_FROM_NETWORK_PER_HOUR, limits::LIMITS, text::Text};

use super::error::{ApiError, ApiResult};
use crate::app::App;

const HOUR_MS: i64 = 3_600_000;

/// Beyond this many addresses in memory, those that have not sent anything for an hour are dropped.
const TIDY_AT: usize = 4_096;

/// What came in the last hour. One of each kind for the whole server.
#[derive(Clone, Debug)]
pub struct AddressQuota {
    most: u32,
    told: Text,
    stamps: Arc<Mutex<HashMap<Option<IpAddr>, Vec<i64>>>>,
}

/// Where a request comes from, as far as it is told apart from others: a household or an office has
/// one address of the old kind, or a whole network of the new.
#[derive(Clone, Copy, Debug)]
pub struct SentFrom(Option<IpAddr>);

impl FromRequestParts<App> for SentFrom {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Self(address.map(|ConnectInfo(address)| network_of(address.ip()))))
    }
}

fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
        old @ IpAddr::V4(_) => old,
    }
}

impl AddressQuota {
    /// For leads of the landing page.
    #[must_use]
    pub fn of_leads() -> Self {
        Self { most: LIMITS.leads_per_hour, told: Text::TooManyLeads, stamps: Arc::default() }
    }

    /// For ways to a new password.
    #[must_use]
    pub fn of_resets() -> Self {
        let most = RESETS_FROM_NETWORK_PER_HOUR;
        Self { most, told: Text::TooManyMails, stamps: Arc::default() }
    }

    /// Counts what somebody sent, and refuses it when it is one too many.
    ///
    /// # Errors
    /// [`ApiError::TooOften`].
    pub fn count(&self, SentFrom(address): SentFrom, now: i64) -> ApiResult<()> {
        let counts = |sent: &i64| now - *sent < HOUR_MS;
        let mut stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
        if stamps.len() > TIDY_AT {
            stamps.retain(|_, sent| sent.iter().any(counts));
        }
        let sent = stamps.entry(address).or_default();
        sent.retain(counts);
        if sent.len() < self.most as usize {
            sent.push(now);
            return Ok(());
        }
        let oldest = sent.first().copied().unwrap_or(now);
        let seconds = (oldest + HOUR_MS - now).max(0).unsigned_abs().div_ceil(1_000);
        Err(ApiError::TooOften { text: self.told, retry_after_seconds: seconds.max(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_one_network_share_a_quota_and_strangers_do_not() {
        let network = |text: &str| network_of(text.parse().expect("address"));
        assert_eq!(network("2001:db8:1:2::7"), network("2001:db8:1:2:a:b:c:d"));
        assert_ne!(network("2001:db8:1:2::7"), network("2001:db8:1:3::7"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}

//! Where a request comes from, as far as limits and the log want to know.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts, Request},
    http::{Extensions, request::Parts},
};

use super::error::{ApiError, ApiResult};
use crate::app::App;

/// The address of whoever sent a request, behind the operator's own proxies.
#[derive(Clone, Copy, Debug)]
struct ClientAddress(IpAddr);

/// Finds it, before anybody counts or logs.
pub fn find(app: &App, request: &mut Request) {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().copied();
    if let Some(ConnectInfo(peer)) = peer {
        let client = app.proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(ClientAddress(client));
    }
}

/// The address as the log writes it.
#[must_use]
pub fn address_in(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ClientAddress>().map(|ClientAddress(address)| *address)
}

/// Where a request comes from, as far as it is told apart from others: a household or an office has
/// one address of the old kind, or a whole network of the new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SentFrom(Option<IpAddr>);

impl SentFrom {
    /// Of a request.
    #[must_use]
    pub fn of(parts: &Parts) -> Self {
        Self(address_in(&parts.extensions).map(network_of))
    }

    #[cfg(test)]
    pub fn from_address(address: &str) -> Self {
        Self(Some(network_of(address.parse().expect("an address"))))
    }
}

impl FromRequestParts<App> for SentFrom {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        Ok(Self::of(parts))
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

//! The address that a request comes from, for limits and the log.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts, Request},
    http::{Extensions, request::Parts},
};
use services::core::network::ClientNetwork;

use crate::{
    app::App,
    http::error::{ApiError, ApiResult},
};

/// The client's address, behind the operator's own proxies.
#[derive(Clone, Copy, Debug)]
struct ClientAddress(IpAddr);

/// Stores it in the request, before limits and the log read it.
pub fn find(app: &App, request: &mut Request) {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().copied();
    if let Some(ConnectInfo(peer)) = peer {
        let client = app.trusted_proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(ClientAddress(client));
    }
}

/// The address for the log.
#[must_use]
pub fn address_in(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ClientAddress>().map(|ClientAddress(address)| *address)
}

/// The client's network, for limits.
#[must_use]
pub fn network_in(parts: &Parts) -> ClientNetwork {
    network_of(&parts.extensions)
}

/// The same for the extensions of a request.
#[must_use]
pub fn network_of(extensions: &Extensions) -> ClientNetwork {
    ClientNetwork::of_address(address_in(extensions))
}

impl FromRequestParts<App> for ClientNetwork {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        Ok(network_in(parts))
    }
}

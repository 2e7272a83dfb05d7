//! Where a request comes from, as far as limits and the log want to know.

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

/// The address of whoever sent a request, behind the operator's own proxies.
#[derive(Clone, Copy, Debug)]
struct ClientAddress(IpAddr);

/// Finds it, before anybody counts or logs.
pub fn find(app: &App, request: &mut Request) {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().copied();
    if let Some(ConnectInfo(peer)) = peer {
        let client = app.trusted_proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(ClientAddress(client));
    }
}

/// The address as the log writes it.
#[must_use]
pub fn address_in(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ClientAddress>().map(|ClientAddress(address)| *address)
}

/// The network of a request's sender, for limits.
#[must_use]
pub fn network_in(parts: &Parts) -> ClientNetwork {
    ClientNetwork::of_address(address_in(&parts.extensions))
}

impl FromRequestParts<App> for ClientNetwork {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        Ok(network_in(parts))
    }
}

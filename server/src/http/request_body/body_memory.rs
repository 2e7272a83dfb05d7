//! The memory of bodies that are read before their call is run, of all requests together.

use axum::http::Extensions;
use services::core::{byte_budget::ReservedBytes, network::ClientNetwork};

use crate::{app::App, http::client_address::network_of};

/// Memory for the body of a request; none yet.
pub fn reservation(app: &App, extensions: &Extensions) -> ReservedBytes<ClientNetwork> {
    app.body_budget.reservation(network_of(extensions))
}

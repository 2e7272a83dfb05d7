//! The memory of bodies that are read before their call is run, of all requests together.

use std::time::Duration;

use axum::http::Extensions;
use services::core::{
    byte_budget::{ByteBudget, ByteLimits, ReservedBytes},
    network::ClientNetwork,
};

use crate::{app::App, http::client_address::network_of};

/// The bodies of forms that are in memory at once. A network has its share, so that it takes four of them to
/// fill the memory of all; most forms have less than 4 KB.
pub(crate) const LIMITS: ByteLimits =
    ByteLimits { total: 64 << 20, per_sender: 16 << 20, deadline: Duration::from_secs(5) };

/// The budget of a server.
pub type BodyBudget = ByteBudget<ClientNetwork>;

/// Memory for the body of a request; none yet.
pub fn reservation(app: &App, extensions: &Extensions) -> ReservedBytes<ClientNetwork> {
    app.body_budget.reservation(network_of(extensions))
}

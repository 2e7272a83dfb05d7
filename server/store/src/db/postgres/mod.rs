//! PostgreSQL: its connections, and whether it is ready.

pub(super) mod connection;
pub(super) mod connections;
pub(super) mod connector;
mod readiness;
pub mod usage;

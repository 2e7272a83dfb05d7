//! PostgreSQL: its connections, and whether it is ready.

pub(super) mod connection;
pub(super) mod connections;
mod readiness;
pub mod usage;

//! PostgreSQL: its connections.

pub(super) mod connection;
pub(super) mod connections;
pub mod usage;

//! PostgreSQL: its connections, and whether it is ready.

pub(super) mod commit_turns;
pub(super) mod connect;
pub(super) mod connection;
pub(super) mod connections;
mod connector;
pub(super) mod event_outbox;
mod readiness;
pub(super) mod replica;
pub mod usage;

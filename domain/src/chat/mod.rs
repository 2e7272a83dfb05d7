//! Chat rooms and messages.

pub mod messages;
pub mod rooms;

//! Chat rooms and messages.

pub mod all_rooms;
pub mod kinds;
pub mod members;
pub mod messages;
pub mod rooms;

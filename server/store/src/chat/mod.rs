//! Chat rooms, messages, pictures and reads.

pub mod members;
pub mod messages;
pub mod notifications;
pub mod opening;
pub mod pictures;
pub mod reads;
pub mod room_state;
pub mod rooms;

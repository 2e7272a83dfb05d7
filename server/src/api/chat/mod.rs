//! Chat rooms, messages and pictures.

pub(crate) mod chat;
pub(crate) mod pictures;
pub(crate) mod rooms;

//! How much of a body is read, by whom, how long it may take, and its parts.

pub(crate) mod body_limit;
pub(crate) mod body_memory;
pub mod body_size;
pub(crate) mod body_timeout;
pub(crate) mod content_hash;
pub(crate) mod multipart;
pub mod shared_body;
pub(crate) mod unread_body;

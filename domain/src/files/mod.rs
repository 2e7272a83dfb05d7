//! Uploaded files: what is accepted, by content and size.

pub mod files;
pub mod signatures;

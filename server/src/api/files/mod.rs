//! Stored files, and files that arrive in parts.

pub mod files;
pub mod guest_uploads;
pub mod uploads;

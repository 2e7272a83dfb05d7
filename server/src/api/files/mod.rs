//! Stored files, and files that arrive in parts.

pub mod files;
pub mod uploads;

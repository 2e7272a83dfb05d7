//! Which columns name files, the queue of files to delete, and uploads in parts.

pub mod columns;
pub mod deletion_queue;
pub mod picture_format;
pub mod uploads;

//! Which columns name files, and the queue of files to delete.

pub mod columns;
pub mod deletion_queue;
pub mod picture_format;

//! SQLite's single writer.

pub(super) mod connection;
pub(super) mod group_commit;
pub mod value;
pub mod writer_row;

//! The data of an installation: backup and restore, the move to another engine, a company's export, and
//! deletions (`docs/backups.md`).

pub mod archive;
pub mod backup;
pub mod counts;
pub mod move_to_postgres;
pub(crate) mod postgres_tools;
pub mod referenced_files;
pub mod restore;

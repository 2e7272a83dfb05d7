//! Keeping what people entrusted to this installation: backups and their way back, the way to another
//! engine, what a company takes along, and what goes when somebody goes (`docs/backups.md`).

pub mod archive;
pub mod backup;
pub mod counts;
pub mod move_to_postgres;
pub(crate) mod postgres_tools;
pub mod referenced_files;
pub mod restore;

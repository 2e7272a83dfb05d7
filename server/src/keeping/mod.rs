//! Keeping what people entrusted to this installation: backups and their way back, the way to another
//! engine, what a company takes along, and what goes when somebody goes (`docs/backups.md`).

mod archive;
mod backup;
mod commands;
pub mod export;
mod moving;
mod named_files;
mod postgres_tools;
mod restore;

pub use self::{
    archive::{Manifest, Part},
    backup::back_up,
    commands::{KeepingCommand, run},
    moving::{Moved, move_rows, move_to_postgres},
    named_files::named_files,
    restore::restore,
};

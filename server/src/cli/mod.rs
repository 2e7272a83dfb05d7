//! The command line: its arguments and commands.

pub mod args;
pub mod commands;
pub mod feedback;
pub mod listener;
pub mod second_factor_off;
pub mod serve;

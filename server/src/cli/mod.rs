//! The command line: its arguments and what each command does.

pub mod args;
pub mod commands;
pub mod feedback;
pub mod listener;
pub mod second_factor_off;
pub mod serve;

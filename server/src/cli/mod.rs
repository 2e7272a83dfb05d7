//! The command line: its arguments and commands.

pub mod args;
pub mod commands;
pub(crate) mod connection_stream;
pub mod connection_timeouts;
pub mod feedback;
mod geocoder;
pub mod listener;
pub mod rules;
pub mod second_factor_off;
pub mod serve;
mod sign_in;
pub(crate) mod unread_responses;

//! The Ridgeline server.

pub mod api;
pub mod app;
pub mod backup;
pub mod cli;
pub mod http;
pub mod notify;
pub mod storage;
pub mod tasks;

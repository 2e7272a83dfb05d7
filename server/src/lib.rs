//! The Ridgeline server.

pub mod api;
pub mod app;
pub mod auth;
pub mod backup;
pub mod cli;
pub mod core;
pub mod db;
pub mod demo;
pub mod export;
pub mod files;
pub mod geocoding;
pub mod http;
pub mod images;
pub mod live;
pub mod mail;
pub mod notify;
pub mod push;
pub mod storage;
pub mod store;
pub mod tasks;
pub mod telemetry;
pub mod translation;

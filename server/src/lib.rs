//! The Ridgeline server.

pub mod api;
pub mod app;
pub mod config;
pub mod customer_import;
pub mod db;
pub mod demo;
pub mod files;
pub mod ical;
pub mod job_import;
pub mod kept_lists;
pub mod mail;
pub mod notices;
pub mod pictures;
pub mod places;
pub mod price_import;
pub mod scope;
pub mod sign_in;
pub mod start;
pub mod store;
pub mod web_app;

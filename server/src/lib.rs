//! The Ridgeline server.

mod account_mails;
pub mod api;
pub mod app;
pub mod config;
pub mod customer_import;
pub mod db;
pub mod demo;
mod documents;
pub mod files;
pub mod ical;
mod invitation_links;
pub mod job_import;
pub mod kept_lists;
pub mod mail;
pub mod notices;
pub mod operator_letters;
pub mod pictures;
pub mod places;
pub mod price_import;
pub mod scope;
pub mod sign_in;
pub mod start;
pub mod store;
pub mod web_app;

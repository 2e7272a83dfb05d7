//! The rules of the trade: what a job, a crew or an order may be, and who may change it.
//!
//! Pure: no clock, no I/O, no randomness. The same code runs in the server and the browser.
#![forbid(unsafe_code)]

pub mod accounts;
pub mod activity;
pub mod api_keys;
pub mod calendar;
pub mod changes;
pub mod chat;
pub mod companies;
pub mod connections;
pub mod crews;
pub mod customers;
pub mod evaluate;
pub mod feedback;
pub mod files;
pub mod forms;
pub mod guest_links;
pub mod i18n;
pub mod imports;
pub mod jobs;
pub mod limits;
pub mod notifications;
pub mod orders;
pub mod permissions;
pub mod planning;
pub mod products;
pub mod reports;
#[cfg(feature = "schema")]
pub mod schema;
pub mod search;
pub mod today;
pub mod translations;
pub mod types;
pub mod vendors;
pub mod webhooks;

//! Reads and writes rows: the engines are in `db`, the statements in one module for each capability. Portable
//! SQL only.

#[doc(hidden)]
pub use linkme;

pub mod accounts;
pub mod activity;
pub mod actor;
pub mod api_keys;
pub mod cache;
pub mod calendar;
pub mod changes;
pub mod chat;
pub mod companies;
pub mod company_time;
pub mod connections;
pub mod crews;
pub mod customers;
pub mod db;
mod delivery_queue;
pub mod feedback;
pub mod files;
pub mod guest_links;
pub mod idempotency_keys;
pub mod idempotent_calls;
pub mod imports;
pub mod jobs;
pub mod limit_uses;
pub mod mail_allowance;
pub mod mail_queue;
pub mod membership;
pub mod notifications;
pub mod orders;
pub mod planning;
pub mod products;
pub mod reports;
pub mod scope;
pub mod search;
pub mod secrets;
pub mod text;
pub mod token;
pub mod translations;
pub mod vendors;
pub mod webhooks;

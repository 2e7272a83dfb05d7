//! Where rows are read and written, one file per feature. Portable SQL only.

pub mod accounts;
pub mod activity;
pub mod actor;
pub mod calendar;
pub mod chat;
pub mod companies;
pub mod connections;
pub mod crews;
pub mod customers;
pub mod feedback;
pub mod files;
pub mod idempotency_keys;
pub mod imports;
pub mod jobs;
pub mod membership;
pub mod notifications;
pub mod orders;
pub mod outbox;
pub mod products;
pub mod reports;
pub mod scope;
pub mod search;
pub mod secrets;
pub mod text;
pub mod translations;
pub mod vendors;

//! Notifications, preferences, mails and push deliveries.

pub mod digest_hour;
pub mod mails;
pub mod notifications;
pub mod preferences;
pub mod push_deliveries;
pub mod push_subscriptions;
pub mod recipients;

//! Notifications: what is sent, to whom and how.

pub mod digest;
pub mod mails;
pub mod notifications;
pub mod preferences;
pub mod push_subscriptions;
pub mod texts;

//! The list of notifications, preferences and push subscriptions.

pub(crate) mod notifications;
pub(crate) mod preferences;
pub(crate) mod push_subscriptions;
pub(crate) mod unsubscribe;

//! Notifications and mails about what happened, queued in its transaction.

pub(crate) mod account_mails;
pub mod dispatch;
pub(crate) mod unsubscribe_links;

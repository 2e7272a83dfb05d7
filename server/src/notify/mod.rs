//! Notifications and mails about a change, queued in its transaction.

pub(crate) mod account_mails;
pub mod dispatch;
pub(crate) mod guest_mails;
pub mod moved_jobs;
pub(crate) mod order_holders;
pub(crate) mod unsubscribe_links;
pub mod vendor_reminders;
pub(crate) mod webhook_notices;

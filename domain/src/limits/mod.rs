//! How often an action is allowed.

pub mod guest_links;
pub mod mail_allowance;
pub mod quotas;
pub mod throttle;

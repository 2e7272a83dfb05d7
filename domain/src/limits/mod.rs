//! How often an action is allowed.

pub mod mail_allowance;
pub mod quotas;
pub mod throttle;

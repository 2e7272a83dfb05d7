//! How often an action is allowed.

pub mod quotas;
pub mod throttle;

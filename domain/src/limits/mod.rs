//! How often something may be done.

pub mod quotas;
pub mod throttle;

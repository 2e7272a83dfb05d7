//! The activity log.

pub(crate) mod activity;
pub(crate) mod presenter;

//! The activity log.

pub mod activity;
pub mod labels;
pub mod texts;
pub mod values;
pub mod visibility;

//! The activity log.

pub mod activity;
pub mod texts;
pub mod values;
pub mod visibility;
pub mod words;

//! Calendars, appointments and calendar feeds.

pub mod appointments;
pub mod calendars;
pub mod feeds;
pub mod series;

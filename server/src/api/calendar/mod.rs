//! Calendars, appointments and calendar feeds.

pub(crate) mod appointments;
pub(crate) mod calendars;
pub(crate) mod feeds;
pub(crate) mod series;
mod series_changes;
mod series_times;

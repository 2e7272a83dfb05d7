//! Calendars, appointments and calendar feeds.

pub mod appointment_forms;
pub mod appointments;
pub mod calendars;
pub mod feeds;

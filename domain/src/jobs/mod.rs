//! Jobs: their fields, schedule and assignment.

pub mod assignment;
pub mod assignment_forms;
pub mod bulk_forms;
pub mod create_job;
pub mod crew_schedule;
pub mod field_forms;
pub mod forms;
pub mod job;
pub mod records;
pub mod saved_views;
pub mod schedule;
pub mod search;
pub mod templates;

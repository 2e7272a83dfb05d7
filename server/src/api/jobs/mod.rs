//! Jobs: their list, one job, its records and its assignment.

mod assignee;
pub(crate) mod assignment;
pub(crate) mod bulk;
mod bulk_undo;
mod create;
pub(crate) mod fields;
mod from_template;
pub(crate) mod image_pairs;
pub(crate) mod images;
pub(crate) mod jobs;
pub(crate) mod list;
pub(crate) mod notes;
pub(crate) mod one_job;
pub(crate) mod records;
mod reopening;
pub(crate) mod saved_views;
pub(crate) mod templates;

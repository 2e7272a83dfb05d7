//! The activity log.

pub mod changed_job;
pub(crate) mod erasure;
pub mod field_values;
pub mod job_snapshots;
pub mod log;
pub mod record;
pub(crate) mod rows;
pub(crate) mod snapshot;
pub mod subject;

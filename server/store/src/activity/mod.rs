//! The activity log.

pub(crate) mod erasure;
pub mod facts;
pub mod log;
pub mod record;
pub(crate) mod rows;
pub(crate) mod snapshot;
pub mod subject;

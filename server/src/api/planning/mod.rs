//! Planning (contract-2, section 3).

pub(crate) mod availability;
pub(crate) mod capacity;
pub(crate) mod follows;
pub(crate) mod job_offers;
pub(crate) mod series;
mod series_changes;
pub(crate) mod shift;
mod shift_log;
mod shift_plan;
mod shift_undo;
pub(crate) mod weather;
pub(crate) mod workdays;

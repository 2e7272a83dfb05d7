//! Planning (contract-2, section 3).

pub mod availability;
pub mod capacity;
pub mod shifts;
pub mod workdays;

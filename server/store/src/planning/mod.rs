//! Planning (contract-2, section 3).

pub mod shifts;
pub mod workdays;

//! Planning (contract-2, section 3).

pub(crate) mod follows;
pub(crate) mod workdays;

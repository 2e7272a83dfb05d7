//! What an inspection found.

use domain::{jobs::records::Unit, types::money::Quantity};

/// One line of the measurement reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoReport {
    /// The unit it was measured in.
    pub measurement: Unit,
    /// How many of them.
    pub amount: Quantity,
}

//! The measurement reports of the demo.

use domain::{jobs::records::Unit, types::money::Quantity};

/// One line of the measurement reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoReport {
    /// The unit.
    pub measurement: Unit,
    /// The amount.
    pub amount: Quantity,
}

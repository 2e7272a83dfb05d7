//! The overview of a day (contract-2, section 5): what a user has to do, and what waits.

use serde::Serialize;
use ts_rs::TS;

use crate::{
    companies::files::CompanyFile,
    connections::Connection,
    jobs::job::Job,
    orders::{purchase_orders::PurchaseOrder, work_orders::WorkOrder},
};

/// The overview, of what its reader may see, on the company's day.
#[derive(Clone, Debug, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Today {
    /// The jobs that run on this day, of either status.
    pub jobs: Vec<Job>,
    /// What waits for somebody.
    pub waiting: Waiting,
    /// Active jobs without days.
    pub unscheduled: Vec<Job>,
    /// Active jobs whose last day has passed.
    pub overdue: Vec<Job>,
    /// The company's files that expire within 30 days or have expired, the earliest first.
    pub papers: Vec<CompanyFile>,
    /// Messages of others that the reader has not read.
    #[ts(type = "number")]
    pub unread: i64,
}

/// What waits for somebody.
#[derive(Clone, Debug, Default, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Waiting {
    /// Active jobs whose subcontractor has not answered.
    pub assignments: Vec<Job>,
    /// Requests of other companies to connect.
    pub connections: Vec<Connection>,
    /// Work orders of active jobs that nobody has signed.
    pub signatures: Vec<WorkOrder>,
    /// Purchase orders that were sent and neither confirmed nor received, or are late.
    pub orders: Vec<PurchaseOrder>,
}

//! What a row is now, beside the error of a change that was made to a former state of it.

use domain::{
    guest_links::view::{GuestJob, GuestPurchaseOrder, GuestWorkOrder},
    jobs::job::Job,
    orders::{purchase_orders::PurchaseOrder, work_orders::WorkOrder},
    planning::shifted_jobs::ShiftMove,
};
use schemars::JsonSchema;
use serde::Serialize;

/// A row as the caller may see it now, under its name on the wire.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct CurrentRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    job: Option<CurrentJob>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<CurrentOrder>,
    /// A work order as the holder of a link sees it.
    #[serde(rename = "workOrder", skip_serializing_if = "Option::is_none")]
    work_order: Option<GuestWorkOrder>,
    /// A purchase order as its vendor sees it.
    #[serde(rename = "purchaseOrder", skip_serializing_if = "Option::is_none")]
    purchase_order: Option<GuestPurchaseOrder>,
    /// The moves of many jobs, and their state.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<ShiftMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(untagged)]
enum CurrentJob {
    Whole(Box<Job>),
    Guest(Box<GuestJob>),
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(untagged)]
enum CurrentOrder {
    Work(WorkOrder),
    Purchase(PurchaseOrder),
}

impl From<Job> for CurrentRow {
    fn from(job: Job) -> Self {
        Self { job: Some(CurrentJob::Whole(Box::new(job))), ..Self::default() }
    }
}

impl From<(Vec<ShiftMove>, String)> for CurrentRow {
    fn from((moves, state): (Vec<ShiftMove>, String)) -> Self {
        Self { moves: Some(moves), state: Some(state), ..Self::default() }
    }
}

impl From<GuestJob> for CurrentRow {
    fn from(job: GuestJob) -> Self {
        Self { job: Some(CurrentJob::Guest(Box::new(job))), ..Self::default() }
    }
}

impl From<GuestWorkOrder> for CurrentRow {
    fn from(order: GuestWorkOrder) -> Self {
        Self { work_order: Some(order), ..Self::default() }
    }
}

impl From<GuestPurchaseOrder> for CurrentRow {
    fn from(order: GuestPurchaseOrder) -> Self {
        Self { purchase_order: Some(order), ..Self::default() }
    }
}

impl From<WorkOrder> for CurrentRow {
    fn from(order: WorkOrder) -> Self {
        Self { order: Some(CurrentOrder::Work(order)), ..Self::default() }
    }
}

impl From<PurchaseOrder> for CurrentRow {
    fn from(order: PurchaseOrder) -> Self {
        Self { order: Some(CurrentOrder::Purchase(order)), ..Self::default() }
    }
}

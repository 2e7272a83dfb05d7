//! What the holder of a link sees: of a job never amounts, prices, customers, purchase orders or other companies; of a
//! purchase order nothing of the job but where to deliver.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use ts_rs::TS;

use crate::{
    guest_links::link::{GuestAction, GuestState},
    jobs::{
        job::{Job, JobStatus, ReportedComplete, Tag},
        records::{JobImage, Note},
    },
    orders::{
        purchase_order_status::PurchaseOrderStatus,
        purchase_orders::{PurchaseOrder, PurchaseOrderItem},
        work_orders::{SignOff, WorkOrder, WorkOrderItem},
    },
    types::{
        ids::{JobId, PurchaseOrderId, PurchaseOrderItemId, WorkOrderId, WorkOrderItemId},
        language::Language,
        money::{Money, Quantity},
    },
};

/// A job as the holder of a link sees it. The names are those of a job's fields.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct GuestJob {
    pub id: JobId,
    pub title: String,
    pub job_number: Option<String>,
    pub address: Option<String>,
    pub city: String,
    pub state: String,
    pub zip: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub status: JobStatus,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    pub inspection_note: Option<String>,
    pub reported_complete: Option<ReportedComplete>,
    pub tags: Vec<Tag>,
    pub images: Vec<JobImage>,
    /// Those of links and of the subcontractor.
    pub notes: Vec<Note>,
    pub work_orders: Vec<GuestWorkOrder>,
}

impl GuestJob {
    /// The job with its records.
    #[must_use]
    pub fn of(job: Job, images: Vec<JobImage>, notes: Vec<Note>, orders: Vec<WorkOrder>) -> Self {
        Self {
            id: job.id,
            title: job.title,
            job_number: job.job_number,
            address: job.address,
            city: job.city,
            state: job.state,
            zip: job.zip,
            latitude: job.latitude,
            longitude: job.longitude,
            status: job.status,
            start_date: job.start_date,
            end_date: job.end_date,
            inspection_note: job.inspection_note,
            reported_complete: job.reported_complete,
            tags: job.tags,
            images,
            notes,
            work_orders: orders.into_iter().map(GuestWorkOrder::from).collect(),
        }
    }
}

/// A work order without what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct GuestWorkOrder {
    pub id: WorkOrderId,
    pub title: String,
    /// Stated by a signature.
    #[ts(type = "number")]
    pub items_version: i64,
    pub items: Vec<GuestWorkOrderItem>,
    pub sign_offs: Vec<SignOff>,
}

impl From<WorkOrder> for GuestWorkOrder {
    fn from(order: WorkOrder) -> Self {
        Self {
            id: order.id,
            title: order.title,
            items_version: order.items_version,
            items: order.order_items.into_iter().map(GuestWorkOrderItem::from).collect(),
            sign_offs: order.sign_offs,
        }
    }
}

/// One item of work, without its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct GuestWorkOrderItem {
    pub id: WorkOrderItemId,
    pub title: String,
    pub description: Option<String>,
    pub quantity: Quantity,
}

impl From<WorkOrderItem> for GuestWorkOrderItem {
    fn from(item: WorkOrderItem) -> Self {
        Self {
            id: item.id,
            title: item.title,
            description: item.description,
            quantity: item.quantity,
        }
    }
}

/// A purchase order as its vendor sees it. The names are those of an order's fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct GuestPurchaseOrder {
    pub id: PurchaseOrderId,
    pub title: String,
    /// Stated by an answer.
    #[ts(type = "number")]
    pub version: i64,
    pub status: PurchaseOrderStatus,
    pub remark: Option<String>,
    pub expected_on: Option<NaiveDate>,
    pub date_inserted: DateTime<Utc>,
    pub items: Vec<GuestPurchaseOrderItem>,
    /// Where the job is.
    pub delivery_address: DeliveryAddress,
}

impl GuestPurchaseOrder {
    /// The order, to be delivered to the place of its job.
    #[must_use]
    pub fn of(order: PurchaseOrder, delivery_address: DeliveryAddress) -> Self {
        Self {
            id: order.id,
            title: order.title,
            version: order.version,
            status: order.status,
            remark: order.remark,
            expected_on: order.expected_on,
            date_inserted: order.date_inserted,
            items: order.items.into_iter().map(GuestPurchaseOrderItem::from).collect(),
            delivery_address,
        }
    }
}

/// Where an order is delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct DeliveryAddress {
    pub address: Option<String>,
    pub city: String,
    pub state: String,
    pub zip: Option<String>,
}

/// A row of a purchase order, without what the contractor calculates with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct GuestPurchaseOrderItem {
    pub id: PurchaseOrderItemId,
    pub product_name: String,
    pub category_title: String,
    pub quantity: Quantity,
    pub received: Quantity,
    pub available: Option<bool>,
    pub substitute: Option<String>,
    /// What the vendor stated itself.
    pub confirmed_cost: Option<Money>,
}

impl From<PurchaseOrderItem> for GuestPurchaseOrderItem {
    fn from(item: PurchaseOrderItem) -> Self {
        Self {
            id: item.id,
            product_name: item.product_name,
            category_title: item.category_title,
            quantity: item.quantity,
            received: item.received,
            available: item.available,
            substitute: item.substitute,
            confirmed_cost: item.confirmed_cost,
        }
    }
}

/// Another job of the holder in the next days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct GuestJobDays {
    pub id: JobId,
    pub title: String,
    pub job_number: Option<String>,
    pub address: Option<String>,
    pub city: String,
    pub state: String,
    pub zip: Option<String>,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
}

impl From<&Job> for GuestJobDays {
    fn from(job: &Job) -> Self {
        Self {
            id: job.id,
            title: job.title.clone(),
            job_number: job.job_number.clone(),
            address: job.address.clone(),
            city: job.city.clone(),
            state: job.state.clone(),
            zip: job.zip.clone(),
            start_date: job.start_date,
            end_date: job.end_date,
        }
    }
}

/// Whom the holder of a link can ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct GuestContact {
    /// The company that made the link.
    pub company: String,
    /// Who made it, or an admin of the company if they have left it.
    pub name: String,
    /// Their phone number.
    pub phone: Option<String>,
}

/// What a link to a job shows.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct GuestView {
    /// The job.
    pub job: GuestJob,
    /// The holder's other jobs of the next days, if the link shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub jobs: Option<Vec<GuestJobDays>>,
    /// Whom to ask.
    pub contact: GuestContact,
    /// The holder.
    pub name: String,
    /// The language of the page.
    pub language: Language,
    /// What the holder may do.
    pub may: Vec<GuestAction>,
    /// The holder's answer.
    pub state: GuestState,
    /// The last day of the link, in the company's time zone.
    pub ends_on: NaiveDate,
}

/// What a link to a purchase order shows.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct GuestOrderView {
    /// The purchase order.
    pub purchase_order: GuestPurchaseOrder,
    /// Whom to ask.
    pub contact: GuestContact,
    /// The holder.
    pub name: String,
    /// The language of the page.
    pub language: Language,
    /// Nothing: what a vendor may do follows from the order's status.
    pub may: Vec<GuestAction>,
    /// Always pending: the answer is the order's status.
    pub state: GuestState,
    /// The last day of the link, in the company's time zone.
    pub ends_on: NaiveDate,
}

//! The data of reports: narrow rows of the jobs and orders that a viewer sees. One statement each, whatever the
//! number of jobs.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    jobs::{
        crew_schedule::LaneJob,
        job::{CompanyName, JobStatus, PersonName},
    },
    orders::purchase_order_status::PurchaseOrderStatus,
    permissions::permission::CompanyType,
    products::OrderedProduct,
    reports::{period::ReportPeriod, value::DailyValue, vendors::ReportedOrder},
    types::{
        date_range::Span,
        field::WireEnum as _,
        ids::{CompanyId, CrewId, ProductId, PurchaseOrderId, UserId, VendorId},
        money::{Money, OrderLine, Quantity, Total},
    },
};

use crate::{
    db::prelude::*,
    jobs::visibility::{Viewer, seen_jobs},
};

/// When a job was created, is scheduled, and was marked complete.
#[derive(Debug)]
pub struct JobMoments {
    /// When it was created.
    pub date_inserted: DateTime<Utc>,
    /// Its status.
    pub status: JobStatus,
    /// Its days.
    pub span: Option<Span>,
    /// When it was last marked complete, as far as the viewer's company may know.
    pub completed_at: Option<DateTime<Utc>>,
}

impl FromRow for JobMoments {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let start: Option<NaiveDate> = row.get("start_date")?;
        let end: Option<NaiveDate> = row.get("end_date")?;
        Ok(Self {
            date_inserted: row.get("date_inserted")?,
            status: row.get("status")?,
            span: start.zip(end).map(|(start_date, end_date)| Span { start_date, end_date }),
            completed_at: row.get("completed_at")?,
        })
    }
}

macro_rules! moments {
    ($side:literal) => {
        sql!(concat!(
            "SELECT job.date_inserted, job.status, job.start_date, job.end_date,
                 CASE WHEN job.status = 'complete' THEN
                     (SELECT MAX(activity.at) FROM activity
                      WHERE activity.subject_id = job.id AND activity.kind = 'job'
                          AND activity.action = 'completed'
                          AND (activity.company_id = $1 OR activity.shared_with = $1))
                 END AS completed_at
             FROM job WHERE ",
            seen_jobs!(@where $side)
        ))
    };
}

/// The dates of every job that a viewer sees.
pub async fn moments(tx: &mut Tx, viewer: &Viewer) -> DbResult<Vec<JobMoments>> {
    let moments = match viewer.role.company_type {
        CompanyType::Contractor => moments!("job.company_id"),
        CompanyType::Subcontractor => moments!("job.assigned_company_id"),
    };
    moments.bind(viewer.scope).bind(viewer.only_assigned_to()).all(tx).await
}

struct ValueRow {
    start_date: Option<NaiveDate>,
    jobs: i64,
    with_amount: i64,
    cents: i64,
}

columns! {
    ValueRow { start_date, jobs, with_amount, cents }
}

/// The value of the active jobs that a contractor's viewer sees, by start date.
pub async fn value(tx: &mut Tx, viewer: &Viewer) -> DbResult<Vec<DailyValue>> {
    let rows: Vec<ValueRow> = sql!(concat!(
        "SELECT job.start_date, COUNT(*) AS jobs, COUNT(job.contract_amount) AS with_amount,
             CAST(COALESCE(SUM(job.contract_amount), 0) AS BIGINT) AS cents
         FROM job WHERE ",
        seen_jobs!(@where "job.company_id"),
        " AND job.status = 'active' GROUP BY job.start_date"
    ))
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
    .all(tx)
    .await?;
    let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let day = |row: ValueRow| DailyValue {
        start: row.start_date,
        jobs: count(row.jobs),
        with_amount: count(row.with_amount),
        cents: row.cents,
    };
    Ok(rows.into_iter().map(day).collect())
}

/// A job as the lanes of the schedule need it.
struct LaneRow(LaneJob);

impl FromRow for LaneRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let status: JobStatus = row.get("status")?;
        let [start, end]: [NaiveDate; 2] = [row.get("start_date")?, row.get("end_date")?];
        let crew: Option<CrewId> = row.get("crew_id")?;
        let crew_name: Option<String> = row.get("crew_name")?;
        let company: Option<CompanyId> = row.get("assigned_company_id")?;
        let company_name: Option<String> = row.get("sub_name")?;
        let user: Option<UserId> = row.get("assigned_user_id")?;
        let first_name: Option<String> = row.get("lead_first_name")?;
        let last_name: Option<String> = row.get("lead_last_name")?;
        let named = first_name.zip(last_name);
        Ok(Self(LaneJob {
            // Not used by the lanes.
            id: String::new(),
            status: status.as_word().to_owned(),
            start_date: start.to_string(),
            end_date: end.to_string(),
            crew_id: crew.map(|id| id.to_string()).unwrap_or_default(),
            custom_subcontractor_name: crew_name.unwrap_or_default(),
            assigned_to_company_id: company.map(|id| id.to_string()).unwrap_or_default(),
            company_info: company_name.map(|name| CompanyName { name }),
            assigned_to_user_id: user.map(|id| id.to_string()).unwrap_or_default(),
            assigned_to_user_info: named
                .map(|(first_name, last_name)| PersonName { first_name, last_name }),
        }))
    }
}

macro_rules! worked {
    ($side:literal) => {
        sql!(concat!(
            "SELECT job.status, job.start_date, job.end_date, job.crew_id, job.assigned_company_id,
                 job.assigned_user_id, crew.name AS crew_name, sub.name AS sub_name,
                 lead.first_name AS lead_first_name, lead.last_name AS lead_last_name
             FROM job
             LEFT JOIN company AS sub ON sub.id = job.assigned_company_id
             LEFT JOIN person AS lead ON lead.id = job.assigned_user_id
             LEFT JOIN crew ON crew.id = job.crew_id
             WHERE ",
            seen_jobs!(@where $side),
            " AND job.end_date >= $3 AND job.start_date <= $4"
        ))
    };
}

/// The jobs that a viewer sees and that are scheduled in a period, as the lanes need them.
pub async fn worked(tx: &mut Tx, viewer: &Viewer, period: ReportPeriod) -> DbResult<Vec<LaneJob>> {
    let worked = match viewer.role.company_type {
        CompanyType::Contractor => worked!("job.company_id"),
        CompanyType::Subcontractor => worked!("job.assigned_company_id"),
    };
    let rows: Vec<LaneRow> = worked
        .bind(viewer.scope)
        .bind(viewer.only_assigned_to())
        .bind(period.from)
        .bind(period.to)
        .all(tx)
        .await?;
    Ok(rows.into_iter().map(|LaneRow(job)| job).collect())
}

/// One item of an order, or an order without any.
struct OrderRow {
    id: PurchaseOrderId,
    vendor_id: Option<VendorId>,
    vendor_name: Option<String>,
    is_sent: bool,
    status: PurchaseOrderStatus,
    expected_on: Option<NaiveDate>,
    product_id: Option<ProductId>,
    product_name: Option<String>,
    unit_cost: Option<Money>,
    quantity: Option<Quantity>,
    received: Option<Quantity>,
}

columns! {
    OrderRow {
        id, vendor_id, vendor_name, is_sent, status, expected_on, product_id, product_name,
        unit_cost, quantity, received,
    }
}

/// The purchase orders that were created in a period, for jobs that a contractor's viewer sees, as they are on this day.
pub async fn orders(
    tx: &mut Tx,
    viewer: &Viewer,
    [since, until]: [DateTime<Utc>; 2],
    today: NaiveDate,
) -> DbResult<Vec<ReportedOrder>> {
    let mut rows: Vec<OrderRow> = sql!(concat!(
        "SELECT purchase_order.id, purchase_order.vendor_id, vendor.name AS vendor_name,
             EXISTS (SELECT 1 FROM order_send
                     WHERE order_send.purchase_order_id = purchase_order.id) AS is_sent,
             purchase_order.status, purchase_order.expected_on, purchase_order_item.product_id,
             purchase_order_item.product_name, purchase_order_item.unit_cost,
             purchase_order_item.quantity, purchase_order_item.received
         FROM job
         JOIN purchase_order ON purchase_order.job_id = job.id
         LEFT JOIN vendor ON vendor.id = purchase_order.vendor_id
         LEFT JOIN purchase_order_item ON purchase_order_item.purchase_order_id = purchase_order.id
         WHERE ",
        seen_jobs!(@where "job.company_id"),
        " AND purchase_order.status <> 'cancelled'
          AND purchase_order.date_inserted >= $3 AND purchase_order.date_inserted < $4
         ORDER BY purchase_order.id"
    ))
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
    .bind(since)
    .bind(until)
    .all(tx)
    .await?;
    let of_one_order = rows.chunk_by_mut(|one, next| one.id == next.id);
    Ok(of_one_order.filter_map(|rows| whole(rows, today)).collect())
}

/// The order that consists of these rows.
fn whole(rows: &mut [OrderRow], today: NaiveDate) -> Option<ReportedOrder> {
    let lines: Vec<OrderLine> =
        rows.iter().filter_map(|row| Some(OrderLine::of(row.unit_cost?, row.quantity?))).collect();
    let first = rows.first_mut()?;
    let status = first.status;
    let mut order = ReportedOrder {
        vendor: first.vendor_id.zip(first.vendor_name.take()),
        is_sent: first.is_sent,
        is_late: status.is_late(first.expected_on, today),
        total: Total::of_order(&lines),
        products: Vec::new(),
    };
    if status.was_ordered() {
        let product = |row: &mut OrderRow| {
            Some(OrderedProduct {
                id: row.product_id?,
                name: row.product_name.take()?,
                quantity: row.quantity?,
                received: row.received?,
                is_open: status.is_open(),
            })
        };
        order.products = rows.iter_mut().filter_map(product).collect();
    }
    Some(order)
}

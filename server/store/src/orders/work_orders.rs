//! Work orders of a job. Every user who sees the job sees them; the API checks who may change them.

use std::slice;

use chrono::{DateTime, Utc};
use domain::{
    orders::{
        orders::NewOrder,
        work_orders::{SignOff, WorkOrder, WorkOrderItem},
    },
    permissions::permission::CompanyType,
    types::{
        ids::{JobId, WorkOrderId, WorkOrderItemId},
        limits::LIMITS,
        money::{OrderLine, Total},
    },
};

use crate::{
    db::{bind::ToArg as _, prelude::*, statement::ROWS_AT_ONCE},
    jobs::{
        changes::{self, JobState},
        visibility::{JobSelection, Viewer, check_visible, seen_jobs},
    },
    orders::{
        orders::{self, OrderSelection, of_orders},
        sends::{self, NewSend, Sends},
    },
};

impl FromRow for WorkOrderItem {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (unit_cost, quantity) = (row.get("unit_cost")?, row.get("quantity")?);
        Ok(Self {
            id: row.get("id")?,
            title: row.get("title")?,
            description: row.get("description")?,
            quantity,
            unit_cost,
            work_order_id: row.get("work_order_id")?,
            line_total: Total::of_line(OrderLine::of(unit_cost, quantity)),
        })
    }
}

columns! {
    SignOff { id, user_id, first_name, last_name, name, via_link, signed_at, changed_since }
}

/// An order without its items, signatures and sends.
struct OrderRow {
    id: WorkOrderId,
    title: String,
    job_id: JobId,
    items_version: i64,
    date_inserted: DateTime<Utc>,
}

columns! {
    OrderRow { id, title, job_id, items_version, date_inserted }
}

/// A signature and its order.
struct SignOffRow {
    order: WorkOrderId,
    sign_off: SignOff,
}

impl FromRow for SignOffRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self { order: row.get("work_order_id")?, sign_off: SignOff::from_row(row)? })
    }
}

fn rows(of: OrderSelection<'_, WorkOrderId>) -> Sql {
    of_orders!(
        of,
        "work_order",
        "SELECT work_order.id, work_order.title, work_order.job_id, work_order.items_version,
             work_order.date_inserted
         FROM work_order",
        "ORDER BY work_order.date_inserted, work_order.id"
    )
}

/// The orders of a job that this viewer sees, oldest first: five statements, whatever the number of orders.
pub async fn list(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<Vec<WorkOrder>> {
    check_visible(tx, viewer, job).await?;
    let of = OrderSelection::Job(job);
    let orders = rows(of).all(tx).await?;
    whole(tx, viewer, of, orders).await
}

/// One order of a job that this viewer sees.
pub async fn find(tx: &mut Tx, viewer: &Viewer, order: WorkOrderId) -> DbResult<WorkOrder> {
    let of = OrderSelection::One(order);
    let row: OrderRow = rows(of).one(tx).await?;
    check_visible(tx, viewer, row.job_id).await?;
    whole(tx, viewer, of, vec![row]).await?.pop().ok_or(DbError::Missing)
}

/// The orders without a signature of the active jobs that this viewer sees, oldest first: at most
/// [`LIMITS`]`.today_orders`. Five statements, whatever the number of orders.
pub async fn unsigned(tx: &mut Tx, viewer: &Viewer) -> DbResult<Vec<WorkOrder>> {
    let unsigned = seen_jobs!(
        viewer,
        JobSelection::All,
        "SELECT work_order.id AS value FROM job JOIN work_order ON work_order.job_id = job.id WHERE ",
        concat!(
            " AND job.status = 'active'
                 AND NOT EXISTS (SELECT 1 FROM work_order_sign_off
                                 WHERE work_order_sign_off.work_order_id = work_order.id)
             ORDER BY work_order.date_inserted, work_order.id"
        )
    );
    let mut ids: Vec<WorkOrderId> = unsigned.values(tx).await?;
    ids.truncate(LIMITS.today_orders);
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let of = OrderSelection::These(&ids);
    let orders = rows(of).all(tx).await?;
    whole(tx, viewer, of, orders).await
}

/// Adds items, signatures and sends to orders. Only the contractor sees the sends.
async fn whole(
    tx: &mut Tx,
    viewer: &Viewer,
    of: OrderSelection<'_, WorkOrderId>,
    orders: Vec<OrderRow>,
) -> DbResult<Vec<WorkOrder>> {
    let items: Vec<WorkOrderItem> = of_orders!(
        of,
        "work_order",
        "SELECT work_order_item.id, work_order_item.title, work_order_item.description,
             work_order_item.quantity, work_order_item.unit_cost, work_order_item.work_order_id
         FROM work_order JOIN work_order_item ON work_order_item.work_order_id = work_order.id",
        "ORDER BY work_order_item.id"
    )
    .all(tx)
    .await?;
    let signed: Vec<SignOffRow> = of_orders!(
        of,
        "work_order",
        "SELECT work_order_sign_off.id, work_order_sign_off.work_order_id,
             work_order_sign_off.person_id AS user_id,
             COALESCE(work_order_sign_off.guest_name, person.first_name) AS first_name,
             COALESCE(person.last_name, '') AS last_name, work_order_sign_off.guest_name AS name,
             (work_order_sign_off.guest_name IS NOT NULL) AS via_link,
             work_order_sign_off.signed_at,
             (work_order_sign_off.items_version < work_order.items_version) AS changed_since
         FROM work_order
         JOIN work_order_sign_off ON work_order_sign_off.work_order_id = work_order.id
         LEFT JOIN person ON person.id = work_order_sign_off.person_id",
        "ORDER BY work_order_sign_off.id"
    )
    .all(tx)
    .await?;
    let mut sends = match viewer.role.company_type {
        CompanyType::Subcontractor => Sends::new(),
        CompanyType::Contractor => sends::of_work_orders(tx, of, viewer.language).await?,
    };
    let mut items_of = grouped(items.into_iter().map(|item| (item.work_order_id, item)));
    let mut signed_on = grouped(signed.into_iter().map(|row| (row.order, row.sign_off)));
    let order = |row: OrderRow| {
        let order_items = items_of.remove(&row.id).unwrap_or_default();
        let lines: Vec<OrderLine> = order_items.iter().map(WorkOrderItem::line).collect();
        WorkOrder {
            id: row.id,
            title: row.title,
            job_id: row.job_id,
            order_items,
            items_version: row.items_version,
            sign_offs: signed_on.remove(&row.id).unwrap_or_default(),
            total: Total::of_order(&lines),
            date_inserted: row.date_inserted,
            sends: sends.remove(&row.id.0).unwrap_or_default(),
        }
    };
    Ok(orders.into_iter().map(order).collect())
}

/// The title of a new order: from the form, or a default one. The job is locked, so no other order can be added
/// meanwhile.
pub async fn new_title(tx: &mut Tx, job: &JobState, form: NewOrder) -> DbResult<String> {
    let taken = sql!("SELECT title AS value FROM work_order WHERE job_id = $1").bind(job.id);
    orders::new_title(tx, job, form, taken).await
}

/// Adds an order to a job.
pub async fn insert(
    tx: &mut Tx,
    job: &JobState,
    id: WorkOrderId,
    title: &str,
    now: DateTime<Utc>,
) -> DbResult<OrderState> {
    job.announce_work_order_change(tx, ChangeType::WorkOrderCreated, id);
    sql!(
        "INSERT INTO work_order (id, job_id, title, items_version, date_inserted)
         VALUES ($1, $2, $3, $4, $5)"
    )
    .bind(id)
    .bind(job.id)
    .bind(title)
    .bind(0_i64)
    .bind(now)
    .run_one(tx)
    .await?;
    Ok(OrderState { id, job: *job, items_version: 0 })
}

/// An order, locked for a change, and its job.
#[derive(Debug)]
pub struct OrderState {
    /// Its id.
    pub id: WorkOrderId,
    /// Its job.
    pub job: JobState,
    /// The version of its items, which grows with each change.
    pub items_version: i64,
}

impl OrderState {
    pub(super) fn changes(&self, tx: &mut Tx, change: ChangeType) {
        self.job.announce_work_order_change(tx, change, self.id);
    }
}

/// Finds and locks an order of a job that this viewer sees. The job is locked first, in the same sequence as
/// its deletion locks them.
pub async fn find_seen(tx: &mut Tx, viewer: &Viewer, id: WorkOrderId) -> DbResult<OrderState> {
    let job: JobId =
        sql!("SELECT job_id AS value FROM work_order WHERE id = $1").bind(id).value(tx).await?;
    let job = changes::find_seen(tx, viewer, job).await?;
    let items_version: i64 =
        sql!("SELECT items_version AS value FROM work_order WHERE job_id = $1 AND id = $2 {lock}")
            .bind(job.id)
            .bind(id)
            .value(tx)
            .await?;
    Ok(OrderState { id, job, items_version })
}

/// Finds an item and locks its order, which this viewer sees, to change the item.
pub async fn find_item(
    tx: &mut Tx,
    viewer: &Viewer,
    id: WorkOrderItemId,
) -> DbResult<(WorkOrderItem, OrderState)> {
    let order: WorkOrderId =
        sql!("SELECT work_order_id AS value FROM work_order_item WHERE id = $1")
            .bind(id)
            .value(tx)
            .await?;
    let order = find_seen(tx, viewer, order).await?;
    let item = sql!(
        "SELECT id, title, description, quantity, unit_cost, work_order_id FROM work_order_item
         WHERE work_order_id = $1 AND id = $2"
    )
    .bind(order.id)
    .bind(id)
    .one(tx)
    .await?;
    Ok((item, order))
}

/// Deletes an order with everything on it.
pub async fn delete(tx: &mut Tx, order: &OrderState) -> DbResult<()> {
    order.changes(tx, ChangeType::WorkOrderDeleted);
    sql!("DELETE FROM work_order WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .run_one(tx)
        .await
}

/// Records that the items differ from the signed ones, and announces the change.
async fn announce_items_change(tx: &mut Tx, order: &mut OrderState) -> DbResult<()> {
    order.changes(tx, ChangeType::WorkOrderUpdated);
    order.items_version += 1;
    sql!("UPDATE work_order SET items_version = $3 WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .bind(order.items_version)
        .run_one(tx)
        .await
}

/// Adds an item to an order.
pub async fn insert_item(
    tx: &mut Tx,
    order: &mut OrderState,
    item: &WorkOrderItem,
) -> DbResult<()> {
    insert_items(tx, order, slice::from_ref(item)).await
}

/// Adds items to an order: one statement, and one new version of its items.
pub async fn insert_items(
    tx: &mut Tx,
    order: &mut OrderState,
    items: &[WorkOrderItem],
) -> DbResult<()> {
    if items.is_empty() {
        return Ok(());
    }
    announce_items_change(tx, order).await?;
    for items in items.chunks(ROWS_AT_ONCE) {
        let rows = items.iter().map(|item| {
            [
                item.id.to_arg(),
                item.title.as_str().to_arg(),
                item.description.as_deref().to_arg(),
                item.quantity.to_arg(),
                item.unit_cost.to_arg(),
            ]
        });
        sql!(
            "INSERT INTO work_order_item
                 (work_order_id, id, title, description, quantity, unit_cost)
             VALUES {rows: ($1, ?, ?, ?, ?, ?)}"
        )
        .bind(order.id)
        .bind_rows(rows)
        .run(tx)
        .await?;
    }
    Ok(())
}

/// Changes an item of an order.
pub async fn set_item(tx: &mut Tx, order: &mut OrderState, item: &WorkOrderItem) -> DbResult<()> {
    announce_items_change(tx, order).await?;
    sql!(
        "UPDATE work_order_item SET title = $3, description = $4, quantity = $5, unit_cost = $6
         WHERE work_order_id = $1 AND id = $2"
    )
    .bind(order.id)
    .bind(item.id)
    .bind(&item.title)
    .bind(&item.description)
    .bind(item.quantity)
    .bind(item.unit_cost)
    .run_one(tx)
    .await
}

/// Deletes an item of an order.
pub async fn delete_item(
    tx: &mut Tx,
    order: &mut OrderState,
    item: WorkOrderItemId,
) -> DbResult<()> {
    announce_items_change(tx, order).await?;
    sql!("DELETE FROM work_order_item WHERE work_order_id = $1 AND id = $2")
        .bind(order.id)
        .bind(item)
        .run_one(tx)
        .await
}

/// Stores that an order was sent.
pub async fn add_send(tx: &mut Tx, order: &OrderState, send: &NewSend) -> DbResult<()> {
    order.changes(tx, ChangeType::WorkOrderUpdated);
    sends::insert(tx, None, Some(order.id), send).await
}

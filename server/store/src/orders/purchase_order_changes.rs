//! Changes of purchase orders: their rows, their status, their deliveries.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    orders::{
        orders::NewOrder, purchase_order_status::PurchaseOrderStatus,
        purchase_orders::PurchaseOrderItem,
    },
    types::ids::{JobId, PurchaseOrderId, VendorId},
};

use crate::{
    db::{bind::ToArg as _, prelude::*, statement::ROWS_AT_ONCE},
    files::deletion_queue,
    jobs::changes::{self, JobState},
    orders::{
        orders::{self, OrderSelection},
        purchase_order_items,
        sends::{self, NewSend},
    },
    scope::Scope,
};

/// The title of a new order: from the form, or a default one. The job is locked, so no other order can be added
/// meanwhile.
pub async fn new_title(tx: &mut Tx, job: &JobState, form: NewOrder) -> DbResult<String> {
    let taken = sql!("SELECT title AS value FROM purchase_order WHERE job_id = $1").bind(job.id);
    orders::new_title(tx, job, form, taken).await
}

/// Adds an order to a job.
pub async fn insert(
    tx: &mut Tx,
    job: &JobState,
    id: PurchaseOrderId,
    title: &str,
    now: DateTime<Utc>,
) -> DbResult<OrderState> {
    job.announce_purchase_order_change(tx, ChangeType::PurchaseOrderCreated, id);
    sql!("INSERT INTO purchase_order (id, job_id, title, date_inserted) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(job.id)
        .bind(title)
        .bind(now)
        .run_one(tx)
        .await?;
    Ok(OrderState { id, job: *job, version: 0, status: PurchaseOrderStatus::Draft })
}

/// An order, locked for a change, and its job.
#[derive(Debug)]
pub struct OrderState {
    /// Its id.
    pub id: PurchaseOrderId,
    job: JobState,
    /// Its version, which grows with each change of the rows, the status or the receipts.
    pub version: i64,
    /// Its status.
    pub status: PurchaseOrderStatus,
}

/// The columns of an order's state.
struct StateRow {
    version: i64,
    status: PurchaseOrderStatus,
}

columns! {
    StateRow { version, status }
}

impl OrderState {
    /// Its job.
    #[must_use]
    pub const fn job(&self) -> &JobState {
        &self.job
    }

    pub(super) fn announce_change(&self, tx: &mut Tx, change: ChangeType) {
        self.job.announce_purchase_order_change(tx, change, self.id);
    }

    /// Raises the version, and stores it with the status.
    async fn store(
        &mut self,
        tx: &mut Tx,
        change: ChangeType,
        status: PurchaseOrderStatus,
    ) -> DbResult<()> {
        self.announce_change(tx, change);
        self.version += 1;
        self.status = status;
        sql!("UPDATE purchase_order SET version = $3, status = $4 WHERE job_id = $1 AND id = $2")
            .bind(self.job.id)
            .bind(self.id)
            .bind(self.version)
            .bind(self.status)
            .run_one(tx)
            .await
    }
}

/// Finds and locks an order of one of the company's own jobs. The job is locked first, in the same sequence
/// as its deletion locks them.
pub async fn find_own(tx: &mut Tx, scope: Scope, id: PurchaseOrderId) -> DbResult<OrderState> {
    let job = job_of(tx, id).await?;
    let job = changes::find_own(tx, scope, job).await?;
    lock_with(tx, job, id).await
}

/// Finds and locks an order of any company, when its time has come. Without a scope: the company is the job's.
pub(super) async fn lock_any(tx: &mut Tx, id: PurchaseOrderId) -> DbResult<OrderState> {
    let job = job_of(tx, id).await?;
    let job = changes::lock_any(tx, job).await?;
    lock_with(tx, job, id).await
}

async fn job_of(tx: &mut Tx, id: PurchaseOrderId) -> DbResult<JobId> {
    sql!("SELECT job_id AS value FROM purchase_order WHERE id = $1").bind(id).value(tx).await
}

async fn lock_with(tx: &mut Tx, job: JobState, id: PurchaseOrderId) -> DbResult<OrderState> {
    let StateRow { version, status } =
        sql!("SELECT version, status FROM purchase_order WHERE job_id = $1 AND id = $2 {lock}")
            .bind(job.id)
            .bind(id)
            .one(tx)
            .await?;
    Ok(OrderState { id, job, version, status })
}

/// What it is for other software that an order gets this status.
const fn change_to(status: PurchaseOrderStatus) -> ChangeType {
    match status {
        PurchaseOrderStatus::Sent => ChangeType::PurchaseOrderSent,
        PurchaseOrderStatus::Seen => ChangeType::PurchaseOrderSeen,
        PurchaseOrderStatus::Confirmed => ChangeType::PurchaseOrderConfirmed,
        PurchaseOrderStatus::PartlyReceived | PurchaseOrderStatus::Received => {
            ChangeType::PurchaseOrderReceived
        }
        PurchaseOrderStatus::Cancelled => ChangeType::PurchaseOrderCancelled,
        PurchaseOrderStatus::Draft | PurchaseOrderStatus::Closed => {
            ChangeType::PurchaseOrderUpdated
        }
    }
}

/// Deletes an order with its items and photos; returns the keys of its files, which are now queued for deletion.
pub async fn delete(tx: &mut Tx, order: &OrderState) -> DbResult<Vec<String>> {
    order.announce_change(tx, ChangeType::PurchaseOrderDeleted);
    let files = deletion_queue::add_of_purchase_order(tx, order.id).await?;
    sql!("DELETE FROM purchase_order WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .run_one(tx)
        .await?;
    Ok(files)
}

/// Sets the vendor of an order, which belongs to the company.
pub async fn set_vendor(tx: &mut Tx, order: &OrderState, vendor: Option<VendorId>) -> DbResult<()> {
    order.announce_change(tx, ChangeType::PurchaseOrderUpdated);
    sql!("UPDATE purchase_order SET vendor_id = $3 WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .bind(vendor)
        .run_one(tx)
        .await
}

/// The items of an order, in the sequence they were added.
pub async fn items_of(tx: &mut Tx, order: &OrderState) -> DbResult<Vec<PurchaseOrderItem>> {
    purchase_order_items::items(OrderSelection::One(order.id)).all(tx).await
}

/// Moves an order to another status. The day on which it is expected changes only when it is confirmed.
pub async fn set_status(
    tx: &mut Tx,
    order: &mut OrderState,
    status: PurchaseOrderStatus,
    expected_on: Option<NaiveDate>,
) -> DbResult<()> {
    order.store(tx, change_to(status), status).await?;
    if status != PurchaseOrderStatus::Confirmed {
        return Ok(());
    }
    sql!("UPDATE purchase_order SET expected_on = $3 WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .bind(expected_on)
        .run_one(tx)
        .await
}

/// Replaces the items of an order, and raises its version.
pub async fn set_items(
    tx: &mut Tx,
    order: &mut OrderState,
    items: &[PurchaseOrderItem],
) -> DbResult<()> {
    amend(tx, order, items, order.status).await
}

/// Replaces the items of an order and moves it to this status, and raises its version.
pub async fn amend(
    tx: &mut Tx,
    order: &mut OrderState,
    items: &[PurchaseOrderItem],
    status: PurchaseOrderStatus,
) -> DbResult<()> {
    order.store(tx, ChangeType::PurchaseOrderUpdated, status).await?;
    sql!("DELETE FROM purchase_order_item WHERE purchase_order_id = $1")
        .bind(order.id)
        .run(tx)
        .await?;
    for items in items.chunks(ROWS_AT_ONCE) {
        let rows = items.iter().map(|item| {
            [
                item.id.to_arg(),
                item.product_id.to_arg(),
                item.product_name.as_str().to_arg(),
                item.category_id.to_arg(),
                item.category_title.as_str().to_arg(),
                item.quantity.to_arg(),
                item.unit_cost.to_arg(),
                item.received.to_arg(),
                item.available.to_arg(),
                item.substitute.as_deref().to_arg(),
                item.confirmed_cost.to_arg(),
            ]
        });
        sql!(
            "INSERT INTO purchase_order_item
                 (purchase_order_id, id, product_id, product_name, category_id, category_title,
                  quantity, unit_cost, received, available, substitute, confirmed_cost)
             VALUES {rows: ($1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)}"
        )
        .bind(order.id)
        .bind_rows(rows)
        .run(tx)
        .await?;
    }
    Ok(())
}

/// Stores what has been delivered of these items, and the status that follows from it.
pub async fn set_received(
    tx: &mut Tx,
    order: &mut OrderState,
    items: &[PurchaseOrderItem],
    status: PurchaseOrderStatus,
) -> DbResult<()> {
    order.store(tx, ChangeType::PurchaseOrderReceived, status).await?;
    for item in items {
        sql!(
            "UPDATE purchase_order_item SET received = $3
             WHERE purchase_order_id = $1 AND id = $2"
        )
        .bind(order.id)
        .bind(item.id)
        .bind(item.received)
        .run_one(tx)
        .await?;
    }
    Ok(())
}

/// What a vendor answers to an order.
#[derive(Clone, Debug)]
pub struct VendorAnswer {
    /// The status that follows.
    pub status: PurchaseOrderStatus,
    /// The day on which it expects to deliver.
    pub expected_on: Option<NaiveDate>,
    /// Its remark.
    pub remark: Option<String>,
    /// The rows that it answers for, as they are now.
    pub rows: Vec<PurchaseOrderItem>,
}

/// Stores a vendor's answer, which replaces a former one.
pub async fn set_answer(
    tx: &mut Tx,
    order: &mut OrderState,
    answer: &VendorAnswer,
) -> DbResult<()> {
    let change = match answer.status {
        now if now == order.status && now == PurchaseOrderStatus::Seen => {
            ChangeType::PurchaseOrderUpdated
        }
        now => change_to(now),
    };
    order.store(tx, change, answer.status).await?;
    sql!("UPDATE purchase_order SET expected_on = $3, remark = $4 WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .bind(answer.expected_on)
        .bind(&answer.remark)
        .run_one(tx)
        .await?;
    for row in &answer.rows {
        sql!(
            "UPDATE purchase_order_item SET available = $3, substitute = $4, confirmed_cost = $5
             WHERE purchase_order_id = $1 AND id = $2"
        )
        .bind(order.id)
        .bind(row.id)
        .bind(row.available)
        .bind(&row.substitute)
        .bind(row.confirmed_cost)
        .run_one(tx)
        .await?;
    }
    Ok(())
}

/// Stores that an order was sent.
pub async fn add_send(tx: &mut Tx, order: &OrderState, send: &NewSend) -> DbResult<()> {
    order.announce_change(tx, ChangeType::PurchaseOrderSent);
    sends::insert(tx, Some(order.id), None, send).await
}

/// Stores a mail about a change of an order, which is announced with that change.
pub async fn add_notice(tx: &mut Tx, order: &OrderState, send: &NewSend) -> DbResult<()> {
    sends::insert(tx, Some(order.id), None, send).await
}

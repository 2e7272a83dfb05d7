//! Purchase orders of a contractor's job.

use chrono::{DateTime, Utc};
use domain::{
    orders::{
        orders::NewOrder,
        purchase_orders::{OfferedProduct, PurchaseOrder, PurchaseOrderItem},
    },
    types::{
        ids::{JobId, ProductId, PurchaseOrderId, VendorId},
        money::{OrderLine, Total},
    },
};

use crate::{
    db::prelude::*,
    jobs::{
        changes::{self, JobState},
        visibility::{Viewer, check_seen},
    },
    orders::{
        orders::{self, OrderSelection, of_orders},
        sends::{self, NewSend, Sends},
    },
    scope::Scope,
};

impl FromRow for PurchaseOrderItem {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (unit_cost, quantity) = (row.get("unit_cost")?, row.get("quantity")?);
        Ok(Self {
            id: row.get("id")?,
            product_id: row.get("product_id")?,
            product_name: row.get("product_name")?,
            category_id: row.get("category_id")?,
            category_title: row.get("category_title")?,
            quantity,
            unit_cost,
            purchase_order_id: row.get("purchase_order_id")?,
            line_total: Total::of_line(OrderLine::of(unit_cost, quantity)),
        })
    }
}

/// An order without its items.
struct OrderRow {
    id: PurchaseOrderId,
    title: String,
    job_id: JobId,
    vendor_id: Option<VendorId>,
    date_inserted: DateTime<Utc>,
    version: i64,
}

columns! {
    OrderRow { id, title, job_id, vendor_id, date_inserted, version }
    OfferedProduct { id, name, category_id, category_title, unit_cost }
}

fn rows(of: OrderSelection<'_, PurchaseOrderId>) -> Sql {
    of_orders!(
        of,
        "purchase_order",
        "SELECT purchase_order.id, purchase_order.title, purchase_order.job_id,
             purchase_order.vendor_id, purchase_order.date_inserted, purchase_order.version
         FROM purchase_order",
        "ORDER BY purchase_order.date_inserted, purchase_order.id"
    )
}

fn items(of: OrderSelection<'_, PurchaseOrderId>) -> Sql {
    of_orders!(
        of,
        "purchase_order",
        "SELECT purchase_order_item.id, purchase_order_item.product_id,
             purchase_order_item.product_name, purchase_order_item.category_id,
             purchase_order_item.category_title, purchase_order_item.quantity,
             purchase_order_item.unit_cost, purchase_order_item.purchase_order_id
         FROM purchase_order
         JOIN purchase_order_item ON purchase_order_item.purchase_order_id = purchase_order.id",
        "ORDER BY purchase_order_item.id"
    )
}

/// The orders of a job that this viewer sees, oldest first: four statements, whatever the number of orders.
pub async fn list(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<Vec<PurchaseOrder>> {
    check_seen(tx, viewer, job).await?;
    let of = OrderSelection::Job(job);
    let orders = rows(of).all(tx).await?;
    let items = items(of).all(tx).await?;
    let sends = sends::of_purchase_orders(tx, of, viewer.language).await?;
    Ok(whole(orders, items, sends))
}

/// One order of a job that this viewer sees.
pub async fn find(tx: &mut Tx, viewer: &Viewer, order: PurchaseOrderId) -> DbResult<PurchaseOrder> {
    let of = OrderSelection::One(order);
    let row: OrderRow = rows(of).one(tx).await?;
    check_seen(tx, viewer, row.job_id).await?;
    let items = items(of).all(tx).await?;
    let sends = sends::of_purchase_orders(tx, of, viewer.language).await?;
    whole(vec![row], items, sends).pop().ok_or(DbError::Missing)
}

fn whole(
    orders: Vec<OrderRow>,
    items: Vec<PurchaseOrderItem>,
    mut sends: Sends,
) -> Vec<PurchaseOrder> {
    let mut items_of = grouped(items.into_iter().map(|item| (item.purchase_order_id, item)));
    let order = |row: OrderRow| {
        let items = items_of.remove(&row.id).unwrap_or_default();
        let lines: Vec<OrderLine> = items.iter().map(PurchaseOrderItem::line).collect();
        PurchaseOrder {
            id: row.id,
            title: row.title,
            job_id: row.job_id,
            vendor_id: row.vendor_id,
            items,
            total: Total::of_order(&lines),
            date_inserted: row.date_inserted,
            version: row.version,
            sends: sends.remove(&row.id.0).unwrap_or_default(),
        }
    };
    orders.into_iter().map(order).collect()
}

/// Whether this order exists, for notifications and events.
pub async fn is_there(tx: &mut Tx, order: PurchaseOrderId) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM purchase_order WHERE id = $1) AS value")
        .bind(order)
        .value(tx)
        .await
}

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
    job.announce_purchase_order_change(tx, id);
    sql!("INSERT INTO purchase_order (id, job_id, title, date_inserted) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(job.id)
        .bind(title)
        .bind(now)
        .run_one(tx)
        .await?;
    Ok(OrderState { id, job: *job, version: 0 })
}

/// An order, locked for a change, and its job.
#[derive(Debug)]
pub struct OrderState {
    /// Its id.
    pub id: PurchaseOrderId,
    job: JobState,
    /// The version of its rows, which grows with each change.
    pub version: i64,
}

/// Finds and locks an order of one of the company's own jobs. The job is locked first, in the same sequence
/// as its deletion locks them.
pub async fn find_own(tx: &mut Tx, scope: Scope, id: PurchaseOrderId) -> DbResult<OrderState> {
    let job: JobId =
        sql!("SELECT job_id AS value FROM purchase_order WHERE id = $1").bind(id).value(tx).await?;
    let job = changes::find_own(tx, scope, job).await?;
    let version: i64 =
        sql!("SELECT version AS value FROM purchase_order WHERE job_id = $1 AND id = $2 {lock}")
            .bind(job.id)
            .bind(id)
            .value(tx)
            .await?;
    Ok(OrderState { id, job, version })
}

impl OrderState {
    /// Its job.
    #[must_use]
    pub const fn job(&self) -> &JobState {
        &self.job
    }
}

/// Deletes an order with its items.
pub async fn delete(tx: &mut Tx, order: &OrderState) -> DbResult<()> {
    order.job.announce_purchase_order_change(tx, order.id);
    sql!("DELETE FROM purchase_order WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .run_one(tx)
        .await
}

/// Sets the vendor of an order, which belongs to the company.
pub async fn set_vendor(tx: &mut Tx, order: &OrderState, vendor: Option<VendorId>) -> DbResult<()> {
    order.job.announce_purchase_order_change(tx, order.id);
    sql!("UPDATE purchase_order SET vendor_id = $3 WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .bind(vendor)
        .run_one(tx)
        .await
}

/// Those of these products that belong to the company, with their current data.
pub async fn offered(
    tx: &mut Tx,
    scope: Scope,
    products: impl IntoIterator<Item = ProductId>,
) -> DbResult<Vec<OfferedProduct>> {
    sql!(
        "SELECT product.id, product.name, product.category_id,
             product_category.title AS category_title, product.unit_cost
         FROM product JOIN product_category ON product_category.id = product.category_id
         WHERE product_category.company_id = $1 AND product.id IN ({products})"
    )
    .bind(scope)
    .bind_list("products", products)
    .all(tx)
    .await
}

/// The items of an order, in the sequence they were added.
pub async fn items_of(tx: &mut Tx, order: &OrderState) -> DbResult<Vec<PurchaseOrderItem>> {
    items(OrderSelection::One(order.id)).all(tx).await
}

/// Replaces the items of an order, and raises its version.
pub async fn set_items(
    tx: &mut Tx,
    order: &mut OrderState,
    items: &[PurchaseOrderItem],
) -> DbResult<()> {
    order.job.announce_purchase_order_change(tx, order.id);
    order.version += 1;
    sql!("UPDATE purchase_order SET version = $3 WHERE job_id = $1 AND id = $2")
        .bind(order.job.id)
        .bind(order.id)
        .bind(order.version)
        .run_one(tx)
        .await?;
    sql!("DELETE FROM purchase_order_item WHERE purchase_order_id = $1")
        .bind(order.id)
        .run(tx)
        .await?;
    for item in items {
        sql!(
            "INSERT INTO purchase_order_item
                 (id, purchase_order_id, product_id, product_name, category_id, category_title,
                  quantity, unit_cost)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        )
        .bind(item.id)
        .bind(order.id)
        .bind(item.product_id)
        .bind(&item.product_name)
        .bind(item.category_id)
        .bind(&item.category_title)
        .bind(item.quantity)
        .bind(item.unit_cost)
        .run_one(tx)
        .await?;
    }
    Ok(())
}

/// Stores that an order was sent.
pub async fn add_send(tx: &mut Tx, order: &OrderState, send: &NewSend) -> DbResult<()> {
    order.job.announce_purchase_order_change(tx, order.id);
    sends::insert(tx, Some(order.id), None, send).await
}

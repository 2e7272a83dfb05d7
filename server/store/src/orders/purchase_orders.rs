//! Purchase orders of a contractor's job, as they are read.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    orders::{
        purchase_order_status::PurchaseOrderStatus,
        purchase_orders::{OfferedProduct, PurchaseOrder, PurchaseOrderItem},
    },
    types::{
        ids::{JobId, ProductId, PurchaseOrderId, VendorId},
        limits::LIMITS,
        money::{OrderLine, Total},
    },
};

use crate::{
    db::prelude::*,
    jobs::visibility::{Viewer, check_visible},
    orders::{
        delivery_photos::{self, PhotoRow},
        orders::{OrderSelection, of_orders},
        purchase_order_items::items,
        sends::{self, Sends},
    },
    scope::Scope,
};

/// An order without its items.
struct OrderRow {
    id: PurchaseOrderId,
    title: String,
    job_id: JobId,
    vendor_id: Option<VendorId>,
    date_inserted: DateTime<Utc>,
    version: i64,
    status: PurchaseOrderStatus,
    remark: Option<String>,
    expected_on: Option<NaiveDate>,
}

columns! {
    OrderRow {
        id, title, job_id, vendor_id, date_inserted, version, status, remark, expected_on,
    }
    OfferedProduct { id, name, category_id, category_title, unit_cost }
}

fn rows(of: OrderSelection<'_, PurchaseOrderId>) -> Sql {
    of_orders!(
        of,
        "purchase_order",
        "SELECT purchase_order.id, purchase_order.title, purchase_order.job_id,
             purchase_order.vendor_id, purchase_order.date_inserted, purchase_order.version,
             purchase_order.status, purchase_order.remark, purchase_order.expected_on
         FROM purchase_order",
        "ORDER BY purchase_order.date_inserted, purchase_order.id"
    )
}

/// An order whose photos have no addresses yet.
#[derive(Debug)]
pub struct FoundOrder {
    order: PurchaseOrder,
    photos: Vec<PhotoRow>,
}

impl FoundOrder {
    /// The order as the contractor sees it; `link` returns the address of a file's key.
    #[must_use]
    pub fn with_links(self, link: impl Fn(&str) -> String) -> PurchaseOrder {
        let shown = |photo: PhotoRow| photo.with_links(&link);
        let delivery_photos = self.photos.into_iter().map(shown).collect();
        PurchaseOrder { delivery_photos, ..self.order }
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.order.title
    }
}

/// The orders of a job that this viewer sees, oldest first: five statements, whatever the number of orders.
pub async fn list(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<Vec<FoundOrder>> {
    check_visible(tx, viewer, job).await?;
    let of = OrderSelection::Job(job);
    let orders = rows(of).all(tx).await?;
    whole(tx, viewer, of, orders).await
}

/// One order of a job that this viewer sees.
pub async fn find(tx: &mut Tx, viewer: &Viewer, order: PurchaseOrderId) -> DbResult<FoundOrder> {
    let of = OrderSelection::One(order);
    let row: OrderRow = rows(of).one(tx).await?;
    check_visible(tx, viewer, row.job_id).await?;
    whole(tx, viewer, of, vec![row]).await?.pop().ok_or(DbError::Missing)
}

/// The orders of the contractor's active jobs that the viewer sees, if they wait for their vendor (`sent`, `seen`) or are late on this
/// day, oldest first: at most [`LIMITS`]`.today_orders`. Five statements, whatever the number of orders.
pub async fn waiting(tx: &mut Tx, viewer: &Viewer, today: NaiveDate) -> DbResult<Vec<FoundOrder>> {
    let waiting = sql!(
        "SELECT purchase_order.id AS value
         FROM job JOIN purchase_order ON purchase_order.job_id = job.id
         WHERE job.company_id = $1 AND (CAST($2 AS UUID) IS NULL OR job.assigned_user_id = $2)
             AND job.status = 'active'
             AND (purchase_order.status IN ('sent', 'seen')
                  OR (purchase_order.status IN ('confirmed', 'partlyReceived')
                      AND purchase_order.expected_on < $3))
         ORDER BY purchase_order.date_inserted, purchase_order.id"
    );
    let waiting = waiting.bind(viewer.scope).bind(viewer.only_assigned_to()).bind(today);
    let mut ids: Vec<PurchaseOrderId> = waiting.values(tx).await?;
    ids.truncate(LIMITS.today_orders);
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let of = OrderSelection::These(&ids);
    let orders = rows(of).all(tx).await?;
    whole(tx, viewer, of, orders).await
}

/// Adds items, sends and photos to orders.
async fn whole(
    tx: &mut Tx,
    viewer: &Viewer,
    of: OrderSelection<'_, PurchaseOrderId>,
    orders: Vec<OrderRow>,
) -> DbResult<Vec<FoundOrder>> {
    let items: Vec<PurchaseOrderItem> = items(of).all(tx).await?;
    let mut sends: Sends = sends::of_purchase_orders(tx, of, viewer.language).await?;
    let photos = delivery_photos::of_orders(tx, of).await?;
    let mut items_of = grouped(items.into_iter().map(|item| (item.purchase_order_id, item)));
    let mut photos_of: HashMap<_, Vec<PhotoRow>> =
        grouped(photos.into_iter().map(|photo| (photo.purchase_order_id, photo)));
    let order = |row: OrderRow| {
        let items = items_of.remove(&row.id).unwrap_or_default();
        let lines: Vec<OrderLine> = items.iter().map(PurchaseOrderItem::line).collect();
        let order = PurchaseOrder {
            id: row.id,
            title: row.title,
            job_id: row.job_id,
            vendor_id: row.vendor_id,
            items,
            total: Total::of_order(&lines),
            date_inserted: row.date_inserted,
            version: row.version,
            status: row.status,
            remark: row.remark,
            expected_on: row.expected_on,
            delivery_photos: Vec::new(),
            sends: sends.remove(&row.id.0).unwrap_or_default(),
        };
        FoundOrder { order, photos: photos_of.remove(&row.id).unwrap_or_default() }
    };
    Ok(orders.into_iter().map(order).collect())
}

/// Whether this order exists, for notifications and events.
pub async fn is_there(tx: &mut Tx, order: PurchaseOrderId) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM purchase_order WHERE id = $1) AS value")
        .bind(order)
        .value(tx)
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

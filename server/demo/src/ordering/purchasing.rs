//! Stores the purchase orders of the demo's jobs, each as far as it would be today.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::{
    jobs::job::JobStatus,
    orders::{
        purchase_order_status::PurchaseOrderStatus::{
            self, Cancelled, Closed, Confirmed, Draft, PartlyReceived, Received, Seen, Sent,
        },
        purchase_orders::PurchaseOrderItem,
    },
    types::{
        ids::{PurchaseOrderId, PurchaseOrderItemId},
        money::{Money, OrderLine, Quantity, Total},
    },
};
use store::{
    db::{Tx, error::DbResult},
    jobs::changes::JobState,
    orders::purchase_order_changes::{self, OrderState},
};
use uuid::Uuid;

use crate::{company::DemoJob, orders::DemoPurchaseOrder, stored::StoredCompany};

/// Sets how far each order is: what is long done is closed, what runs has its material, the rest is on its way. The
/// first confirmed one costs more than the price list says.
pub(crate) fn progress(jobs: &mut [DemoJob], today: NaiveDate) {
    let mut running = [PartlyReceived, Received, Received].into_iter().cycle();
    let mut to_come = [Confirmed, Sent, Seen, Draft, Cancelled].into_iter().cycle();
    let mut none_is_raised = true;
    for job in jobs {
        let Some(span) = job.span else { continue };
        for order in &mut job.purchase_orders {
            let next = if job.status == JobStatus::Complete {
                Some(Closed)
            } else if span.start_date <= today {
                running.next()
            } else {
                to_come.next()
            };
            order.status = next.unwrap_or_default();
            order.is_raised = none_is_raised && order.status == Confirmed;
            none_is_raised &= !order.is_raised;
        }
    }
}

/// Stores an order of a job, and what became of it.
pub(super) async fn store(
    tx: &mut Tx,
    own: &StoredCompany,
    state: &JobState,
    (job, order): (&DemoJob, &DemoPurchaseOrder),
    title: &str,
    written: DateTime<Utc>,
) -> DbResult<()> {
    let id = PurchaseOrderId(Uuid::now_v7());
    let mut state = purchase_order_changes::insert(tx, state, id, title, written).await?;
    let vendor = Some(own.vendors[order.vendor]);
    purchase_order_changes::set_vendor(tx, &state, vendor).await?;
    let items = items(own, id, order);
    purchase_order_changes::set_items(tx, &mut state, &items).await?;
    let expected_on = job.span.and_then(|span| span.start_date.checked_sub_days(Days::new(1)));
    for status in way(order.status) {
        match status {
            PartlyReceived | Received => deliver(tx, &mut state, &items, *status).await?,
            _ => purchase_order_changes::set_status(tx, &mut state, *status, expected_on).await?,
        }
    }
    Ok(())
}

fn items(
    own: &StoredCompany,
    id: PurchaseOrderId,
    order: &DemoPurchaseOrder,
) -> Vec<PurchaseOrderItem> {
    let item = |(at, row): (usize, &crate::orders::DemoPurchase)| {
        let is_raised = order.is_raised && at == 0;
        let product = own.products[row.category][row.product].clone();
        PurchaseOrderItem {
            id: PurchaseOrderItemId(Uuid::now_v7()),
            product_id: product.id,
            product_name: product.name,
            category_id: product.category_id,
            category_title: product.category_title,
            quantity: row.quantity,
            unit_cost: product.unit_cost,
            purchase_order_id: id,
            line_total: Total::of_line(OrderLine::of(product.unit_cost, row.quantity)),
            received: Quantity::default(),
            available: is_raised.then_some(true),
            substitute: None,
            confirmed_cost: is_raised.then(|| raised(product.unit_cost)),
        }
    };
    order.rows.iter().enumerate().map(item).collect()
}

/// Four percent more, in whole cents.
fn raised(cost: Money) -> Money {
    Money::from_cents(cost.cents() + cost.cents() * 4 / 100)
}

/// The statuses that an order went through after it was written.
const fn way(to: PurchaseOrderStatus) -> &'static [PurchaseOrderStatus] {
    match to {
        Draft => &[],
        Sent => &[Sent],
        Seen => &[Sent, Seen],
        Confirmed => &[Sent, Seen, Confirmed],
        PartlyReceived => &[Sent, Confirmed, PartlyReceived],
        Received => &[Sent, Confirmed, Received],
        Closed => &[Sent, Confirmed, Received, Closed],
        Cancelled => &[Sent, Cancelled],
    }
}

/// Everything is delivered, or the first half of the rows.
async fn deliver(
    tx: &mut Tx,
    state: &mut OrderState,
    items: &[PurchaseOrderItem],
    status: PurchaseOrderStatus,
) -> DbResult<()> {
    let rows = if status == PartlyReceived { items.len().div_ceil(2) } else { items.len() };
    let came: Vec<_> = items
        .iter()
        .take(rows)
        .map(|item| PurchaseOrderItem { received: item.quantity, ..item.clone() })
        .collect();
    purchase_order_changes::set_received(tx, state, &came, status).await
}

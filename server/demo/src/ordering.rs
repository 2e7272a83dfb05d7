//! Stores the orders of the demo's jobs, and their signatures.

use chrono::{DateTime, Days, Duration, NaiveTime, Utc};
use domain::{
    jobs::job::JobStatus,
    orders::{
        orders::default_title, purchase_orders::PurchaseOrderItem, work_orders::WorkOrderItem,
    },
    types::{
        ids::{JobId, PurchaseOrderId, PurchaseOrderItemId, UserId, WorkOrderId, WorkOrderItemId},
        money::{OrderLine, Total},
    },
};
use store::{
    db::{Tx, error::DbResult},
    jobs::changes::{self, JobState},
    orders::{purchase_orders, work_orders},
};
use uuid::Uuid;

use super::nashville;
use crate::{
    company::{DemoAssignment, DemoJob},
    orders::{DemoPurchaseOrder, DemoWorkItem, DemoWorkOrder},
    stored::StoredCompany,
};

/// Stores the orders of a job of the company at index `owner`, written in the days after the job was created.
pub(super) async fn store(
    tx: &mut Tx,
    stored: &[StoredCompany],
    owner: usize,
    (id, job): (JobId, &DemoJob),
    now: DateTime<Utc>,
) -> DbResult<()> {
    let own = &stored[owner];
    let state = changes::find_own(tx, own.scope, id).await?;
    let written = (job.taken_in.checked_add_days(Days::new(1)).unwrap_or(job.taken_in))
        .and_time(NaiveTime::MIN)
        .and_utc()
        + Duration::hours(16);
    let written = written.min(now - Duration::hours(3));
    let title = default_title::<&str>(Some(&job.number), &[]);
    if let Some(order) = &job.work_order {
        let signers = signers(stored, owner, job, now);
        store_work_order(tx, &state, &title, order, &signers, written).await?;
    }
    for order in &job.purchase_orders {
        store_purchase_order(tx, own, &state, &title, order, written).await?;
    }
    Ok(())
}

/// Who signs a work order: the crew's lead before it starts, the office when it is done.
fn signers(
    stored: &[StoredCompany],
    owner: usize,
    job: &DemoJob,
    now: DateTime<Utc>,
) -> Vec<UserId> {
    let begins = job.span.map(|span| span.start_date);
    let lead = match job.assignment {
        _ if begins.is_none_or(|day| day > nashville::today(now)) => None,
        DemoAssignment::Subcontractor { company, person: Some(person), accepted: true } => {
            Some(stored[company].people[person])
        }
        DemoAssignment::Employee { person } | DemoAssignment::Crew { person: Some(person), .. } => {
            Some(stored[owner].people[person])
        }
        _ => None,
    };
    let office = (job.status == JobStatus::Complete).then(|| stored[owner].people[0]);
    lead.into_iter().chain(office.filter(|&office| Some(office) != lead)).collect()
}

async fn store_work_order(
    tx: &mut Tx,
    job: &JobState,
    title: &str,
    order: &DemoWorkOrder,
    signers: &[UserId],
    written: DateTime<Utc>,
) -> DbResult<()> {
    let id = WorkOrderId(Uuid::now_v7());
    let mut state = work_orders::insert(tx, job, id, title, written).await?;
    for item in &order.items {
        work_orders::insert_item(tx, &mut state, &stored_item(id, item)).await?;
    }
    for (turn, &signer) in (1_i32..).zip(signers) {
        store::orders::sign_offs::sign(
            tx,
            &state,
            signer,
            written + Duration::hours(1) * turn,
            false,
        )
        .await?;
    }
    if let Some(item) = order.found_later.as_ref().filter(|_| !signers.is_empty()) {
        work_orders::insert_item(tx, &mut state, &stored_item(id, item)).await?;
    }
    Ok(())
}

fn stored_item(work_order_id: WorkOrderId, item: &DemoWorkItem) -> WorkOrderItem {
    WorkOrderItem {
        id: WorkOrderItemId(Uuid::now_v7()),
        title: item.title.to_string(),
        description: item.description.map(str::to_string),
        quantity: item.quantity,
        unit_cost: item.unit_cost,
        work_order_id,
        line_total: Total::of_line(OrderLine::of(item.unit_cost, item.quantity)),
    }
}

async fn store_purchase_order(
    tx: &mut Tx,
    own: &StoredCompany,
    job: &JobState,
    title: &str,
    order: &DemoPurchaseOrder,
    written: DateTime<Utc>,
) -> DbResult<()> {
    let id = PurchaseOrderId(Uuid::now_v7());
    let mut state = purchase_orders::insert(tx, job, id, title, written).await?;
    purchase_orders::set_vendor(tx, &state, Some(own.vendors[order.vendor])).await?;
    let items: Vec<PurchaseOrderItem> = order
        .rows
        .iter()
        .map(|row| {
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
            }
        })
        .collect();
    purchase_orders::set_items(tx, &mut state, &items).await
}

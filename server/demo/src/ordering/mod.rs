//! Stores the orders of the demo's jobs, and their signatures.

pub(super) mod purchasing;

use chrono::{DateTime, Days, Duration, NaiveTime, Utc};
use domain::{
    jobs::job::JobStatus,
    orders::{orders::default_title, work_orders::WorkOrderItem},
    types::{
        ids::{JobId, UserId, WorkOrderId, WorkOrderItemId},
        money::{OrderLine, Total},
    },
};
use store::{
    db::{Tx, error::DbResult},
    jobs::changes::{self, JobState},
    orders::work_orders,
};
use uuid::Uuid;

use super::nashville;
use crate::{
    company::{DemoAssignment, DemoJob},
    orders::{DemoWorkItem, DemoWorkOrder},
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
        purchasing::store(tx, own, &state, (job, order), &title, written).await?;
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

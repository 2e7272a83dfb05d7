//! What a new job gets from its template beside the fields of its form: measurements, and orders as drafts.

use domain::{
    forms::{error::ValidationError, form::OptionalId},
    jobs::{
        create_job::CreateJob,
        job::MeasurementReport,
        templates::{
            TemplateContents, TemplatePurchaseItem, TemplatePurchaseOrder, TemplateWorkOrder,
        },
    },
    orders::{
        orders::NewOrder,
        purchase_orders::{OfferedProduct, PurchaseOrderItem},
        work_orders::WorkOrderItem,
    },
    types::{
        ids::{PurchaseOrderId, PurchaseOrderItemId, ReportId, WorkOrderId, WorkOrderItemId},
        money::{OrderLine, Total},
    },
};
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    db::Tx,
    jobs::{changes::JobState, records, templates},
    orders::{purchase_order_changes, purchase_orders, work_orders},
    scope::Scope,
};
use uuid::Uuid;

use crate::http::error::ApiResult;

/// The template that a form names.
pub(super) async fn find(
    tx: &mut Tx,
    scope: Scope,
    form: &CreateJob,
) -> ApiResult<Option<TemplateContents>> {
    let Some(id) = form.template.0 else { return Ok(None) };
    let found = templates::find(tx, scope, id).await?;
    Ok(Some(found.ok_or_else(|| ValidationError::not_your_own("template"))?))
}

/// Adds the measurements of a template to a new job. The caller records them with the job's other parts.
pub(super) async fn add_measurements(
    tx: &mut Tx,
    job: &JobState,
    template: &TemplateContents,
) -> ApiResult<()> {
    let reports: Vec<MeasurementReport> = template
        .measurements
        .iter()
        .map(|measured| MeasurementReport {
            id: ReportId(Uuid::now_v7()),
            measurement: measured.measurement.clone(),
            amount: measured.amount,
            job_id: job.id,
        })
        .collect();
    Ok(records::add_reports(tx, job, &reports).await?)
}

/// Adds the orders of a template to a new job.
pub(super) async fn add_orders(
    tx: &mut Tx,
    act: ActionContext,
    scope: Scope,
    job: &JobState,
    template: &TemplateContents,
) -> ApiResult<()> {
    for order in &template.work_orders {
        add_work_order(tx, act, job, order).await?;
    }
    if template.purchase_orders.is_empty() {
        return Ok(());
    }
    let products = template.purchase_orders.iter().flat_map(|order| &order.items);
    let offered = purchase_orders::offered(tx, scope, products.map(|item| item.product_id)).await?;
    for order in &template.purchase_orders {
        add_purchase_order(tx, act, job, order, &offered).await?;
    }
    Ok(())
}

/// A blank title becomes the default one of the new job.
fn titled(job: &JobState, title: &str) -> NewOrder {
    NewOrder { job_id: OptionalId(Some(job.id)), title: title.to_owned() }
}

async fn add_work_order(
    tx: &mut Tx,
    act: ActionContext,
    job: &JobState,
    order: &TemplateWorkOrder,
) -> ApiResult<()> {
    let id = WorkOrderId(Uuid::now_v7());
    let title = work_orders::new_title(tx, job, titled(job, &order.title)).await?;
    let mut state = work_orders::insert(tx, job, id, &title, act.now).await?;
    let items: Vec<WorkOrderItem> = order
        .items
        .iter()
        .map(|item| WorkOrderItem {
            id: WorkOrderItemId(Uuid::now_v7()),
            title: item.title.clone(),
            description: item.description.clone(),
            quantity: item.quantity,
            unit_cost: item.unit_cost,
            work_order_id: id,
            line_total: Total::of_line(OrderLine::of(item.unit_cost, item.quantity)),
        })
        .collect();
    work_orders::insert_items(tx, &mut state, &items).await?;
    record::record_new(tx, act, Subject::WorkOrder(id)).await?;
    Ok(())
}

/// Products that were deleted since are left out; the others have the names and costs of now.
async fn add_purchase_order(
    tx: &mut Tx,
    act: ActionContext,
    job: &JobState,
    order: &TemplatePurchaseOrder,
    offered: &[OfferedProduct],
) -> ApiResult<()> {
    let id = PurchaseOrderId(Uuid::now_v7());
    let title = purchase_order_changes::new_title(tx, job, titled(job, &order.title)).await?;
    let mut state = purchase_order_changes::insert(tx, job, id, &title, act.now).await?;
    let row = |item: &TemplatePurchaseItem| {
        let product = offered.iter().find(|product| product.id == item.product_id)?;
        let row = PurchaseOrderItemId(Uuid::now_v7());
        Some(PurchaseOrderItem::of_product(row, id, product, item.quantity))
    };
    let rows: Vec<PurchaseOrderItem> = order.items.iter().filter_map(row).collect();
    if !rows.is_empty() {
        purchase_order_changes::set_items(tx, &mut state, &rows).await?;
    }
    record::record_new(tx, act, Subject::PurchaseOrder(id)).await?;
    Ok(())
}

//! `/api/purchase_orders`: what a contractor buys for a job, and from whom. Its members read them, its admins
//! write them; no other company sees them.

use domain::{
    forms::error::ValidationError,
    i18n::rules::Text,
    orders::{
        orders::NewOrder,
        purchase_order_status::PurchaseOrderStatus,
        purchase_orders::{
            ChooseVendor, OrderRows, PurchaseOrder, PurchaseOrderItem, PurchaseOrderRef,
            SendPurchaseOrder,
        },
    },
    types::ids::{JobId, PurchaseOrderId, PurchaseOrderItemId},
};
use schemars::JsonSchema;
use serde::Serialize;
use services::core::network::ClientNetwork;
use store::{
    activity::{record, subject::Subject},
    orders::{purchase_order_changes, purchase_orders},
    vendors,
};
use uuid::Uuid;

use crate::{
    api::{
        jobs::jobs::own_job,
        orders::{
            shown_order::{order_now, shown},
            vendor_mails::{self, PurchaseOrderSent},
        },
    },
    http::{
        detached::run_detached,
        prelude::*,
        upload::file::Uploaded,
        upload::pdf_form::{self, WithPdf},
    },
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/purchase_orders/single/{id}", single)
        .get("/api/purchase_orders/job/{jobId}", of_job)
        .post("/api/purchase_orders/create", create)
        .post("/api/purchase_orders/delete", delete)
        .put("/api/purchase_orders/update/vendor/{orderId}", set_vendor)
        .post("/api/purchase_orders/updateOrderItems/{orderId}", set_items)
        .upload("/api/purchase_orders/sendToVendors", pdf_form::body_limit(), send)
}

async fn single(
    caller: Caller<gate::PurchaseOrdersView>,
    State(app): State<App>,
    PathId(order): PathId<PurchaseOrderId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("order": order_now(&app, &mut tx, &caller.viewer(), order).await?))
}

async fn of_job(
    caller: Caller<gate::PurchaseOrdersView>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let found = purchase_orders::list(&mut tx, &caller.viewer(), job).await?;
    let orders: Vec<PurchaseOrder> = found.into_iter().map(|order| shown(&app, order)).collect();
    Ok(named!("orders": orders))
}

async fn create(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    sent: UncheckedForm<NewOrder>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    // The job's lock covers its titles: two parallel orders never get the same one.
    let (form, job) = own_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let title = purchase_order_changes::new_title(&mut tx, &job, form).await?;
    let id = PurchaseOrderId(Uuid::now_v7());
    purchase_order_changes::insert(&mut tx, &job, id, &title, app.clock.now()).await?;
    record::record_new(&mut tx, caller.action_context(&app.clock), Subject::PurchaseOrder(id))
        .await?;
    let order = order_now(&app, &mut tx, &caller.viewer(), id).await?;
    tx.commit().await?;
    Ok(named!("newPurchaseOrder": order))
}

async fn delete(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    sent: UncheckedForm<PurchaseOrderRef>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.order_id.0)?;
    let order = purchase_order_changes::find_own(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(id)).await?;
    let files = purchase_order_changes::delete(&mut tx, &order).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    app.files.discard(&app.db, &files).await;
    Ok(named!("id": id))
}

async fn set_vendor(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    PathId(id): PathId<PurchaseOrderId>,
    sent: UncheckedForm<ChooseVendor>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    // The vendor is locked before the order, as deleting a vendor does, so the two never deadlock.
    let is_own = match sent.peek(|form| form.vendor_id.0) {
        Some(vendor) => vendors::is_own(&mut tx, caller.scope(), vendor).await?,
        None => true,
    };
    let order = purchase_order_changes::find_own(&mut tx, caller.scope(), id).await?;
    let form = sent.checked()?;
    if !is_own {
        return Err(ValidationError::not_your_own("vendorId").into());
    }
    let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(id)).await?;
    purchase_order_changes::set_vendor(&mut tx, &order, form.vendor_id.0).await?;
    snapshot.record(&mut tx, caller.action_context(&app.clock)).await?;
    let order = order_now(&app, &mut tx, &caller.viewer(), id).await?;
    tx.commit().await?;
    Ok(named!("order": order))
}

async fn set_items(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    PathId(id): PathId<PurchaseOrderId>,
    sent: UncheckedForm<OrderRows>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let mut order = purchase_order_changes::find_own(&mut tx, caller.scope(), id).await?;
    let rows = sent.checked()?;
    rows.check_order(id)?;
    if order.status != PurchaseOrderStatus::Draft {
        return Err(ApiError::Conflict(Text::AmendOrder));
    }
    if let Err(text) = rows.check_unchanged(order.version) {
        let order = order_now(&app, &mut tx, &caller.viewer(), id).await?;
        return Err(ApiError::changed_to(text, order));
    }
    let standing = purchase_order_changes::items_of(&mut tx, &order).await?;
    let offered = purchase_orders::offered(&mut tx, caller.scope(), rows.products()).await?;
    let new_id = || PurchaseOrderItemId(Uuid::now_v7());
    let items = rows.applied(id, &standing, &offered, new_id)?;
    // Saving a form without changes raises no version.
    if items != standing {
        let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(id)).await?;
        purchase_order_changes::set_items(&mut tx, &mut order, &items).await?;
        snapshot.record(&mut tx, caller.action_context(&app.clock)).await?;
    }
    tx.commit().await?;
    Ok(Reply(RowsSaved { items, version: order.version }))
}

/// The rows of an order after a change, and the order's new version, which their editor has seen.
#[derive(Serialize, JsonSchema)]
struct RowsSaved {
    items: Vec<PurchaseOrderItem>,
    version: i64,
}

async fn send(
    caller: Caller<gate::PurchaseOrdersSend>,
    State(app): State<App>,
    from: ClientNetwork,
    Uploaded { sent, call, .. }: Uploaded<WithPdf<SendPurchaseOrder>>,
) -> ApiResult<Reply<PurchaseOrderSent>> {
    let arrived = pdf_form::read_form_with_pdf::<SendPurchaseOrder>(&app, sent).await?;
    call.begin(&app, caller.user(), caller.scope().company()).await?;
    let (viewer, rate_limit_subject) = (caller.viewer(), caller.rate_limit_subject(from));
    let sent =
        run_detached(vendor_mails::to_vendors(app, viewer, rate_limit_subject, arrived)).await?;
    Ok(Reply(sent))
}

//! `/api/work_orders`: what a crew does on a job, what it is paid, and who signed. Users who see the job see
//! and sign them; admins of the contractor write them.

use domain::{
    activity::labels::ActivityAction,
    forms::form::Form,
    i18n::rules::Text,
    orders::{
        orders::NewOrder,
        work_orders::{
            EditWorkOrderItem, NewWorkOrderItem, SendWorkOrder, SignOff, SignWorkOrder,
            WorkOrderItem,
        },
    },
    types::ids::{JobId, WorkOrderId, WorkOrderItemId},
};
use schemars::JsonSchema;
use serde::Serialize;
use services::core::network::ClientNetwork;
use store::{
    activity::{
        record::{self, Snapshot},
        subject::Subject,
    },
    db::Tx,
    orders::work_orders::{self, OrderState},
};
use uuid::Uuid;

use crate::{
    api::{jobs::jobs::own_job, orders::sending},
    http::{
        detached::run_detached,
        idempotency::key::IdempotentForm,
        prelude::*,
        upload::file::Uploaded,
        upload::pdf_form::{self, WithPdf},
    },
    notify::dispatch,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/work_orders/single/{id}", single)
        .get("/api/work_orders/job/{jobId}", of_job)
        .post("/api/work_orders/create", create)
        .delete("/api/work_orders/delete/{orderId}", delete)
        .post("/api/work_orders/addItem", add_item)
        .post("/api/work_orders/updateItem", set_item)
        .delete("/api/work_orders/item/delete/{itemId}", delete_item)
        .upload("/api/work_orders/send", pdf_form::body_limit(), send)
        .post("/api/work_orders/sign", sign)
        .delete("/api/work_orders/sign/{orderId}", unsign)
}

async fn single(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(order): PathId<WorkOrderId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("order": work_orders::find(&mut tx, &caller.viewer(), order).await?))
}

async fn of_job(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("orders": work_orders::list(&mut tx, &caller.viewer(), job).await?))
}

async fn create(
    caller: Caller<gate::WorkOrdersCreate>,
    State(app): State<App>,
    sent: UncheckedForm<NewOrder>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    // The job's lock covers its titles: two parallel orders never get the same one.
    let (form, job) = own_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let title = work_orders::new_title(&mut tx, &job, form).await?;
    let id = WorkOrderId(Uuid::now_v7());
    work_orders::insert(&mut tx, &job, id, &title, app.clock.now()).await?;
    dispatch::work_order_created(&mut tx, caller.action_context(&app.clock), &job, id).await?;
    record::record_new(&mut tx, caller.action_context(&app.clock), Subject::WorkOrder(id)).await?;
    let order = work_orders::find(&mut tx, &caller.viewer(), id).await?;
    tx.commit().await?;
    Ok(named!("newWorkOrder": order))
}

async fn delete(
    caller: Caller<gate::WorkOrdersDelete>,
    State(app): State<App>,
    PathId(id): PathId<WorkOrderId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let order = work_orders::find_seen(&mut tx, &caller.viewer(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::WorkOrder(id)).await?;
    work_orders::delete(&mut tx, &order).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}

/// The work order in a form, the validated form, and a snapshot. An unknown order is a 404 before the form is
/// validated.
async fn seen_order<G, F: Form>(
    tx: &mut Tx,
    caller: &Caller<G>,
    sent: UncheckedForm<F>,
    names: impl FnOnce(&F) -> Option<WorkOrderId>,
) -> ApiResult<(F, OrderState, Snapshot)> {
    let id = sent.row_id(names)?;
    let order = work_orders::find_seen(tx, &caller.viewer(), id).await?;
    let form = sent.checked()?;
    let snapshot = record::snapshot(tx, Subject::WorkOrder(id)).await?;
    Ok((form, order, snapshot))
}

/// Refuses a change of items that have changed since the caller saw them, with the order as it is now.
async fn check_unchanged<G>(
    tx: &mut Tx,
    caller: &Caller<G>,
    order: WorkOrderId,
    seen: Result<(), Text>,
) -> ApiResult<()> {
    let Err(text) = seen else { return Ok(()) };
    let order = work_orders::find(tx, &caller.viewer(), order).await?;
    Err(ApiError::changed_to(text, order))
}

/// A stored item, and the new version of the order's items, which its editor has seen.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ItemSaved {
    item: WorkOrderItem,
    items_version: i64,
}

/// A deleted item, and the new version of the order's items.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ItemDeleted {
    id: WorkOrderItemId,
    items_version: i64,
}

async fn add_item(
    caller: Caller<gate::WorkOrdersEdit>,
    State(app): State<App>,
    sent: UncheckedForm<NewWorkOrderItem>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, mut order, snapshot) =
        seen_order(&mut tx, &caller, sent, |form| form.work_order_id.0).await?;
    check_unchanged(&mut tx, &caller, order.id, form.check_unchanged(order.items_version)).await?;
    let id = WorkOrderItemId(Uuid::now_v7());
    let item = WorkOrderItem::from_form(id, order.id, form.item);
    work_orders::insert_item(&mut tx, &mut order, &item).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(Reply(ItemSaved { item, items_version: order.items_version }))
}

async fn set_item(
    caller: Caller<gate::WorkOrdersEdit>,
    State(app): State<App>,
    sent: UncheckedForm<EditWorkOrderItem>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.id.0)?;
    let (before, mut order) = work_orders::find_item(&mut tx, &caller.viewer(), id).await?;
    let form = sent.checked()?;
    form.check_order(order.id)?;
    check_unchanged(&mut tx, &caller, order.id, form.check_unchanged(order.items_version)).await?;
    let item = WorkOrderItem::from_form(id, order.id, form.item);
    // Saving a form without changes does not invalidate signatures.
    if item != before {
        let snapshot = record::snapshot(&mut tx, Subject::WorkOrder(order.id)).await?;
        work_orders::set_item(&mut tx, &mut order, &item).await?;
        snapshot.record(&mut tx, caller.action_context(&app.clock)).await?;
    }
    tx.commit().await?;
    Ok(Reply(ItemSaved { item, items_version: order.items_version }))
}

async fn delete_item(
    caller: Caller<gate::WorkOrdersEdit>,
    State(app): State<App>,
    PathId(id): PathId<WorkOrderItemId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (_, mut order) = work_orders::find_item(&mut tx, &caller.viewer(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::WorkOrder(order.id)).await?;
    work_orders::delete_item(&mut tx, &mut order, id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(Reply(ItemDeleted { id, items_version: order.items_version }))
}

async fn sign(
    caller: Caller<gate::WorkOrdersSign>,
    State(app): State<App>,
    IdempotentForm { sent, idempotency_key: handing }: IdempotentForm<SignWorkOrder>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, order, snapshot) =
        seen_order(&mut tx, &caller, sent, |form| form.order_id.0).await?;
    let act = caller.action_context(&app.clock);
    let answer = |signed: SignOff| named!("newSignOff": signed);
    if handing.find_or_claim(&mut tx, act.user, order.id.0, act.now).await?.is_some() {
        // The signature may have been withdrawn since.
        let signed = store::orders::sign_offs::signature(&mut tx, &order, act.user).await?;
        tx.commit().await?;
        return Ok(answer(signed));
    }
    form.check_unchanged(order.items_version).map_err(ApiError::Changed)?;
    let anew = form.has_items_version();
    let (sign_off, is_new) =
        store::orders::sign_offs::sign(&mut tx, &order, act.user, act.now, anew).await?;
    if is_new {
        dispatch::work_order_signed(&mut tx, act, &order.job, order.id).await?;
        snapshot.record_done(&mut tx, act, ActivityAction::Signed, Vec::new()).await?;
    }
    tx.commit().await?;
    Ok(answer(sign_off))
}

async fn unsign(
    caller: Caller<gate::WorkOrdersSign>,
    State(app): State<App>,
    PathId(id): PathId<WorkOrderId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let order = work_orders::find_seen(&mut tx, &caller.viewer(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::WorkOrder(id)).await?;
    store::orders::sign_offs::unsign(&mut tx, &order, caller.user()).await?;
    snapshot
        .record_done(
            &mut tx,
            caller.action_context(&app.clock),
            ActivityAction::Unsigned,
            Vec::new(),
        )
        .await?;
    dispatch::work_order_unsigned(&mut tx, caller.action_context(&app.clock), &order.job, id)
        .await?;
    tx.commit().await?;
    Ok(named!("id": id))
}

async fn send(
    caller: Caller<gate::WorkOrdersEdit>,
    State(app): State<App>,
    from: ClientNetwork,
    Uploaded { sent, call, .. }: Uploaded<WithPdf<SendWorkOrder>>,
) -> ApiResult<impl ApiResponse> {
    let arrived = pdf_form::read_form_with_pdf::<SendWorkOrder>(&app, sent).await?;
    call.begin(&app, caller.user(), caller.scope().company()).await?;
    let (viewer, rate_limit_subject) = (caller.viewer(), caller.rate_limit_subject(from));
    let sent =
        run_detached(sending::to_subcontractor(app, viewer, rate_limit_subject, arrived)).await?;
    Ok(named!("order": sent))
}

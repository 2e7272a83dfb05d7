//! `/api/purchase_orders`: an order on its way, from draft to delivery (contract-2, section 2). Each call states which
//! version of the order its sender saw.

use std::collections::HashMap;

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    forms::form::Form,
    i18n::rules::Text,
    orders::{
        amendment::{self, AmendOrder},
        purchase_order_status::{OrderMover, PurchaseOrderStatus, SetOrderStatus},
        purchase_orders::{OrderRows, PurchaseOrderItem},
        receiving::{self, OrderedRow, Receipt, ReceiveOrder, ReceivedRow},
    },
    types::{
        field::WireEnum as _,
        ids::{PurchaseOrderId, PurchaseOrderItemId},
        money::FormNumber,
    },
};
use services::core::network::ClientNetwork;
use store::{
    activity::{record, subject::Subject},
    db::Tx,
    orders::{
        purchase_order_changes::{self, OrderState},
        purchase_orders,
    },
};
use uuid::Uuid;

use crate::{
    api::orders::{
        shown_order::order_now,
        vendor_notices::{OrderNotice, tell_holders},
    },
    http::prelude::*,
    notify::vendor_reminders,
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/purchase_orders/status", set_status)
        .post("/api/purchase_orders/receive", receive)
        .post("/api/purchase_orders/amend", amend)
}

/// The order of a form, locked, and the validated form. An unknown order is a 404 before the form is validated.
pub(super) async fn own_order<G, F: Form>(
    tx: &mut Tx,
    caller: &Caller<G>,
    sent: UncheckedForm<F>,
    names: impl FnOnce(&F) -> Option<PurchaseOrderId>,
) -> ApiResult<(F, OrderState)> {
    let id = sent.row_id(names)?;
    let order = purchase_order_changes::find_own(tx, caller.scope(), id).await?;
    Ok((sent.checked()?, order))
}

/// Refuses to change an order that has changed since the caller saw it, with the order as it is now.
pub(super) async fn check_unchanged<G>(
    app: &App,
    tx: &mut Tx,
    caller: &Caller<G>,
    order: &OrderState,
    seen: Result<(), Text>,
) -> ApiResult<()> {
    let Err(text) = seen else { return Ok(()) };
    Err(ApiError::changed_to(text, order_now(app, tx, &caller.viewer(), order.id).await?))
}

async fn set_status(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    from: ClientNetwork,
    sent: UncheckedForm<SetOrderStatus>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, mut order) = own_order(&mut tx, &caller, sent, |form| form.id.0).await?;
    check_unchanged(&app, &mut tx, &caller, &order, form.check_unchanged(order.version)).await?;
    let to = form.to();
    if !order.status.may_become(to, OrderMover::Contractor) {
        return Err(ApiError::Conflict(Text::OrderStatus));
    }
    let was_sent = order.status != PurchaseOrderStatus::Draft;
    let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(order.id)).await?;
    purchase_order_changes::set_status(&mut tx, &mut order, to, form.expected()).await?;
    vendor_reminders::schedule(&mut tx, &order, form.expected(), app.clock.now()).await?;
    snapshot.record(&mut tx, caller.action_context(&app.clock)).await?;
    let viewer = caller.viewer();
    if to == PurchaseOrderStatus::Cancelled && was_sent {
        let subject = caller.rate_limit_subject(from);
        tell_holders(&mut tx, &app, (&viewer, subject), &order, OrderNotice::Cancelled).await?;
    }
    let order = order_now(&app, &mut tx, &viewer, order.id).await?;
    tx.commit().await?;
    Ok(named!("order": order))
}

async fn receive(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    sent: UncheckedForm<ReceiveOrder>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, mut order) = own_order(&mut tx, &caller, sent, |form| form.id.0).await?;
    receiving::check_rows(&form.rows).finish()?;
    check_unchanged(&app, &mut tx, &caller, &order, form.check_unchanged(order.version)).await?;
    if !order.status.is_open() {
        return Err(ApiError::Conflict(Text::OrderStatus));
    }
    let items = purchase_order_changes::items_of(&mut tx, &order).await?;
    let ordered: Vec<OrderedRow> = items.iter().map(OrderedRow::from).collect();
    let over_delivery = form.over_delivery.unwrap_or_default();
    let receipt = receiving::receive(order.status, &ordered, &form.rows, over_delivery)?;
    let changes = changes(&order, &items, &form, &receipt);
    let mut came = Vec::new();
    for (mut item, row) in items.into_iter().zip(&receipt.rows) {
        if item.received != row.received {
            item.received = row.received;
            came.push(item);
        }
    }
    let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(order.id)).await?;
    purchase_order_changes::set_received(&mut tx, &mut order, &came, receipt.status).await?;
    let act = caller.action_context(&app.clock);
    snapshot.record_done(&mut tx, act, ActivityAction::Received, changes).await?;
    let order = order_now(&app, &mut tx, &caller.viewer(), order.id).await?;
    tx.commit().await?;
    Ok(named!("order": order))
}

/// What the log says of a delivery: what came, what was noted, and the status that follows.
fn changes(
    order: &OrderState,
    items: &[PurchaseOrderItem],
    form: &ReceiveOrder,
    receipt: &Receipt,
) -> Vec<Change> {
    let names: HashMap<String, &str> =
        items.iter().map(|item| (item.id.to_string(), item.product_name.as_str())).collect();
    let came = |row: &ReceivedRow| {
        let (name, quantity) = (names.get(&row.id)?, FormNumber::of(row.quantity?.decimal()));
        Some(Change::to(ActivityField::Received, format!("{name}: {quantity}")))
    };
    let mut changes: Vec<Change> = form.rows.iter().filter_map(came).collect();
    if !form.note.is_empty() {
        changes.push(Change::to(ActivityField::Note, form.note.as_str()));
    }
    if receipt.status != order.status {
        changes.push(Change {
            field: ActivityField::Status,
            from: Some(order.status.as_word().to_owned()),
            to: Some(receipt.status.as_word().to_owned()),
        });
    }
    changes
}

async fn amend(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    from: ClientNetwork,
    sent: UncheckedForm<AmendOrder>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, mut order) = own_order(&mut tx, &caller, sent, |form| form.id.0).await?;
    let rows = form.rows()?;
    rows.check_order(order.id)?;
    check_unchanged(&app, &mut tx, &caller, &order, form.check_unchanged(order.version)).await?;
    if !order.status.is_open() {
        return Err(ApiError::Conflict(Text::OrderStatus));
    }
    let standing = purchase_order_changes::items_of(&mut tx, &order).await?;
    let items = amended(&mut tx, &caller, &order, &rows, &standing).await?;
    let viewer = caller.viewer();
    // Saving a form without changes is no amendment, and nobody needs to hear of it.
    if items != standing {
        let status = match order.status {
            PurchaseOrderStatus::PartlyReceived => PurchaseOrderStatus::PartlyReceived,
            _ => PurchaseOrderStatus::Sent,
        };
        let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(order.id)).await?;
        purchase_order_changes::amend(&mut tx, &mut order, &items, status).await?;
        snapshot.record(&mut tx, caller.action_context(&app.clock)).await?;
        if status == PurchaseOrderStatus::Sent {
            vendor_reminders::schedule(&mut tx, &order, None, app.clock.now()).await?;
        }
        let subject = caller.rate_limit_subject(from);
        let notice = OrderNotice::Amended(&standing, &items);
        tell_holders(&mut tx, &app, (&viewer, subject), &order, notice).await?;
    }
    let order = order_now(&app, &mut tx, &viewer, order.id).await?;
    tx.commit().await?;
    Ok(named!("order": order))
}

/// The rows of an order after an amendment.
async fn amended<G>(
    tx: &mut Tx,
    caller: &Caller<G>,
    order: &OrderState,
    rows: &OrderRows,
    standing: &[PurchaseOrderItem],
) -> ApiResult<Vec<PurchaseOrderItem>> {
    let offered = purchase_orders::offered(tx, caller.scope(), rows.products()).await?;
    let new_id = || PurchaseOrderItemId(Uuid::now_v7());
    let items = rows.applied(order.id, standing, &offered, new_id)?;
    amendment::check_received(standing, &items)?;
    Ok(items)
}

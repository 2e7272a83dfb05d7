//! `/api/guest/{secret}/order`: a vendor's answer to a purchase order, by link (contract-2, section 1).

use chrono::{DateTime, Utc};
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    i18n::rules::Text,
    orders::{
        answer::AnswerOrder,
        purchase_order_status::{OrderMover, PurchaseOrderStatus},
        purchase_orders::PurchaseOrderItem,
    },
    types::{field::WireEnum as _, money},
};
use store::{
    activity::{
        record::{self, Actor},
        subject::Subject,
    },
    db::Tx,
    guest_links::{changes, links::LinkRow},
    orders::purchase_order_changes::{self, OrderState, VendorAnswer},
};

use crate::{
    api::guest_links::view,
    http::{
        callers::guest::{Guest, GuestHolder, call},
        prelude::*,
    },
    notify::vendor_reminders,
};

pub fn routes() -> Routes {
    Routes::default().post("/api/guest/{secret}/order", answer)
}

async fn answer(
    guest: Guest<call::Order>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<AnswerOrder>,
) -> ApiResult<impl ApiResponse> {
    let (holder, now) = (guest.into_holder(), app.clock.now());
    form.check_rows().finish()?;
    let mut tx = app.db.write().await?;
    let (link, mut order) = holder.lock_order(&mut tx, now).await?;
    if !order.status.may_be_answered() {
        return Err(ApiError::Conflict(Text::OrderStatus));
    }
    if let Err(text) = form.check_unchanged(order.version) {
        return Err(ApiError::changed_to(text, view::order(&mut tx, &holder).await?));
    }
    let items = purchase_order_changes::items_of(&mut tx, &order).await?;
    let answer = VendorAnswer {
        status: form.status(),
        expected_on: form.expected(),
        remark: form.remark(),
        rows: form.answered(items)?,
    };
    let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(order.id)).await?;
    let logged = changes_of(&order, &answer);
    purchase_order_changes::set_answer(&mut tx, &mut order, &answer).await?;
    vendor_reminders::schedule(&mut tx, &order, answer.expected_on, now).await?;
    changes::announce(&mut tx, &link);
    let action = match answer.status {
        PurchaseOrderStatus::Confirmed => ActivityAction::Accepted,
        _ => ActivityAction::Changed,
    };
    let by = Actor::guest(link.id, link.company, now);
    snapshot.record_done(&mut tx, by, action, logged).await?;
    let order = view::order(&mut tx, &holder).await?;
    tx.commit().await?;
    Ok(named!("purchaseOrder": order))
}

/// What the log says of an answer.
fn changes_of(order: &OrderState, answer: &VendorAnswer) -> Vec<Change> {
    let mut changes = Vec::new();
    if answer.status != order.status {
        changes.push(Change {
            field: ActivityField::Status,
            from: Some(order.status.as_word().to_owned()),
            to: Some(answer.status.as_word().to_owned()),
        });
    }
    let expected = answer.expected_on.map(|day| day.to_string());
    changes.extend(expected.map(|day| Change::to(ActivityField::ExpectedOn, day)));
    let remark = answer.remark.as_deref();
    changes.extend(remark.map(|remark| Change::to(ActivityField::Remark, remark)));
    changes.extend(answer.rows.iter().filter_map(row_change));
    changes
}

/// A row that the vendor does not have, has a substitute for, or has at another price.
fn row_change(row: &PurchaseOrderItem) -> Option<Change> {
    let name = row.product_name.as_str();
    let to = match (row.available, &row.substitute, row.other_price()) {
        (_, Some(substitute), _) => Some(substitute.clone()),
        (Some(false), None, _) => None,
        (_, None, Some(cost)) => Some(format!("{name}: {}", money::format(cost.decimal()))),
        _ => return None,
    };
    Some(Change { field: ActivityField::Item, from: Some(name.to_owned()), to })
}

/// Locks what a link to an order opens; an order that was sent is seen from now on.
pub(super) async fn lock_and_see(
    tx: &mut Tx,
    holder: &GuestHolder,
    now: DateTime<Utc>,
) -> ApiResult<LinkRow> {
    let (link, mut order) = holder.lock_order(tx, now).await?;
    let seen = PurchaseOrderStatus::Seen;
    if order.status.may_become(seen, OrderMover::Vendor) {
        let snapshot = record::snapshot(tx, Subject::PurchaseOrder(order.id)).await?;
        purchase_order_changes::set_status(tx, &mut order, seen, None).await?;
        snapshot.record(tx, Actor::guest(link.id, link.company, now)).await?;
    }
    Ok(link)
}

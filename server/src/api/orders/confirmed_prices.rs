//! `/api/purchase_orders/prices`: the prices that a vendor stated when it answered an order, for the price list.

use domain::{
    i18n::rules::Text,
    orders::{
        confirmed_prices::{
            ConfirmedPrice, UseConfirmedPrices, learned_prices, no_stated_price, priced,
        },
        purchase_orders::PurchaseOrderItem,
    },
    permissions::permission::{self, Action},
    types::ids::PurchaseOrderId,
};
use store::{
    activity::{record, subject::Subject},
    db::Tx,
    orders::purchase_order_changes,
    products,
};

use crate::{
    api::orders::{
        purchase_order_progress::{check_seen, own_order},
        shown_order::order_now,
    },
    http::prelude::*,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/purchase_orders/prices/{orderId}", list)
        .post("/api/purchase_orders/prices", take_over)
}

async fn list(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    PathId(id): PathId<PurchaseOrderId>,
) -> ApiResult<impl ApiResponse> {
    permission::check(caller.role(), Action::ProductsManage).map_err(ApiError::Forbidden)?;
    let mut tx = app.db.read().await?;
    let order = order_now(&app, &mut tx, &caller.viewer(), id).await?;
    let prices = if order.status.is_confirmed() {
        prices_now(&mut tx, &caller, &order.items).await?
    } else {
        Vec::new()
    };
    Ok(named!("prices": prices))
}

/// The stated prices of an order that differ from the price list now.
async fn prices_now<G>(
    tx: &mut Tx,
    caller: &Caller<G>,
    items: &[PurchaseOrderItem],
) -> ApiResult<Vec<ConfirmedPrice>> {
    let products = products::these(tx, caller.scope(), priced(items)).await?;
    Ok(learned_prices(items, &products))
}

async fn take_over(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    sent: UncheckedForm<UseConfirmedPrices>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, order) = own_order(&mut tx, &caller, sent, |form| form.id.0).await?;
    caller.check_also(Action::ProductsManage)?;
    check_seen(&app, &mut tx, &caller, &order, form.check_seen(order.version)).await?;
    if !order.status.is_confirmed() {
        return Err(ApiError::Conflict(Text::OrderStatus));
    }
    let items = purchase_order_changes::items_of(&mut tx, &order).await?;
    let chosen = form.chosen(&items)?;
    let products = products::lock_these(&mut tx, caller.scope(), chosen.iter().copied()).await?;
    if products.len() < chosen.len() {
        return Err(no_stated_price().into());
    }
    for price in learned_prices(&items, &products) {
        let (id, cost) = (price.product_id, price.confirmed_cost);
        let snapshot = record::snapshot(&mut tx, Subject::Product(id)).await?;
        products::set_cost(&mut tx, caller.scope(), id, cost).await?;
        snapshot.record(&mut tx, caller.action_context(&app.clock)).await?;
    }
    let prices = prices_now(&mut tx, &caller, &items).await?;
    tx.commit().await?;
    Ok(named!("prices": prices))
}

//! `/api/purchase_orders/prices`: the prices that a vendor stated when it answered an order, for the price list.

use std::collections::HashMap;

use domain::{
    i18n::rules::Text,
    orders::{
        confirmed_prices::{
            ConfirmedPrice, UseConfirmedPrices, learned_prices, no_stated_price, priced,
        },
        purchase_orders::PurchaseOrderItem,
    },
    permissions::permission::Action,
    products::Product,
    types::ids::PurchaseOrderId,
};
use store::{
    activity::{record, subject::Subject},
    db::Tx,
    orders::{purchase_order_changes, purchase_orders},
    products,
};

use crate::{
    api::orders::{
        purchase_order_progress::{check_unchanged, own_order},
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
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    PathId(id): PathId<PurchaseOrderId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let order = order_now(&app, &mut tx, &caller.viewer(), id).await?;
    let prices = if order.status.has_current_prices() {
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
    let offered = purchase_orders::offered(tx, caller.scope(), priced(items)).await?;
    let products: Vec<Product> = offered.into_iter().map(Product::from).collect();
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
    check_unchanged(&app, &mut tx, &caller, &order, form.check_unchanged(order.version)).await?;
    if !order.status.has_current_prices() {
        return Err(ApiError::Conflict(Text::OrderStatus));
    }
    let items = purchase_order_changes::items_of(&mut tx, &order).await?;
    let chosen = form.chosen(&items)?;
    let products = products::lock_these(&mut tx, caller.scope(), chosen.iter().copied()).await?;
    if products.len() < chosen.len() {
        return Err(no_stated_price().into());
    }
    let categories: HashMap<_, _> =
        products.iter().map(|product| (product.id, product.category_id)).collect();
    for ConfirmedPrice { product_id: id, name, confirmed_cost, .. } in
        learned_prices(&items, &products)
    {
        let snapshot = record::snapshot(&mut tx, Subject::Product(id)).await?;
        let changed = (name.as_str(), confirmed_cost);
        products::update(&mut tx, caller.scope(), categories[&id], id, changed).await?;
        snapshot.record(&mut tx, caller.action_context(&app.clock)).await?;
    }
    let prices = prices_now(&mut tx, &caller, &items).await?;
    tx.commit().await?;
    Ok(named!("prices": prices))
}

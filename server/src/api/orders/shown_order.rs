//! A purchase order as the contractor sees it.

use domain::{orders::purchase_orders::PurchaseOrder, types::ids::PurchaseOrderId};
use store::{
    db::Tx,
    jobs::visibility::Viewer,
    orders::purchase_orders::{self, FoundOrder},
};

use crate::{app::App, http::error::ApiResult};

/// The order with links to its photos.
pub(super) fn shown(app: &App, order: FoundOrder) -> PurchaseOrder {
    let now = app.clock.now();
    order.with_links(|key| app.files.address(key, now))
}

/// The order as this viewer sees it now.
pub(super) async fn order_now(
    app: &App,
    tx: &mut Tx,
    viewer: &Viewer,
    id: PurchaseOrderId,
) -> ApiResult<PurchaseOrder> {
    Ok(shown(app, purchase_orders::find(tx, viewer, id).await?))
}

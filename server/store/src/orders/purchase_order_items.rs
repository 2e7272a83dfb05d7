//! The rows of purchase orders.

use domain::{
    orders::purchase_orders::PurchaseOrderItem,
    types::{
        ids::PurchaseOrderId,
        money::{OrderLine, Total},
    },
};

use crate::{
    db::prelude::*,
    orders::orders::{OrderSelection, of_orders},
};

impl FromRow for PurchaseOrderItem {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (unit_cost, quantity) = (row.get("unit_cost")?, row.get("quantity")?);
        Ok(Self {
            id: row.get("id")?,
            product_id: row.get("product_id")?,
            product_name: row.get("product_name")?,
            category_id: row.get("category_id")?,
            category_title: row.get("category_title")?,
            quantity,
            unit_cost,
            purchase_order_id: row.get("purchase_order_id")?,
            line_total: Total::of_line(OrderLine::of(unit_cost, quantity)),
            received: row.get("received")?,
            available: row.get("available")?,
            substitute: row.get("substitute")?,
            confirmed_cost: row.get("confirmed_cost")?,
        })
    }
}

/// The rows of orders, in the sequence in which they were added.
pub(super) fn items(of: OrderSelection<'_, PurchaseOrderId>) -> Sql {
    of_orders!(
        of,
        "purchase_order",
        "SELECT purchase_order_item.id, purchase_order_item.product_id,
             purchase_order_item.product_name, purchase_order_item.category_id,
             purchase_order_item.category_title, purchase_order_item.quantity,
             purchase_order_item.unit_cost, purchase_order_item.purchase_order_id,
             purchase_order_item.received, purchase_order_item.available,
             purchase_order_item.substitute, purchase_order_item.confirmed_cost
         FROM purchase_order
         JOIN purchase_order_item ON purchase_order_item.purchase_order_id = purchase_order.id",
        "ORDER BY purchase_order_item.id"
    )
}

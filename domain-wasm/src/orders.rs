//! Purchase orders: their states, totals and titles.

use domain::{
    orders::{
        orders,
        purchase_order_status::{OrderMover, PurchaseOrderStatus},
    },
    types::{
        field::WireEnum as _,
        money::{self, FormNumber, OrderLine},
    },
};
use wasm_bindgen::prelude::*;

use crate::read;

/// May the contractor move a purchase order from one status to another?
#[wasm_bindgen(js_name = mayOrderBecome)]
#[must_use]
pub fn may_order_become(
    #[wasm_bindgen(unchecked_param_type = "PurchaseOrderStatus")] from: &str,
    #[wasm_bindgen(unchecked_param_type = "PurchaseOrderStatus")] to: &str,
) -> bool {
    let statuses = PurchaseOrderStatus::from_word(from).zip(PurchaseOrderStatus::from_word(to));
    statuses.is_some_and(|(from, to)| from.may_become(to, OrderMover::Contractor))
}

/// Does the vendor have the order, and may deliveries still come?
#[wasm_bindgen(js_name = isOrderOpen)]
#[must_use]
pub fn is_order_open(
    #[wasm_bindgen(unchecked_param_type = "PurchaseOrderStatus")] status: &str,
) -> bool {
    PurchaseOrderStatus::from_word(status).is_some_and(PurchaseOrderStatus::is_open)
}

/// The rounded total of one line of an order.
#[wasm_bindgen(js_name = lineTotal)]
#[must_use]
pub fn line_total(unit_cost: f64, quantity: f64) -> f64 {
    let numbers = FormNumber::from_double(unit_cost).zip(FormNumber::from_double(quantity));
    let line = numbers.map(|(unit_cost, quantity)| OrderLine { unit_cost, quantity });
    line.and_then(OrderLine::total).map_or(f64::NAN, money::double)
}

/// The running total of an order.
#[wasm_bindgen(js_name = orderTotal)]
pub fn order_total(
    #[wasm_bindgen(unchecked_param_type = "readonly { unitCost: number; quantity: number }[]")]
    lines: JsValue,
) -> Result<f64, JsError> {
    Ok(money::order_total(&read::<Vec<OrderLine>>(lines)?).map_or(f64::NAN, money::double))
}

/// The default title of an order.
#[wasm_bindgen(js_name = defaultTitle)]
#[must_use]
pub fn default_title(job_number: Option<String>, existing: Vec<String>) -> String {
    orders::default_title(job_number.as_deref(), &existing)
}

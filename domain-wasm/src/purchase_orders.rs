//! Purchase orders: how far one is, what is still to come, totals and titles.
#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::{
    orders::{
        orders,
        purchase_order_status::{OrderMover, PurchaseOrderStatus},
    },
    products,
    types::{
        date,
        field::WireEnum as _,
        money::{self, FormNumber, OrderLine, Quantity},
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

/// May the order be mailed to vendors?
#[wasm_bindgen(js_name = mayOrderBeSent)]
#[must_use]
pub fn may_order_be_sent(
    #[wasm_bindgen(unchecked_param_type = "PurchaseOrderStatus")] status: &str,
) -> bool {
    PurchaseOrderStatus::from_word(status).is_some_and(PurchaseOrderStatus::may_be_sent)
}

/// Should the order have come before this day?
#[wasm_bindgen(js_name = isOrderLate)]
#[must_use]
pub fn is_order_late(
    #[wasm_bindgen(unchecked_param_type = "PurchaseOrderStatus")] status: &str,
    #[wasm_bindgen(unchecked_param_type = "string | null")] expected_on: Option<String>,
    today: &str,
) -> bool {
    let expected_on = expected_on.as_deref().and_then(date::read_day);
    let status = PurchaseOrderStatus::from_word(status);
    status
        .zip(date::read_day(today))
        .is_some_and(|(status, today)| status.is_late(expected_on, today))
}

/// Does the vendor have the order, or did it have it? What is on such an order was ordered.
#[wasm_bindgen(js_name = wasOrdered)]
#[must_use]
pub fn was_ordered(
    #[wasm_bindgen(unchecked_param_type = "PurchaseOrderStatus")] status: &str,
) -> bool {
    PurchaseOrderStatus::from_word(status).is_some_and(PurchaseOrderStatus::was_ordered)
}

/// What is still to come of a row of an order with this status.
#[wasm_bindgen(js_name = toCome)]
#[must_use]
pub fn to_come(
    #[wasm_bindgen(unchecked_param_type = "PurchaseOrderStatus")] status: &str,
    quantity: f64,
    received: f64,
) -> f64 {
    let figure = |double| FormNumber::from_double(double).and_then(Quantity::from_figure);
    let figures = figure(quantity).zip(figure(received));
    let left = figures
        .map(|(quantity, received)| products::to_come(is_order_open(status), quantity, received));
    left.map_or(f64::NAN, |left| money::double(left.decimal()))
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

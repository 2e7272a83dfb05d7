//! How much to order.

use domain::{forms::error, orders::quantity::MeasuredAmount, types::money::Figure};
use wasm_bindgen::prelude::*;

use crate::{give, language};

/// How much to order for what was measured: the amount and so many percent of waste. Refused fields
/// where it is no amount, no unit or no percentage.
#[wasm_bindgen(js_name = fillQuantity, unchecked_return_type = "number | FieldError[]")]
pub fn fill_quantity(
    amount: Option<f64>,
    unit: String,
    waste_percent: Option<f64>,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let figure = |double: Option<f64>| double.and_then(Figure::from_double);
    let measured = MeasuredAmount {
        measurement: unit,
        amount: figure(amount),
        waste_percent: figure(waste_percent),
    };
    match measured.quantity() {
        Ok(quantity) => give(&quantity),
        Err(refusals) => give(&error::in_language(&refusals, language(spoken))),
    }
}

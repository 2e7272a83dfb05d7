//! How much to order.

use domain::{forms::error, orders::quantity::MeasuredAmount, types::money::FormNumber};
use wasm_bindgen::prelude::*;

use crate::{language, to_js};

/// The quantity to order for a measured amount: the amount plus a percentage of waste. Refused fields where
/// the amount, the unit or the percentage is invalid.
#[wasm_bindgen(js_name = fillQuantity, unchecked_return_type = "number | FieldError[]")]
pub fn fill_quantity(
    amount: Option<f64>,
    unit: String,
    waste_percent: Option<f64>,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let figure = |double: Option<f64>| double.and_then(FormNumber::from_double);
    let measured = MeasuredAmount {
        measurement: unit,
        amount: figure(amount),
        waste_percent: figure(waste_percent),
    };
    match measured.quantity() {
        Ok(quantity) => to_js(&quantity),
        Err(refusals) => to_js(&error::in_language(&refusals, language(spoken))),
    }
}

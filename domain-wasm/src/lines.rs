//! Texts that come from outside or go there: addresses in one line, and rows of a CSV file.

use domain::{imports::csv::written::csv_file, types::address::AddressParts};
use wasm_bindgen::prelude::*;

use crate::{read, to_js};

/// An address that was written in one line, taken apart; null when no city and state are found in it.
#[wasm_bindgen(js_name = addressRead, unchecked_return_type = "AddressParts | null")]
pub fn address_read(text: &str) -> Result<JsValue, JsError> {
    to_js(&AddressParts::read(text))
}

/// The rows as a CSV file that spreadsheets open as UTF-8 and whose cells they do not run.
#[wasm_bindgen(js_name = csvFile)]
pub fn csv_of(
    #[wasm_bindgen(unchecked_param_type = "readonly (readonly string[])[]")] rows: JsValue,
) -> Result<String, JsError> {
    Ok(csv_file(&read::<Vec<Vec<String>>>(rows)?))
}

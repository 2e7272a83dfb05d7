//! Company documents that expire.
#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::{companies::files, types::date};
use wasm_bindgen::prelude::*;

use crate::to_js;

/// The status today of a document that is valid through a day.
#[wasm_bindgen(js_name = documentStatus, unchecked_return_type = "DocumentStatus")]
pub fn document_status(expires_on: Option<String>, today: &str) -> Result<JsValue, JsError> {
    let today = date::read_day(today).ok_or_else(|| JsError::new("no such day"))?;
    to_js(&files::document_status(expires_on.as_deref().and_then(date::read_day), today))
}

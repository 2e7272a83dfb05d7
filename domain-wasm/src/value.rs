//! Reads a value from the browser. Serde's general reader brings the errors of every type and Rust's
//! formatting of doubles: 9 KB for the one type that is read here.

use js_sys::{Array, Number, Object};
use serde_json::{Map, Value};
use wasm_bindgen::{JsCast as _, JsError, JsValue};

/// A value as JSON would represent it; what JSON cannot represent is refused.
pub(crate) fn read(given: &JsValue) -> Result<Value, JsError> {
    if given.is_null() || given.is_undefined() {
        return Ok(Value::Null);
    }
    if let Some(flag) = given.as_bool() {
        return Ok(flag.into());
    }
    if let Some(number) = given.as_f64() {
        return Ok(read_number(number));
    }
    if let Some(text) = given.as_string() {
        return Ok(text.into());
    }
    if let Some(list) = given.dyn_ref::<Array>() {
        return list.iter().map(|entry| read(&entry)).collect();
    }
    let Some(object) = given.dyn_ref::<Object>().filter(|_| !given.is_function()) else {
        return Err(JsError::new("a value that no JSON can hold"));
    };
    let mut fields = Map::new();
    for entry in Object::entries(object).iter() {
        let entry = entry.unchecked_into::<Array>();
        fields.insert(entry.get(0).as_string().unwrap_or_default(), read(&entry.get(1))?);
    }
    Ok(Value::Object(fields))
}

/// A whole number stays one, as in the JSON that a server reads.
#[expect(clippy::cast_possible_truncation, reason = "a safe integer fits")]
fn read_number(number: f64) -> Value {
    if Number::is_safe_integer(&number.into()) { (number as i64).into() } else { number.into() }
}

//! A long list of customers, prepared once and searched on every keystroke.

use domain::customers::{self, CustomerForm};
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::job_index::{BETWEEN, joined};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Customer } from "../../bindings";
"#;

const FIELDS: [&str; 8] =
    ["firstName", "lastName", "company", "phone", "address", "city", "state", "zip"];

/// The texts of all customers, passed as one string, as with jobs.
fn texts_of(customers: &Array) -> Result<String, JsError> {
    let names = FIELDS.map(JsValue::from_str);
    let texts = Array::new();
    for customer in customers.iter() {
        for name in &names {
            let text = Reflect::get(&customer, name);
            texts.push(&text.map_err(|_| JsError::new("a list of customers"))?);
        }
    }
    Ok(joined(&texts))
}

fn listed(texts: &str, count: usize) -> impl Iterator<Item = CustomerForm> {
    let mut texts = texts.split(BETWEEN);
    let mut next = move || texts.next().unwrap_or_default().to_owned();
    (0..count).map(move |_| CustomerForm {
        first_name: next(),
        last_name: next(),
        company: next(),
        phone: next(),
        address: next(),
        city: next(),
        state: next(),
        zip: next(),
    })
}

/// The customers of a company, folded once. Results are positions in the list it was built from.
#[wasm_bindgen]
pub struct CustomerIndex(customers::CustomerIndex);

#[wasm_bindgen]
impl CustomerIndex {
    /// Reads only the fields that a search needs.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "readonly Customer[]")] customers: &Array,
    ) -> Result<CustomerIndex, JsError> {
        let texts = texts_of(customers)?;
        let count = usize::try_from(customers.length())?;
        Ok(Self(customers::CustomerIndex::new(listed(&texts, count))))
    }

    /// The positions of the customers that match the query, in order.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<u32> {
        self.0.search(query)
    }
}

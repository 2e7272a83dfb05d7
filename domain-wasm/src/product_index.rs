//! A long price list, prepared once and searched on every keystroke.

use domain::products;
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::job_index::{BETWEEN, joined};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Product, ProductCategory } from "../../bindings";
"#;

/// One text of every entry, passed as one string, as with jobs.
fn texts_of(entries: &Array, field: &str) -> Result<String, JsError> {
    let field = JsValue::from_str(field);
    let texts = Array::new();
    for entry in entries.iter() {
        texts.push(&Reflect::get(&entry, &field).map_err(|_| JsError::new("a price list"))?);
    }
    Ok(joined(&texts))
}

/// The price list of a company, folded once. Results are positions in the lists it was built from.
#[wasm_bindgen]
pub struct ProductIndex(products::ProductIndex);

#[wasm_bindgen]
impl ProductIndex {
    /// Reads only the fields that a search needs.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "readonly ProductCategory[]")] categories: &Array,
        #[wasm_bindgen(unchecked_param_type = "readonly Product[]")] products: &Array,
    ) -> Result<ProductIndex, JsError> {
        let (ids, titles) = (texts_of(categories, "id")?, texts_of(categories, "title")?);
        let (names, category_ids) =
            (texts_of(products, "name")?, texts_of(products, "categoryId")?);
        // A price list has dozens of categories; a map would be no faster.
        let ids: Vec<&str> = ids.split(BETWEEN).collect();
        let category_positions =
            category_ids.split(BETWEEN).map(|id| ids.iter().position(|known| *known == id));
        let (category_count, product_count) =
            (categories.length() as usize, products.length() as usize);
        Ok(Self(products::ProductIndex::new(
            titles.split(BETWEEN).take(category_count),
            names.split(BETWEEN).zip(category_positions).take(product_count),
        )))
    }

    /// The positions of the products that match the query by their own names and their categories'
    /// titles, in order.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<u32> {
        self.0.search(query)
    }

    /// The positions of the categories whose titles alone match the query, in order: all their products are
    /// shown, and those without products are shown, too.
    #[must_use]
    pub fn categories(&self, query: &str) -> Vec<u32> {
        self.0.categories(query)
    }
}

//! Any texts, prepared once and searched on every keystroke.

use domain::types::normalize;
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::job_index::{BETWEEN, joined};

/// Texts folded once: every word of a query must occur in a text, regardless of case and accents. Results are
/// positions in the list it was built from.
#[wasm_bindgen]
pub struct TextIndex(normalize::TextIndex);

#[wasm_bindgen]
impl TextIndex {
    /// Reads the texts; the fields of one are joined by line breaks.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] texts: &Array,
    ) -> TextIndex {
        // Joined, an empty list looks like one blank text, so the count decides.
        let count = usize::try_from(texts.length()).unwrap_or_default();
        Self(normalize::TextIndex::new(joined(texts).split(BETWEEN).take(count)))
    }

    /// The positions of the texts that match the query, in order.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<u32> {
        self.0.search(query)
    }
}

//! Named views of the list of jobs. They belong to whoever saved them, and may be shared with the company.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{form::form, rules},
    types::{ids::SavedViewId, limits::LIMITS},
};

/// A named view of the list of jobs: its filters and its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct SavedView {
    pub id: SavedViewId,
    pub name: String,
    /// The query text of the list's address, without the question mark.
    pub search: String,
    /// Whether everybody of the company has it in their list.
    pub is_shared: bool,
    /// Whether the caller saved it.
    pub is_own: bool,
}

form! {
    /// A view of the list of jobs, to save it.
    SavedViewForm {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.view_name }>))]
        name: String = "name",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::at_most::<{ LIMITS.view_search }>))]
        search: String = "search",
        #[ts(optional)]
        is_shared: Option<bool> = "isShared",
    }
}

impl SavedViewForm {
    /// Whether everybody of the company gets it; nobody else where the form does not say.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.is_shared.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::forms::{error::Code, form::Form as _};

    fn refused(body: &Value) -> Vec<(String, Code)> {
        let form: SavedViewForm = serde_json::from_value(body.clone()).expect("a form");
        let errors = form.check().err().unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn a_view_has_a_name_of_at_most_a_hundred_characters_and_a_bounded_filter() {
        assert_eq!(refused(&json!({ "name": "ñ".repeat(100), "search": "x".repeat(2_000) })), []);
        assert_eq!(refused(&json!({ "name": "All", "search": null, "isShared": true })), []);
        for (body, field, code) in [
            (json!({ "name": " " }), "name", Code::Required),
            (json!({ "name": "ñ".repeat(101) }), "name", Code::TooLong),
            (json!({ "name": "All", "search": "x".repeat(2_001) }), "search", Code::TooLong),
        ] {
            assert_eq!(refused(&body), [(field.to_owned(), code)], "{body}");
        }
    }
}

//! Texts of forms in columns.

/// The text, or `None` if it is blank.
pub(crate) fn or_none(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

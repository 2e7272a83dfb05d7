//! Texts as columns hold them.

/// A blank text of a form is no text in the database.
pub(crate) fn or_none(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

//! Texts of forms in columns.

/// The text, or `None` if it is blank.
pub(crate) fn or_none(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The `LIKE` pattern of a text that contains this one.
pub(crate) fn anywhere(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

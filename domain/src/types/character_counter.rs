//! The counters beside long texts.

/// How many characters are left of a trimmed text; negative when there are too many, `None` while the counter
/// is hidden because enough are left.
#[must_use]
pub fn remaining(text: &str, max: i64, show_under: Option<i64>) -> Option<i64> {
    let written = i64::try_from(text.trim().chars().count()).unwrap_or(i64::MAX);
    let left = max.saturating_sub(written);
    show_under.is_none_or(|under| left < under).then_some(left)
}

//! Cells that a spreadsheet would run as a formula.

use crate::types::money::FormNumber;

/// Would a spreadsheet run this? A minus before a number is a number.
#[must_use]
pub(crate) fn is_formula(cell: &str) -> bool {
    let trimmed = cell.trim_start_matches([' ', '\n']);
    match trimmed.as_bytes() {
        [b'=' | b'+' | b'@' | b'\t' | b'\r', ..] => true,
        [b'-', _, ..] => FormNumber::from_text(trimmed).is_none(),
        _ => false,
    }
}

/// A cell of a file that we write: text that begins like a formula is prefixed with an apostrophe, so that
/// spreadsheets display it. Text that already begins with such an apostrophe gets another one, so that
/// [`unescape_formula`] restores every text.
#[must_use]
pub fn escape_formula(cell: &str) -> String {
    if begins_like_a_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// A cell without the apostrophe that [`escape_formula`] added.
#[must_use]
pub fn unescape_formula(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| begins_like_a_formula(rest)).unwrap_or(cell)
}

fn begins_like_a_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

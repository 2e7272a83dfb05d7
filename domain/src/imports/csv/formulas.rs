//! What a spreadsheet would run instead of showing it.

use crate::types::money::FormNumber;

/// Is this what a spreadsheet would run? A minus before a number is a number.
#[must_use]
pub(crate) fn is_formula(cell: &str) -> bool {
    let trimmed = cell.trim_start_matches([' ', '\n']);
    match trimmed.as_bytes() {
        [b'=' | b'+' | b'@' | b'\t' | b'\r', ..] => true,
        [b'-', _, ..] => FormNumber::from_text(trimmed).is_none(),
        _ => false,
    }
}

/// A cell of a file that we write: what begins like a formula gets an apostrophe, which tells
/// spreadsheets to show it. So does what begins with such an apostrophe already, so that
/// [`unguarded`] gives back every text.
#[must_use]
pub fn guarded(cell: &str) -> String {
    if begins_like_a_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// A cell without the apostrophe that [`guarded`] put there.
#[must_use]
pub fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| begins_like_a_formula(rest)).unwrap_or(cell)
}

fn begins_like_a_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

//! How the values of an export become ours.

use chrono::NaiveDate;

use crate::types::{date, normalize::fold};

const MONTHS: &str = "janfebmaraprmayjunjulaugsepoctnovdec";

/// Is a job of this status done: completed, closed, invoiced or paid? Those words may be joined, as in "Paid &
/// Closed".
pub(crate) fn is_done(status: &str) -> bool {
    let status = fold(status);
    let mut is_done = false;
    for word in status.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty())
    {
        match word {
            "completed" | "complete" | "closed" | "invoiced" | "paid" => is_done = true,
            "and" | "job" | "in" | "full" => {}
            _ => return false,
        }
    }
    is_done
}

/// Reads the day of `2024-05-31`, `5/31/2024`, `5/31/24` and `May 31, 2024`, each with or without a time.
pub(crate) fn read_day(text: &str) -> Option<NaiveDate> {
    let words = || text.split([' ', ',', 'T', '\u{a0}']).filter(|word| !word.is_empty());
    let first = words().next()?;
    if let Some(day) = date::read_day(first).or_else(|| date::read_us_day(first)) {
        return Some(day);
    }
    if let Some((rest, year)) = first.rsplit_once('/')
        && year.len() == 2
    {
        return date::read_us_day(&format!("{rest}/20{year}"));
    }
    let (mut month, mut day, mut year) = (None, None, None);
    for word in text.split([' ', ',', '-']).filter(|word| !word.is_empty()).take(4) {
        let start = fold(word);
        let found = start.get(..3).and_then(|start| MONTHS.find(start)).filter(|at| at % 3 == 0);
        if let Some(at) = found {
            month = month.or(Some(at / 3 + 1));
        } else if word.len() <= 2 {
            day = day.or(Some(word));
        } else if word.len() == 4 {
            year = year.or(Some(word));
        }
    }
    date::read_day(&format!("{}-{:02}-{:0>2}", year?, month?, day?))
}

/// Splits a full name at its last word. One word is a last name.
pub(crate) fn split_name(name: &str) -> (&str, &str) {
    let name = name.trim();
    let (first, last) = name.rsplit_once(char::is_whitespace).unwrap_or(("", name));
    (first.trim(), last)
}

/// The phone numbers of a cell, as they are written: without words between them.
pub(crate) fn phones(cell: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| letter.is_alphabetic() || ";,/|&:\n\r'".contains(letter);
    cell.split(is_between).map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;
    use crate::types::address::state_code;

    proptest! {
        #[test]
        fn any_cell_is_read_once(
            text in foreign::text(&["May 31, 2024", "5/31/24 8:00 AM", "Mary Ann Lee", "Paid & Closed", "+1 615-555-0100 ::: 2"]),
        ) {
            let read = || {
                (read_day(&text), state_code(&text), is_done(&text), split_name(&text), phones(&text).count())
            };
            let ((day, .., name, _), cost) = cost::of(read);
            prop_assert!(cost.is_small_for(text.len(), 6), "{cost:?} of {}", text.len());
            if let Some(day) = day {
                prop_assert_eq!(read_day(&day.to_string()), Some(day));
            }
            prop_assert!(name.0.len() + name.1.len() <= text.len());
        }
    }

    #[test]
    fn days_are_read_as_exports_write_them() {
        for text in [
            "2024-05-31",
            "2024-05-31 08:00:00",
            "2024-05-31T08:00:00Z",
            "5/31/2024",
            "05/31/2024 8:00 AM",
            "5/31/24",
            "May 31, 2024",
            "may 31 2024",
            "Fri, May 31, 2024",
            "31-May-2024",
            "31 May 2024",
        ] {
            assert_eq!(
                read_day(text).map(|day| day.to_string()).as_deref(),
                Some("2024-05-31"),
                "{text}"
            );
        }
        for text in ["", "soon", "May 2024", "31/5/2024", "2024-02-30", "5/31", "1/2/3", "May 31"] {
            assert_eq!(read_day(text), None, "{text}");
        }
    }
}

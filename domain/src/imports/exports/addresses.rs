//! The addresses of exports: in four columns, or in one.

use crate::imports::{
    csv::{mapping::SheetField, row::Row},
    exports::values::state_code,
};

/// The street, city, state and ZIP code of a row, from the columns of these fields, in this order. In an export
/// they may be in one column. If they are blank, another address of the row is read.
pub(crate) fn read<F: SheetField>(row: &Row<'_>, fields: [F; 4]) -> [String; 4] {
    let mut cells = fields.map(|field| row.cell(field));
    if !row.is_export() {
        return cells.map(str::to_owned);
    }
    if cells.iter().all(|cell| cell.trim().is_empty()) {
        cells = fields.map(|field| row.fallback(field));
    }
    // Jobber repeats the whole address behind the street.
    let street = cells[0].split('\u{2022}').next().unwrap_or_default();
    let mut parts = split(street);
    if !row.shares_column(fields[0], fields[1]) {
        street.trim().clone_into(&mut parts[0]);
    }
    for at in 1..4 {
        if !row.shares_column(fields[0], fields[at]) {
            cells[at].clone_into(&mut parts[at]);
        }
    }
    if let Some(code) = state_code(&parts[2]) {
        code.clone_into(&mut parts[2]);
    }
    parts
}

/// Splits `214 Larkspur Drive, Kokomo, IN 46901 US`. What is no state and no ZIP code stays in the street.
fn split(address: &str) -> [String; 4] {
    let mut parts: Vec<&str> = address.split([',', '\n']).map(str::trim).collect();
    parts.retain(|part| !part.is_empty());
    let (mut state, mut zip) = ("", "");
    while let Some(last) = parts.pop() {
        let (before, word) = last.rsplit_once(' ').unwrap_or(("", last));
        let is_zip =
            word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let rest = if matches!(word, "US" | "USA") || last == "United States" {
            if word == "States" { "" } else { before }
        } else if zip.is_empty() && is_zip {
            zip = word;
            before
        } else if let Some(code) = state_code(last) {
            state = code;
            break;
        } else if word.len() == 2
            && let Some(code) = state_code(word)
        {
            state = code;
            parts.push(before);
            break;
        } else {
            parts.push(last);
            break;
        };
        if !rest.trim().is_empty() {
            parts.push(rest.trim());
        }
    }
    let has_city = parts.len() > 1 && !(state.is_empty() && zip.is_empty());
    let city = if has_city { parts.pop().unwrap_or_default() } else { "" };
    [parts.join(", "), city.to_owned(), state.to_owned(), zip.to_owned()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn any_address_is_read_once_and_no_letter_is_invented(
            text in foreign::text(&["214 Larkspur Drive, Kokomo, IN 46901 US", "1 Main St\nFort Worth, Texas 76102"]),
        ) {
            let ([street, city, state, zip], cost) = cost::of(|| split(&text));
            prop_assert!(cost.is_small_for(text.len(), 6), "{cost:?} of {}", text.len());
            prop_assert!(text.contains(&city) && text.contains(&zip));
            prop_assert!(state.is_empty() || state_code(&state) == Some(state.as_str()));
            prop_assert!(street.len() <= 2 * text.len());
        }
    }

    #[test]
    fn addresses_are_split_as_exports_write_them() {
        for (text, parts) in [
            ("1 Main St, Nashville, TN 37201", ["1 Main St", "Nashville", "TN", "37201"]),
            ("1 Main St, Nashville, TN 37201, USA", ["1 Main St", "Nashville", "TN", "37201"]),
            (
                "1 Main St, Nashville, Tennessee, 37201, United States",
                ["1 Main St", "Nashville", "TN", "37201"],
            ),
            ("1 Main St, New York, NY 10001-1234", ["1 Main St", "New York", "NY", "10001-1234"]),
            ("1 Main St, Nashville TN", ["1 Main St", "Nashville", "TN", ""]),
            ("4581 Finch St. Bayshore CA 94326", ["4581 Finch St. Bayshore", "", "CA", "94326"]),
            ("1 Main St", ["1 Main St", "", "", ""]),
            ("", ["", "", "", ""]),
        ] {
            assert_eq!(split(text), parts, "{text}");
        }
    }
}

//! The addresses of exports: in four columns, or in one.

use crate::{
    imports::csv::{mapping::SheetField, row::Row},
    types::address::{split, state_code},
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

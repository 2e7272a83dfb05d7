//! The rows that were refused, as a file to correct and import again.

use std::collections::BTreeMap;

use csv::Writer;

use super::{Sheet, formulas::is_formula};
use crate::{language::Language, text::Text};

/// Writes the refused rows as CSV with their reasons in a last column. The mark at the start tells
/// spreadsheets that it is UTF-8, and no cell is left that a spreadsheet would run.
#[must_use]
pub fn refused_csv(sheet: &Sheet, reasons: &BTreeMap<u64, String>, language: Language) -> String {
    let width = sheet.headings().len();
    let mut writer = Writer::from_writer(Vec::new());
    let mut write = |cells: Vec<String>| {
        let cells = cells.iter().map(|cell| harmless(cell));
        // Writing rows of one width to memory cannot fail.
        writer.write_record(cells).is_ok()
    };
    let mut headings = sheet.headings().to_vec();
    headings.push(Text::ImportReason.template(language).to_owned());
    write(headings);
    for (line, cells) in sheet.rows() {
        let Some(reason) = reasons.get(&line) else { continue };
        let mut row: Vec<String> = cells.iter().take(width).map(str::to_owned).collect();
        row.resize(width, String::new());
        // Cells beyond the last heading stay with the last one, so that nothing is lost.
        if let Some(last) = row.last_mut() {
            for cell in cells.iter().skip(width) {
                last.push_str(", ");
                last.push_str(cell);
            }
        }
        row.push(reason.clone());
        write(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    format!("\u{feff}{}", String::from_utf8(bytes).unwrap_or_default())
}

fn harmless(cell: &str) -> String {
    if is_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

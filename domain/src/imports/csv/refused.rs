//! The refused rows, as a file to correct and import again.

use crate::{
    i18n::rules::Text,
    imports::csv::{
        formulas::is_formula,
        sheet::Sheet,
        written::{BYTE_ORDER_MARK, write_row},
    },
    types::language::Language,
};

/// Writes the refused rows as CSV with their reasons in a last column. The byte order mark identifies it as
/// UTF-8 to spreadsheets, and no cell contains a formula that they would run. `reasons` are by line, in the order
/// of the lines.
#[must_use]
pub fn refused_csv(sheet: &Sheet, reasons: &[(u64, String)], language: Language) -> String {
    let width = sheet.headings().len();
    let mut file = String::from(BYTE_ORDER_MARK);
    let mut headings = sheet.headings().to_vec();
    headings.push(Text::ImportReason.template(language).to_owned());
    write(&mut file, &headings);
    for (line, cells) in sheet.rows() {
        let Ok(at) = reasons.binary_search_by_key(&line, |(line, _)| *line) else { continue };
        let mut row: Vec<String> = cells.iter().take(width).map(str::to_owned).collect();
        row.resize(width, String::new());
        // Cells beyond the last heading are appended to the last one, so that nothing is lost.
        if let Some(last) = row.last_mut() {
            for cell in cells.iter().skip(width) {
                last.push_str(", ");
                last.push_str(cell);
            }
        }
        row.push(reasons[at].1.clone());
        write(&mut file, &row);
    }
    file
}

fn write(file: &mut String, cells: &[String]) {
    write_row(file, cells.iter().map(|cell| quote_formula(cell)));
}

fn quote_formula(cell: &str) -> String {
    if is_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

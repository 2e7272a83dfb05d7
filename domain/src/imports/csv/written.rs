//! CSV files that we write.

use crate::imports::csv::formulas::escape_formula;

/// Identifies a file as UTF-8 to spreadsheets.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// These rows as a file that spreadsheets open as UTF-8 and whose cells they do not run.
#[must_use]
pub fn csv_file(rows: &[Vec<String>]) -> String {
    let mut file = String::from(BYTE_ORDER_MARK);
    for row in rows {
        write_row(&mut file, row.iter().map(|cell| escape_formula(cell)));
    }
    file
}

/// Writes one line. The library's writer also distinguishes numbers from texts, and adds tables of 11 KB to
/// the browser for that.
pub(crate) fn write_row(file: &mut String, cells: impl Iterator<Item = String>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            file.push(',');
        }
        if cell.contains([',', '"', '\r', '\n']) {
            file.push('"');
            file.push_str(&cell.replace('"', "\"\""));
            file.push('"');
        } else {
            file.push_str(&cell);
        }
    }
    file.push('\n');
}

#[cfg(test)]
mod tests {
    use csv::ReaderBuilder;
    use proptest::prelude::*;

    use super::*;
    use crate::imports::csv::formulas::unescape_formula;

    proptest! {
        #[test]
        fn every_cell_is_read_as_it_was_written(
            rows in prop::collection::vec(prop::collection::vec("[a=+@',\"\n\r \t0-9-]{0,8}", 3), 1..6),
        ) {
            let file = csv_file(&rows);
            let text = file.strip_prefix(BYTE_ORDER_MARK).expect("a byte order mark");
            let mut reader = ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let read: Vec<Vec<String>> = reader
                .records()
                .map(|row| row.expect("a row").iter().map(|cell| unescape_formula(cell).to_owned()).collect())
                .collect();
            prop_assert_eq!(read, rows);
        }
    }
}

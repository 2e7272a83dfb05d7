//! Reads the bytes of a CSV file, and explains clearly why they cannot be read.

use std::collections::BTreeSet;

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    imports::csv::{
        CheckedRow, Importable, Verdict,
        cells::{Cells, RowScanner, RowSpan, cut},
        mapping::{self, Columns, Field, ImportMapping},
        row_key::RowKeys,
        row_reader::RowReader,
    },
    imports::exports::preset::{Preset, PresetChoice},
    types::{limits::LIMITS, normalize::fold},
};

const UTF8_BOM: &[u8] = b"\xEF\xBB\xBF";
const UTF16_BOMS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];
const ZIP: &[u8] = b"PK\x03\x04";
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The most bytes of a heading; what follows is left out.
const HEADING_BYTES: usize = 1_000;

/// A file that could be read: its text, its headings, and where its rows are. The rows are read from the text
/// when they are needed, so that a sheet takes little more memory than its file, whatever its rows are like.
#[derive(Clone, Debug)]
pub struct Sheet {
    text: String,
    delimiter: u8,
    headings: Vec<String>,
    preset: Option<Preset>,
    /// At most as many as the limit for rows.
    rows: Vec<RowSpan>,
}

fn refused(code: Code, text: Text) -> ValidationError {
    ValidationError::new("file", code, text)
}

impl Sheet {
    /// Reads a file, or returns why it cannot be read. Nothing of an unreadable file is used.
    pub fn read(bytes: impl Into<Vec<u8>>) -> Result<Self, ValidationError> {
        let bytes = bytes.into();
        if bytes.len() as u64 > LIMITS.import_bytes {
            let megabytes = |bytes: u64| bytes.div_ceil(1_048_576);
            return Err(refused(Code::TooLarge, Text::ImportTooLarge)
                .with("size", &megabytes(bytes.len() as u64))
                .with("max", &megabytes(LIMITS.import_bytes)));
        }
        let text = decode(bytes)?;
        let delimiter = delimiter(&text);
        if let Some(line) = open_quote(&text, delimiter) {
            return Err(refused(Code::Format, Text::ImportQuote).with("line", &line));
        }
        let mut scanner = RowScanner::new(&text, delimiter);
        let Some(first) = scanner.next() else {
            return Err(refused(Code::Required, Text::ImportEmpty));
        };
        let headings = headings(&text, delimiter, first)?;
        let mut rows = Vec::new();
        let mut count: u64 = 0;
        // Spreadsheets write rows of nothing but delimiters for cells that were emptied.
        for row in scanner.filter(|row| !row.is_blank) {
            count += 1;
            if count <= u64::from(LIMITS.import_rows) {
                rows.push(row);
            }
        }
        if count > u64::from(LIMITS.import_rows) {
            return Err(refused(Code::TooLarge, Text::ImportTooManyRows)
                .with("rows", &grouped(count))
                .with("max", &grouped(LIMITS.import_rows.into())));
        }
        if rows.is_empty() {
            return Err(refused(Code::Required, Text::ImportNoRows));
        }
        let preset = mapping::preset(&headings);
        Ok(Self { text, delimiter, headings, preset, rows })
    }

    /// The program that exported it, if it is known.
    #[must_use]
    pub const fn preset(&self) -> Option<Preset> {
        self.preset
    }

    /// The same file, read as an export of this program whatever its headings say.
    #[must_use]
    pub fn exported_by(mut self, choice: PresetChoice) -> Self {
        self.preset = choice.program();
        self
    }

    /// The headings, trimmed.
    #[must_use]
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// How many rows are below the headings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Are there no rows? A sheet that could be read always has some.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows: the line each starts on, and its cells.
    pub fn rows(&self) -> impl Iterator<Item = (u64, Cells)> {
        self.rows.iter().map(|row| (row.line.into(), row.cells(&self.text, self.delimiter)))
    }

    /// The cells of one row.
    #[must_use]
    pub fn cells(&self, at: usize) -> Option<Cells> {
        self.rows.get(at).map(|row| row.cells(&self.text, self.delimiter))
    }

    /// Maps headings to our fields, as far as the headings are recognized.
    #[must_use]
    pub fn guess(&self, fields: &[Field]) -> ImportMapping {
        mapping::guess(fields, &self.headings, self.preset)
    }

    /// Finds the columns of a mapping, or returns what is missing.
    pub fn columns(
        &self,
        fields: &[Field],
        mapping: &ImportMapping,
    ) -> Result<Columns, Vec<ValidationError>> {
        Columns::find(fields, mapping, &self.headings, self.preset)
    }

    /// Reads rows into a type. The columns are those found for its fields.
    #[must_use]
    pub fn reader<'s>(&'s self, columns: &'s Columns) -> RowReader<'s> {
        RowReader::new(&self.text, self.delimiter, &self.rows, columns, self.headings.len())
    }

    /// Checks every row, and finds the rows that repeat an earlier one. The columns are those found
    /// for the same fields.
    #[must_use]
    pub fn check<T: Importable>(&self, columns: &Columns) -> Vec<CheckedRow<T>> {
        self.verdicts(columns, &RowKeys::default()).collect()
    }

    /// Like [`Self::check`], one row after the other, so that no two are in memory at once.
    pub fn verdicts<'s, T: Importable>(
        &'s self,
        columns: &'s Columns,
        keys: &'s RowKeys,
    ) -> impl Iterator<Item = CheckedRow<T>> + 's {
        let mut seen = BTreeSet::new();
        let mut reader = self.reader(columns);
        self.rows.iter().enumerate().map(move |(at, row)| {
            let verdict = match reader.read::<T>(at) {
                Err(refusals) => Verdict::Refused(refusals),
                Ok(row) if seen.insert(keys.of(row.key())) => Verdict::Good(Box::new(row)),
                Ok(_) => Verdict::Duplicate,
            };
            CheckedRow { line: row.line.into(), verdict }
        })
    }
}

/// The text of a file, without its byte order mark.
fn decode(mut bytes: Vec<u8>) -> Result<String, ValidationError> {
    if UTF16_BOMS.iter().any(|mark| bytes.starts_with(mark)) || looks_like_utf16(&bytes) {
        return Err(refused(Code::Format, Text::ImportUtf16));
    }
    if bytes.starts_with(UTF8_BOM) {
        bytes.drain(..UTF8_BOM.len());
    }
    if bytes.contains(&0) || bytes.starts_with(ZIP) {
        return Err(refused(Code::Format, Text::ImportBinary));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let read = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = read.split(|byte| *byte == b'\n').count();
        refused(Code::Format, Text::ImportNotUtf8).with("line", &line)
    })?;
    if text.trim().is_empty() {
        return Err(refused(Code::Required, Text::ImportEmpty));
    }
    Ok(text)
}

/// Latin text in UTF-16 has a zero in every other byte, even without the byte order mark.
fn looks_like_utf16(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let zeros =
        |parity: usize| start.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    start.len() >= 4
        && (zeros(0) == 0) != (zeros(1) == 0)
        && zeros(0).max(zeros(1)) * 4 > start.len()
}

/// The most frequent delimiter in the heading line, outside quotation marks.
fn delimiter(text: &str) -> u8 {
    let mut counts = [0_usize; DELIMITERS.len()];
    let mut quoted = false;
    for byte in text.trim_start_matches(['\r', '\n']).bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\r' | b'\n' if !quoted => break,
            _ if !quoted => {
                if let Some(at) = DELIMITERS.iter().position(|delimiter| *delimiter == byte) {
                    counts[at] += 1;
                }
            }
            _ => {}
        }
    }
    // The first of equals wins, so a file with one column is read with commas.
    (1..DELIMITERS.len())
        .fold((0, DELIMITERS[0]), |best, at| {
            if counts[at] > counts[best.0] { (at, DELIMITERS[at]) } else { best }
        })
        .1
}

/// The line of a quotation mark that is never closed. The reader would silently read the rest of the file as
/// one cell.
fn open_quote(text: &str, delimiter: u8) -> Option<u64> {
    enum QuoteState {
        Start,
        Plain,
        Quoted,
        Closed,
    }
    let (mut at, mut line, mut opened_on) = (QuoteState::Start, 1, 1);
    for byte in text.bytes() {
        let ends = byte == delimiter || byte == b'\n' || byte == b'\r';
        at = match at {
            QuoteState::Start if byte == b'"' => {
                opened_on = line;
                QuoteState::Quoted
            }
            QuoteState::Quoted if byte == b'"' => QuoteState::Closed,
            // The second half of a doubled mark.
            QuoteState::Closed if byte == b'"' => QuoteState::Quoted,
            QuoteState::Quoted => QuoteState::Quoted,
            _ if ends => QuoteState::Start,
            _ => QuoteState::Plain,
        };
        line += u64::from(byte == b'\n');
    }
    matches!(at, QuoteState::Quoted).then_some(opened_on)
}

fn headings(text: &str, delimiter: u8, row: RowSpan) -> Result<Vec<String>, ValidationError> {
    if row.cells > LIMITS.import_columns {
        return Err(refused(Code::TooLarge, Text::ImportTooManyColumns)
            .with("columns", &row.cells)
            .with("max", &LIMITS.import_columns));
    }
    let cells = row.cells(text, delimiter);
    let headings: Vec<String> =
        cells.iter().map(|cell| cut(cell.trim(), HEADING_BYTES).trim_end().to_owned()).collect();
    let mut seen = BTreeSet::new();
    for (heading, column) in headings.iter().zip(1..) {
        if heading.is_empty() {
            return Err(refused(Code::Required, Text::ImportBlankHeading).with("column", &column));
        }
        if !seen.insert(fold(heading)) {
            return Err(refused(Code::Format, Text::ImportSameHeading).with("heading", heading));
        }
    }
    Ok(headings)
}

fn grouped(count: u64) -> String {
    crate::types::money::grouped(&count.to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;
    use crate::imports::{
        csv::mapping::SheetField as _,
        jobs::{fields::ImportField, row::ImportedJob},
    };

    const FILES: &[&[u8]] = &[
        b"title,city,state,amount,start\r\n\"Whitaker, re-roof\",Nashville,TN,\"$1,234.50\",3/1/2026\r\n",
        b"\xef\xbb\xbfTitulo;Ciudad;Estado\nUno;\"dos\"\"tres\n\";=1+1\n\n;;\n",
        b"title\tcity\tstate\nx\ty\n",
        b"\xff\xfet\0i\0t\0l\0e\0\n\0x\0",
    ];

    /// Reads and checks a file as an import does; how many rows it has.
    fn read(bytes: &[u8]) -> Result<usize, ValidationError> {
        let sheet = Sheet::read(bytes)?;
        let mapping = sheet.guess(ImportField::FIELDS);
        let Ok(columns) = sheet.columns(ImportField::FIELDS, &mapping) else {
            return Ok(sheet.len());
        };
        Ok(sheet.verdicts::<ImportedJob>(&columns, &RowKeys::default()).count())
    }

    proptest! {
        #[test]
        fn a_file_of_any_bytes_is_read_in_time_and_in_bounded_memory(bytes in foreign::bytes(FILES)) {
            let (rows, cost) = cost::of(|| read(&bytes));
            // The file, where its rows are, and the key of each row.
            prop_assert!(cost.is_small_for(bytes.len(), 24), "{cost:?} of {}", bytes.len());
            match rows {
                Ok(rows) => prop_assert!((1..=bytes.len()).contains(&rows)),
                Err(refusal) => prop_assert_eq!(refusal.field, "file"),
            }
        }

        #[test]
        fn a_sheet_that_is_written_again_has_the_same_cells(bytes in foreign::bytes(FILES)) {
            let Ok(sheet) = Sheet::read(bytes) else { return Ok(()) };
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            writer.write_record(sheet.headings()).expect("memory");
            let rows: Vec<Vec<String>> =
                sheet.rows().map(|(_, cells)| cells.iter().map(str::to_owned).collect()).collect();
            for row in &rows {
                writer.write_record(row).expect("memory");
            }
            let written = writer.into_inner().expect("memory");
            let again = Sheet::read(written).expect("the same sheet");
            let cells = |(_, cells): (u64, Cells)| cells.iter().map(str::to_owned).collect::<Vec<_>>();
            // A heading of one delimiter may be the most frequent one of the new file.
            if again.headings() == sheet.headings() {
                prop_assert_eq!(again.rows().map(cells).collect::<Vec<_>>(), rows);
            }
        }
    }

    #[test]
    fn a_file_of_many_small_parts_is_read_once() {
        let head = "title,city,state\n";
        for part in ["a,b,c\n", "\n", ",", "\"", "\"\"", "\"a\nb\",c,d\n", "x", "\r", "e\u{301}"] {
            let file = |repeats: usize| [head, &part.repeat(repeats)].concat();
            cost::assert_linear(part, 64, file, |file| read(file.as_bytes()));
            let headings = |repeats: usize| part.repeat(repeats);
            cost::assert_linear(part, 64, headings, |file| read(file.as_bytes()));
        }
    }
}

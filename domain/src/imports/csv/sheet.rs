//! Reads the bytes of a CSV file, and explains clearly why they cannot be read.

use std::collections::BTreeSet;

use csv::{ReaderBuilder, StringRecord};

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    imports::csv::{
        CheckedRow, Importable, Verdict,
        mapping::{self, Columns, Field, ImportMapping, SheetField as _},
        row::Row,
    },
    types::{limits::LIMITS, normalize::fold},
};

const UTF8_BOM: &[u8] = b"\xEF\xBB\xBF";
const UTF16_BOMS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];
const ZIP: &[u8] = b"PK\x03\x04";
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A file that could be read: its headings and its rows.
#[derive(Clone, Debug)]
pub struct Sheet {
    headings: Vec<String>,
    rows: Vec<(u64, StringRecord)>,
}

fn refused(code: Code, text: Text) -> ValidationError {
    ValidationError::new("file", code, text)
}

impl Sheet {
    /// Reads a file, or returns why it cannot be read. Nothing of an unreadable file is used.
    pub fn read(bytes: &[u8]) -> Result<Self, ValidationError> {
        if bytes.len() as u64 > LIMITS.import_bytes {
            let megabytes = |bytes: u64| bytes.div_ceil(1_048_576);
            return Err(refused(Code::TooLarge, Text::ImportTooLarge)
                .with("size", &megabytes(bytes.len() as u64))
                .with("max", &megabytes(LIMITS.import_bytes)));
        }
        let text = decode(bytes)?;
        let delimiter = delimiter(text);
        if let Some(line) = open_quote(text, delimiter) {
            return Err(refused(Code::Format, Text::ImportQuote).with("line", &line));
        }
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let unreadable = |_| refused(Code::Format, Text::ImportBinary);
        let mut record = StringRecord::new();
        if !reader.read_record(&mut record).map_err(unreadable)? {
            return Err(refused(Code::Required, Text::ImportEmpty));
        }
        let headings = headings(&record)?;
        let mut rows = Vec::new();
        let mut count: u64 = 0;
        while reader.read_record(&mut record).map_err(unreadable)? {
            // Spreadsheets write rows of nothing but delimiters for cells that were emptied.
            if record.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            count += 1;
            if count <= u64::from(LIMITS.import_rows) {
                rows.push((line_of(&record, text), record.clone()));
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
        Ok(Self { headings, rows })
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
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (u64, &StringRecord)> {
        self.rows.iter().map(|(line, cells)| (*line, cells))
    }

    /// Maps headings to our fields, as far as the headings are recognized.
    #[must_use]
    pub fn guess(&self, fields: &[Field]) -> ImportMapping {
        mapping::guess(fields, &self.headings)
    }

    /// Finds the columns of a mapping, or returns what is missing.
    pub fn columns(
        &self,
        fields: &[Field],
        mapping: &ImportMapping,
    ) -> Result<Columns, Vec<ValidationError>> {
        Columns::find(fields, mapping, &self.headings)
    }

    /// Checks every row, and finds the rows that repeat an earlier one. The columns are those found
    /// for the same fields.
    #[must_use]
    pub fn check<T: Importable>(&self, columns: &Columns) -> Vec<CheckedRow<T>> {
        let mut seen = BTreeSet::new();
        let width = self.headings.len();
        let mut verdict =
            |cells: &StringRecord| match Row::new(T::Field::FIELDS, columns, width, cells)
                .and_then(T::read)
            {
                Err(refusals) => Verdict::Refused(refusals),
                Ok(row) if seen.insert(row.key().to_owned()) => Verdict::Good(Box::new(row)),
                Ok(_) => Verdict::Duplicate,
            };
        self.rows().map(|(line, cells)| CheckedRow { line, verdict: verdict(cells) }).collect()
    }
}

/// The text of a file, without its byte order mark.
fn decode(bytes: &[u8]) -> Result<&str, ValidationError> {
    if UTF16_BOMS.iter().any(|mark| bytes.starts_with(mark)) || looks_like_utf16(bytes) {
        return Err(refused(Code::Format, Text::ImportUtf16));
    }
    let bytes = bytes.strip_prefix(UTF8_BOM).unwrap_or(bytes);
    if bytes.contains(&0) || bytes.starts_with(ZIP) {
        return Err(refused(Code::Format, Text::ImportBinary));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let read = &bytes[..error.valid_up_to()];
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

fn headings(record: &StringRecord) -> Result<Vec<String>, ValidationError> {
    if record.len() > LIMITS.import_columns as usize {
        return Err(refused(Code::TooLarge, Text::ImportTooManyColumns)
            .with("columns", &record.len())
            .with("max", &LIMITS.import_columns));
    }
    let headings: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
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

/// The line a row starts on. The reader does not count the blank lines it skips before the row.
fn line_of(record: &StringRecord, text: &str) -> u64 {
    let Some(position) = record.position() else { return 0 };
    let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let blank = text.as_bytes().get(start..).unwrap_or_default();
    let skipped = blank.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + skipped.filter(|byte| **byte == b'\n').count() as u64
}

fn grouped(count: u64) -> String {
    crate::types::money::grouped(&count.to_string())
}

//! The rows of a text: where they are, and the cells of one.

use csv_core::{ReadFieldResult, ReadRecordResult, Reader, ReaderBuilder};

/// How much of a cell is looked at at once while rows are found.
const SCRATCH_BYTES: usize = 4 << 10;

/// Where a row is. A file has at most 20 MB, so 32 bits are enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowSpan {
    /// The line of the file it starts on, from 1.
    pub(crate) line: u32,
    start: u32,
    end: u32,
    /// How many cells it has.
    pub(crate) cells: u32,
    /// Whether all of them are blank.
    pub(crate) is_blank: bool,
}

impl RowSpan {
    /// Its cells, as the only row in memory.
    pub(crate) fn cells(self, text: &str, delimiter: u8) -> Cells {
        let mut cells = Cells::default();
        cells.fill(&mut reader(delimiter), text, self);
        cells
    }
}

/// A reader for one delimiter.
pub(crate) fn reader(delimiter: u8) -> Reader {
    ReaderBuilder::new().delimiter(delimiter).build()
}

/// The start of a text, of at most so many bytes.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Finds the rows of a text without storing their cells: a row may have millions.
pub(crate) struct RowScanner<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
    reader: Reader,
    scratch: [u8; SCRATCH_BYTES],
}

impl<'t> RowScanner<'t> {
    pub(crate) fn new(text: &'t str, delimiter: u8) -> Self {
        let reader = reader(delimiter);
        Self { text: text.as_bytes(), at: 0, line: 1, reader, scratch: [0; SCRATCH_BYTES] }
    }

    /// Steps over the line ends before a row, which the reader would skip, too.
    fn skip_line_ends(&mut self) {
        let rest = &self.text[self.at..];
        let ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.step(ends);
    }

    fn step(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        self.line = passed
            .iter()
            .fold(self.line, |line, byte| line.saturating_add(u32::from(*byte == b'\n')));
        self.at += bytes;
    }
}

impl Iterator for RowScanner<'_> {
    type Item = RowSpan;

    fn next(&mut self) -> Option<RowSpan> {
        self.skip_line_ends();
        let (start, line) = (self.at, self.line);
        let (mut cells, mut is_blank) = (0, true);
        loop {
            let rest = &self.text[self.at..];
            let (found, read, written) = self.reader.read_field(rest, &mut self.scratch);
            self.step(read);
            let part = &self.scratch[..written];
            is_blank = is_blank && String::from_utf8_lossy(part).trim().is_empty();
            match found {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::End => return None,
                ReadFieldResult::Field { record_end } => {
                    cells += 1;
                    if record_end {
                        break;
                    }
                }
            }
        }
        let position = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Some(RowSpan { line, start: position(start), end: position(self.at), cells, is_blank })
    }
}

/// The cells of one row.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Their texts, one after the other.
    texts: Vec<u8>,
    ends: Vec<usize>,
    count: usize,
}

impl Cells {
    /// Replaces the cells by those of another row.
    pub(crate) fn fill(&mut self, reader: &mut Reader, text: &str, row: RowSpan) {
        let mut rest =
            text.get(row.start as usize..row.end as usize).unwrap_or_default().as_bytes();
        // One more than needed each, because the reader stops where nothing is left.
        let (bytes, cells) = (rest.len() + 1, row.cells as usize + 1);
        if self.texts.len() < bytes {
            // Without the spare room of a growing vector: a cell may be as large as the file.
            self.texts = vec![0; bytes];
        }
        if self.ends.len() < cells {
            self.ends = vec![0; cells];
        }
        reader.reset();
        self.count = 0;
        let mut written = 0;
        loop {
            let (texts, ends) = (&mut self.texts[written..], &mut self.ends[self.count..]);
            let (found, read, wrote, ended) = reader.read_record(rest, texts, ends);
            rest = &rest[read..];
            written += wrote;
            self.count += ended;
            match found {
                ReadRecordResult::InputEmpty => {}
                _ => return,
            }
        }
    }

    /// A cell, if there is one.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&str> {
        let ends = &self.ends[..self.count];
        let start = at.checked_sub(1).map_or(Some(0), |before| ends.get(before).copied())?;
        let cell = self.texts.get(start..*ends.get(at)?)?;
        std::str::from_utf8(cell).ok()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.count).map(|at| self.get(at).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scanned(text: &str) -> Vec<(u32, u32, Vec<String>)> {
        let rows = RowScanner::new(text, b',');
        rows.map(|row| {
            let cells = row.cells(text, b',');
            (row.line, row.cells, cells.iter().map(str::to_owned).collect())
        })
        .collect()
    }

    proptest! {
        #[test]
        fn rows_are_divided_as_the_library_divides_them(text in "[a ñ,\"\r\n]{0,60}") {
            let mut library = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .from_reader(text.as_bytes());
            let expected: Vec<Vec<String>> = library
                .records()
                .map(|record| record.expect("text").iter().map(str::to_owned).collect())
                .collect();
            let found = scanned(&text);
            for (_, count, cells) in &found {
                prop_assert_eq!(*count as usize, cells.len());
            }
            let found: Vec<Vec<String>> = found.into_iter().map(|(.., cells)| cells).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn rows_have_the_line_they_start_on() {
        let lines = |text| scanned(text).iter().map(|(line, ..)| *line).collect::<Vec<_>>();
        assert_eq!(lines("a,b\n\n\"c\nd\",e\r\n\r\nf"), [1, 3, 6]);
    }

    #[test]
    fn short_rows_after_a_huge_one_take_no_memory_of_its_size() {
        let text = format!("{},b\n{}", "x".repeat(1 << 20), "c,d\n".repeat(1_000));
        let mut rows = RowScanner::new(&text, b',');
        let (huge, short) = (rows.next().expect("a row"), rows.next().expect("a row"));
        let mut reused = huge.cells(&text, b',');
        assert!(reused.texts.capacity() <= (1 << 20) + 8);
        reused.fill(&mut reader(b','), &text, short);
        assert_eq!(reused.iter().collect::<Vec<_>>(), ["c", "d"]);
        assert!(short.cells(&text, b',').texts.capacity() < 16);
        assert!(rows.all(|row| (row.cells, row.is_blank) == (2, false)));
    }

    #[test]
    fn a_million_cells_are_counted_and_not_stored() {
        let text = ",".repeat(1_000_000);
        let row = RowScanner::new(&text, b',').next().expect("a row");
        assert_eq!((row.cells, row.is_blank), (1_000_001, true));
    }
}

//! Reads the rows of a sheet into a type, one at a time.

use csv_core::Reader;

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    imports::csv::{
        Importable,
        cells::{self, Cells, RowSpan},
        mapping::{Columns, SheetField as _},
        row::Row,
    },
};

/// Reads rows into a type. All of them use the same memory, which is that of the longest.
#[derive(Debug)]
pub struct RowReader<'s> {
    text: &'s str,
    rows: &'s [RowSpan],
    columns: &'s Columns,
    /// How many headings there are.
    width: usize,
    reader: Reader,
    cells: Cells,
}

impl<'s> RowReader<'s> {
    pub(crate) fn new(
        text: &'s str,
        delimiter: u8,
        rows: &'s [RowSpan],
        columns: &'s Columns,
        width: usize,
    ) -> Self {
        let (reader, cells) = (cells::reader(delimiter), Cells::default());
        Self { text, rows, columns, width, reader, cells }
    }

    /// The row at this index of the sheet, or all its errors. It must have as many cells as there are
    /// headings; of one with more or fewer, no cell is read.
    pub fn read<T: Importable>(&mut self, at: usize) -> Result<T, Vec<ValidationError>> {
        let row = self.rows[at];
        if row.cells as usize != self.width {
            let refusal = ValidationError::new("row", Code::Format, Text::ImportCells);
            return Err(vec![refusal.with("cells", &row.cells).with("headings", &self.width)]);
        }
        self.cells.fill(&mut self.reader, self.text, row);
        T::read(Row::new(T::Field::FIELDS, self.columns, &self.cells))
    }
}

//! Importing a CSV file: it is read, its columns are mapped to our fields, and each row is checked, the same
//! in the preview and on the server. [`Importable`] defines what a row becomes.

pub mod cells;
pub mod checked;
pub mod formulas;
pub mod mapping;
pub mod outcome;
pub mod refused;
pub mod row;
pub mod row_key;
pub mod row_reader;
pub mod sheet;
pub mod written;

use crate::{
    forms::error::ValidationError,
    imports::csv::{mapping::SheetField, row::Row},
};

/// The type that a row becomes.
pub trait Importable: Sized {
    /// Whether other programs export such rows.
    const IS_EXPORTED: bool = true;

    /// The fields of its columns.
    type Field: SheetField;

    /// Reads a row, or returns all its errors.
    fn read(row: Row<'_>) -> Result<Self, Vec<ValidationError>>;

    /// The key that it shares with its duplicates.
    fn key(&self) -> &str;
}

/// The result of checking one row.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<T> {
    /// It can be stored.
    Good(Box<T>),
    /// It repeats an earlier row of the file.
    Duplicate,
    /// It cannot be stored.
    Refused(Vec<ValidationError>),
}

/// One row after checking.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedRow<T> {
    /// The line of the file it starts on; the headings are on line 1.
    pub line: u64,
    /// The result.
    pub verdict: Verdict<T>,
}

impl<T> CheckedRow<T> {
    /// The result without the value.
    #[must_use]
    pub fn map_unit(self) -> CheckedRow<()> {
        let verdict = match self.verdict {
            Verdict::Good(_) => Verdict::Good(Box::new(())),
            Verdict::Duplicate => Verdict::Duplicate,
            Verdict::Refused(refusals) => Verdict::Refused(refusals),
        };
        CheckedRow { line: self.line, verdict }
    }
}

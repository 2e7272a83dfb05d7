//! Importing a CSV file: it is read, its columns are matched with our fields, and each row is
//! checked, the same in the preview and on the server. What a row becomes is the kind's own:
//! [`Importable`].

pub mod formulas;
pub mod mapping;
pub mod outcome;
pub mod refused;
pub mod row;
pub mod sheet;

use crate::{
    forms::error::ValidationError,
    imports::csv::{mapping::SheetField, row::Row},
};

/// What a row becomes.
pub trait Importable: Sized {
    /// What its columns may give.
    type Field: SheetField;

    /// Reads a row, or says all that is wrong with it.
    fn read(row: Row<'_>) -> Result<Self, Vec<ValidationError>>;

    /// What makes it the same as another row.
    fn key(&self) -> &str;
}

/// What checking says about one row.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<T> {
    /// It can be stored.
    Good(Box<T>),
    /// An earlier row of the file says the same.
    Duplicate,
    /// It cannot be stored.
    Refused(Vec<ValidationError>),
}

/// One row after checking.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedRow<T> {
    /// The line of the file it starts on; the headings stand on line 1.
    pub line: u64,
    /// What became of it.
    pub verdict: Verdict<T>,
}

impl<T> CheckedRow<T> {
    /// What is said of the row, without what it becomes.
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

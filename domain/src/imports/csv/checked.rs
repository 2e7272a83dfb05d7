//! A file whose rows were checked.

use std::marker::PhantomData;

use crate::{
    forms::error::{FieldError, ValidationError, in_language},
    imports::csv::{
        Importable, Verdict,
        mapping::{Columns, ImportMapping, SheetField as _},
        row_key::{RowKey, RowKeys},
        row_reader::RowReader,
        sheet::Sheet,
    },
    imports::exports::preset::{Preset, PresetChoice},
    types::language::Language,
};

/// How many errors of a file are reported in full. The rows after that have their first one each, so that a
/// response stays in proportion to its file, and no refused row is without a reason.
const MOST_ERRORS: usize = 10_000;

/// A file whose rows were checked. It stores what was found, not the values: a row that can be stored is read
/// again when it is stored.
#[derive(Debug)]
pub struct CheckedSheet<T> {
    sheet: Sheet,
    columns: Columns,
    keys: RowKeys,
    rows: Vec<SheetRow>,
    of: PhantomData<fn() -> T>,
}

/// One row of a checked file.
#[derive(Debug)]
pub struct SheetRow {
    /// The line of the file it starts on; the headings are on line 1.
    pub line: u64,
    /// What was found.
    pub found: Found,
}

/// What was found in a row.
#[derive(Debug)]
pub enum Found {
    /// It can be stored, and has this key.
    Good(RowKey),
    /// It repeats an earlier row of the file.
    Duplicate,
    /// It cannot be stored.
    Refused(Vec<FieldError>),
}

impl<T: Importable> CheckedSheet<T> {
    /// Reads and checks a file; without a mapping its headings are matched, and without a choice the program that
    /// exported it is found by them.
    ///
    /// # Errors
    /// If the file cannot be read, or columns are missing.
    pub fn read(
        file: Vec<u8>,
        mapping: Option<&ImportMapping>,
        choice: Option<PresetChoice>,
        language: Language,
    ) -> Result<Self, Vec<ValidationError>> {
        let sheet = Sheet::read(file).map_err(|refusal| vec![refusal])?;
        let sheet = match choice {
            Some(choice) => sheet.exported_by(choice),
            None => sheet,
        };
        let columns = match mapping {
            Some(mapping) => sheet.columns(T::Field::FIELDS, mapping)?,
            None => sheet.columns(T::Field::FIELDS, &sheet.guess(T::Field::FIELDS))?,
        };
        let keys = RowKeys::default();
        let mut rows = Vec::with_capacity(sheet.len());
        let mut reported = 0;
        for row in sheet.verdicts::<T>(&columns, &keys) {
            let found = match row.verdict {
                Verdict::Good(good) => Found::Good(keys.of(good.key())),
                Verdict::Duplicate => Found::Duplicate,
                Verdict::Refused(mut refusals) => {
                    if reported >= MOST_ERRORS {
                        refusals.truncate(1);
                    }
                    reported += refusals.len();
                    Found::Refused(in_language(&refusals, language))
                }
            };
            rows.push(SheetRow { line: row.line, found });
        }
        Ok(Self { sheet, columns, keys, rows, of: PhantomData })
    }

    /// The program that exported it, if it is known.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        self.sheet.preset().filter(|_| T::IS_EXPORTED)
    }

    /// What was found in each row, in the order of the file.
    #[must_use]
    pub fn rows(&self) -> &[SheetRow] {
        &self.rows
    }

    /// The rows that can be stored: their indexes and keys.
    pub fn good(&self) -> impl Iterator<Item = (usize, RowKey)> {
        self.rows.iter().enumerate().filter_map(|(at, row)| match row.found {
            Found::Good(key) => Some((at, key)),
            _ => None,
        })
    }

    /// The keys of other rows, to compare them with those of the file.
    #[must_use]
    pub const fn keys(&self) -> &RowKeys {
        &self.keys
    }

    /// Reads its rows again.
    #[must_use]
    pub fn reader(&self) -> RowReader<'_> {
        self.sheet.reader(&self.columns)
    }

    /// Only what was found, when no row is read again.
    #[must_use]
    pub fn into_rows(self) -> Vec<SheetRow> {
        self.rows
    }
}

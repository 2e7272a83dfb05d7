//! One row of a file, cell by cell.

use crate::{
    forms::error::{Code, ValidationError, ValidationErrors},
    i18n::rules::Text,
    imports::csv::{
        cells::{Cells, cut},
        formulas,
        mapping::{Columns, Field, SheetField},
    },
    types::money::FormNumber,
};

/// How much of a cell is read: far more than any field may have, so that what is left out of a longer one
/// changes nothing about its refusal.
const CELL_BYTES: usize = 64 << 10;

/// A row while it is read, with its errors so far.
#[derive(Debug)]
pub struct Row<'a> {
    fields: &'static [Field],
    columns: &'a Columns,
    cells: &'a Cells,
    /// The errors so far.
    pub errors: ValidationErrors,
}

impl<'a> Row<'a> {
    /// A row with as many cells as there are headings.
    pub(crate) fn new(fields: &'static [Field], columns: &'a Columns, cells: &'a Cells) -> Self {
        Self { fields, columns, cells, errors: ValidationErrors::default() }
    }

    /// A cell, as far as it is read; blank where no column maps to the field.
    #[must_use]
    pub fn cell(&self, field: impl SheetField) -> &'a str {
        self.at(field.place())
    }

    fn at(&self, place: usize) -> &'a str {
        self.columns.of(place).map(|at| self.column(at)).unwrap_or_default()
    }

    fn column(&self, at: usize) -> &'a str {
        cut(self.cells.get(at).unwrap_or_default(), CELL_BYTES)
    }

    /// Whether it is one of another program's export.
    #[must_use]
    pub const fn is_export(&self) -> bool {
        self.columns.is_export()
    }

    /// Whether two fields have the same column.
    #[must_use]
    pub fn shares_column<F: SheetField>(&self, one: F, other: F) -> bool {
        self.columns.of(one.place()) == self.columns.of(other.place())
    }

    /// The cells of a field's fallback columns.
    pub fn fallbacks(&self, field: impl SheetField) -> impl Iterator<Item = &'a str> {
        self.fallbacks_at(field.place())
    }

    /// The cells of a job's status, or of the day that it was closed on.
    pub(crate) fn job_states(&self, place: usize) -> impl Iterator<Item = &'a str> {
        self.fallbacks_at(self.fields.len() + place)
    }

    fn fallbacks_at(&self, place: usize) -> impl Iterator<Item = &'a str> {
        self.columns.fallbacks(place).map(|at| self.column(at))
    }

    /// The first filled one of [`Self::fallbacks`].
    #[must_use]
    pub fn fallback(&self, field: impl SheetField) -> &'a str {
        self.fallbacks(field).find(|cell| !cell.trim().is_empty()).unwrap_or_default()
    }

    /// A cell, or the first filled fallback if it is blank.
    #[must_use]
    pub fn filled(&self, field: impl SheetField) -> &'a str {
        let cell = self.cell(field);
        if cell.trim().is_empty() { self.fallback(field) } else { cell }
    }

    /// A cell, trimmed, or the first filled fallback if it is blank. A formula is refused.
    pub fn text(&mut self, field: impl SheetField) -> String {
        let cell = self.filled(field);
        self.text_of(field, cell)
    }

    /// The same of this text, which was read from the field's cell.
    pub fn text_of(&mut self, field: impl SheetField, cell: &str) -> String {
        self.text_at(field.place(), cell)
    }

    /// A cell, trimmed, of a file that we may have exported: removes the apostrophe that an export adds to
    /// keep a text from being run.
    pub fn exported_text(&mut self, field: impl SheetField) -> String {
        let cell = self.filled(field);
        self.exported_text_of(field, cell)
    }

    /// The same of this text, which was read from the field's cell.
    pub fn exported_text_of(&mut self, field: impl SheetField, cell: &str) -> String {
        match formulas::unescape_formula(cell) {
            text if text.len() < cell.len() => text.trim().to_owned(),
            _ => self.text_at(field.place(), cell),
        }
    }

    fn text_at(&mut self, place: usize, cell: &str) -> String {
        if formulas::is_formula(cell) {
            let refusal = ValidationError::new(self.name(place), Code::Format, Text::ImportFormula);
            self.errors.add(refusal);
        }
        cell.trim().to_owned()
    }

    /// Refuses a cell and quotes its value.
    pub fn refuse(&mut self, field: impl SheetField, text: Text, value: &str) {
        let shown: String = value.chars().take(40).collect();
        let refusal = ValidationError::new(self.name(field.place()), Code::Format, text);
        self.errors.add(refusal.with("value", &shown));
    }

    /// A cell with an amount; anything else is refused. The form checks its limits.
    pub fn amount(&mut self, field: impl SheetField) -> Option<FormNumber> {
        let text = self.text(field);
        if text.is_empty() {
            return None;
        }
        let amount = read_amount(&text);
        if amount.is_none() {
            self.refuse(field, Text::ImportAmount, &text);
        }
        amount
    }

    fn name(&self, place: usize) -> &'static str {
        self.fields[place].name
    }
}

/// Reads `1234.5`, `$1,234.50` and `-3`; commas only as thousands separators.
fn read_amount(text: &str) -> Option<FormNumber> {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let number = rest.strip_prefix('$').unwrap_or(rest).trim();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let mut more = groups.peekable();
    let grouped = more.peek().is_some();
    let is_valid = !fraction.is_empty()
        && !first.is_empty()
        && (!grouped || first.len() <= 3)
        && more.all(|group| group.len() == 3);
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = whole.replace(',', "");
    if !is_valid || !digits(&plain) || !digits(fraction) {
        return None;
    }
    FormNumber::from_text(&format!("{sign}{plain}.{fraction}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn an_amount_that_is_accepted_is_read_again_as_it_is_shown(
            text in foreign::text(&["$1,234.50", "-3", "999,999,999,999.99", "1234.5"]),
        ) {
            let (amount, cost) = cost::of(|| read_amount(&text));
            prop_assert!(cost.is_small_for(text.len(), 6), "{cost:?} of {}", text.len());
            if let Some(amount) = amount {
                prop_assert_eq!(read_amount(&amount.to_string()), Some(amount), "{}", text);
            }
        }
    }

    #[test]
    fn a_long_amount_is_read_once() {
        for part in ["1", ",", "1,234", "$", "-", "0.", "."] {
            cost::assert_linear(part, 6, |repeats| part.repeat(repeats), |text| read_amount(text));
        }
    }
}

//! One row of an import: the rules of a new job, and those of cells.

use chrono::NaiveDate;
use csv::StringRecord;

use super::{Columns, ImportField};
use crate::{
    checks::Checks,
    date,
    error::{Code, Refusal},
    folding::fold,
    form::Form as _,
    job_forms::NewJob,
    limits::LIMITS,
    money::{self, Figure, Money},
    schedule::{self, Span},
    text::Text,
};

/// A job as a row describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedJob {
    /// Title and address.
    pub job: NewJob,
    /// The permit or job number.
    pub job_number: Option<String>,
    /// What the customer pays.
    pub contract_amount: Option<Money>,
    /// Its days.
    pub span: Option<Span>,
    /// Latitude and longitude.
    pub coordinates: Option<(f64, f64)>,
    /// What makes it the same job as another.
    pub key: String,
}

/// What makes two jobs the same: the number where there is one, else title and address.
#[must_use]
pub fn dedupe_key(job_number: Option<&str>, job: &NewJob) -> String {
    let number = fold(job_number.unwrap_or_default().trim());
    if !number.is_empty() {
        return format!("number\n{number}");
    }
    let parts = [&job.title, &job.address, &job.city, &job.state, &job.zip];
    let plain = |part: &&String| fold(part).split_whitespace().collect::<Vec<_>>().join(" ");
    format!("place\n{}", parts.iter().map(plain).collect::<Vec<_>>().join("\n"))
}

/// Is this what a spreadsheet would run? A minus before a number is a number.
pub(super) fn is_formula(cell: &str) -> bool {
    let trimmed = cell.trim_start_matches([' ', '\n']);
    match trimmed.as_bytes() {
        [b'=' | b'+' | b'@' | b'\t' | b'\r', ..] => true,
        [b'-', _, ..] => Figure::from_text(trimmed).is_none(),
        _ => false,
    }
}

/// Checks one row.
pub(super) fn check(
    columns: &Columns,
    width: usize,
    cells: &StringRecord,
) -> Result<ImportedJob, Vec<Refusal>> {
    if cells.len() != width {
        let refusal = Refusal::new("row", Code::Format, Text::ImportCells);
        return Err(vec![refusal.with("cells", &cells.len()).with("headings", &width)]);
    }
    Row { columns, cells, checks: Checks::new() }.job()
}

struct Row<'a> {
    columns: &'a Columns,
    cells: &'a StringRecord,
    checks: Checks,
}

impl Row<'_> {
    fn job(mut self) -> Result<ImportedJob, Vec<Refusal>> {
        let job = NewJob {
            title: self.text(ImportField::Title),
            address: self.text(ImportField::Address),
            city: self.text(ImportField::City),
            state: self.text(ImportField::State),
            zip: self.text(ImportField::Zip),
        };
        for refusal in job.check().err().unwrap_or_default() {
            self.checks.refuse(refusal);
        }
        let job_number = self.text(ImportField::JobNumber);
        self.checks.text("jobNumber", &job_number).max(LIMITS.job_number);
        let span = self.span();
        let contract_amount = self.amount();
        let coordinates = self.coordinates();
        self.checks.done()?;
        let job_number = Some(job_number).filter(|number| !number.is_empty());
        let key = dedupe_key(job_number.as_deref(), &job);
        Ok(ImportedJob { job, job_number, contract_amount, span, coordinates, key })
    }

    /// A cell, trimmed; blank where no column gives it. A formula is refused wherever it stands.
    fn text(&mut self, field: ImportField) -> String {
        let cell = self.columns.of(field).and_then(|at| self.cells.get(at)).unwrap_or_default();
        if is_formula(cell) {
            self.checks.refuse(Refusal::new(field.as_str(), Code::Format, Text::ImportFormula));
        }
        cell.trim().to_owned()
    }

    fn refuse(&mut self, field: ImportField, text: Text, value: &str) {
        let shown: String = value.chars().take(40).collect();
        let refusal = Refusal::new(field.as_str(), Code::Format, text);
        self.checks.refuse(refusal.with("value", &shown));
    }

    fn day(&mut self, field: ImportField) -> (String, Option<NaiveDate>) {
        let text = self.text(field);
        let day = date::read_day(&text).or_else(|| date::read_us_day(&text));
        if day.is_none() && !text.is_empty() {
            self.refuse(field, Text::ImportDate, &text);
        }
        (text, day)
    }

    fn span(&mut self) -> Option<Span> {
        let (start, start_date) = self.day(ImportField::StartDate);
        let (end, end_date) = self.day(ImportField::EndDate);
        if start.is_empty() != end.is_empty() {
            let field = if start.is_empty() { "startDate" } else { "endDate" };
            self.checks.refuse(Refusal::new(field, Code::Required, Text::ImportBothDates));
        }
        let span = Span { start_date: start_date?, end_date: end_date? };
        if let Err(refusal) = schedule::check_range(span) {
            self.checks.refuse(refusal);
        }
        Some(span)
    }

    fn amount(&mut self) -> Option<Money> {
        let text = self.text(ImportField::ContractAmount);
        if text.is_empty() {
            return None;
        }
        let Some(figure) = read_amount(&text) else {
            self.refuse(ImportField::ContractAmount, Text::ImportAmount, &text);
            return None;
        };
        self.checks.figure("contractAmount", Some(figure)).money();
        Money::from_figure(figure)
    }

    fn coordinates(&mut self) -> Option<(f64, f64)> {
        let (north, latitude) = self.degrees(ImportField::Latitude, 90.0);
        let (east, longitude) = self.degrees(ImportField::Longitude, 180.0);
        if north.is_empty() != east.is_empty() {
            let field = if north.is_empty() { "latitude" } else { "longitude" };
            self.checks.refuse(Refusal::new(field, Code::Required, Text::ImportBothCoordinates));
        }
        latitude.zip(longitude)
    }

    fn degrees(&mut self, field: ImportField, most: f64) -> (String, Option<f64>) {
        let text = self.text(field);
        let degrees = Figure::from_text(&text).map(|degrees| money::double(degrees.decimal()));
        let degrees = degrees.filter(|degrees| degrees.abs() <= most);
        if degrees.is_none() && !text.is_empty() {
            self.refuse(field, Text::ImportCoordinate, &text);
        }
        (text, degrees)
    }
}

/// Reads `1234.5`, `$1,234.50` and `-3`; commas only where thousands end.
fn read_amount(text: &str) -> Option<Figure> {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let number = rest.strip_prefix('$').unwrap_or(rest).trim();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let mut more = groups.peekable();
    let grouped = more.peek().is_some();
    let sound = !fraction.is_empty()
        && !first.is_empty()
        && (!grouped || first.len() <= 3)
        && more.all(|group| group.len() == 3);
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = whole.replace(',', "");
    if !sound || !digits(&plain) || !digits(fraction) {
        return None;
    }
    Figure::from_text(&format!("{sign}{plain}.{fraction}"))
}

//! One row of an import: the rules of a new job, and those of cells.

use chrono::NaiveDate;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::Form as _,
    },
    i18n::rules::Text,
    imports::{
        csv::{Importable, row::Row},
        exports::{
            addresses,
            values::{self, is_done},
        },
        jobs::fields::ImportField,
    },
    jobs::{
        field_forms::{ContractAmount, JobNumber},
        forms::NewJob,
        schedule,
    },
    types::{
        date,
        date_range::Span,
        money::{self, FormNumber, Money},
        normalize::{fold, fold_name},
    },
};

/// A job read from a row.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedJob {
    /// Title and address.
    pub job: NewJob,
    /// The permit or job number.
    pub job_number: Option<String>,
    /// The contract amount.
    pub contract_amount: Option<Money>,
    /// The days it is scheduled on.
    pub span: Option<Span>,
    /// Latitude and longitude.
    pub coordinates: Option<(f64, f64)>,
    /// Whether the program that exported it has it as done.
    pub is_complete: bool,
    /// The key that it shares with its duplicates.
    pub key: String,
}

/// The key of a job, for duplicates: its number if it has one, else its title and address.
#[must_use]
pub fn dedupe_key(job_number: Option<&str>, job: &NewJob) -> String {
    let number = fold(job_number.unwrap_or_default().trim());
    if !number.is_empty() {
        return format!("number\n{number}");
    }
    let parts = [&job.title, &job.address, &job.city, &job.state, &job.zip];
    format!("place\n{}", parts.map(|part| fold_name(part)).join("\n"))
}

impl Importable for ImportedJob {
    type Field = ImportField;

    fn read(mut row: Row<'_>) -> Result<Self, Vec<ValidationError>> {
        let places =
            [ImportField::Address, ImportField::City, ImportField::State, ImportField::Zip];
        let place = addresses::read(&row, places);
        let job = NewJob {
            title: row.text(ImportField::Title),
            address: row.text_of(ImportField::Address, &place[0]),
            city: row.text_of(ImportField::City, &place[1]),
            state: row.text_of(ImportField::State, &place[2]),
            zip: row.text_of(ImportField::Zip, &place[3]),
        };
        row.errors.add_all(job.check());
        let job_number = row.text(ImportField::JobNumber);
        row.errors.add_all(JobNumber { job_number: job_number.clone() }.check());
        let span = span(&mut row);
        let contract_amount = row.amount(ImportField::ContractAmount);
        row.errors.add_all(ContractAmount { contract_amount }.check());
        let coordinates = coordinates(&mut row);
        let is_complete = row.job_states(0).any(is_done)
            || row.job_states(1).any(|day| day.contains(|letter: char| letter.is_ascii_digit()));
        row.errors.finish()?;
        let job_number = Some(job_number).filter(|number| !number.is_empty());
        let contract_amount = contract_amount.and_then(Money::from_figure);
        let key = dedupe_key(job_number.as_deref(), &job);
        Ok(Self { job, job_number, contract_amount, span, coordinates, is_complete, key })
    }

    fn key(&self) -> &str {
        &self.key
    }
}

fn day(row: &mut Row<'_>, field: ImportField) -> (String, Option<NaiveDate>) {
    let text = row.text(field);
    let mut day = date::read_day(&text).or_else(|| date::read_us_day(&text));
    if day.is_none() && row.is_export() {
        day = values::read_day(&text);
    }
    if day.is_none() && !text.is_empty() {
        row.refuse(field, Text::ImportDate, &text);
    }
    (text, day)
}

fn span(row: &mut Row<'_>) -> Option<Span> {
    let (start, start_date) = day(row, ImportField::StartDate);
    let (end, mut end_date) = day(row, ImportField::EndDate);
    if row.is_export() && end.is_empty() {
        end_date = start_date;
    } else if start.is_empty() != end.is_empty() {
        let field = if start.is_empty() { "startDate" } else { "endDate" };
        row.errors.add(ValidationError::new(field, Code::Required, Text::ImportBothDates));
    }
    let mut span = Span { start_date: start_date?, end_date: end_date? };
    if row.is_export() && span.start_date > span.end_date {
        // One of them is a planned day: the actual one counts.
        let is_own = |field| !row.cell(field).trim().is_empty();
        match (is_own(ImportField::StartDate), is_own(ImportField::EndDate)) {
            (true, false) => span.end_date = span.start_date,
            (false, true) => span.start_date = span.end_date,
            _ => {}
        }
    }
    if let Err(refusal) = schedule::check_range(span) {
        row.errors.add(refusal);
    }
    Some(span)
}

fn coordinates(row: &mut Row<'_>) -> Option<(f64, f64)> {
    let (north, latitude) = degrees(row, ImportField::Latitude, 90.0);
    let (east, longitude) = degrees(row, ImportField::Longitude, 180.0);
    if north.is_empty() != east.is_empty() {
        let field = if north.is_empty() { "latitude" } else { "longitude" };
        row.errors.add(ValidationError::new(field, Code::Required, Text::ImportBothCoordinates));
    }
    latitude.zip(longitude)
}

fn degrees(row: &mut Row<'_>, field: ImportField, most: f64) -> (String, Option<f64>) {
    let text = row.text(field);
    let degrees = FormNumber::from_text(&text).map(|degrees| money::double(degrees.decimal()));
    let degrees = degrees.filter(|degrees| degrees.abs() <= most);
    if degrees.is_none() && !text.is_empty() {
        row.refuse(field, Text::ImportCoordinate, &text);
    }
    (text, degrees)
}

//! Whether a company is free on a day, as its connections see it.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    planning::{
        capacity::{Capacity, Sharing, check_period},
        numbers,
        workdays::WorkCalendar,
    },
    types::{
        date,
        date_range::Span,
        field::WireEnum,
        ids::{CompanyId, ConnectionId},
        limits::LIMITS,
    },
};

/// The most days of one answer, both ends included.
pub const MOST_DAYS: u32 = 92;

/// What a company's connections see of one of its days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum DayState {
    /// The company shares nothing.
    Unknown,
    /// It does not work on this day.
    Off,
    /// It has no job.
    Free,
    /// It has jobs, and fewer than crews.
    Busy,
    /// Each crew has a job, or there is no crew.
    Full,
}

impl WireEnum for DayState {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("unknown", Self::Unknown),
        ("off", Self::Off),
        ("free", Self::Free),
        ("busy", Self::Busy),
        ("full", Self::Full),
    ];
}

/// One day of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct AvailableDay {
    /// The day.
    pub day: NaiveDate,
    /// Its state.
    pub state: DayState,
    /// How many crews are left, where the company shares it and works on this day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub free: Option<u32>,
}

/// The days of one company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Availability {
    /// The company.
    pub company_id: CompanyId,
    /// Every day of the period, in order.
    pub days: Vec<AvailableDay>,
}

/// What the days of a company depend on.
#[derive(Clone, Copy, Debug)]
pub struct Workload<'a> {
    /// Its crews, and what it shares.
    pub capacity: Capacity,
    /// Its working days.
    pub calendar: &'a WorkCalendar,
    /// Its days off.
    pub days_off: &'a [Span],
    /// The days of its jobs: those that are active and scheduled and that it has accepted, from whomever; for a
    /// contractor, its own that no other company does.
    pub jobs: &'a [Span],
}

impl Workload<'_> {
    /// Each day of a period, as every connection sees it.
    #[must_use]
    pub fn days(&self, period: Span) -> Vec<AvailableDay> {
        let days = (period.end_date - period.start_date).num_days() + 1;
        let days = usize::try_from(days).unwrap_or_default();
        let (off, jobs) =
            (each_day(period, days, self.days_off), each_day(period, days, self.jobs));
        let states = period.start_date.iter_days().zip(off).zip(jobs);
        states.map(|((day, off), jobs)| self.day(day, off > 0, jobs)).collect()
    }

    fn day(&self, day: NaiveDate, is_off: bool, jobs: u32) -> AvailableDay {
        let Capacity { crews, sharing } = self.capacity;
        let state = match jobs {
            _ if sharing == Sharing::None => DayState::Unknown,
            _ if is_off || !self.calendar.is_workday(day) => DayState::Off,
            jobs if jobs >= crews => DayState::Full,
            0 => DayState::Free,
            _ => DayState::Busy,
        };
        let is_counted = sharing == Sharing::Count && state != DayState::Off;
        AvailableDay { day, state, free: is_counted.then(|| crews.saturating_sub(jobs)) }
    }
}

/// How many of these spans each day of a period is in.
fn each_day(period: Span, days: usize, spans: &[Span]) -> Vec<u32> {
    // What begins and ends on each day, and the one after the last.
    let mut changes = vec![0_i64; days + 1];
    let at = |day: NaiveDate| {
        usize::try_from((day - period.start_date).num_days()).unwrap_or_default().min(days)
    };
    let within = spans
        .iter()
        .filter(|span| span.overlaps(Some(period.start_date), Some(period.end_date)))
        .filter(|span| span.start_date <= span.end_date);
    for span in within {
        changes[at(span.start_date)] += 1;
        changes[at(span.end_date).saturating_add(1).min(days)] -= 1;
    }
    let mut running = 0;
    changes.truncate(days);
    let counts = changes.into_iter().map(|change| {
        running += change;
        u32::try_from(running).unwrap_or_default()
    });
    counts.collect()
}

/// The query of a call for the days of connected companies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Validate)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[validate(schema(function = "AvailabilityQuery::check_period", skip_on_field_errors = false))]
pub struct AvailabilityQuery {
    /// The first day.
    #[validate(custom(function = rules::required_day))]
    pub from: String,
    /// The last day.
    #[validate(custom(function = rules::required_day))]
    pub to: String,
    /// Ids of the caller's accepted connections, separated by commas; all of them where it is missing.
    pub connections: String,
}

impl AvailabilityQuery {
    /// The period, and the connections where some are named, each once. An id that cannot be read becomes the
    /// nil id, which belongs to nothing.
    pub fn read(&self) -> Result<(Span, Option<Vec<ConnectionId>>), Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        errors.add_all(form::refusals(self.validate(), "from to connections "));
        let named = self.connections.split(',').map(str::trim).filter(|id| !id.is_empty());
        let mut connections: Vec<ConnectionId> =
            named.map(|id| id.parse().unwrap_or_default()).collect();
        connections.sort_unstable();
        connections.dedup();
        let most =
            numbers::at_most("connections", connections.len(), LIMITS.availability_companies);
        errors.add_all(most.map_err(|refusal| vec![refusal]));
        let Some(period) = self.period() else { return Err(errors.into_list()) };
        errors.finish()?;
        Ok((period, (!connections.is_empty()).then_some(connections)))
    }

    fn period(&self) -> Option<Span> {
        let (start_date, end_date) = (date::read_day(&self.from)?, date::read_day(&self.to)?);
        Some(Span { start_date, end_date })
    }

    fn check_period(&self) -> Verdict {
        let checked = self.period().map(|period| check_period(period, MOST_DAYS));
        checked.unwrap_or(Ok(())).map_err(Into::into)
    }

    /// The refusal of any connection that is not one of the caller's accepted ones, alike for all.
    #[must_use]
    pub fn unknown_connection() -> ValidationError {
        ValidationError::new("connections", Code::Choice, Text::Choice)
    }
}

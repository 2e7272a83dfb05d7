//! When work happens. Dates are whole days and the end day is worked.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{
    date,
    error::{Code, Refusal},
    form::Entry,
    jobs::JobStatus,
    limits::LIMITS,
    permission::{self, Action, Role},
    text::Text,
};

/// The days a job is on the calendar, both worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Span {
    /// First day worked.
    pub start_date: NaiveDate,
    /// Last day worked.
    pub end_date: NaiveDate,
}

/// The days as a calendar grid draws them, with an exclusive end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct GridSpan {
    /// First day drawn.
    pub start: NaiveDate,
    /// The day after the last one drawn.
    pub end: NaiveDate,
}

impl Entry for Span {
    fn read(value: &Value) -> Option<Self> {
        let day = |field: &str| date::read_day(value.get(field)?.as_str()?);
        Some(Self { start_date: day("startDate")?, end_date: day("endDate")? })
    }
}

impl Entry for GridSpan {
    fn read(value: &Value) -> Option<Self> {
        let day = |field: &str| date::read_day(value.get(field)?.as_str()?);
        Some(Self { start: day("start")?, end: day("end")? })
    }
}

/// Dropping an unscheduled job on a day schedules it for that day alone.
#[must_use]
pub const fn drop(day: NaiveDate) -> Span {
    Span { start_date: day, end_date: day }
}

impl Span {
    /// As the grid draws it. The last day that exists has no day after it and stays itself.
    #[must_use]
    pub fn to_grid(self) -> GridSpan {
        GridSpan { start: self.start_date, end: self.end_date.succ_opt().unwrap_or(self.end_date) }
    }

    /// Do these days and a range, open where it is `None`, have a day in common?
    #[must_use]
    pub fn overlaps(self, from: Option<NaiveDate>, to: Option<NaiveDate>) -> bool {
        from.is_none_or(|from| self.end_date >= from) && to.is_none_or(|to| self.start_date <= to)
    }
}

impl GridSpan {
    /// As it is stored.
    #[must_use]
    pub fn to_span(self) -> Span {
        Span { start_date: self.start, end_date: self.end.pred_opt().unwrap_or(self.end) }
    }
}

/// Are these the dates of a scheduled job?
#[must_use]
pub const fn is_scheduled(start_date: Option<NaiveDate>, end_date: Option<NaiveDate>) -> bool {
    start_date.is_some() && end_date.is_some()
}

/// A start after its end.
pub fn check_range(span: Span) -> Result<(), Refusal> {
    if span.start_date > span.end_date {
        return Err(Refusal::new("startDate", Code::Range, Text::StartAfterEnd));
    }
    Ok(())
}

/// Completed jobs are not put on other days, nor taken off the calendar.
pub fn check_status(status: JobStatus) -> Result<(), Refusal> {
    match status {
        JobStatus::Active => Ok(()),
        JobStatus::Complete => Err(Refusal::new("status", Code::Completed, Text::JobComplete)),
    }
}

/// May this role put a job with this status on these days? The first refusal of role, status, range.
pub fn reschedule(role: Role, status: JobStatus, span: Span) -> Result<(), Refusal> {
    permission::check(role, Action::JobsSchedule)
        .map_err(|text| Refusal::new("permission", Code::Forbidden, text))?;
    check_status(status)?;
    check_range(span)
}

/// May this role take a job with this status off the calendar?
pub fn unschedule(role: Role, status: JobStatus) -> Result<(), Refusal> {
    permission::check(role, Action::JobsSchedule)
        .map_err(|text| Refusal::new("permission", Code::Forbidden, text))?;
    check_status(status)
}

/// Is a job being worked at a local moment: from the first midnight up to 23 hours after the last?
#[must_use]
pub fn runs_at(span: Option<Span>, now: NaiveDateTime) -> bool {
    span.is_some_and(|span| {
        let until = span
            .end_date
            .and_time(NaiveTime::MIN)
            .checked_add_signed(TimeDelta::hours(LIMITS.end_day_hours));
        span.start_date.and_time(NaiveTime::MIN) <= now && until.is_none_or(|until| now <= until)
    })
}

/// When an appointment ends; `None` beyond the calendar.
#[must_use]
pub fn appointment_end(start: DateTime<Utc>, length_minutes: i64) -> Option<DateTime<Utc>> {
    start.checked_add_signed(TimeDelta::try_minutes(length_minutes)?)
}

//! When work happens. Dates are whole days and the end day is worked.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    jobs::job::JobStatus,
    permissions::permission::{self, Action, Role},
    types::{date_range::Span, limits::LIMITS},
};

/// Dropping an unscheduled job on a day schedules it for that day alone.
#[must_use]
pub const fn drop(day: NaiveDate) -> Span {
    Span { start_date: day, end_date: day }
}

/// Are these the dates of a scheduled job?
#[must_use]
pub const fn is_scheduled(start_date: Option<NaiveDate>, end_date: Option<NaiveDate>) -> bool {
    start_date.is_some() && end_date.is_some()
}

/// A start after its end.
pub fn check_range(span: Span) -> Result<(), ValidationError> {
    if span.start_date > span.end_date {
        return Err(ValidationError::new("startDate", Code::Range, Text::StartAfterEnd));
    }
    Ok(())
}

/// Completed jobs are not put on other days, nor taken off the calendar.
pub fn check_status(status: JobStatus) -> Result<(), ValidationError> {
    match status {
        JobStatus::Active => Ok(()),
        JobStatus::Complete => {
            Err(ValidationError::new("status", Code::Completed, Text::JobComplete))
        }
    }
}

/// May this role put a job with this status on these days? The first refusal of role, status, range.
pub fn reschedule(role: Role, status: JobStatus, span: Span) -> Result<(), ValidationError> {
    permission::check(role, Action::JobsSchedule)
        .map_err(|text| ValidationError::new("permission", Code::Forbidden, text))?;
    check_status(status)?;
    check_range(span)
}

/// May this role take a job with this status off the calendar?
pub fn unschedule(role: Role, status: JobStatus) -> Result<(), ValidationError> {
    permission::check(role, Action::JobsSchedule)
        .map_err(|text| ValidationError::new("permission", Code::Forbidden, text))?;
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

//! When work is scheduled. Dates are whole days, and the end date is a working day.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    jobs::job::JobStatus,
    permissions::permission::{self, Action, Role},
    types::{date_range::Span, limits::LIMITS},
};

/// Dropping an unscheduled job on a day schedules it for that one day.
#[must_use]
pub const fn drop(day: NaiveDate) -> Span {
    Span { start_date: day, end_date: day }
}

/// Are these the dates of a scheduled job?
#[must_use]
pub const fn is_scheduled(start_date: Option<NaiveDate>, end_date: Option<NaiveDate>) -> bool {
    start_date.is_some() && end_date.is_some()
}

/// Refuses a start after its end.
pub fn check_range(span: Span) -> Result<(), ValidationError> {
    if span.start_date > span.end_date {
        return Err(ValidationError::new("startDate", Code::Range, Text::StartAfterEnd));
    }
    Ok(())
}

/// Completed jobs cannot be rescheduled or unscheduled.
pub fn check_status(status: JobStatus) -> Result<(), ValidationError> {
    match status {
        JobStatus::Active => Ok(()),
        JobStatus::Complete => {
            Err(ValidationError::new("status", Code::Completed, Text::JobComplete))
        }
    }
}

/// May this role reschedule a job with this status to these days? Returns the first refusal: of the role, the
/// status, then the range.
pub fn reschedule(role: Role, status: JobStatus, span: Span) -> Result<(), ValidationError> {
    permission::check(role, Action::JobsSchedule)
        .map_err(|text| ValidationError::new("permission", Code::Forbidden, text))?;
    check_status(status)?;
    check_range(span)
}

/// May this role unschedule a job with this status?
pub fn unschedule(role: Role, status: JobStatus) -> Result<(), ValidationError> {
    permission::check(role, Action::JobsSchedule)
        .map_err(|text| ValidationError::new("permission", Code::Forbidden, text))?;
    check_status(status)
}

/// Is a job worked on at a local time: from midnight of the first day up to 23 hours into the last?
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

/// When an appointment ends; `None` beyond the supported dates.
#[must_use]
pub fn appointment_end(start: DateTime<Utc>, length_minutes: i64) -> Option<DateTime<Utc>> {
    start.checked_add_signed(TimeDelta::try_minutes(length_minutes)?)
}

//! Jobs by status over time.

use chrono::NaiveDate;
use serde::Serialize;
use ts_rs::TS;

use super::{
    Sheet,
    period::{ReportDays, ReportPeriod, part_of},
    texts::Heading,
};
use crate::{
    jobs::job::JobStatus,
    types::{date_range::Span, language::Language},
};

/// The data of one job for a report, its times as days of the company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobDates {
    /// When it was created.
    pub created: NaiveDate,
    /// Its current status.
    pub status: JobStatus,
    /// Its days on the calendar.
    pub span: Option<Span>,
    /// When it was last marked complete, if the history has it.
    pub completed: Option<NaiveDate>,
}

impl JobDates {
    /// When a complete job was completed: when it was last marked complete, else, as for a job imported as
    /// complete, its last day. `None` for an active one, and where it is unknown.
    #[must_use]
    pub fn completed_on(&self) -> Option<NaiveDate> {
        match self.status {
            JobStatus::Active => None,
            JobStatus::Complete => self.completed.or(self.span.map(|span| span.end_date)),
        }
    }

    /// The day from which it was no longer active. Where it is unknown, it never was.
    fn closed_on(&self) -> Option<NaiveDate> {
        (self.status == JobStatus::Complete)
            .then(|| self.completed_on().unwrap_or(self.created).max(self.created))
    }
}

/// One week or month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct JobsRow {
    /// Its first day.
    pub from: NaiveDate,
    /// Its last day.
    pub to: NaiveDate,
    /// Jobs created.
    pub created: u32,
    /// Jobs on the calendar on at least one of its days, complete or not.
    pub worked: u32,
    /// Jobs that were completed and still are.
    pub completed: u32,
    /// Jobs that were active at its end; `None` for the future.
    pub active: Option<u32>,
}

/// The current status of the jobs, whatever the period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct JobsNow {
    /// Active, not scheduled.
    pub unscheduled: u32,
    /// Active, scheduled.
    pub scheduled: u32,
    /// Complete.
    pub complete: u32,
}

/// Jobs by status over time. Deleted jobs are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct JobsReport {
    /// The period of the report.
    pub period: ReportPeriod,
    /// Its weeks or months in order.
    pub rows: Vec<JobsRow>,
    /// The current status of the jobs.
    pub now: JobsNow,
    /// Complete jobs whose completion date is unknown: they are in no row.
    pub undated: u32,
}

impl JobsReport {
    /// Counts the jobs.
    #[must_use]
    pub fn of(period: ReportPeriod, today: NaiveDate, jobs: &[JobDates]) -> Self {
        let parts = period.parts();
        let row = |part: &ReportDays| JobsRow {
            from: part.from,
            to: part.to,
            created: 0,
            worked: 0,
            completed: 0,
            active: (part.from <= today).then_some(0),
        };
        let mut rows: Vec<JobsRow> = parts.iter().map(row).collect();
        let (mut now, mut undated) = (JobsNow::default(), 0);
        for job in jobs {
            match (job.status, job.span) {
                (JobStatus::Active, None) => now.unscheduled += 1,
                (JobStatus::Active, Some(_)) => now.scheduled += 1,
                (JobStatus::Complete, _) => now.complete += 1,
            }
            if job.status == JobStatus::Complete && job.completed_on().is_none() {
                undated += 1;
            }
            if let Some(at) = part_of(&parts, job.created) {
                rows[at].created += 1;
            }
            if let Some(at) = job.completed_on().and_then(|day| part_of(&parts, day)) {
                rows[at].completed += 1;
            }
            let first_ending = |day| parts.partition_point(|part| part.to < day);
            if let Some(span) = job.span {
                let beyond = parts.partition_point(|part| part.from <= span.end_date);
                for row in rows.iter_mut().take(beyond).skip(first_ending(span.start_date)) {
                    row.worked += 1;
                }
            }
            let until = job.closed_on().map_or(parts.len(), first_ending);
            for row in rows.iter_mut().take(until).skip(first_ending(job.created)) {
                row.active = row.active.map(|count| count + 1);
            }
        }
        Self { period, rows, now, undated }
    }

    /// As a file.
    #[must_use]
    pub fn sheet(&self, language: Language) -> Sheet {
        let head = [
            Heading::From,
            Heading::To,
            Heading::Created,
            Heading::Worked,
            Heading::Completed,
            Heading::Active,
        ];
        let rows = self.rows.iter().map(|row| {
            vec![
                row.from.to_string(),
                row.to.to_string(),
                row.created.to_string(),
                row.worked.to_string(),
                row.completed.to_string(),
                row.active.map(|count| count.to_string()).unwrap_or_default(),
            ]
        });
        std::iter::once(Heading::row(&head, language)).chain(rows).collect()
    }
}

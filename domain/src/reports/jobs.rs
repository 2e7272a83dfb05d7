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

/// What a report knows of one job, its moments as days of the company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobDates {
    /// When it was taken in.
    pub created: NaiveDate,
    /// Where it stands now.
    pub status: JobStatus,
    /// Its days on the calendar.
    pub span: Option<Span>,
    /// When it was last marked complete, where the history tells.
    pub completed: Option<NaiveDate>,
}

impl JobDates {
    /// When a job that is complete was: when it was last marked so; where nobody wrote that down, for
    /// it came in complete, the last of its days. `None` for an active one, and where nobody knows.
    #[must_use]
    pub fn completed_on(&self) -> Option<NaiveDate> {
        match self.status {
            JobStatus::Active => None,
            JobStatus::Complete => self.completed.or(self.span.map(|span| span.end_date)),
        }
    }

    /// The day from which on it was active no more. Where nobody knows, it never was.
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
    /// Jobs that were taken in.
    pub created: u32,
    /// Jobs that stand on the calendar on at least one of its days, be they complete or not.
    pub worked: u32,
    /// Jobs that were completed, and are.
    pub completed: u32,
    /// Jobs that were active at its end; `None` for what is still to come.
    pub active: Option<u32>,
}

/// Where the jobs stand now, whatever the period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct JobsNow {
    /// Active, without days.
    pub unscheduled: u32,
    /// Active, with days.
    pub scheduled: u32,
    /// Complete.
    pub complete: u32,
}

/// Jobs by status over time. Deleted jobs are in none of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct JobsReport {
    /// What it covers.
    pub period: ReportPeriod,
    /// Its weeks or months in order.
    pub rows: Vec<JobsRow>,
    /// Where the jobs stand now.
    pub now: JobsNow,
    /// Complete jobs of which nobody knows when they were completed: they are in no row.
    pub undated: u32,
}

impl JobsReport {
    /// Counts.
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

//! The jobs of a company in a move of many, its answer, and what its undo brings back.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    jobs::job::{Job, JobStatus},
    planning::{
        follows::JobFollow,
        shift::{PlannedJob, PlannedMove},
        shift_forms::DaySelection,
    },
    types::{
        date_range::Span,
        ids::{CompanyId, JobId},
    },
};

/// The move of one job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ShiftMove {
    /// The job.
    pub job_id: JobId,
    /// Its days so far.
    pub was: Span,
    /// Its days from now on.
    pub will: Span,
    /// The companies that had accepted it, and are asked again.
    pub asks_again: Vec<CompanyId>,
    /// The active jobs of the same crew, employee or company on these days.
    pub overlaps: Vec<JobId>,
}

impl ShiftMove {
    /// The move of a job, in a list of the company's jobs.
    #[must_use]
    pub fn of(jobs: &[Job], moved: &PlannedMove) -> Self {
        let job = &jobs[moved.job];
        let had_accepted = job.assigned_to_company_id.filter(|_| job.is_accepted_by_sub);
        Self {
            job_id: job.id,
            was: moved.was,
            will: moved.will,
            asks_again: had_accepted.into_iter().collect(),
            overlaps: moved.overlaps.iter().map(|other| jobs[*other].id).collect(),
        }
    }
}

/// Why an undo left a job as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum KeptReason {
    /// It was accepted or declined since.
    Answered,
    /// Its days, its status or its assignment changed since.
    Changed,
    /// It was deleted since.
    Deleted,
}

/// A job that an undo left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct KeptJob {
    /// The job.
    pub job_id: JobId,
    /// Why.
    pub reason: KeptReason,
}

/// The jobs of a company as a move sees them, in their order. What they follow outside of the list does not
/// matter.
#[must_use]
pub fn planned(jobs: &[Job], follows: &BTreeMap<JobId, Vec<JobFollow>>) -> Vec<PlannedJob> {
    let positions: HashMap<JobId, usize> =
        jobs.iter().zip(0..).map(|(job, at)| (job.id, at)).collect();
    let mut lanes: HashMap<Uuid, usize> = HashMap::new();
    let planned = jobs.iter().map(|job| {
        let next = lanes.len();
        let first = follows.get(&job.id).into_iter().flatten().filter_map(|follow| {
            let gap = i32::try_from(follow.gap_workdays).unwrap_or(i32::MAX - 1);
            Some((*positions.get(&follow.job_id)?, gap))
        });
        PlannedJob {
            days: job.span(),
            is_complete: job.status == JobStatus::Complete,
            lane: lane_of(job).map(|lane| *lanes.entry(lane).or_insert(next)),
            follows: first.collect(),
        }
    });
    planned.collect()
}

/// Who does a job: its custom crew, else the assigned company, else the employee.
fn lane_of(job: &Job) -> Option<Uuid> {
    let crew = job.crew_id.map(|id| id.0);
    let company = job.assigned_to_company_id.map(|id| id.0);
    crew.or(company).or_else(|| job.assigned_to_user_id.map(|id| id.0))
}

impl DaySelection {
    /// Is this job of the caller's company selected?
    #[must_use]
    pub fn takes(&self, job: &Job) -> bool {
        let runs = job.span().is_some_and(|days| days.overlaps(Some(self.day), Some(self.day)));
        let mut calendars = job.calendar_assignments.iter().map(|on| on.calendar_id);
        let city = job.city.trim().to_lowercase();
        let doers = [job.crew_id.map(|id| id.0), job.assigned_to_company_id.map(|id| id.0)];
        job.status == JobStatus::Active
            && runs
            && (self.calendars.is_empty() || calendars.any(|on| self.calendars.contains(&on)))
            && (self.cities.is_empty() || self.cities.contains(&city))
            && (self.crews.is_empty()
                || doers.into_iter().flatten().any(|id| self.crews.contains(&id)))
    }
}

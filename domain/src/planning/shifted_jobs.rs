//! The jobs of a company in a move of many, its answer, and what its undo brings back.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    jobs::job::{JobFollow, JobStatus},
    planning::{
        shift::{PlannedJob, PlannedMove},
        shift_forms::DaySelection,
    },
    types::{
        date_range::Span,
        ids::{CompanyId, CrewId, CrewMemberId, JobId, UserId},
    },
};

/// A job of the company as a move of many needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ScheduledJob {
    pub id: JobId,
    pub title: String,
    pub city: String,
    pub status: JobStatus,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    pub assigned_company_id: Option<CompanyId>,
    pub is_accepted_by_sub: bool,
    pub crew_id: Option<CrewId>,
    pub crew_member_id: Option<CrewMemberId>,
    pub assigned_user_id: Option<UserId>,
    /// How often a subcontractor accepted or declined it.
    pub answers: i64,
    /// How often it was taken from a company or a crew.
    #[serde(default)]
    pub handovers: i64,
}

impl ScheduledJob {
    /// Its days, if it is scheduled.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        Some(Span { start_date: self.start_date?, end_date: self.end_date? })
    }

    /// The company that had accepted it.
    #[must_use]
    pub fn accepted_by(&self) -> Option<CompanyId> {
        self.assigned_company_id.filter(|_| self.is_accepted_by_sub)
    }

    /// What an undo finds, if the job is no longer as the move left it.
    #[must_use]
    pub fn kept_since(&self, moved: &Self) -> Option<KeptReason> {
        if self.answers != moved.answers {
            return Some(KeptReason::Answered);
        }
        let are_same = self.span() == moved.span()
            && self.status == moved.status
            && self.assigned_company_id == moved.assigned_company_id
            && self.is_accepted_by_sub == moved.is_accepted_by_sub
            && self.crew_id == moved.crew_id
            && self.crew_member_id == moved.crew_member_id
            && self.assigned_user_id == moved.assigned_user_id
            // Given away and back, it is asked for anew.
            && self.handovers == moved.handovers;
        (!are_same).then_some(KeptReason::Changed)
    }
}

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
    pub fn of(jobs: &[ScheduledJob], moved: &PlannedMove) -> Self {
        let job = &jobs[moved.job];
        Self {
            job_id: job.id,
            was: moved.was,
            will: moved.will,
            asks_again: job.accepted_by().into_iter().collect(),
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
pub fn planned(
    jobs: &[ScheduledJob],
    follows: &BTreeMap<JobId, Vec<JobFollow>>,
) -> Vec<PlannedJob> {
    let positions: HashMap<JobId, usize> =
        jobs.iter().zip(0..).map(|(job, at)| (job.id, at)).collect();
    let mut lanes: HashMap<Uuid, usize> = HashMap::new();
    let planned = jobs.iter().map(|job| {
        let mut lane = |doer: Uuid| {
            let next = lanes.len();
            *lanes.entry(doer).or_insert(next)
        };
        let first = follows.get(&job.id).into_iter().flatten().filter_map(|follow| {
            let gap = i32::try_from(follow.gap_workdays).unwrap_or(i32::MAX - 1);
            Some((*positions.get(&follow.job_id)?, gap))
        });
        PlannedJob {
            days: job.span(),
            is_complete: job.status == JobStatus::Complete,
            lanes: doers(job).map(&mut lane).collect(),
            follows: first.collect(),
        }
    });
    planned.collect()
}

/// Who does a job: its custom crew, the assigned company, the employee.
fn doers(job: &ScheduledJob) -> impl Iterator<Item = Uuid> {
    let crew = job.crew_id.map(|id| id.0);
    let company = job.assigned_company_id.map(|id| id.0);
    let employee = job.assigned_user_id.map(|id| id.0);
    [crew, company, employee].into_iter().flatten()
}

impl DaySelection {
    /// Is this job of the caller's company selected? `on_calendars` has the jobs on the chosen calendars.
    #[must_use]
    pub fn takes(&self, job: &ScheduledJob, on_calendars: &HashSet<JobId>) -> bool {
        let runs = job.span().is_some_and(|days| days.overlaps(Some(self.day), Some(self.day)));
        let city = job.city.trim().to_lowercase();
        let mut crews = [job.crew_id.map(|id| id.0), job.assigned_company_id.map(|id| id.0)]
            .into_iter()
            .flatten();
        job.status == JobStatus::Active
            && runs
            && (self.calendars.is_empty() || on_calendars.contains(&job.id))
            && (self.cities.is_empty() || self.cities.contains(&city))
            && (self.crews.is_empty() || crews.any(|id| self.crews.contains(&id)))
    }
}

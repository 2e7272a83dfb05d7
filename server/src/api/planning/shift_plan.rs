//! What a move of many jobs would change now.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    jobs::job::{JobFollow, JobStatus},
    planning::{
        shift::{Adjustment, Shift},
        shift_forms::{ShiftSelection, ShiftTerms},
        shifted_jobs::{ScheduledJob, ShiftMove, planned},
    },
    types::ids::JobId,
};
use sha2::{Digest as _, Sha256};
use store::{
    db::Tx,
    jobs::follows,
    planning::{
        shifts::{self, ShiftedJob, UnknownFilter},
        workdays,
    },
    scope::Scope,
};

use crate::http::prelude::*;

type Follows = BTreeMap<JobId, Vec<JobFollow>>;

/// A move of many jobs, with what it was computed from.
pub(super) struct ShiftPlan {
    /// The active, scheduled jobs of the company, and those that the request names.
    jobs: Vec<ScheduledJob>,
    /// The moves, by the ids of the jobs.
    pub(super) moves: Vec<ShiftMove>,
    /// Stands for the request and for what it was computed from.
    pub(super) state: String,
}

impl ShiftPlan {
    /// Computes it, for a dry run.
    pub(super) async fn read(tx: &mut Tx, scope: Scope, terms: &ShiftTerms) -> ApiResult<Self> {
        let jobs = shifts::jobs(tx, scope, &named(terms)).await?;
        Self::of(tx, scope, terms, jobs).await
    }

    /// Computes it from jobs that nobody changes until the transaction ends.
    pub(super) async fn lock(tx: &mut Tx, scope: Scope, terms: &ShiftTerms) -> ApiResult<Self> {
        let jobs = shifts::lock_jobs(tx, scope, &named(terms)).await?;
        Self::of(tx, scope, terms, jobs).await
    }

    async fn of(
        tx: &mut Tx,
        scope: Scope,
        terms: &ShiftTerms,
        jobs: Vec<ScheduledJob>,
    ) -> ApiResult<Self> {
        let positions: HashMap<JobId, usize> =
            jobs.iter().enumerate().map(|(at, job)| (job.id, at)).collect();
        let select = select(tx, scope, terms, &jobs, &positions).await?;
        let adjust = adjusted(terms, &positions)?;
        let follows = if terms.with_following {
            follows::of_company(tx, scope).await?
        } else {
            Follows::new()
        };
        let calendar = workdays::calendar(tx, scope).await?;
        let concerned = concerned(&jobs, &select, &follows);
        let (day, by, with_following) = (terms.day(), terms.by, terms.with_following);
        let shift = Shift { select, day, by, with_following, adjust };
        let moves = shift.moves(&planned(&jobs, &follows), &calendar)?;
        let moves: Vec<ShiftMove> = moves.iter().map(|moved| ShiftMove::of(&jobs, moved)).collect();
        let facts: Vec<&ScheduledJob> =
            jobs.iter().filter(|job| concerned.contains(&job.id)).collect();
        let state = state(scope, terms, &facts, &moves)?;
        Ok(Self { jobs, moves, state })
    }

    /// The jobs that move, before and after, in the order of the moves.
    pub(super) fn shifted(&self) -> Vec<ShiftedJob> {
        let to: HashMap<JobId, &ShiftMove> =
            self.moves.iter().map(|moved| (moved.job_id, moved)).collect();
        let shifted = self.jobs.iter().filter_map(|before| {
            let will = to.get(&before.id)?.will;
            let after = ScheduledJob {
                start_date: Some(will.start_date),
                end_date: Some(will.end_date),
                is_accepted_by_sub: false,
                ..before.clone()
            };
            Some(ShiftedJob { before: before.clone(), after })
        });
        shifted.collect()
    }
}

/// The jobs that the request names.
fn named(terms: &ShiftTerms) -> Vec<JobId> {
    let selected = match &terms.selection {
        ShiftSelection::Jobs(ids) => ids.as_slice(),
        ShiftSelection::Day(_) => &[],
    };
    let adjusted = terms.adjust.iter().map(|(job, _)| *job);
    let named: BTreeSet<JobId> = selected.iter().copied().chain(adjusted).collect();
    named.into_iter().collect()
}

/// The positions of the selected jobs.
async fn select(
    tx: &mut Tx,
    scope: Scope,
    terms: &ShiftTerms,
    jobs: &[ScheduledJob],
    positions: &HashMap<JobId, usize>,
) -> ApiResult<Vec<usize>> {
    match &terms.selection {
        ShiftSelection::Jobs(ids) => {
            let found: Option<Vec<usize>> =
                ids.iter().map(|id| positions.get(id).copied()).collect();
            let found = found.ok_or_else(|| ValidationError::not_your_own("jobIds"))?;
            for job in found.iter().map(|at| &jobs[*at]) {
                if job.status == JobStatus::Complete {
                    return Err(ApiError::Conflict(Text::JobComplete));
                }
                if job.span().is_none() {
                    return Err(ApiError::Conflict(Text::NotScheduled));
                }
            }
            Ok(found)
        }
        ShiftSelection::Day(selection) => {
            let unknown = match shifts::unknown_filter(tx, scope, selection).await? {
                Some(UnknownFilter::Calendar) => Some("calendars"),
                Some(UnknownFilter::Crew) => Some("crews"),
                None => None,
            };
            if let Some(field) = unknown {
                return Err(ValidationError::not_your_own(field).into());
            }
            let on_calendars = shifts::on_calendars(tx, scope, &selection.calendars).await?;
            let takes = |(_, job): &(usize, &ScheduledJob)| selection.takes(job, &on_calendars);
            Ok(jobs.iter().enumerate().filter(takes).map(|(at, _)| at).collect())
        }
    }
}

fn adjusted(
    terms: &ShiftTerms,
    positions: &HashMap<JobId, usize>,
) -> ApiResult<Vec<(usize, Adjustment)>> {
    let adjusted = terms.adjust.iter().map(|(job, adjustment)| {
        let at = positions.get(job).copied();
        let at = at.ok_or_else(|| ValidationError::new("jobId", Code::Choice, Text::Choice))?;
        Ok((at, *adjustment))
    });
    adjusted.collect()
}

/// The selected jobs, and those that follow one of them directly or over others.
fn concerned(jobs: &[ScheduledJob], select: &[usize], follows: &Follows) -> BTreeSet<JobId> {
    let mut behind: BTreeMap<JobId, Vec<JobId>> = BTreeMap::new();
    for (job, ahead) in follows {
        for first in ahead {
            behind.entry(first.job_id).or_default().push(*job);
        }
    }
    let mut concerned = BTreeSet::new();
    let mut open: Vec<JobId> = select.iter().map(|at| jobs[*at].id).collect();
    while let Some(job) = open.pop() {
        if concerned.insert(job) {
            open.extend(behind.get(&job).into_iter().flatten());
        }
    }
    concerned
}

/// A hash: who has it learns nothing from it that they did not send or see.
fn state(
    scope: Scope,
    terms: &ShiftTerms,
    concerned: &[&ScheduledJob],
    moves: &[ShiftMove],
) -> ApiResult<String> {
    // Titles, towns and answers may change: they decide nothing, or what they decide is the selection.
    let facts: Vec<_> = concerned
        .iter()
        .map(|job| {
            let assignment = (job.assigned_company_id, job.crew_id, job.crew_member_id);
            let answer = (job.assigned_user_id, job.is_accepted_by_sub);
            (job.id, job.status, job.span(), assignment, answer)
        })
        .collect();
    let request = (&terms.selection, terms.by, terms.with_following, &terms.adjust);
    let all = serde_json::to_vec(&(scope.company(), request, facts, moves));
    let all = all.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(hex::encode(Sha256::digest(all)))
}

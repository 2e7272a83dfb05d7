//! Notifies of many jobs that moved, or were deleted, at once: everybody once, however many of their jobs it concerns.

use std::collections::BTreeSet;

use domain::{
    notifications::{
        notifications::{NotificationEvent, NotificationJob},
        preferences::NotificationKind,
    },
    types::{
        date_range::Span,
        ids::{CompanyId, JobId, ShiftId, UserId},
    },
};
use store::{
    actor::ActionContext,
    db::{Tx, error::DbResult},
    jobs::changes::JobState,
    notifications::{
        notifications,
        recipients::{Worker, Workers},
    },
};
use uuid::Uuid;

use crate::{app::App, notify::guest_mails};

/// How many titles of jobs a notification names.
const TITLES: usize = 3;

/// A job that moved.
#[derive(Clone, Copy, Debug)]
pub struct MovedJob<'a> {
    /// The job before that.
    pub before: JobState,
    /// Its title.
    pub title: &'a str,
    /// Its days from now on.
    pub days: Span,
}

/// Why the jobs moved.
#[derive(Clone, Copy, Debug)]
pub enum Occasion<'a> {
    /// Many jobs move. Who does one of them for another company is asked to accept the new days.
    Moved {
        /// What the office says about it.
        reason: &'a str,
    },
    /// The jobs repeat, and move together. The same are asked.
    Repeated,
    /// They are back on their former days, and nobody has to answer.
    Undone,
}

/// A job that is deleted together with others.
#[derive(Clone, Copy, Debug)]
pub struct DeletedJob<'a> {
    /// The job before that.
    pub before: JobState,
    /// Its title.
    pub title: &'a str,
}

/// The company that does a job.
fn doer(job: &JobState) -> CompanyId {
    job.assigned_company_id.unwrap_or(job.company_id)
}

/// The admins of the companies that do these jobs, also of those that have not answered yet, and the assigned employees.
fn workers<'a>(jobs: impl Iterator<Item = &'a JobState> + Clone) -> Workers {
    let companies: BTreeSet<CompanyId> =
        jobs.clone().filter_map(|job| job.assigned_company_id).collect();
    let employees: BTreeSet<UserId> = jobs.filter_map(|job| job.assigned_user_id).collect();
    Workers {
        admins_of: companies.into_iter().collect(),
        employees: employees.into_iter().collect(),
    }
}

/// Whether a worker does this job.
fn is_theirs(job: &JobState, worker: Worker) -> bool {
    let is_admin = worker.is_admin && job.assigned_company_id == Some(worker.company);
    let is_employee = job.assigned_user_id == Some(worker.user) && doer(job) == worker.company;
    is_admin || is_employee
}

/// Notifies those who do these jobs. Holders of links are mailed. The days are stored.
pub async fn jobs_moved(
    tx: &mut Tx,
    app: &App,
    act: ActionContext,
    shift: ShiftId,
    moved: &[MovedJob<'_>],
    occasion: Occasion<'_>,
) -> DbResult<()> {
    let workers = workers(moved.iter().map(|job| &job.before));
    notifications::insert_for_each(tx, act, &workers, NotificationKind::Schedule, |worker| {
        let theirs = moved.iter().filter(|job| is_theirs(&job.before, worker));
        event(shift, worker, &theirs.collect::<Vec<_>>(), occasion)
    })
    .await?;
    let Some(owner) = moved.first().map(|job| job.before.company_id) else { return Ok(()) };
    let titles: Vec<(JobId, &str)> = moved.iter().map(|job| (job.before.id, job.title)).collect();
    guest_mails::jobs_moved(tx, app, owner, &titles, act.now).await
}

/// Notifies those who do these active jobs, which are deleted, and withdraws that they were asked to do them.
pub async fn jobs_deleted(
    tx: &mut Tx,
    act: ActionContext,
    deleted: &[DeletedJob<'_>],
) -> DbResult<()> {
    let workers = workers(deleted.iter().map(|job| &job.before));
    if workers.admins_of.is_empty() && workers.employees.is_empty() {
        return Ok(());
    }
    let ids: Vec<JobId> = deleted.iter().map(|job| job.before.id).collect();
    notifications::withdraw_assignments(tx, act, &workers, &ids).await?;
    let shift = ShiftId(Uuid::now_v7());
    notifications::insert_for_each(tx, act, &workers, NotificationKind::Jobs, |worker| {
        let theirs: Vec<_> = deleted.iter().filter(|job| is_theirs(&job.before, worker)).collect();
        Some(match theirs[..] {
            [] => return None,
            [DeletedJob { before, title }] => NotificationEvent::JobTakenBack(NotificationJob {
                job: before.id,
                job_title: (*title).to_owned(),
                start_date: before.start_date,
                end_date: before.end_date,
            }),
            _ => NotificationEvent::JobsTakenBack {
                shift,
                jobs: count(&theirs),
                titles: titles(theirs.iter().map(|job| job.title)),
            },
        })
    })
    .await
}

fn count<T>(jobs: &[T]) -> u64 {
    u64::try_from(jobs.len()).unwrap_or(u64::MAX)
}

/// The titles of jobs, each once; those of most series are the same.
fn titles<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let mut titles: Vec<&str> = Vec::new();
    for title in all {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    if titles.len() > TITLES {
        titles.truncate(TITLES);
        return format!("{}…", titles.join(", "));
    }
    titles.join(", ")
}

/// The notification of somebody whose jobs were moved.
fn event(
    shift: ShiftId,
    worker: Worker,
    theirs: &[&MovedJob<'_>],
    occasion: Occasion<'_>,
) -> Option<NotificationEvent> {
    // Also where the question of an earlier move is not answered yet: this may be the only one that is still unread.
    let is_asked = |job: &&MovedJob<'_>| job.before.assigned_company_id == Some(worker.company);
    let asked_again =
        !matches!(occasion, Occasion::Undone) && worker.is_admin && theirs.iter().any(is_asked);
    let jobs = count(theirs);
    Some(match (theirs, occasion) {
        ([], _) => return None,
        ([only], _) => {
            let job = NotificationJob {
                job: only.before.id,
                job_title: only.title.to_owned(),
                start_date: Some(only.days.start_date),
                end_date: Some(only.days.end_date),
            };
            NotificationEvent::JobRescheduled { job, asked_again }
        }
        (_, Occasion::Moved { reason }) => {
            let reason = reason.to_owned();
            NotificationEvent::JobsMoved { shift, jobs, asked_again, reason }
        }
        (_, Occasion::Repeated) => {
            let reason = titles(theirs.iter().map(|job| job.title));
            NotificationEvent::JobsMoved { shift, jobs, asked_again, reason }
        }
        (_, Occasion::Undone) => NotificationEvent::JobsMovedBack { shift, jobs },
    })
}

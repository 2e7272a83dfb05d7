//! Notifies of many jobs that moved at once: everybody once, however many of their jobs moved.

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
    notifications::{notifications, recipients::Workers},
};

use crate::{app::App, notify::guest_mails};

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
    /// Many jobs move. Who had accepted one of them is asked again.
    Moved {
        /// What the office says about it.
        reason: &'a str,
    },
    /// They are back on their former days, and nobody has to answer.
    Undone,
}

impl MovedJob<'_> {
    /// The company that does it.
    fn doer(&self) -> CompanyId {
        self.before.assigned_company_id.unwrap_or(self.before.company_id)
    }
}

/// Notifies the admins of the companies that do these jobs, also of those that have not answered yet, and the assigned
/// employees. Holders of links are mailed. The days are stored.
pub async fn jobs_moved(
    tx: &mut Tx,
    app: &App,
    act: ActionContext,
    shift: ShiftId,
    moved: &[MovedJob<'_>],
    occasion: Occasion<'_>,
) -> DbResult<()> {
    let companies: BTreeSet<CompanyId> =
        moved.iter().filter_map(|job| job.before.assigned_company_id).collect();
    let employees: BTreeSet<UserId> =
        moved.iter().filter_map(|job| job.before.assigned_user_id).collect();
    let workers = Workers {
        admins_of: companies.into_iter().collect(),
        employees: employees.into_iter().collect(),
    };
    notifications::insert_for_each(tx, act, &workers, NotificationKind::Schedule, |worker| {
        let is_theirs = |job: &&MovedJob<'_>| {
            let is_admin =
                worker.is_admin && job.before.assigned_company_id == Some(worker.company);
            let is_employee =
                job.before.assigned_user_id == Some(worker.user) && job.doer() == worker.company;
            is_admin || is_employee
        };
        event(shift, &moved.iter().filter(is_theirs).collect::<Vec<_>>(), occasion)
    })
    .await?;
    let titles: Vec<(JobId, &str)> = moved.iter().map(|job| (job.before.id, job.title)).collect();
    let is_undone = matches!(occasion, Occasion::Undone);
    guest_mails::jobs_moved(tx, app, &titles, is_undone, act.now).await
}

/// The notification of somebody whose jobs were moved.
fn event(
    shift: ShiftId,
    theirs: &[&MovedJob<'_>],
    occasion: Occasion<'_>,
) -> Option<NotificationEvent> {
    let asked_again = matches!(occasion, Occasion::Moved { .. })
        && theirs.iter().any(|job| job.before.is_accepted_by_sub);
    let jobs = u64::try_from(theirs.len()).unwrap_or(u64::MAX);
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
        (_, Occasion::Undone) => NotificationEvent::JobsMovedBack { shift, jobs },
    })
}

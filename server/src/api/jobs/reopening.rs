//! A completed job that becomes active again: a connection that ended meanwhile stays ended.

use domain::{
    jobs::{forms::CompleteJob, job::JobStatus},
    types::ids::CompanyId,
};
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    companies::connected,
    db::Tx,
    jobs::{assignment, changes::JobState, jobs::Assignment},
    scope::Scope,
};

use crate::http::prelude::*;

/// The connected company that the job of this form is assigned to, if the form makes the job active. Their
/// connection is locked before the job, in the order in which removing it locks them.
pub(super) async fn keep_connection(
    tx: &mut Tx,
    scope: Scope,
    sent: &UncheckedForm<CompleteJob>,
) -> ApiResult<Option<CompanyId>> {
    let job = sent.peek(|form| form.job_id.0.filter(|_| form.status() == JobStatus::Active));
    let Some(job) = job else { return Ok(None) };
    let Some(sub) = assignment::subcontractor(tx, scope, job).await? else { return Ok(None) };
    Ok(connected::keep_connection(tx, scope, sub).await?.then_some(sub))
}

/// The job as it becomes active: unassigned, if the connection with its company has ended. `connected` is the
/// company whose connection was kept before the job was locked.
pub(super) async fn unassign_former(
    tx: &mut Tx,
    act: ActionContext,
    scope: Scope,
    job: JobState,
    connected: Option<CompanyId>,
) -> ApiResult<JobState> {
    let former = job.assigned_company_id.filter(|sub| Some(*sub) != connected);
    let Some(former) = former else { return Ok(job) };
    // It may have been assigned to a connected company before it was locked.
    if connected::keep_connection(tx, scope, former).await? {
        return Ok(job);
    }
    let snapshot = record::snapshot(tx, Subject::Job(job.id)).await?;
    assignment::replace(tx, &job, Assignment::default(), job.span(), act.now).await?;
    snapshot.record(tx, act).await?;
    Ok(JobState {
        assigned_company_id: None,
        is_accepted_by_sub: false,
        assigned_user_id: None,
        ..job
    })
}

//! The assignment of a job: every job has exactly one, which is always replaced as a whole.

use chrono::{DateTime, Utc};
use domain::types::{
    date_range::Span,
    ids::{CompanyId, JobId, UserId},
};

use crate::{
    db::prelude::*,
    jobs::{changes::JobState, jobs::Assignment},
    planning::offer_ends,
    scope::Scope,
};

/// One more for a job that is given to another company, crew or member, or taken back: links to it end. `$3`, `$5`
/// and `$6` are the new ones.
macro_rules! handovers {
    ($company:literal, $crew:literal, $member:literal) => {
        concat!(
            "handovers + CASE
                 WHEN (assigned_company_id IS NOT NULL AND assigned_company_id IS DISTINCT FROM ",
            $company,
            ") OR (crew_id IS NOT NULL AND crew_id IS DISTINCT FROM ",
            $crew,
            ") OR (crew_member_id IS NOT NULL AND crew_member_id IS DISTINCT FROM ",
            $member,
            ") THEN 1 ELSE 0 END"
        )
    };
}
pub(super) use handovers;

/// The subcontractor of one of the company's own jobs, without a lock.
pub async fn subcontractor(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<Option<CompanyId>> {
    let found: Option<Option<CompanyId>> =
        sql!("SELECT assigned_company_id AS value FROM job WHERE company_id = $1 AND id = $2")
            .bind(scope)
            .bind(job)
            .optional_value(tx)
            .await?;
    Ok(found.flatten())
}

/// Replaces the assignment, including acceptance and employee, and sets the job's days, if given. Both the
/// former and the new subcontractor see the change. An open offer of the job ends when it is given to somebody.
pub async fn replace(
    tx: &mut Tx,
    job: &JobState,
    new: Assignment,
    span: Option<Span>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    replace_as(tx, ChangeType::JobAssigned, job, new, span, now).await
}

/// Assigns the job, as a change of this type.
pub(crate) async fn replace_as(
    tx: &mut Tx,
    change: ChangeType,
    job: &JobState,
    new: Assignment,
    span: Option<Span>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    job.announce_assignment(tx, change, (new.company, new.user));
    if new.is_anybody() {
        offer_ends::end_of_job(tx, job.id, now).await?;
    }
    sql!(concat!(
        "UPDATE job SET assigned_company_id = $3, is_accepted_by_sub = $4, crew_id = $5,
             crew_member_id = $6, assigned_user_id = $7, start_date = $8, end_date = $9, handovers = ",
        handovers!("$3", "$5", "$6"),
        " WHERE company_id = $1 AND id = $2"
    ))
    .bind(job.company_id)
    .bind(job.id)
    .bind(new.company)
    .bind(new.accepted)
    .bind(new.crew)
    .bind(new.crew_member)
    .bind(new.user)
    .bind(span.map(|span| span.start_date))
    .bind(span.map(|span| span.end_date))
    .run_one(tx)
    .await
}

/// Records that the subcontractor accepts the job, whose open offer to others ends.
pub async fn accept(tx: &mut Tx, job: &JobState, now: DateTime<Utc>) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobAccepted);
    offer_ends::end_of_job(tx, job.id, now).await?;
    sql!(
        "UPDATE job SET is_accepted_by_sub = TRUE, answers = answers + 1
         WHERE company_id = $1 AND id = $2"
    )
    .bind(job.company_id)
    .bind(job.id)
    .run_one(tx)
    .await
}

/// Records that the subcontractor declines the job, which is then unassigned.
pub async fn decline(tx: &mut Tx, job: &JobState, now: DateTime<Utc>) -> DbResult<()> {
    replace_as(tx, ChangeType::JobDeclined, job, Assignment::default(), job.span(), now).await?;
    count_answer(tx, job).await
}

/// Records that a company has answered whether it does the job.
pub(crate) async fn count_answer(tx: &mut Tx, job: &JobState) -> DbResult<()> {
    sql!("UPDATE job SET answers = answers + 1 WHERE company_id = $1 AND id = $2")
        .bind(job.company_id)
        .bind(job.id)
        .run_one(tx)
        .await
}

/// Assigns the job to an employee of the company that does the work, or to none, and sets the job's days, if
/// given. An open offer of the job ends when it is assigned to one.
pub async fn set_employee(
    tx: &mut Tx,
    job: &JobState,
    user: Option<UserId>,
    span: Option<Span>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobAssigned);
    if user.is_some() {
        offer_ends::end_of_job(tx, job.id, now).await?;
    }
    sql!(
        "UPDATE job SET assigned_user_id = $3, start_date = $4, end_date = $5
         WHERE company_id = $1 AND id = $2"
    )
    .bind(job.company_id)
    .bind(job.id)
    .bind(user)
    .bind(span.map(|span| span.start_date))
    .bind(span.map(|span| span.end_date))
    .run_one(tx)
    .await
}

//! The end of a change of a job: it is read once for the activity log, its event and the response, because everybody who
//! writes waits meanwhile.

use domain::{
    jobs::job::Job,
    permissions::permission::{CompanyType, UserType},
    types::ids::JobId,
};

use crate::{
    activity::{
        field_values::FieldValues,
        record::{Actor, Snapshot},
        rows::JobFacts,
    },
    db::prelude::*,
    jobs::{
        jobs, records,
        rows::job_columns,
        visibility::{JobSelection, Viewer},
    },
};

/// A job, and the values that the activity log compares.
struct JobWithFacts(Job, FieldValues);

impl FromRow for JobWithFacts {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(Job::from_row(row)?, JobFacts::from_row(row)?.0))
    }
}

/// Records the difference of a job that this transaction has changed for the last time, and returns the job as this
/// viewer sees it.
pub async fn record(
    tx: &mut Tx,
    by: impl Into<Actor>,
    viewer: &Viewer,
    job: JobId,
    snapshot: Snapshot,
) -> DbResult<Job> {
    if viewer.role.company_type == CompanyType::Subcontractor {
        snapshot.record(tx, by).await?;
        return jobs::find(tx, viewer, job).await;
    }
    let JobWithFacts(found, facts) = sql!(concat!(
        "SELECT ",
        job_columns!(
            ", job.id AS job_id, job.title AS job_title, job.title AS called,
             job.company_id AS owner_id, crew_member.name AS member_name,
             lead.first_name || ' ' || lead.last_name AS lead_name,
             (SELECT first_name || ' ' || last_name FROM customer
              WHERE customer.company_id = job.company_id AND customer.id = job.customer_id) AS customer"
        ),
        " WHERE job.company_id = $1 AND (CAST($2 AS UUID) IS NULL OR job.assigned_user_id = $2)
              AND job.id = $3"
    ))
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
    .bind(job)
    .one(tx)
    .await?;
    snapshot.record_from(tx, by, Some(facts), None).await?;
    let mut found = [found];
    records::add_to(tx, viewer, JobSelection::One(job), &mut found).await?;
    let [found] = found;
    if viewer.role.user_type == UserType::Admin {
        tx.set_job_data(&found)?;
    }
    Ok(found.as_seen_by(viewer.role))
}

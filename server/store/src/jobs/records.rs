//! Records of a job: tags, measurement reports, and the calendars it is on.

use std::collections::HashMap;

use domain::{
    jobs::job::{Job, MeasurementReport, Tag},
    types::{
        ids::{JobId, ReportId, TagId},
        money::Quantity,
    },
};

use crate::{
    db::prelude::*,
    jobs::{
        changes::{self, JobState},
        visibility::{JobSelection, Viewer, seen_jobs},
    },
    scope::Scope,
};

columns! {
    Tag { id, content, job_id }
    MeasurementReport { id, measurement, amount, job_id }
}

/// Adds tags, reports and calendars to the jobs that this viewer sees: three statements, whatever the number of
/// jobs.
pub(crate) async fn add_to(
    tx: &mut Tx,
    viewer: &Viewer,
    which: JobSelection,
    jobs: &mut [Job],
) -> DbResult<()> {
    let tags: Vec<Tag> = seen_jobs!(
        viewer,
        which,
        "SELECT job_tag.id, job_tag.content, job_tag.job_id
         FROM job_tag JOIN job ON job.id = job_tag.job_id WHERE ",
        " ORDER BY job_tag.id"
    )
    .all(tx)
    .await?;
    let reports: Vec<MeasurementReport> = seen_jobs!(
        viewer,
        which,
        "SELECT job_report.id, job_report.measurement, job_report.amount, job_report.job_id
         FROM job_report JOIN job ON job.id = job_report.job_id WHERE ",
        " ORDER BY job_report.id"
    )
    .all(tx)
    .await?;
    let on_calendars = crate::jobs::calendar_assignments::assignments(tx, viewer, which).await?;
    if tags.is_empty() && reports.is_empty() && on_calendars.is_empty() {
        return Ok(());
    }
    let at: HashMap<JobId, usize> = jobs.iter().enumerate().map(|(at, job)| (job.id, at)).collect();
    for tag in tags {
        if let Some(at) = at.get(&tag.job_id) {
            jobs[*at].tags.push(tag);
        }
    }
    for report in reports {
        if let Some(at) = at.get(&report.job_id) {
            jobs[*at].reports.push(report);
        }
    }
    for assignment in on_calendars {
        if let Some(at) = at.get(&assignment.job_id) {
            jobs[*at].calendar_assignments.push(assignment);
        }
    }
    Ok(())
}

/// Adds a tag to a job.
pub async fn insert_tag(tx: &mut Tx, job: JobId, id: TagId, content: &str) -> DbResult<()> {
    sql!("INSERT INTO job_tag (id, job_id, content) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(job)
        .bind(content)
        .run_one(tx)
        .await
}

/// Adds a measurement report to a job.
pub async fn insert_report(
    tx: &mut Tx,
    job: JobId,
    id: ReportId,
    measurement: &str,
    amount: Quantity,
) -> DbResult<()> {
    sql!("INSERT INTO job_report (id, job_id, measurement, amount) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(job)
        .bind(measurement)
        .bind(amount)
        .run_one(tx)
        .await
}

/// Adds a tag to a job and announces it.
pub async fn add_tag(tx: &mut Tx, job: &JobState, tag: &Tag) -> DbResult<()> {
    job.announce_change(tx);
    insert_tag(tx, job.id, tag.id, &tag.content).await
}

/// Deletes a tag of a job.
pub async fn delete_tag(tx: &mut Tx, job: &JobState, tag: TagId) -> DbResult<()> {
    job.announce_change(tx);
    sql!("DELETE FROM job_tag WHERE id = $1 AND job_id = $2")
        .bind(tag)
        .bind(job.id)
        .run_one(tx)
        .await
}

/// Adds a measurement report to a job and announces it.
pub async fn add_report(tx: &mut Tx, job: &JobState, report: &MeasurementReport) -> DbResult<()> {
    job.announce_change(tx);
    insert_report(tx, job.id, report.id, &report.measurement, report.amount).await
}

/// Finds and locks one of the company's own jobs by its report, to delete the report.
pub async fn find_report(tx: &mut Tx, scope: Scope, report: ReportId) -> DbResult<JobState> {
    let job: JobId = sql!(
        "SELECT job_report.job_id AS value FROM job_report JOIN job ON job.id = job_report.job_id
         WHERE job.company_id = $1 AND job_report.id = $2"
    )
    .bind(scope)
    .bind(report)
    .value(tx)
    .await?;
    changes::find_own(tx, scope, job).await
}

/// Deletes a report of a job.
pub async fn delete_report(tx: &mut Tx, job: &JobState, report: ReportId) -> DbResult<()> {
    job.announce_change(tx);
    sql!("DELETE FROM job_report WHERE id = $1 AND job_id = $2")
        .bind(report)
        .bind(job.id)
        .run_one(tx)
        .await
}

//! Records of a job: tags, measurement reports, and the calendars it is on.

use std::collections::HashMap;

use domain::{
    jobs::job::{CalendarAssignment, Job, MeasurementReport, Tag},
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

/// The statements that read the records of jobs, or of some of them.
macro_rules! select_records {
    ($viewer:expr, $which:expr, $filter:literal) => {
        JobRecordStatements {
            tags: seen_jobs!(
                $viewer,
                $which,
                "SELECT job_tag.id, job_tag.content, job_tag.job_id
                 FROM job_tag JOIN job ON job.id = job_tag.job_id WHERE ",
                concat!($filter, " ORDER BY job_tag.id")
            ),
            reports: seen_jobs!(
                $viewer,
                $which,
                "SELECT job_report.id, job_report.measurement, job_report.amount, job_report.job_id
                 FROM job_report JOIN job ON job.id = job_report.job_id WHERE ",
                concat!($filter, " ORDER BY job_report.id")
            ),
            // Only of the viewer's own company.
            calendars: seen_jobs!(
                $viewer,
                $which,
                "SELECT job_calendar.job_id, job_calendar.calendar_id
                 FROM job_calendar
                 JOIN job ON job.id = job_calendar.job_id
                 JOIN calendar ON calendar.id = job_calendar.calendar_id
                     AND calendar.company_id = $1
                 WHERE ",
                concat!($filter, " ORDER BY job_calendar.calendar_id")
            ),
        }
    };
}

struct JobRecordStatements {
    tags: Sql,
    reports: Sql,
    calendars: Sql,
}

/// Adds tags, reports and calendars to the jobs that this viewer sees: three statements, whatever the number of
/// jobs.
pub(crate) async fn add_to(
    tx: &mut Tx,
    viewer: &Viewer,
    which: JobSelection,
    jobs: &mut [Job],
) -> DbResult<()> {
    read_records(tx, select_records!(viewer, which, ""), jobs).await
}

/// The same for the jobs with these ids.
pub(crate) async fn add_to_these(
    tx: &mut Tx,
    viewer: &Viewer,
    ids: &[JobId],
    jobs: &mut [Job],
) -> DbResult<()> {
    let JobRecordStatements { tags, reports, calendars } =
        select_records!(viewer, JobSelection::All, " AND job.id IN ({ids})");
    let bind_ids = |statement: Sql| statement.bind_list("ids", ids.iter().copied());
    let statements = JobRecordStatements {
        tags: bind_ids(tags),
        reports: bind_ids(reports),
        calendars: bind_ids(calendars),
    };
    read_records(tx, statements, jobs).await
}

async fn read_records(
    tx: &mut Tx,
    statements: JobRecordStatements,
    jobs: &mut [Job],
) -> DbResult<()> {
    let tags: Vec<Tag> = statements.tags.all(tx).await?;
    let reports: Vec<MeasurementReport> = statements.reports.all(tx).await?;
    let on_calendars: Vec<CalendarAssignment> = statements.calendars.all(tx).await?;
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

//! Records of a job: tags, measurement reports, the calendars it is on, and the jobs that it follows.

use std::collections::HashMap;

use domain::{
    jobs::job::{CalendarAssignment, Job, JobFollow, MeasurementReport, Tag},
    types::{
        ids::{JobId, ReportId, TagId},
        money::Quantity,
    },
};

use crate::{
    db::{bind::ToArg as _, prelude::*, statement::ROWS_AT_ONCE},
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

/// A tag, a report, a place on a calendar, or what a job follows.
enum JobRecord {
    Tag(Tag),
    Report(MeasurementReport),
    Calendar(CalendarAssignment),
    Follow(JobId, JobFollow),
}

impl FromRow for JobRecord {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        match row.get::<String>("kind")?.as_str() {
            "tag" => Tag::from_row(row).map(Self::Tag),
            "report" => MeasurementReport::from_row(row).map(Self::Report),
            "follow" => {
                let gap: i64 = row.get("amount")?;
                let gap_workdays = u32::try_from(gap).unwrap_or_default();
                let follow = JobFollow { job_id: row.get("id")?, gap_workdays };
                Ok(Self::Follow(row.get("job_id")?, follow))
            }
            _ => CalendarAssignment::from_row(row).map(Self::Calendar),
        }
    }
}

/// The statement that reads the records of jobs, or of some of them. Calendars are those of the viewer's own
/// company, and jobs follow only those that the viewer sees: the owner's, or those assigned to the subcontractor.
macro_rules! select_records {
    ($viewer:expr, $which:expr, $filter:literal) => {
        seen_jobs!(
            $viewer,
            $which,
            "WITH seen AS (SELECT job.id AS job_id, job.company_id AS company_id FROM job WHERE ",
            concat!(
                $filter,
                ")
                SELECT 'tag' AS kind, job_tag.id AS id, seen.job_id AS job_id,
                    job_tag.content AS content, NULL AS measurement, CAST(NULL AS BIGINT) AS amount,
                    CAST(NULL AS UUID) AS calendar_id
                FROM seen JOIN job_tag ON job_tag.job_id = seen.job_id
                UNION ALL
                SELECT 'report', job_report.id, seen.job_id, NULL, job_report.measurement,
                    job_report.amount, NULL
                FROM seen JOIN job_report ON job_report.job_id = seen.job_id
                UNION ALL
                SELECT 'calendar', NULL, seen.job_id, NULL, NULL, NULL, job_calendar.calendar_id
                FROM seen
                JOIN job_calendar ON job_calendar.job_id = seen.job_id
                JOIN calendar ON calendar.id = job_calendar.calendar_id AND calendar.company_id = $1
                UNION ALL
                SELECT 'follow', first.id, seen.job_id, NULL, NULL, job_follow.gap_workdays, NULL
                FROM seen
                JOIN job_follow ON job_follow.company_id = seen.company_id AND job_follow.job_id = seen.job_id
                JOIN job AS first ON first.company_id = seen.company_id AND first.id = job_follow.follows_id
                    AND (first.company_id = $1 OR first.assigned_company_id = $1)
                    AND (CAST($2 AS UUID) IS NULL OR first.assigned_user_id = $2)
                ORDER BY kind, id, calendar_id"
            )
        )
    };
}

/// Adds tags, reports, calendars and what they follow to the jobs that this viewer sees: one statement, whatever the number of jobs.
pub(crate) async fn add_to(
    tx: &mut Tx,
    viewer: &Viewer,
    which: JobSelection,
    jobs: &mut [Job],
) -> DbResult<()> {
    let records = select_records!(viewer, which, "").all(tx).await?;
    add(records, jobs);
    Ok(())
}

/// The same for the jobs with these ids.
pub(crate) async fn add_to_these(
    tx: &mut Tx,
    viewer: &Viewer,
    ids: &[JobId],
    jobs: &mut [Job],
) -> DbResult<()> {
    let statement = select_records!(viewer, JobSelection::All, " AND job.id IN ({ids})");
    let records = statement.bind_list("ids", ids.iter().copied()).all(tx).await?;
    add(records, jobs);
    Ok(())
}

fn add(records: Vec<JobRecord>, jobs: &mut [Job]) {
    if records.is_empty() {
        return;
    }
    let at: HashMap<JobId, usize> = jobs.iter().enumerate().map(|(at, job)| (job.id, at)).collect();
    for record in records {
        let job = match &record {
            JobRecord::Tag(tag) => tag.job_id,
            JobRecord::Report(report) => report.job_id,
            JobRecord::Calendar(assignment) => assignment.job_id,
            JobRecord::Follow(job, _) => *job,
        };
        let Some(job) = at.get(&job).map(|at| &mut jobs[*at]) else { continue };
        match record {
            JobRecord::Tag(tag) => job.tags.push(tag),
            JobRecord::Report(report) => job.reports.push(report),
            JobRecord::Calendar(assignment) => job.calendar_assignments.push(assignment),
            JobRecord::Follow(_, follow) => job.follows.push(follow),
        }
    }
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
    job.announce_change(tx, ChangeType::JobUpdated);
    insert_tag(tx, job.id, tag.id, &tag.content).await
}

/// Deletes a tag of a job.
pub async fn delete_tag(tx: &mut Tx, job: &JobState, tag: TagId) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("DELETE FROM job_tag WHERE id = $1 AND job_id = $2")
        .bind(tag)
        .bind(job.id)
        .run_one(tx)
        .await
}

/// Adds a measurement report to a job and announces it.
pub async fn add_report(tx: &mut Tx, job: &JobState, report: &MeasurementReport) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    insert_report(tx, job.id, report.id, &report.measurement, report.amount).await
}

/// Adds measurement reports to a job and announces them once.
pub async fn add_reports(
    tx: &mut Tx,
    job: &JobState,
    reports: &[MeasurementReport],
) -> DbResult<()> {
    if reports.is_empty() {
        return Ok(());
    }
    job.announce_change(tx, ChangeType::JobUpdated);
    for reports in reports.chunks(ROWS_AT_ONCE) {
        let rows = reports.iter().map(|report| {
            [report.id.to_arg(), report.measurement.as_str().to_arg(), report.amount.to_arg()]
        });
        sql!(
            "INSERT INTO job_report (job_id, id, measurement, amount)
             VALUES {rows: ($1, ?, ?, ?)}"
        )
        .bind(job.id)
        .bind_rows(rows)
        .run(tx)
        .await?;
    }
    Ok(())
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
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("DELETE FROM job_report WHERE id = $1 AND job_id = $2")
        .bind(report)
        .bind(job.id)
        .run_one(tx)
        .await
}

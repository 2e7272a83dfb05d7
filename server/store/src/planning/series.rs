//! Jobs that repeat: which series a job belongs to, and its day by the rule (contract-2, section 3).

use domain::{
    planning::{
        series_days::{Occurrence, SeriesDay},
        series_forms::{Series, SeriesChange},
    },
    types::{
        ids::{CustomerId, JobId, SeriesId, TagId},
        money::Money,
    },
};
use uuid::Uuid;

use crate::{
    db::{bind::ToArg as _, prelude::*},
    jobs::changes::JobState,
    planning::series_days::{self, SeriesRow},
    scope::Scope,
};

/// A job in its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesJob {
    /// The series.
    pub series: SeriesId,
    /// The job.
    pub id: JobId,
    /// Its place and its days.
    pub occurrence: Occurrence,
}

impl FromRow for SeriesJob {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let days = SeriesRow::from_row(row)?;
        let ((place, day), start) = (days.read(), row.get("start_date")?);
        let occurrence = Occurrence { place, day, start };
        Ok(Self { series: days.series_id, id: row.get("job_id")?, occurrence })
    }
}

/// All jobs of the series of a job of the company, by their days; none if it does not repeat.
pub async fn all(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<Vec<SeriesJob>> {
    sql!(
        "SELECT other.series_id, other.job_id, other.place, other.unit, other.interval_units,
             other.anchor, other.due, other.planned, job.start_date
         FROM job_series AS own
         JOIN job_series AS other ON other.company_id = $1 AND other.series_id = own.series_id
         JOIN job ON job.company_id = $1 AND job.id = other.job_id
         WHERE own.company_id = $1 AND own.job_id = $2 ORDER BY other.planned, other.place"
    )
    .bind(scope)
    .bind(job)
    .all(tx)
    .await
}

/// The series of a job of the company; `None` if it does not repeat, or is another company's.
pub async fn of_job(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<Option<Series>> {
    let all = all(tx, scope, job).await?;
    let at = all.iter().position(|other| other.id == job);
    let days: Vec<Occurrence> = all.iter().map(|other| other.occurrence).collect();
    Ok(at.and_then(|at| Series::of(all[at].series, &days, at)))
}

/// Takes a job of the company out of its series.
pub async fn leave(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<()> {
    sql!("DELETE FROM job_series WHERE company_id = $1 AND job_id = $2")
        .bind(scope)
        .bind(job)
        .run_one(tx)
        .await
}

/// Stores a new series of jobs in their order. The first is locked and there already; whoever sees it sees it repeat.
pub async fn insert(
    tx: &mut Tx,
    first: &JobState,
    series: SeriesId,
    jobs: &[JobId],
    days: &[SeriesDay],
) -> DbResult<()> {
    first.announce_to_viewers(tx);
    let Some(SeriesDay { every, .. }) = days.first() else { return Ok(()) };
    sql!(
        "INSERT INTO job_series
             (company_id, job_id, series_id, place, unit, interval_units, anchor, due, planned)
         VALUES {rows: ($1, ?, $2, ?, $3, $4, ?, ?, ?)}"
    )
    .bind(first.company_id)
    .bind(series)
    .bind(every.unit)
    .bind(i64::from(every.interval))
    .bind_rows(series_days::rows(jobs, days))
    .run(tx)
    .await?;
    Ok(())
}

/// Changes the rule of a job and its day by it.
pub async fn set_day(tx: &mut Tx, scope: Scope, job: JobId, day: SeriesDay) -> DbResult<()> {
    sql!(
        "UPDATE job_series SET unit = $3, interval_units = $4, anchor = $5, due = $6, planned = $7
         WHERE company_id = $1 AND job_id = $2"
    )
    .bind(scope)
    .bind(job)
    .bind(day.every.unit)
    .bind(i64::from(day.every.interval))
    .bind(day.anchor)
    .bind(day.due)
    .bind(day.planned)
    .run_one(tx)
    .await
}

/// Announces a job whose place or rule changed, and nothing else of it.
pub fn announce(tx: &mut Tx, job: &JobState) {
    job.announce_to_viewers(tx);
}

/// Those of the company's jobs on which somebody has worked, with photos, notes, measurements or orders, or which the holder
/// of a link has accepted.
pub async fn with_records(tx: &mut Tx, scope: Scope, jobs: &[JobId]) -> DbResult<Vec<JobId>> {
    sql!(
        "SELECT id AS value FROM job
         WHERE company_id = $1 AND id IN ({jobs})
             AND (inspection_note IS NOT NULL OR reported_complete_at IS NOT NULL
                 OR EXISTS (SELECT 1 FROM guest_link WHERE guest_link.job_id = job.id
                                AND guest_link.answer = 'accepted')
                 OR EXISTS (SELECT 1 FROM job_image WHERE job_image.job_id = job.id)
                 OR EXISTS (SELECT 1 FROM job_note WHERE job_note.job_id = job.id)
                 OR EXISTS (SELECT 1 FROM job_report WHERE job_report.job_id = job.id)
                 OR EXISTS (SELECT 1 FROM work_order WHERE work_order.job_id = job.id)
                 OR EXISTS (SELECT 1 FROM purchase_order WHERE purchase_order.job_id = job.id))"
    )
    .bind(scope)
    .bind_list("jobs", jobs.iter().copied())
    .values(tx)
    .await
}

/// What a copy of a job has of it, besides its address and its days.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words of the trade")]
pub struct CopiedFields {
    pub color: String,
    pub contract_amount: Option<Money>,
    pub customer_id: Option<CustomerId>,
}

columns! {
    CopiedFields { color, contract_amount, customer_id }
}

/// What is copied of a job of the company.
pub async fn copied(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<CopiedFields> {
    sql!("SELECT color, contract_amount, customer_id FROM job WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job)
        .one(tx)
        .await
}

/// The tags of a job.
pub async fn tags(tx: &mut Tx, job: &JobState) -> DbResult<Vec<String>> {
    sql!("SELECT content AS value FROM job_tag WHERE job_id = $1 ORDER BY id")
        .bind(job.id)
        .values(tx)
        .await
}

/// Gives a new job of the company these tags.
pub async fn add_tags(tx: &mut Tx, job: JobId, tags: &[String]) -> DbResult<()> {
    let rows = tags.iter().map(|tag| [TagId(Uuid::now_v7()).to_arg(), tag.as_str().to_arg()]);
    sql!("INSERT INTO job_tag (id, job_id, content) VALUES {rows: (?, $1, ?)}")
        .bind(job)
        .bind_rows(rows)
        .run(tx)
        .await?;
    Ok(())
}

/// Changes title, color and amount of a locked job where they are given.
pub async fn set_fields(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    change: &SeriesChange,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!(
        "UPDATE job SET title = COALESCE($3, title), color = COALESCE($4, color),
             contract_amount = CASE WHEN $5 THEN $6 ELSE contract_amount END
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job.id)
    .bind(change.title.clone())
    .bind(change.color.clone())
    .bind(change.contract_amount.is_some())
    .bind(change.contract_amount.flatten())
    .run_one(tx)
    .await
}

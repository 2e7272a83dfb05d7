//! Jobs that repeat: which series a job belongs to, and its place in it (contract-2, section 3).

use domain::{
    planning::{
        repeats::{RepeatEvery, RepeatUnit},
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
    scope::Scope,
};

/// The rule and the place of a job, with how many jobs there are up to it and in all.
struct SeriesRow {
    series_id: SeriesId,
    unit: RepeatUnit,
    interval_units: i64,
    up_to_it: i64,
    in_all: i64,
}

columns! {
    SeriesRow { series_id, unit, interval_units, up_to_it, in_all }
}

fn number(count: i64) -> u32 {
    u32::try_from(count).unwrap_or_default()
}

/// The series of a job of the company; `None` if it does not repeat, or is another company's.
pub async fn of_job(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<Option<Series>> {
    let row: Option<SeriesRow> = sql!(
        "SELECT own.series_id, own.unit, own.interval_units,
             (SELECT COUNT(*) FROM job_series AS other
              WHERE other.company_id = $1 AND other.series_id = own.series_id AND other.place <= own.place)
                 AS up_to_it,
             (SELECT COUNT(*) FROM job_series AS other
              WHERE other.company_id = $1 AND other.series_id = own.series_id) AS in_all
         FROM job_series AS own WHERE own.company_id = $1 AND own.job_id = $2"
    )
    .bind(scope)
    .bind(job)
    .optional(tx)
    .await?;
    Ok(row.map(|row| Series {
        id: row.series_id,
        unit: row.unit,
        interval: number(row.interval_units),
        position: number(row.up_to_it),
        count: number(row.in_all),
    }))
}

/// A job in its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPlace {
    /// The series.
    pub series: SeriesId,
    /// The job.
    pub job: JobId,
    /// Its place when it was made.
    pub place: u32,
    /// The rule.
    pub every: RepeatEvery,
}

struct PlaceRow {
    series_id: SeriesId,
    job_id: JobId,
    place: i64,
    unit: RepeatUnit,
    interval_units: i64,
}

columns! {
    PlaceRow { series_id, job_id, place, unit, interval_units }
}

/// A job of the company and those that follow it in its series, in their order; none if it does not repeat.
pub async fn from_job(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<Vec<SeriesPlace>> {
    let rows: Vec<PlaceRow> = sql!(
        "SELECT other.series_id, other.job_id, other.place, other.unit, other.interval_units
         FROM job_series AS own
         JOIN job_series AS other ON other.company_id = own.company_id
             AND other.series_id = own.series_id AND other.place >= own.place
         WHERE own.company_id = $1 AND own.job_id = $2 ORDER BY other.place"
    )
    .bind(scope)
    .bind(job)
    .all(tx)
    .await?;
    let places = rows.into_iter().map(|row| SeriesPlace {
        series: row.series_id,
        job: row.job_id,
        place: number(row.place),
        every: RepeatEvery { unit: row.unit, interval: number(row.interval_units) },
    });
    Ok(places.collect())
}

/// Stores a new series of jobs in their order. The first is locked and there already; whoever sees it sees it repeat.
pub async fn insert(
    tx: &mut Tx,
    first: &JobState,
    series: SeriesId,
    every: RepeatEvery,
    jobs: &[JobId],
) -> DbResult<()> {
    first.announce_to_viewers(tx);
    let rows = (1_i64..).zip(jobs).map(|(place, job)| [job.to_arg(), place.to_arg()]);
    sql!(
        "INSERT INTO job_series (company_id, job_id, series_id, place, unit, interval_units)
         VALUES {rows: ($1, ?, $2, ?, $3, $4)}"
    )
    .bind(first.company_id)
    .bind(series)
    .bind(every.unit)
    .bind(i64::from(every.interval))
    .bind_rows(rows)
    .run(tx)
    .await?;
    Ok(())
}

/// Changes the rule of a job and those that follow it.
pub async fn set_rule(
    tx: &mut Tx,
    scope: Scope,
    from: &SeriesPlace,
    every: RepeatEvery,
) -> DbResult<()> {
    sql!(
        "UPDATE job_series SET unit = $4, interval_units = $5
         WHERE company_id = $1 AND series_id = $2 AND place >= $3"
    )
    .bind(scope)
    .bind(from.series)
    .bind(i64::from(from.place))
    .bind(every.unit)
    .bind(i64::from(every.interval))
    .run(tx)
    .await?;
    Ok(())
}

/// Announces a job whose place or rule changed, and nothing else of it.
pub fn announce(tx: &mut Tx, job: &JobState) {
    job.announce_to_viewers(tx);
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

/// Gives new jobs the tags of a job: a statement for each tag.
pub async fn copy_tags(tx: &mut Tx, of: &JobState, to: &[JobId]) -> DbResult<()> {
    let tags: Vec<String> =
        sql!("SELECT content AS value FROM job_tag WHERE job_id = $1 ORDER BY id")
            .bind(of.id)
            .values(tx)
            .await?;
    for tag in tags {
        let rows = to.iter().map(|job| [TagId(Uuid::now_v7()).to_arg(), job.to_arg()]);
        sql!("INSERT INTO job_tag (id, job_id, content) VALUES {rows: (?, ?, $1)}")
            .bind(tag)
            .bind_rows(rows)
            .run(tx)
            .await?;
    }
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
             contract_amount = COALESCE($5, contract_amount)
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job.id)
    .bind(change.title.clone())
    .bind(change.color.clone())
    .bind(change.contract_amount)
    .run_one(tx)
    .await
}

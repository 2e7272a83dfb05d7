//! Jobs of an import.

use domain::{
    imports::jobs::row::ImportedJob,
    jobs::job::JobStatus,
    types::{
        colors,
        ids::{CompanyId, ImportId, JobCrewId, JobId},
        point::Point,
    },
};
use uuid::Uuid;

use crate::{
    db::{event::JobAudience, prelude::*},
    imports::staging::Place,
    scope::Scope,
    text::or_none,
};

/// More imported jobs than this are one event for the list.
const MOST_EVENTS: usize = 20;

/// The fields of a job that an import compares its rows with.
#[derive(Debug)]
pub struct JobKeyRow {
    /// The company's job number.
    pub job_number: Option<String>,
    /// Its title.
    pub title: String,
    /// Its street and number.
    pub address: Option<String>,
    /// Its city.
    pub city: String,
    /// Its state.
    pub state: String,
    /// Its postal code.
    pub zip: Option<String>,
}

columns! {
    JobKeyRow { job_number, title, address, city, state, zip }
}

/// Passes the fields of each of the company's jobs that an import compares.
pub async fn each_known(
    tx: &mut Tx,
    scope: Scope,
    take: impl FnMut(JobKeyRow) + Send,
) -> DbResult<()> {
    sql!("SELECT job_number, title, address, city, state, zip FROM job WHERE company_id = $1")
        .bind(scope)
        .each(tx, take)
        .await
}

/// Stages a job at a point.
pub async fn stage(
    tx: &mut Tx,
    place: Place,
    (id, job_crew): (JobId, JobCrewId),
    new: &ImportedJob,
    point: Option<Point>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO staged_job
             (import_id, position, id, job_crew_id, title, address, city, state, zip, contract_amount,
              job_number, latitude, longitude, start_date, end_date, is_complete)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"
    )
    .bind(place.import)
    .bind(place.position)
    .bind(id)
    .bind(job_crew)
    .bind(&new.job.title)
    .bind(or_none(&new.job.address))
    .bind(&new.job.city)
    .bind(&new.job.state)
    .bind(or_none(&new.job.zip))
    .bind(new.contract_amount)
    .bind(&new.job_number)
    .bind(point.map(|point| point.latitude))
    .bind(point.map(|point| point.longitude))
    .bind(new.span.map(|span| span.start_date))
    .bind(new.span.map(|span| span.end_date))
    .bind(new.is_complete)
    .run_one(tx)
    .await
}

/// Removes a staged job.
pub async fn unstage(tx: &mut Tx, place: Place) -> DbResult<()> {
    sql!("DELETE FROM staged_job WHERE import_id = $1 AND position = $2")
        .bind(place.import)
        .bind(place.position)
        .run_one(tx)
        .await
}

/// Tells the company of own jobs that nobody is assigned to; of more than [`MOST_EVENTS`] by one event for the list.
/// The feed has each of them.
pub(super) fn announce(
    tx: &mut Tx,
    change: ChangeType,
    owner: CompanyId,
    jobs: impl Iterator<Item = JobId>,
) {
    let jobs: Vec<JobId> = jobs.collect();
    let are_listed = jobs.len() <= MOST_EVENTS;
    if !are_listed {
        tx.publish_lists(owner, [ListKind::Jobs]);
    }
    for job in jobs {
        let sides = JobAudience {
            owner,
            subcontractor_before: None,
            employee_before: None,
            subcontractor_after: None,
        };
        tx.note_job(change, job, sides);
        if are_listed {
            tx.publish(Event::Job { job, sides });
        }
    }
}

/// Makes jobs of the staged ones, unassigned, and active unless they were done elsewhere; returns how many.
pub async fn publish(
    tx: &mut Tx,
    scope: Scope,
    (import, undo): (Uuid, ImportId),
    ids: impl Iterator<Item = JobId>,
) -> DbResult<u64> {
    let owner = scope.company();
    tx.touch(owner);
    announce(tx, ChangeType::JobCreated, owner, ids);
    sql!(
        "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new)
         SELECT staged_import.company_id, stored_import.id, 'job', staged.id, TRUE
         FROM staged_job AS staged
         JOIN staged_import ON staged_import.id = staged.import_id
         JOIN stored_import ON stored_import.company_id = staged_import.company_id
         WHERE staged.import_id = $1 AND staged_import.company_id = $2 AND stored_import.id = $3"
    )
    .bind(import)
    .bind(scope)
    .bind(undo)
    .run(tx)
    .await?;
    sql!(
        "INSERT INTO job
             (id, company_id, title, address, city, state, zip, status, color, contract_amount,
              job_number, latitude, longitude, start_date, end_date, date_inserted, job_crew_id)
         SELECT staged.id, staged_import.company_id, staged.title, staged.address, staged.city,
             staged.state, staged.zip, CASE WHEN staged.is_complete THEN CAST($5 AS TEXT) ELSE CAST($3 AS TEXT) END,
             CAST($4 AS TEXT), staged.contract_amount,
             staged.job_number, staged.latitude, staged.longitude, staged.start_date,
             staged.end_date, staged_import.at, staged.job_crew_id
         FROM staged_job AS staged
         JOIN staged_import ON staged_import.id = staged.import_id
         WHERE staged.import_id = $1 AND staged_import.company_id = $2
         ORDER BY staged.position"
    )
    .bind(import)
    .bind(scope)
    .bind(JobStatus::Active)
    .bind(colors::NEW_JOB)
    .bind(JobStatus::Complete)
    .run(tx)
    .await
}

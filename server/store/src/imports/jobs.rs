//! Jobs of an import.

use domain::{
    imports::jobs::row::ImportedJob,
    jobs::job::{Job, JobStatus},
    types::{
        colors,
        ids::{CompanyId, ImportId, JobCrewId, JobId},
        place::Location,
    },
};
use uuid::Uuid;

use crate::{
    db::{changes::data_text, event::JobAudience, prelude::*},
    imports::staging::Place,
    jobs::{jobs::NewJobRow, place_columns::PlaceColumns},
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

/// Stages a job at a place.
pub async fn stage(
    tx: &mut Tx,
    place: Place<'_>,
    (id, job_crew): (JobId, JobCrewId),
    new: &ImportedJob,
    location: Option<Location>,
) -> DbResult<()> {
    let created = as_stored(place, (id, job_crew), new, location);
    let columns = PlaceColumns::of(&new.job.address, location);
    sql!(
        "INSERT INTO staged_job
             (import_id, position, id, job_crew_id, title, address, city, state, zip, contract_amount,
              job_number, latitude, longitude, start_date, end_date, is_complete, event_data,
              area_kind, area_radius, geocoder_due)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)"
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
    .bind(columns.latitude)
    .bind(columns.longitude)
    .bind(new.span.map(|span| span.start_date))
    .bind(new.span.map(|span| span.end_date))
    .bind(new.is_complete)
    .bind(data_text(ChangeKind::Job, &created)?)
    .bind(columns.area_kind)
    .bind(columns.area_radius)
    .bind(columns.geocoder_due)
    .run_one(tx)
    .await
}

/// The job that [`publish`] makes, as the admins of its company see it.
fn as_stored(
    place: Place<'_>,
    (id, job_crew): (JobId, JobCrewId),
    new: &ImportedJob,
    location: Option<Location>,
) -> Job {
    let row = NewJobRow {
        status: if new.is_complete { JobStatus::Complete } else { JobStatus::Active },
        contract_amount: new.contract_amount,
        job_number: new.job_number.clone(),
        span: new.span,
        ..NewJobRow::from_form(new.job.clone(), location)
    };
    let owner = (place.scope.company(), place.company_name.to_owned());
    row.unassigned_job((id, job_crew), owner, place.at)
}

/// Removes a staged job.
pub async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
    sql!("DELETE FROM staged_job WHERE import_id = $1 AND position = $2")
        .bind(place.import)
        .bind(place.position)
        .run_one(tx)
        .await
}

/// Tells the company that own jobs that nobody is assigned to are deleted.
pub(super) fn announce_deleted(tx: &mut Tx, owner: CompanyId, jobs: &[JobId]) {
    publish_events(tx, owner, jobs);
    for job in jobs {
        tx.note_job(ChangeType::JobDeleted, *job, unassigned(owner));
    }
}

/// A live event for each of these jobs; of more than [`MOST_EVENTS`] one for the list.
fn publish_events(tx: &mut Tx, owner: CompanyId, jobs: &[JobId]) {
    if jobs.len() > MOST_EVENTS {
        tx.publish_lists(owner, [ListKind::Jobs]);
        return;
    }
    for job in jobs {
        tx.publish(Event::Job { job: *job, sides: unassigned(owner) });
    }
}

const fn unassigned(owner: CompanyId) -> JobAudience {
    JobAudience {
        owner,
        subcontractor_before: None,
        employee_before: None,
        subcontractor_after: None,
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
    publish_events(tx, owner, &ids.collect::<Vec<_>>());
    tx.note_staged(ChangeType::JobCreated, owner, import);
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
              job_number, latitude, longitude, start_date, end_date, date_inserted, job_crew_id,
              area_kind, area_radius, geocoder_due)
         SELECT staged.id, staged_import.company_id, staged.title, staged.address, staged.city,
             staged.state, staged.zip, CASE WHEN staged.is_complete THEN CAST($5 AS TEXT) ELSE CAST($3 AS TEXT) END,
             CAST($4 AS TEXT), staged.contract_amount,
             staged.job_number, staged.latitude, staged.longitude, staged.start_date,
             staged.end_date, staged_import.at, staged.job_crew_id, staged.area_kind,
             staged.area_radius, staged.geocoder_due
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

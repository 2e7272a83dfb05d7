//! The address of a job and its place on the map.

use chrono::{DateTime, Utc};
use domain::{
    jobs::forms::NewJob,
    types::{
        ids::{CompanyId, JobId},
        place::{AreaKind, Location},
        point::Point,
    },
};

use crate::{
    db::prelude::*,
    jobs::{
        changes::JobState,
        place_columns::{PlaceColumns, area},
    },
    scope::Scope,
    text::or_none,
};

/// How many places are found out in one transaction.
const FOUND_OUT_AT_ONCE: i64 = 500;

columns! {
    NewJob { title, address, city, state, zip }
}

/// The title and address of one of the company's own jobs; missing values are blank.
pub async fn name_and_address(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<NewJob> {
    sql!(
        "SELECT title, COALESCE(address, '') AS address, city, state, COALESCE(zip, '') AS zip
         FROM job WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job)
    .one(tx)
    .await
}

/// The title and address of any job, for the geocoder; `None` if it was deleted. Without a scope: the queue names the job.
pub async fn of_any(tx: &mut Tx, job: JobId) -> DbResult<Option<NewJob>> {
    sql!(
        "SELECT title, COALESCE(address, '') AS address, city, state, COALESCE(zip, '') AS zip
         FROM job WHERE id = $1"
    )
    .bind(job)
    .optional(tx)
    .await
}

struct PlaceRow {
    latitude: Option<f64>,
    longitude: Option<f64>,
    area_kind: Option<AreaKind>,
    area_radius: Option<i64>,
}

columns! {
    PlaceRow { latitude, longitude, area_kind, area_radius }
}

/// The place of a locked job.
pub async fn location(tx: &mut Tx, job: &JobState) -> DbResult<Option<Location>> {
    let row: PlaceRow =
        sql!("SELECT latitude, longitude, area_kind, area_radius FROM job WHERE id = $1")
            .bind(job.id)
            .one(tx)
            .await?;
    let point = row.latitude.zip(row.longitude);
    let area = area(row.area_kind, row.area_radius);
    Ok(point.map(|(latitude, longitude)| Location { point: Point { latitude, longitude }, area }))
}

/// Changes title, address and place.
pub async fn set_name_and_address(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    form: &NewJob,
    location: Option<Location>,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    let place = PlaceColumns::of(&form.address, location);
    sql!(
        "UPDATE job SET title = $3, address = $4, city = $5, state = $6, zip = $7, latitude = $8,
             longitude = $9, area_kind = $10, area_radius = $11, geocoder_due = $12
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job.id)
    .bind(&form.title)
    .bind(or_none(&form.address))
    .bind(&form.city)
    .bind(&form.state)
    .bind(or_none(&form.zip))
    .bind(place.latitude)
    .bind(place.longitude)
    .bind(place.area_kind)
    .bind(place.area_radius)
    .bind(place.geocoder_due)
    .run_one(tx)
    .await
}

/// Moves a locked job to where the geocoder found its address.
pub async fn set_location(
    tx: &mut Tx,
    job: &JobState,
    location: Location,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.set_time(now);
    job.announce_change(tx, ChangeType::JobUpdated);
    let place = PlaceColumns::answered(location);
    sql!(
        "UPDATE job SET latitude = $2, longitude = $3, area_kind = $4, area_radius = $5, geocoder_due = FALSE
         WHERE id = $1"
    )
    .bind(job.id)
    .bind(place.latitude)
    .bind(place.longitude)
    .bind(place.area_kind)
    .bind(place.area_radius)
    .run_one(tx)
    .await
}

/// Leaves a job where it is: the geocoder does not know its address better, or does not answer.
pub async fn keep_location(tx: &mut Tx, job: JobId) -> DbResult<()> {
    sql!("UPDATE job SET geocoder_due = FALSE WHERE id = $1").bind(job).run_one(tx).await
}

/// A job whose place was stored by a server of an older version.
#[derive(Debug)]
pub struct UnknownArea {
    /// The job.
    pub id: JobId,
    company_id: CompanyId,
    assigned_company_id: Option<CompanyId>,
    /// Its address.
    pub address: Option<String>,
    /// Its city.
    pub city: String,
    /// Its state.
    pub state: String,
    /// Its ZIP.
    pub zip: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

columns! {
    UnknownArea { id, company_id, assigned_company_id, address, city, state, zip, latitude, longitude }
}

impl UnknownArea {
    /// Its place, if it has one.
    #[must_use]
    pub fn point(&self) -> Option<Point> {
        Some(Point { latitude: self.latitude?, longitude: self.longitude? })
    }
}

/// Whether there are jobs of which it is unknown how exact their places are.
pub async fn has_unknown_areas(tx: &mut Tx) -> DbResult<bool> {
    let any: Option<JobId> =
        sql!("SELECT id AS value FROM job WHERE area_radius IS NULL ORDER BY id LIMIT 1")
            .optional_value(tx)
            .await?;
    Ok(any.is_some())
}

/// A batch of jobs of any company of which it is unknown how exact their places are, locked.
pub async fn without_area(tx: &mut Tx) -> DbResult<Vec<UnknownArea>> {
    sql!(
        "SELECT id, company_id, assigned_company_id, address, city, state, zip, latitude, longitude
         FROM job
         WHERE area_radius IS NULL ORDER BY id LIMIT $1 {lock}"
    )
    .bind(FOUND_OUT_AT_ONCE)
    .all(tx)
    .await
}

/// Stores how exact the place of a job is. Nobody sees that at once: it is no change of the job.
pub async fn set_area(tx: &mut Tx, job: &UnknownArea, location: Option<Location>) -> DbResult<()> {
    for company in [Some(job.company_id), job.assigned_company_id].into_iter().flatten() {
        tx.touch_row(company, Change::Job(job.id));
    }
    let place = PlaceColumns::of(job.address.as_deref().unwrap_or_default(), location);
    sql!("UPDATE job SET area_kind = $2, area_radius = $3, geocoder_due = $4 WHERE id = $1")
        .bind(job.id)
        .bind(place.area_kind)
        .bind(place.area_radius)
        .bind(place.geocoder_due)
        .run_one(tx)
        .await
}

/// The most companies whose due jobs are queued at once.
const MOST_COMPANIES: i64 = 200;

/// About so many jobs whose places the geocoder may know better and that are not asked for yet: the newest of each company,
/// each with the number of its turn.
pub async fn due_for_geocoder(tx: &mut Tx, most: i64) -> DbResult<Vec<DueJob>> {
    let companies: Vec<CompanyId> = sql!(
        "SELECT DISTINCT company_id AS value FROM job
         WHERE geocoder_due AND status = 'active' ORDER BY company_id LIMIT $1"
    )
    .bind(MOST_COMPANIES)
    .values(tx)
    .await?;
    let share = (most / i64::try_from(companies.len().max(1)).unwrap_or(most)).max(1);
    let mut due = Vec::new();
    for company_id in companies {
        let jobs: Vec<JobId> = sql!(
            "SELECT id AS value FROM job
             WHERE company_id = $1 AND geocoder_due AND status = 'active'
                 AND NOT EXISTS (SELECT 1 FROM geocoding_question WHERE geocoding_question.job_id = job.id)
             ORDER BY id DESC LIMIT $2"
        )
        .bind(company_id)
        .bind(share)
        .values(tx)
        .await?;
        due.extend((1..).zip(jobs).map(|(place, id)| DueJob { id, place }));
    }
    Ok(due)
}

/// A job that the geocoder is to be asked for.
#[derive(Clone, Copy, Debug)]
pub struct DueJob {
    /// The job.
    pub id: JobId,
    /// How many jobs of its company go first, and itself.
    pub place: i64,
}

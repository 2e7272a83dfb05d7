//! Jobs: reading those that a viewer sees, and inserting new ones.

use chrono::{DateTime, Utc};
use domain::{
    jobs::{
        forms::NewJob,
        job::{Job, JobStatus},
    },
    types::{
        date_range::Span,
        ids::{CompanyId, CrewId, CrewMemberId, CustomerId, JobCrewId, JobId, UserId},
        money::Money,
        place::Location,
    },
};
use uuid::Uuid;

use crate::{
    db::{event::JobAudience, prelude::*},
    jobs::{
        place_columns::PlaceColumns,
        records,
        rows::job_columns,
        visibility::{JobSelection, Viewer, seen_jobs},
    },
    scope::Scope,
    text::or_none,
};

/// Jobs as this viewer may see them, oldest first. Two statements, whatever the number of jobs.
pub async fn list(tx: &mut Tx, viewer: &Viewer, which: JobSelection) -> DbResult<Vec<Job>> {
    let mut jobs: Vec<Job> = select(viewer, which).all(tx).await?;
    records::add_to(tx, viewer, which, &mut jobs).await?;
    Ok(jobs.into_iter().map(|job| job.as_seen_by(viewer.role)).collect())
}

/// Those of these jobs that are in the list, as the list has them.
pub async fn list_of(
    tx: &mut Tx,
    viewer: &Viewer,
    which: JobSelection,
    ids: &[JobId],
) -> DbResult<Vec<Job>> {
    let mut jobs: Vec<Job> = seen_jobs!(
        viewer,
        JobSelection::All,
        concat!("SELECT ", job_columns!(), " WHERE "),
        " AND job.id IN ({ids}) ORDER BY job.date_inserted, job.id"
    )
    .bind_list("ids", ids.iter().copied())
    .all(tx)
    .await?;
    jobs.retain(|job| which.contains(job));
    if !jobs.is_empty() {
        records::add_to_these(tx, viewer, ids, &mut jobs).await?;
    }
    Ok(jobs.into_iter().map(|job| job.as_seen_by(viewer.role)).collect())
}

/// What has changed in a list.
#[derive(Debug)]
pub struct ChangedList {
    /// The jobs that are in it.
    pub jobs: Vec<Job>,
    /// Jobs that the viewer sees, and that are not in this list.
    pub elsewhere: Vec<JobId>,
}

/// What a list shows otherwise once these jobs have changed: those of them that are in it, and those that follow one of
/// them, as long as the viewer may have begun or ceased to see it.
pub async fn list_changed(
    tx: &mut Tx,
    viewer: &Viewer,
    which: JobSelection,
    changed: &[JobId],
) -> DbResult<ChangedList> {
    let mut jobs: Vec<Job> = seen_jobs!(
        viewer,
        JobSelection::All,
        concat!("SELECT ", job_columns!(), " WHERE "),
        " AND job.id IN (SELECT job.id FROM job WHERE job.id IN ({ids})
                         UNION SELECT job_id FROM job_follow WHERE follows_id IN ({ids}))
         ORDER BY job.date_inserted, job.id"
    )
    .bind_list("ids", changed.iter().copied())
    .all(tx)
    .await?;
    let elsewhere = jobs.extract_if(.., |job| !which.contains(job)).map(|job| job.id).collect();
    if !jobs.is_empty() {
        let found: Vec<JobId> = jobs.iter().map(|job| job.id).collect();
        records::add_to_these(tx, viewer, &found, &mut jobs).await?;
    }
    let jobs = jobs.into_iter().map(|job| job.as_seen_by(viewer.role)).collect();
    Ok(ChangedList { jobs, elsewhere })
}

/// One job as this viewer may see it.
pub async fn find(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<Job> {
    list(tx, viewer, JobSelection::One(job)).await?.pop().ok_or(DbError::Missing)
}

fn select(viewer: &Viewer, which: JobSelection) -> Sql {
    seen_jobs!(
        viewer,
        which,
        concat!("SELECT ", job_columns!(), " WHERE "),
        " ORDER BY job.date_inserted, job.id"
    )
}

/// Everything that a new job can be stored with.
#[derive(Clone, Debug)]
pub struct NewJobRow {
    /// Title and address.
    pub form: NewJob,
    /// Active, or already complete.
    pub status: JobStatus,
    /// `#rrggbb`.
    pub color: String,
    /// The contract amount.
    pub contract_amount: Option<Money>,
    /// The company's job number.
    pub job_number: Option<String>,
    /// The inspection note.
    pub inspection_note: Option<String>,
    /// The customer.
    pub customer: Option<CustomerId>,
    /// The place on the map.
    pub location: Option<Location>,
    /// The scheduled days.
    pub span: Option<Span>,
    /// The assignment.
    pub assignment: Assignment,
}

/// The assignment of a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assignment {
    /// A subcontractor.
    pub company: Option<CompanyId>,
    /// Whether it accepted.
    pub accepted: bool,
    /// A custom crew.
    pub crew: Option<CrewId>,
    /// The crew's lead.
    pub crew_member: Option<CrewMemberId>,
    /// An employee of the company or of the subcontractor.
    pub user: Option<UserId>,
}

impl Assignment {
    /// Whether it is given to anybody.
    #[must_use]
    pub const fn is_anybody(&self) -> bool {
        self.company.is_some() || self.crew.is_some() || self.user.is_some()
    }
}

impl NewJobRow {
    /// A job from the create form: active, unscheduled, unassigned.
    #[must_use]
    pub fn from_form(form: NewJob, location: Option<Location>) -> Self {
        Self {
            form,
            status: JobStatus::Active,
            color: domain::types::colors::NEW_JOB.to_string(),
            contract_amount: None,
            job_number: None,
            inspection_note: None,
            customer: None,
            location,
            span: None,
            assignment: Assignment::default(),
        }
    }

    /// The job once it is stored with nobody assigned, as the admins of its owner see it.
    pub(crate) fn unassigned_job(
        &self,
        (id, job_crew): (JobId, JobCrewId),
        (owner, owner_name): (CompanyId, String),
        now: DateTime<Utc>,
    ) -> Job {
        let text = |text: &str| or_none(text).map(str::to_owned);
        Job {
            id,
            title: self.form.title.clone(),
            address: text(&self.form.address),
            city: self.form.city.clone(),
            state: self.form.state.clone(),
            zip: text(&self.form.zip),
            status: self.status,
            color: self.color.clone(),
            contract_amount: self.contract_amount,
            contractor_company_name: owner_name,
            contractor_id: owner,
            company_id: owner,
            crew_id: None,
            company_info: None,
            assigned_to_company_id: None,
            assigned_to_user_id: None,
            assigned_to_user_info: None,
            custom_subcontractor_name: None,
            custom_crew_member_name: None,
            is_custom: false,
            is_accepted_by_sub: false,
            job_crew_table_id: job_crew,
            job_customer: self.customer,
            job_number: self.job_number.clone(),
            latitude: self.location.map(|location| location.point.latitude),
            longitude: self.location.map(|location| location.point.longitude),
            place_area: self.location.and_then(|location| location.area),
            start_date: self.span.map(|span| span.start_date),
            end_date: self.span.map(|span| span.end_date),
            date_inserted: now,
            inspection_note: self.inspection_note.clone(),
            reported_complete: None,
            follows: Vec::new(),
            reports: Vec::new(),
            tags: Vec::new(),
            calendar_assignments: Vec::new(),
        }
    }
}

/// Adds a job.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    id: JobId,
    new: &NewJobRow,
    now: DateTime<Utc>,
) -> DbResult<()> {
    insert_row(tx, scope, (id, JobCrewId(Uuid::now_v7())), new, now).await?;
    Ok(())
}

/// Adds a job that gets no tags, measurements or calendars in this transaction. If nobody is assigned, its event is made
/// of the row, and the job is not read for it.
pub async fn insert_without_records(
    tx: &mut Tx,
    scope: Scope,
    id: JobId,
    new: &NewJobRow,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let ids = (id, JobCrewId(Uuid::now_v7()));
    let owner_name = insert_row(tx, scope, ids, new, now).await?;
    if !new.assignment.is_anybody() {
        tx.set_job_data(&new.unassigned_job(ids, (scope.company(), owner_name), now))?;
    }
    Ok(())
}

/// Adds a job and returns the name of its company.
async fn insert_row(
    tx: &mut Tx,
    scope: Scope,
    (id, job_crew): (JobId, JobCrewId),
    new: &NewJobRow,
    now: DateTime<Utc>,
) -> DbResult<String> {
    let (owner, has) = (scope.company(), new.assignment.company);
    tx.touch_row(owner, Change::Job(id));
    if let Some(sub) = has {
        tx.touch_row(sub, Change::Job(id));
    }
    let sides = JobAudience {
        owner,
        subcontractor_before: None,
        employee_before: None,
        subcontractor_after: has,
    };
    tx.publish(Event::Job { job: id, sides });
    tx.note_job(ChangeType::JobCreated, id, sides);
    let place = PlaceColumns::of(&new.form.address, new.location);
    sql!(
        "INSERT INTO job
             (id, company_id, title, address, city, state, zip, status, color, contract_amount,
              job_number, inspection_note, customer_id, latitude, longitude, start_date, end_date,
              date_inserted, job_crew_id, assigned_company_id, is_accepted_by_sub, crew_id,
              crew_member_id, assigned_user_id, area_kind, area_radius, geocoder_due)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $20, $21, $22, $23, $24, $25, $26, $27)
         RETURNING (SELECT company.name FROM company WHERE company.id = job.company_id) AS value"
    )
    .bind(id)
    .bind(scope)
    .bind(&new.form.title)
    .bind(or_none(&new.form.address))
    .bind(&new.form.city)
    .bind(&new.form.state)
    .bind(or_none(&new.form.zip))
    .bind(new.status)
    .bind(&new.color)
    .bind(new.contract_amount)
    .bind(&new.job_number)
    .bind(&new.inspection_note)
    .bind(new.customer)
    .bind(place.latitude)
    .bind(place.longitude)
    .bind(new.span.map(|span| span.start_date))
    .bind(new.span.map(|span| span.end_date))
    .bind(now)
    .bind(job_crew)
    .bind(new.assignment.company)
    .bind(new.assignment.accepted)
    .bind(new.assignment.crew)
    .bind(new.assignment.crew_member)
    .bind(new.assignment.user)
    .bind(place.area_kind)
    .bind(place.area_radius)
    .bind(place.geocoder_due)
    .value(tx)
    .await
}

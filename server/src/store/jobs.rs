//! Jobs in the database: who sees which, and how they come in.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    ids::{CompanyId, CrewId, CrewMemberId, CustomerId, JobCrewId, JobId, UserId},
    job_forms::NewJob,
    jobs::{Job, JobStatus},
    language::Language,
    money::Money,
    permission::Role,
    schedule::Span,
};

use super::{job_records, job_rows::job_columns};
use crate::{
    columns,
    db::{DbResult, Sql, Tx},
    news::{News, Sides},
    places::Point,
    scope::Scope,
    sql,
};

/// Somebody who looks at jobs.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    /// Their company.
    pub scope: Scope,
    /// Their role: it decides which jobs they see, and what of them.
    pub role: Role,
    /// Themselves.
    pub user: UserId,
    /// What they read.
    pub language: Language,
}

impl Viewer {
    /// Set for those who see only what is assigned to them.
    #[must_use]
    pub fn only_assigned_to(&self) -> Option<UserId> {
        self.role.user_type.sees_assigned_only().then_some(self.user)
    }
}

/// Which of the jobs that somebody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Those worked on a day from the first to the second.
    Between(NaiveDate, NaiveDate),
    /// Those without days.
    Unscheduled,
    /// One.
    One(JobId),
    /// The one with this assignment.
    Assigned(JobCrewId),
}

/// Writes a statement about the jobs that a viewer sees: a contractor's own, or those assigned to a
/// subcontractor. One text for each, so that each finds its index.
macro_rules! seen_jobs {
    ($viewer:expr, $which:expr, $head:expr, $tail:expr) => {{
        let (viewer, which): (&$crate::store::jobs::Viewer, $crate::store::jobs::Which) =
            ($viewer, $which);
        match viewer.role.company_type {
            domain::permission::CompanyType::Contractor => {
                seen_jobs!(@ viewer, which, $head, $tail, "job.company_id")
            }
            domain::permission::CompanyType::Subcontractor => {
                seen_jobs!(@ viewer, which, $head, $tail, "job.assigned_company_id")
            }
        }
    }};
    (@ $viewer:ident, $which:ident, $head:expr, $tail:expr, $side:literal) => {
        match $which {
            $crate::store::jobs::Which::All => {
                seen_jobs!(@@ $viewer, $crate::sql!(concat!($head, seen_jobs!(@where $side), $tail)))
            }
            $crate::store::jobs::Which::Between(from, to) => {
                seen_jobs!(@@ $viewer, $crate::sql!(concat!(
                    $head, seen_jobs!(@where $side),
                    " AND job.end_date >= $3 AND job.start_date <= $4", $tail
                )))
                .bind(from)
                .bind(to)
            }
            $crate::store::jobs::Which::Unscheduled => {
                seen_jobs!(@@ $viewer, $crate::sql!(concat!(
                    $head, seen_jobs!(@where $side), " AND job.start_date IS NULL", $tail
                )))
            }
            $crate::store::jobs::Which::One(job) => {
                seen_jobs!(@@ $viewer, $crate::sql!(concat!(
                    $head, seen_jobs!(@where $side), " AND job.id = $3", $tail
                )))
                .bind(job)
            }
            $crate::store::jobs::Which::Assigned(assignment) => {
                seen_jobs!(@@ $viewer, $crate::sql!(concat!(
                    $head, seen_jobs!(@where $side), " AND job.job_crew_id = $3", $tail
                )))
                .bind(assignment)
            }
        }
    };
    (@where $side:literal) => {
        concat!($side, " = $1 AND (CAST($2 AS UUID) IS NULL OR job.assigned_user_id = $2)")
    };
    (@@ $viewer:ident, $sql:expr) => {
        $sql.bind($viewer.scope).bind($viewer.only_assigned_to())
    };
}
pub(super) use seen_jobs;

/// Jobs as this viewer may see them, oldest first. Four statements, however many jobs.
pub async fn list(tx: &mut Tx, viewer: &Viewer, which: Which) -> DbResult<Vec<Job>> {
    let mut jobs: Vec<Job> = select(viewer, which).all(tx).await?;
    job_records::add_to(tx, viewer, which, &mut jobs).await?;
    Ok(jobs.into_iter().map(|job| job.as_seen_by(viewer.role)).collect())
}

/// One job as this viewer may see it.
pub async fn find(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<Job> {
    list(tx, viewer, Which::One(job)).await?.pop().ok_or(crate::db::DbError::Missing)
}

/// Whether this viewer sees a job, for those who only read what hangs on it.
///
/// # Errors
/// [`DbError::Missing`](crate::db::DbError::Missing) when they do not.
pub async fn check_seen(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<()> {
    let seen = seen_jobs!(viewer, Which::One(job), "SELECT job.id AS value FROM job WHERE ", "");
    let _: JobId = seen.value(tx).await?;
    Ok(())
}

fn select(viewer: &Viewer, which: Which) -> Sql {
    seen_jobs!(
        viewer,
        which,
        concat!("SELECT ", job_columns!(), " WHERE "),
        " ORDER BY job.date_inserted, job.id"
    )
}

/// Everything a job can be stored with at once.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// Title and address.
    pub form: NewJob,
    /// Active, or already complete.
    pub status: JobStatus,
    /// `#rrggbb`.
    pub color: String,
    /// What the contractor is paid.
    pub contract_amount: Option<Money>,
    /// The company's own number for it.
    pub job_number: Option<String>,
    /// What was found on the roof.
    pub inspection_note: Option<String>,
    /// Whose roof it is.
    pub customer: Option<CustomerId>,
    /// Where it is.
    pub point: Option<Point>,
    /// When it is worked.
    pub span: Option<Span>,
    /// Who works.
    pub assignment: Assignment,
}

/// Who works on a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assignment {
    /// A subcontractor.
    pub company: Option<CompanyId>,
    /// Whether it accepted.
    pub accepted: bool,
    /// Or a custom crew.
    pub crew: Option<CrewId>,
    /// And its lead.
    pub crew_member: Option<CrewMemberId>,
    /// One's own employee, or one of the subcontractor's.
    pub user: Option<UserId>,
}

impl NewRow {
    /// A job as the create form makes it: active, unscheduled, nobody's yet.
    #[must_use]
    pub fn from_form(form: NewJob, point: Option<Point>) -> Self {
        Self {
            form,
            status: JobStatus::Active,
            color: domain::colours::NEW_JOB.to_string(),
            contract_amount: None,
            job_number: None,
            inspection_note: None,
            customer: None,
            point,
            span: None,
            assignment: Assignment::default(),
        }
    }
}

/// Adds a job.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    id: JobId,
    new: &NewRow,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let (owner, has) = (scope.company(), new.assignment.company);
    tx.touch(owner);
    if let Some(sub) = has {
        tx.touch(sub);
    }
    let sides = Sides { owner, had: None, employee_had: None, has };
    tx.announce(News::Job { job: id, sides });
    sql!(
        "INSERT INTO job
             (id, company_id, title, address, city, state, zip, status, color, contract_amount,
              job_number, inspection_note, customer_id, latitude, longitude, start_date, end_date,
              date_inserted, job_crew_id, assigned_company_id, is_accepted_by_sub, crew_id,
              crew_member_id, assigned_user_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $20, $21, $22, $23, $24)"
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
    .bind(new.point.map(|point| point.latitude))
    .bind(new.point.map(|point| point.longitude))
    .bind(new.span.map(|span| span.start_date))
    .bind(new.span.map(|span| span.end_date))
    .bind(now)
    .bind(JobCrewId(uuid::Uuid::now_v7()))
    .bind(new.assignment.company)
    .bind(new.assignment.accepted)
    .bind(new.assignment.crew)
    .bind(new.assignment.crew_member)
    .bind(new.assignment.user)
    .run_one(tx)
    .await
}

/// What an import compares its rows with.
#[derive(Debug)]
pub struct KnownJob {
    /// The company's number for it.
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
    KnownJob { job_number, title, address, city, state, zip }
}

/// All jobs of the company, as far as an import has to know them.
pub async fn known(tx: &mut Tx, scope: Scope) -> DbResult<Vec<KnownJob>> {
    sql!("SELECT job_number, title, address, city, state, zip FROM job WHERE company_id = $1")
        .bind(scope)
        .all(tx)
        .await
}

/// A blank text of a form is no text in the database.
pub(super) fn or_none(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

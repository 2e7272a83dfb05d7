//! What changes a job: its row, found in order to be changed, and one function for each change. Each
//! writes only the columns it is about, so that two people at once never lose what only one of them
//! touched.

use chrono::NaiveDate;
use domain::{
    jobs::{assignment::AssignmentState, forms::NewJob, job::JobStatus},
    types::{
        date_range::Span,
        ids::{CompanyId, CustomerId, JobCrewId, JobId, PurchaseOrderId, UserId, WorkOrderId},
        money::Money,
        point::Point,
    },
};

use crate::{
    db::{
        event::{JobAudience, JobRecords},
        prelude::*,
    },
    files::deletion_queue,
    jobs::visibility::{JobSelection, Viewer, seen_jobs},
    scope::Scope,
    text::or_none,
};

/// What a change of a job has to know of it.
#[derive(Clone, Copy, Debug)]
pub struct JobState {
    /// Which.
    pub id: JobId,
    /// Whose.
    pub company_id: CompanyId,
    /// Active or complete.
    pub status: JobStatus,
    /// First day.
    pub start_date: Option<NaiveDate>,
    /// Last day.
    pub end_date: Option<NaiveDate>,
    /// The subcontractor it is assigned to.
    pub assigned_company_id: Option<CompanyId>,
    /// Whether that one accepted.
    pub is_accepted_by_sub: bool,
    /// The employee of the company that does the work.
    pub assigned_user_id: Option<UserId>,
}

columns! {
    JobState {
        id, company_id, status, start_date, end_date, assigned_company_id, is_accepted_by_sub,
        assigned_user_id,
    }
}

macro_rules! state_columns {
    () => {
        "SELECT job.id, job.company_id, job.status, job.start_date, job.end_date, \
         job.assigned_company_id, job.is_accepted_by_sub, job.assigned_user_id FROM job WHERE "
    };
}

impl JobState {
    /// Its days, where it is scheduled.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        Some(Span { start_date: self.start_date?, end_date: self.end_date? })
    }

    /// How far its assignment has come.
    #[must_use]
    pub const fn assignment_state(&self) -> AssignmentState {
        AssignmentState::of(self.assigned_company_id, self.is_accepted_by_sub)
    }

    /// Who sees it, as long as nobody else is assigned.
    pub(crate) const fn audience(&self) -> JobAudience {
        JobAudience {
            owner: self.company_id,
            subcontractor_before: self.assigned_company_id,
            employee_before: self.assigned_user_id,
            subcontractor_after: self.assigned_company_id,
        }
    }

    /// Says that the job is another now to everybody who shares it.
    pub(crate) fn announce_change(&self, tx: &mut Tx) {
        self.announce_assignment(tx, self.assigned_company_id);
    }

    /// Says that the job is another now to everybody who shared it, and to who shares it from now on.
    pub(crate) fn announce_assignment(&self, tx: &mut Tx, has: Option<CompanyId>) {
        self.touch(tx);
        if let Some(has) = has {
            tx.touch(has);
        }
        tx.publish(Event::Job {
            job: self.id,
            sides: JobAudience { subcontractor_after: has, ..self.audience() },
        });
    }

    /// Says that people put something to it, or took it back.
    pub(crate) fn announce_records_change(&self, tx: &mut Tx, what: JobRecords) {
        self.touch(tx);
        tx.publish(Event::JobRecords { job: self.id, sides: self.audience(), what });
    }

    /// Says that a work order of it is another now, or is no more.
    pub(crate) fn announce_work_order_change(&self, tx: &mut Tx, order: WorkOrderId) {
        self.touch(tx);
        tx.publish(Event::WorkOrder { order, job: self.id, sides: self.audience() });
    }

    /// Says that a purchase order of it is another now, or is no more.
    pub(crate) fn announce_purchase_order_change(&self, tx: &mut Tx, order: PurchaseOrderId) {
        self.touch(tx);
        tx.publish(Event::PurchaseOrder { order, job: self.id, sides: self.audience() });
    }

    fn touch(&self, tx: &mut Tx) {
        tx.touch(self.company_id);
        if let Some(sub) = self.assigned_company_id {
            tx.touch(sub);
        }
    }
}

/// One of the company's own jobs, in order to change it.
pub async fn find_own(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<JobState> {
    sql!(concat!(state_columns!(), "job.company_id = $1 AND job.id = $2 {lock}"))
        .bind(scope)
        .bind(job)
        .one(tx)
        .await
}

/// A job as it stands, for those who tell others of it. A statement without a scope: whom it is told is
/// up to what it says.
pub async fn find_any(tx: &mut Tx, job: JobId) -> DbResult<Option<JobState>> {
    sql!(concat!(state_columns!(), "job.id = $1")).bind(job).optional(tx).await
}

/// A job that this viewer sees, own or assigned, in order to add to it.
pub async fn find_seen(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<JobState> {
    seen_state(tx, viewer, JobSelection::One(job)).await
}

/// The job with this assignment, own or assigned, in order to change who does the work.
pub async fn find_assigned(
    tx: &mut Tx,
    viewer: &Viewer,
    assignment: JobCrewId,
) -> DbResult<JobState> {
    seen_state(tx, viewer, JobSelection::Assigned(assignment)).await
}

async fn seen_state(tx: &mut Tx, viewer: &Viewer, which: JobSelection) -> DbResult<JobState> {
    seen_jobs!(viewer, which, state_columns!(), " {lock}").one(tx).await
}

columns! {
    NewJob { title, address, city, state, zip }
}

/// The title and address of one of the company's own jobs; what it does not have is blank.
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

/// Changes title and address, and with them the place on the map.
pub async fn set_name_and_address(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    form: &NewJob,
    point: Option<Point>,
) -> DbResult<()> {
    job.announce_change(tx);
    sql!(
        "UPDATE job SET title = $3, address = $4, city = $5, state = $6, zip = $7, latitude = $8,
             longitude = $9
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job.id)
    .bind(&form.title)
    .bind(or_none(&form.address))
    .bind(&form.city)
    .bind(&form.state)
    .bind(or_none(&form.zip))
    .bind(point.map(|point| point.latitude))
    .bind(point.map(|point| point.longitude))
    .run_one(tx)
    .await
}

/// Puts a job on days, or takes it off the calendar. A subcontractor that had accepted other days
/// is asked again; the same days change nothing (contract, section 4).
pub async fn set_span(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    span: Option<Span>,
) -> DbResult<()> {
    job.announce_change(tx);
    sql!(
        "UPDATE job SET start_date = $3, end_date = $4,
             is_accepted_by_sub = (is_accepted_by_sub AND $5)
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job.id)
    .bind(span.map(|span| span.start_date))
    .bind(span.map(|span| span.end_date))
    .bind(span.is_some() && span == job.span())
    .run_one(tx)
    .await
}

/// Gives a job another color.
pub async fn set_color(tx: &mut Tx, scope: Scope, job: &JobState, color: &str) -> DbResult<()> {
    job.announce_change(tx);
    sql!("UPDATE job SET color = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(color)
        .run_one(tx)
        .await
}

/// Marks a job complete, or active again.
pub async fn set_status(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    status: JobStatus,
) -> DbResult<()> {
    job.announce_change(tx);
    sql!("UPDATE job SET status = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(status)
        .run_one(tx)
        .await
}

/// Deletes a job with everything that hangs on it; answers the keys of its files, which are doomed.
pub async fn delete(tx: &mut Tx, scope: Scope, job: &JobState) -> DbResult<Vec<String>> {
    job.announce_change(tx);
    let files = deletion_queue::add_of_job(tx, job.id).await?;
    sql!("DELETE FROM job WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .run_one(tx)
        .await?;
    Ok(files)
}

/// Says whose job it is; the customer was found to be one's own.
pub async fn set_customer(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    customer: Option<CustomerId>,
) -> DbResult<()> {
    job.announce_change(tx);
    sql!("UPDATE job SET customer_id = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(customer)
        .run_one(tx)
        .await
}

/// Says what the contractor is paid.
pub async fn set_contract_amount(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    amount: Option<Money>,
) -> DbResult<()> {
    job.announce_change(tx);
    sql!("UPDATE job SET contract_amount = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(amount)
        .run_one(tx)
        .await
}

/// Gives a job the company's own number; blank clears it.
pub async fn set_number(tx: &mut Tx, scope: Scope, job: &JobState, number: &str) -> DbResult<()> {
    job.announce_change(tx);
    sql!("UPDATE job SET job_number = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(or_none(number))
        .run_one(tx)
        .await
}

/// The company's own number for a job that was found.
pub async fn number(tx: &mut Tx, job: &JobState) -> DbResult<Option<String>> {
    sql!("SELECT job_number AS value FROM job WHERE id = $1").bind(job.id).value(tx).await
}

/// What a job that was found is called.
pub async fn title(tx: &mut Tx, job: &JobState) -> DbResult<String> {
    sql!("SELECT title AS value FROM job WHERE id = $1").bind(job.id).value(tx).await
}

/// Says what the inspection found; blank clears it.
pub async fn set_inspection_note(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    note: &str,
) -> DbResult<()> {
    job.announce_change(tx);
    sql!("UPDATE job SET inspection_note = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(or_none(note))
        .run_one(tx)
        .await
}

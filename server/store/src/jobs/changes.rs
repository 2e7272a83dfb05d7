//! Changes of a job: its locked row, and one function for each change. Each writes only its own columns, so
//! that two users who change different fields do not overwrite each other.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    jobs::{assignment::AssignmentState, job::JobStatus},
    types::{
        date_range::Span,
        ids::{CompanyId, CustomerId, JobCrewId, JobId, PurchaseOrderId, UserId, WorkOrderId},
        money::Money,
    },
};

use crate::{
    db::{
        event::{JobAudience, JobRecords},
        prelude::*,
    },
    files::deletion_queue,
    jobs::visibility::{JobSelection, Viewer, seen_jobs},
    planning::offer_ends,
    scope::Scope,
    text::or_none,
};

/// The state of a job that its changes need.
#[derive(Clone, Copy, Debug)]
pub struct JobState {
    /// Its id.
    pub id: JobId,
    /// The company that owns it.
    pub company_id: CompanyId,
    /// Active or complete.
    pub status: JobStatus,
    /// First day.
    pub start_date: Option<NaiveDate>,
    /// Last day.
    pub end_date: Option<NaiveDate>,
    /// The subcontractor it is assigned to.
    pub assigned_company_id: Option<CompanyId>,
    /// Whether the subcontractor accepted it.
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
    /// Its days, if it is scheduled.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        Some(Span { start_date: self.start_date?, end_date: self.end_date? })
    }

    /// The state of its assignment.
    #[must_use]
    pub const fn assignment_state(&self) -> AssignmentState {
        AssignmentState::of(self.assigned_company_id, self.is_accepted_by_sub)
    }

    /// The companies and employees that see it, if the assignment does not change.
    #[must_use]
    pub const fn audience(&self) -> JobAudience {
        JobAudience {
            owner: self.company_id,
            subcontractor_before: self.assigned_company_id,
            employee_before: self.assigned_user_id,
            subcontractor_after: self.assigned_company_id,
        }
    }

    /// Announces a change of the job to everyone who sees it.
    pub(crate) fn announce_change(&self, tx: &mut Tx, change: ChangeType) {
        if matches!(change, ChangeType::JobAssigned | ChangeType::JobDeleted) {
            self.touch_lost(tx);
        }
        self.announce(tx, change, self.assigned_company_id);
    }

    /// Announces a new assignment to everyone who saw the job, and to those who see it from now on.
    pub(crate) fn announce_assignment(
        &self,
        tx: &mut Tx,
        change: ChangeType,
        (has, employee): (Option<CompanyId>, Option<UserId>),
    ) {
        if employee != self.assigned_user_id {
            self.touch_lost(tx);
        }
        self.announce(tx, change, has);
    }

    fn announce(&self, tx: &mut Tx, change: ChangeType, has: Option<CompanyId>) {
        let row = Change::Job(self.id);
        self.touch(tx, row);
        if let Some(has) = has {
            tx.touch_row(has, row);
        }
        let sides = JobAudience { subcontractor_after: has, ..self.audience() };
        tx.publish(Event::Job { job: self.id, sides });
        tx.note_job(change, self.id, sides);
    }

    /// Announces to everyone who sees the job what is shown with it and is no change of its own for other software.
    pub(crate) fn announce_to_viewers(&self, tx: &mut Tx) {
        self.touch(tx, Change::Job(self.id));
        tx.publish(Event::Job { job: self.id, sides: self.audience() });
    }

    /// Announces a change of the job's records.
    pub(crate) fn announce_records_change(&self, tx: &mut Tx, what: JobRecords) {
        self.touch(tx, Change::Unlisted);
        tx.publish(Event::JobRecords { job: self.id, sides: self.audience(), what });
        tx.note_job(ChangeType::JobUpdated, self.id, self.audience());
    }

    /// Announces that a work order of the job was changed or deleted.
    pub(crate) fn announce_work_order_change(
        &self,
        tx: &mut Tx,
        change: ChangeType,
        order: WorkOrderId,
    ) {
        let sides = self.audience();
        self.touch(tx, Change::JobOrders(self.id));
        tx.publish(Event::WorkOrder { order, job: self.id, sides });
        tx.note_change(change, Changed::WorkOrder { order, sides });
    }

    /// Announces that a purchase order of the job was changed or deleted.
    pub(crate) fn announce_purchase_order_change(
        &self,
        tx: &mut Tx,
        change: ChangeType,
        order: PurchaseOrderId,
    ) {
        self.touch(tx, Change::JobOrders(self.id));
        tx.publish(Event::PurchaseOrder { order, job: self.id, sides: self.audience() });
        tx.note_change(change, Changed::PurchaseOrder { order, owner: self.company_id });
    }

    fn touch_lost(&self, tx: &mut Tx) {
        if let Some(employee) = self.assigned_user_id {
            self.touch(tx, Change::lost(self.id.0, employee));
        }
    }

    fn touch(&self, tx: &mut Tx, change: Change) {
        tx.touch_row(self.company_id, change);
        if let Some(sub) = self.assigned_company_id {
            tx.touch_row(sub, change);
        }
    }
}

/// Finds and locks one of the company's own jobs.
pub async fn find_own(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<JobState> {
    sql!(concat!(state_columns!(), "job.company_id = $1 AND job.id = $2 {lock}"))
        .bind(scope)
        .bind(job)
        .one(tx)
        .await
}

/// The state of any job, for notifications and events. A statement without a scope: the recipients are derived
/// from the state.
pub async fn find_any(tx: &mut Tx, job: JobId) -> DbResult<Option<JobState>> {
    sql!(concat!(state_columns!(), "job.id = $1")).bind(job).optional(tx).await
}

/// The same of several jobs; those that are deleted are left out.
pub async fn find_any_of(tx: &mut Tx, jobs: &[JobId]) -> DbResult<Vec<JobState>> {
    sql!(concat!(state_columns!(), "job.id IN ({jobs})"))
        .bind_list("jobs", jobs.iter().copied())
        .all(tx)
        .await
}

/// The jobs that follow this one. Without a scope: they belong to the company of the job.
pub async fn behind(tx: &mut Tx, job: JobId) -> DbResult<Vec<JobState>> {
    sql!(concat!(
        state_columns!(),
        "job.id IN (SELECT job_id FROM job_follow WHERE follows_id = $1) ORDER BY job.id"
    ))
    .bind(job)
    .all(tx)
    .await
}

/// Finds and locks any job, for the holder of a link to it. Without a scope: the link names the job.
pub async fn lock_any(tx: &mut Tx, job: JobId) -> DbResult<JobState> {
    sql!(concat!(state_columns!(), "job.id = $1 {lock}")).bind(job).one(tx).await
}

/// Finds and locks a job that this viewer sees, own or assigned, to add records to it.
pub async fn find_seen(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<JobState> {
    seen_state(tx, viewer, JobSelection::One(job)).await
}

/// Finds and locks the job with this assignment, own or assigned, to change the assignment.
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

/// Schedules a job, or unschedules it. A subcontractor that had accepted other days must accept again; the same
/// days change nothing (contract, section 4).
pub async fn set_span(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    span: Option<Span>,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobScheduled);
    sql!(
        "UPDATE job SET start_date = $3, end_date = $4,
             is_accepted_by_sub = (is_accepted_by_sub AND $5)
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job.id)
    .bind(span.map(|span| span.start_date))
    .bind(span.map(|span| span.end_date))
    .bind(span == job.span())
    .run_one(tx)
    .await
}

/// Changes the color of a job.
pub async fn set_color(tx: &mut Tx, scope: Scope, job: &JobState, color: &str) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("UPDATE job SET color = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(color)
        .run_one(tx)
        .await
}

/// Marks a job complete or active. What the holder of a link reported is settled by that, and so is an open offer.
pub async fn set_status(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    status: JobStatus,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let change = match status {
        JobStatus::Complete => ChangeType::JobCompleted,
        JobStatus::Active => ChangeType::JobUpdated,
    };
    job.announce_change(tx, change);
    if status == JobStatus::Complete {
        offer_ends::end_of_job(tx, job.id, now).await?;
    }
    sql!(
        "UPDATE job SET status = $3, reported_complete_by = NULL, reported_complete_note = NULL,
             reported_complete_at = NULL
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(job.id)
    .bind(status)
    .run_one(tx)
    .await
}

/// Deletes a job with its records and offers; returns the keys of its files, which are now queued for deletion.
pub async fn delete(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    now: DateTime<Utc>,
) -> DbResult<Vec<String>> {
    job.announce_change(tx, ChangeType::JobDeleted);
    // Those that wait for it no longer do.
    for behind in behind(tx, job.id).await? {
        behind.announce_to_viewers(tx);
    }
    offer_ends::end_of_job(tx, job.id, now).await?;
    let files = deletion_queue::add_of_job(tx, job.id).await?;
    sql!("DELETE FROM job WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .run_one(tx)
        .await?;
    Ok(files)
}

/// Sets the customer, who belongs to the company.
pub async fn set_customer(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    customer: Option<CustomerId>,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("UPDATE job SET customer_id = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(customer)
        .run_one(tx)
        .await
}

/// Sets the contract amount.
pub async fn set_contract_amount(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    amount: Option<Money>,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("UPDATE job SET contract_amount = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(amount)
        .run_one(tx)
        .await
}

/// Sets the company's job number; blank clears it.
pub async fn set_number(tx: &mut Tx, scope: Scope, job: &JobState, number: &str) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("UPDATE job SET job_number = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(or_none(number))
        .run_one(tx)
        .await
}

/// The company's number of a job.
pub async fn number(tx: &mut Tx, job: &JobState) -> DbResult<Option<String>> {
    sql!("SELECT job_number AS value FROM job WHERE company_id = $1 AND id = $2")
        .bind(job.company_id)
        .bind(job.id)
        .value(tx)
        .await
}

/// The title of a job.
pub async fn title(tx: &mut Tx, job: &JobState) -> DbResult<String> {
    sql!("SELECT title AS value FROM job WHERE company_id = $1 AND id = $2")
        .bind(job.company_id)
        .bind(job.id)
        .value(tx)
        .await
}

/// Sets the inspection note; blank clears it.
pub async fn set_inspection_note(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    note: &str,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("UPDATE job SET inspection_note = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(job.id)
        .bind(or_none(note))
        .run_one(tx)
        .await
}

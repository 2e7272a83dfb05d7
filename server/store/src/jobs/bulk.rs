//! Changes of several jobs at once, and what their undo needs (contract-2, section 5).

use std::collections::HashMap;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::{
    jobs::job::JobStatus,
    types::{
        ids::{BulkChangeId, CompanyId, CrewId, CrewMemberId, JobId, TagId, UserId},
        limits::LIMITS,
    },
};
use serde::{Deserialize, Serialize};

use crate::{
    actor::ActionContext,
    db::prelude::*,
    jobs::{assignment::handovers, changes::JobState, jobs::Assignment, visibility::Viewer},
    planning::offer_ends,
    scope::Scope,
};

/// Which fields of the jobs were changed. An undo compares and restores only these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChangedFields {
    /// Who does the work.
    Assignment,
    /// The days, and whether the subcontractor has accepted them.
    Days,
    /// The color.
    Color,
    /// The tags.
    Tags,
    /// The status; reopening may also take the job back.
    Status,
}

/// The fields of a job that a change of several jobs may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobFields {
    /// The job.
    pub id: JobId,
    /// Active or complete.
    pub status: JobStatus,
    /// First day.
    pub start_date: Option<NaiveDate>,
    /// Last day.
    pub end_date: Option<NaiveDate>,
    /// `#rrggbb`.
    pub color: String,
    /// The subcontractor.
    pub assigned_company_id: Option<CompanyId>,
    /// Whether it accepted.
    pub is_accepted_by_sub: bool,
    /// The custom crew.
    pub crew_id: Option<CrewId>,
    /// The crew's lead.
    pub crew_member_id: Option<CrewMemberId>,
    /// The employee.
    pub assigned_user_id: Option<UserId>,
    /// How often it was taken from a company or a crew. No undo brings it back.
    #[serde(default)]
    pub handovers: i64,
}

columns! {
    JobFields {
        id, status, start_date, end_date, color, assigned_company_id, is_accepted_by_sub, crew_id,
        crew_member_id, assigned_user_id, handovers,
    }
}

impl JobFields {
    /// Who does the work.
    #[must_use]
    pub const fn assignment(&self) -> Assignment {
        Assignment {
            company: self.assigned_company_id,
            accepted: self.is_accepted_by_sub,
            crew: self.crew_id,
            crew_member: self.crew_member_id,
            user: self.assigned_user_id,
        }
    }

    fn has_assignment_of(&self, other: &Self) -> bool {
        self.assigned_company_id == other.assigned_company_id
            && self.is_accepted_by_sub == other.is_accepted_by_sub
            && self.crew_id == other.crew_id
            && self.crew_member_id == other.crew_member_id
            && self.assigned_user_id == other.assigned_user_id
    }

    /// As [`Self::has_assignment_of`], and nobody else had the job meanwhile: given away and back, it is asked for anew.
    fn kept_assignment_of(&self, other: &Self) -> bool {
        self.has_assignment_of(other) && self.handovers == other.handovers
    }

    fn has_days_of(&self, other: &Self) -> bool {
        (self.start_date, self.end_date) == (other.start_date, other.end_date)
    }

    /// Whether these fields are the same as those of another state of the job.
    #[must_use]
    pub fn equals(&self, other: &Self, fields: ChangedFields) -> bool {
        match fields {
            // A job that was completed, or given to others, is no longer the one that was assigned or moved.
            ChangedFields::Assignment => {
                self.status == other.status && self.kept_assignment_of(other)
            }
            ChangedFields::Days => {
                self.has_days_of(other)
                    && self.status == other.status
                    && self.kept_assignment_of(other)
            }
            ChangedFields::Color => self.color == other.color,
            ChangedFields::Tags => true,
            ChangedFields::Status => self.status == other.status && self.kept_assignment_of(other),
        }
    }

    /// Whether a change to another state gives the job to somebody, or makes it accepted.
    #[must_use]
    pub fn is_given_by(&self, to: &Self) -> bool {
        to.assignment().is_anybody() && !to.has_assignment_of(self)
    }

    /// This state with these fields of another one.
    #[must_use]
    pub fn with(&self, other: &Self, fields: ChangedFields) -> Self {
        let mut restored = match fields {
            ChangedFields::Assignment | ChangedFields::Status => Self {
                start_date: self.start_date,
                end_date: self.end_date,
                status: self.status,
                color: self.color.clone(),
                // Whoever had accepted other days is asked for these.
                is_accepted_by_sub: other.is_accepted_by_sub
                    && (self.has_days_of(other) || other.status == JobStatus::Complete),
                ..other.clone()
            },
            ChangedFields::Days => Self {
                start_date: other.start_date,
                end_date: other.end_date,
                is_accepted_by_sub: other.is_accepted_by_sub,
                ..self.clone()
            },
            ChangedFields::Color => Self { color: other.color.clone(), ..self.clone() },
            ChangedFields::Tags => self.clone(),
        };
        if fields == ChangedFields::Status {
            restored.status = other.status;
        }
        restored
    }
}

/// A job before and after a change of several jobs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChangedJob {
    /// Before.
    pub before: JobFields,
    /// After.
    pub after: JobFields,
    /// The tag that was added.
    pub tag: Option<TagId>,
}

/// What an undo needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UndoableChange {
    /// What was changed.
    pub fields: ChangedFields,
    /// The jobs.
    pub jobs: Vec<ChangedJob>,
}

/// Finds and locks those of the company's own jobs that have these ids, in the order of their ids.
pub async fn lock(tx: &mut Tx, scope: Scope, ids: &[JobId]) -> DbResult<Vec<JobState>> {
    sql!(
        "SELECT id, company_id, status, start_date, end_date, assigned_company_id, is_accepted_by_sub,
             assigned_user_id
         FROM job WHERE company_id = $1 AND id IN ({ids}) ORDER BY id {lock}"
    )
    .bind(scope)
    .bind_list("ids", ids.iter().copied())
    .all(tx)
    .await
}

/// The subcontractors of those of the company's own jobs that have these ids, each once, in the order of their
/// ids, without a lock.
pub async fn subcontractors(tx: &mut Tx, scope: Scope, ids: &[JobId]) -> DbResult<Vec<CompanyId>> {
    sql!(
        "SELECT DISTINCT assigned_company_id AS value FROM job
         WHERE company_id = $1 AND id IN ({ids}) AND assigned_company_id IS NOT NULL ORDER BY value"
    )
    .bind(scope)
    .bind_list("ids", ids.iter().copied())
    .values(tx)
    .await
}

/// The fields of those of the company's own jobs that have these ids.
pub async fn fields(
    tx: &mut Tx,
    scope: Scope,
    ids: &[JobId],
) -> DbResult<HashMap<JobId, JobFields>> {
    let rows: Vec<JobFields> = sql!(
        "SELECT id, status, start_date, end_date, color, assigned_company_id, is_accepted_by_sub,
             crew_id, crew_member_id, assigned_user_id, handovers
         FROM job WHERE company_id = $1 AND id IN ({ids})"
    )
    .bind(scope)
    .bind_list("ids", ids.iter().copied())
    .all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

/// Writes the fields of a locked job. Its open offer ends if `gives` says that somebody gets the job by that, or if it
/// becomes complete.
pub async fn restore(
    tx: &mut Tx,
    job: &JobState,
    to: &JobFields,
    fields: ChangedFields,
    gives: bool,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let change = match fields {
        ChangedFields::Assignment => ChangeType::JobAssigned,
        ChangedFields::Days => ChangeType::JobScheduled,
        ChangedFields::Status if to.status == JobStatus::Complete => ChangeType::JobCompleted,
        ChangedFields::Status | ChangedFields::Color | ChangedFields::Tags => {
            ChangeType::JobUpdated
        }
    };
    job.announce_assignment(tx, change, (to.assigned_company_id, to.assigned_user_id));
    if gives || to.status == JobStatus::Complete {
        offer_ends::end_of_job(tx, job.id, now).await?;
    }
    sql!(concat!(
        "UPDATE job SET status = $3, start_date = $4, end_date = $5, color = $6,
             assigned_company_id = $7, is_accepted_by_sub = $8, crew_id = $9, crew_member_id = $10,
             assigned_user_id = $11,
             reported_complete_by = CASE WHEN status = $3 THEN reported_complete_by END,
             reported_complete_note = CASE WHEN status = $3 THEN reported_complete_note END,
             reported_complete_at = CASE WHEN status = $3 THEN reported_complete_at END, handovers = ",
        handovers!("$7", "$9", "$10"),
        " WHERE company_id = $1 AND id = $2"
    ))
    .bind(job.company_id)
    .bind(job.id)
    .bind(to.status)
    .bind(to.start_date)
    .bind(to.end_date)
    .bind(&to.color)
    .bind(to.assigned_company_id)
    .bind(to.is_accepted_by_sub)
    .bind(to.crew_id)
    .bind(to.crew_member_id)
    .bind(to.assigned_user_id)
    .run_one(tx)
    .await
}

/// Whether a job has this tag.
pub async fn has_tag(tx: &mut Tx, job: &JobState, tag: TagId) -> DbResult<bool> {
    sql!("SELECT id AS value FROM job_tag WHERE id = $1 AND job_id = $2")
        .bind(tag)
        .bind(job.id)
        .exists(tx)
        .await
}

/// Whether somebody works for a company; if so, they cannot leave it until the transaction ends.
pub async fn works_for(tx: &mut Tx, company: CompanyId, user: UserId) -> DbResult<bool> {
    sql!(
        "SELECT id AS value FROM person
         WHERE company_id = $1 AND id = $2 AND account_creation_complete {keep}"
    )
    .bind(company)
    .bind(user)
    .exists(tx)
    .await
}

/// Stores a change, so that who made it can undo it.
pub async fn insert(
    tx: &mut Tx,
    act: ActionContext,
    change: &UndoableChange,
) -> DbResult<BulkChangeId> {
    let id = BulkChangeId(uuid::Uuid::now_v7());
    sql!(
        "INSERT INTO bulk_change (id, company_id, person_id, date_inserted, undone, jobs)
         VALUES ($1, $2, $3, $4, FALSE, $5)"
    )
    .bind(id)
    .bind(act.company)
    .bind(act.user)
    .bind(act.now)
    .bind(Json(change))
    .run_one(tx)
    .await?;
    Ok(id)
}

struct BulkChangeRow {
    undone: bool,
    date_inserted: DateTime<Utc>,
    jobs: Json<UndoableChange>,
}

columns! {
    BulkChangeRow { undone, date_inserted, jobs }
}

/// Locks a change of this user, and marks it as undone. `None` if that is too late.
///
/// # Errors
/// [`DbError::Missing`] if it is unknown, or somebody else's.
pub async fn take(
    tx: &mut Tx,
    viewer: &Viewer,
    id: BulkChangeId,
    now: DateTime<Utc>,
) -> DbResult<Option<UndoableChange>> {
    let row: BulkChangeRow = sql!(
        "SELECT undone, date_inserted, jobs FROM bulk_change
         WHERE company_id = $1 AND person_id = $2 AND id = $3 {lock}"
    )
    .bind(viewer.scope)
    .bind(viewer.user)
    .bind(id)
    .one(tx)
    .await?;
    if row.undone || row.date_inserted <= oldest(now) {
        return Ok(None);
    }
    sql!("UPDATE bulk_change SET undone = TRUE WHERE company_id = $1 AND id = $2")
        .bind(viewer.scope)
        .bind(id)
        .run_one(tx)
        .await?;
    Ok(Some(row.jobs.0))
}

/// Changes that are older can no longer be undone.
fn oldest(now: DateTime<Utc>) -> DateTime<Utc> {
    now - Duration::minutes(LIMITS.bulk_undo_minutes)
}

/// Deletes a batch of changes that can no longer be undone; returns how many. They are kept for a day, so that
/// a late undo gets a conflict and not a 404.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM bulk_change WHERE id IN (
             SELECT id FROM bulk_change WHERE date_inserted <= $1 ORDER BY date_inserted LIMIT $2)"
    )
    .bind(now - Duration::days(1))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

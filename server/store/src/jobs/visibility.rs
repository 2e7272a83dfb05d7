//! Which jobs a user sees.

use chrono::NaiveDate;
use domain::{
    jobs::{
        assignment::AssignmentState,
        job::{Job, JobStatus},
    },
    permissions::permission::Role,
    types::{
        ids::{JobCrewId, JobId, UserId},
        language::Language,
    },
};

use crate::{
    db::{Tx, error::DbResult},
    scope::Scope,
};

/// The user who reads jobs.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    /// Their company.
    pub scope: Scope,
    /// Their role, which determines which jobs they see, and which fields.
    pub role: Role,
    /// Their id.
    pub user: UserId,
    /// Their language.
    pub language: Language,
}

impl Viewer {
    /// Set for users who see only jobs assigned to them.
    #[must_use]
    pub fn only_assigned_to(&self) -> Option<UserId> {
        self.role.user_type.sees_assigned_only().then_some(self.user)
    }
}

/// Which of the visible jobs to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobSelection {
    /// All jobs.
    All,
    /// Jobs with a day in this period, both ends included.
    Between(NaiveDate, NaiveDate),
    /// Unscheduled jobs.
    Unscheduled,
    /// Active jobs whose last day is before this one.
    Overdue(NaiveDate),
    /// Active jobs whose subcontractor has not answered.
    Unanswered,
    /// The job with this id.
    One(JobId),
    /// The job with this assignment.
    Assigned(JobCrewId),
}

impl JobSelection {
    /// Whether a job that the viewer sees is one of them.
    #[must_use]
    pub fn contains(self, job: &Job) -> bool {
        match self {
            Self::All => true,
            Self::Between(from, to) => job
                .start_date
                .zip(job.end_date)
                .is_some_and(|(start, end)| end >= from && start <= to),
            Self::Unscheduled => job.start_date.is_none(),
            Self::Overdue(today) => {
                job.status == JobStatus::Active && job.end_date.is_some_and(|end| end < today)
            }
            Self::Unanswered => {
                job.status == JobStatus::Active
                    && AssignmentState::of(job.assigned_to_company_id, job.is_accepted_by_sub)
                        == AssignmentState::Pending
            }
            Self::One(id) => job.id == id,
            Self::Assigned(assignment) => job.job_crew_table_id == assignment,
        }
    }
}

/// Builds a statement about the jobs that a viewer sees: a contractor's own, or those assigned to a
/// subcontractor. Separate texts, so that each uses its index.
macro_rules! seen_jobs {
    ($viewer:expr, $which:expr, $head:expr, $tail:expr) => {{
        let (viewer, which): (&$crate::jobs::visibility::Viewer, $crate::jobs::visibility::JobSelection) =
            ($viewer, $which);
        match viewer.role.company_type {
            domain::permissions::permission::CompanyType::Contractor => {
                seen_jobs!(@ viewer, which, $head, $tail, "job.company_id")
            }
            domain::permissions::permission::CompanyType::Subcontractor => {
                seen_jobs!(@ viewer, which, $head, $tail, "job.assigned_company_id")
            }
        }
    }};
    (@ $viewer:ident, $which:ident, $head:expr, $tail:expr, $side:literal) => {
        match $which {
            $crate::jobs::visibility::JobSelection::All => {
                seen_jobs!(@@ $viewer, crate::sql!(concat!($head, seen_jobs!(@where $side), $tail)))
            }
            $crate::jobs::visibility::JobSelection::Between(from, to) => {
                seen_jobs!(@@ $viewer, crate::sql!(concat!(
                    $head, seen_jobs!(@where $side),
                    " AND job.end_date >= $3 AND job.start_date <= $4", $tail
                )))
                .bind(from)
                .bind(to)
            }
            $crate::jobs::visibility::JobSelection::Unscheduled => {
                seen_jobs!(@@ $viewer, crate::sql!(concat!(
                    $head, seen_jobs!(@where $side), " AND job.start_date IS NULL", $tail
                )))
            }
            $crate::jobs::visibility::JobSelection::Overdue(today) => {
                seen_jobs!(@@ $viewer, crate::sql!(concat!(
                    $head, seen_jobs!(@where $side),
                    " AND job.status = 'active' AND job.end_date < $3", $tail
                )))
                .bind(today)
            }
            $crate::jobs::visibility::JobSelection::Unanswered => {
                seen_jobs!(@@ $viewer, crate::sql!(concat!(
                    $head, seen_jobs!(@where $side),
                    " AND job.status = 'active' AND job.assigned_company_id IS NOT NULL
                      AND NOT job.is_accepted_by_sub", $tail
                )))
            }
            $crate::jobs::visibility::JobSelection::One(job) => {
                seen_jobs!(@@ $viewer, crate::sql!(concat!(
                    $head, seen_jobs!(@where $side), " AND job.id = $3", $tail
                )))
                .bind(job)
            }
            $crate::jobs::visibility::JobSelection::Assigned(assignment) => {
                seen_jobs!(@@ $viewer, crate::sql!(concat!(
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

pub(crate) use seen_jobs;

/// Checks that this viewer sees a job, before its records are read.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if they do not.
pub async fn check_visible(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<()> {
    seen_jobs!(viewer, JobSelection::One(job), "SELECT job.id FROM job WHERE ", "").one(tx).await
}

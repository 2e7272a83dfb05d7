//! Which jobs somebody sees.

use chrono::NaiveDate;
use domain::{
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
pub enum JobSelection {
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

/// Whether this viewer sees a job, for those who only read what hangs on it.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when they do not.
pub async fn check_seen(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<()> {
    seen_jobs!(viewer, JobSelection::One(job), "SELECT job.id FROM job WHERE ", "").one(tx).await
}

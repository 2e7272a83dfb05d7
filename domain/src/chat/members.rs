//! Who is in a room, and how long it is open (contract-2, section 5).

use chrono::{DateTime, Days, Utc};

use crate::{
    permissions::permission::UserType,
    types::{
        ids::{CompanyId, UserId},
        limits::LIMITS,
    },
};

/// The members of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomMembers {
    /// Everybody of one or two companies.
    Companies(CompanyId, Option<CompanyId>),
    /// Those who see a job.
    Job {
        /// The company that owns it.
        owner: CompanyId,
        /// The room's subcontractor, as long as the job is theirs.
        subcontractor: Option<CompanyId>,
        /// The employee that it is assigned to.
        employee: Option<UserId>,
    },
}

impl RoomMembers {
    /// The companies that they belong to, each once.
    pub fn companies(&self) -> impl Iterator<Item = CompanyId> {
        let (first, second) = match *self {
            Self::Companies(first, second) => (first, second),
            Self::Job { owner, subcontractor, .. } => (owner, subcontractor),
        };
        [Some(first), second].into_iter().flatten()
    }

    /// Whether this user of a company is one of them.
    #[must_use]
    pub fn include(&self, company: CompanyId, user: UserId, user_type: UserType) -> bool {
        match *self {
            Self::Companies(first, second) => company == first || Some(company) == second,
            Self::Job { owner, subcontractor, employee } => {
                (company == owner || Some(company) == subcontractor)
                    && (!user_type.sees_assigned_only() || employee == Some(user))
            }
        }
    }
}

/// Whether messages may be sent to a room: not once its connection or assignment has ended, and not long after its
/// job was completed.
#[must_use]
pub fn is_open(
    has_ended: bool,
    job_completed_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    let closes = job_completed_at.map(|completed| completed + Days::new(LIMITS.job_room_days));
    !has_ended && closes.is_none_or(|closes| now < closes)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_foreman_is_in_a_jobs_room_only_while_the_job_is_theirs() {
        let [owner, sub, other] = [1, 2, 3].map(|n| CompanyId(Uuid::from_u128(n)));
        let [foreman, admin] = [4, 5].map(|n| UserId(Uuid::from_u128(n)));
        let of = |subcontractor, employee| RoomMembers::Job { owner, subcontractor, employee };
        let assigned = of(Some(sub), Some(foreman));
        assert!(assigned.include(sub, foreman, UserType::Foreman));
        assert!(!of(Some(sub), None).include(sub, foreman, UserType::Foreman));
        for user_type in [UserType::Admin, UserType::Member] {
            assert!(assigned.include(owner, admin, user_type));
            assert!(assigned.include(sub, admin, user_type));
            assert!(!assigned.include(other, admin, user_type));
            assert!(!of(None, None).include(sub, admin, user_type), "the job is another's now");
        }
        assert!(!assigned.include(owner, admin, UserType::Salesman));
        let company = RoomMembers::Companies(owner, None);
        assert!(company.include(owner, foreman, UserType::Foreman));
        assert!(!company.include(sub, admin, UserType::Admin));
    }

    #[test]
    fn a_jobs_room_is_open_for_thirty_days_after_completion_and_not_a_moment_longer() {
        let completed: DateTime<Utc> = "2026-06-01T15:00:00Z".parse().expect("a time");
        let after =
            |seconds| completed + chrono::Duration::days(30) + chrono::Duration::seconds(seconds);
        assert!(is_open(false, None, completed) && !is_open(true, None, completed));
        assert!(is_open(false, Some(completed), after(-1)));
        assert!(
            !is_open(false, Some(completed), after(0))
                && !is_open(true, Some(completed), after(-1))
        );
    }
}

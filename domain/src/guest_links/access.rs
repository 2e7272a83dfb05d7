//! Who makes and manages links.

use crate::{
    i18n::rules::Text,
    jobs::assignment::AssignmentState,
    permissions::permission::{CompanyType, Role, UserType},
};

/// May this role make links for a job that it sees? Admins, and the contractor's salesmen and foremen, who see only
/// their own jobs.
pub const fn check_role(role: Role) -> Result<(), Text> {
    match (role.company_type, role.user_type) {
        (_, UserType::Admin)
        | (CompanyType::Contractor, UserType::Salesman | UserType::Foreman) => Ok(()),
        (CompanyType::Subcontractor, _) => Err(Text::OnlyAdmins),
        (CompanyType::Contractor, UserType::Member) => Err(Text::Unauthorized),
    }
}

/// May a company of this type make a link for a job now? A subcontractor only once it has accepted.
pub const fn check_assignment(by: CompanyType, state: AssignmentState) -> Result<(), Text> {
    match (by, state) {
        (CompanyType::Contractor, _) | (CompanyType::Subcontractor, AssignmentState::Accepted) => {
            Ok(())
        }
        (CompanyType::Subcontractor, _) => Err(Text::AcceptBeforeLinks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_who_run_a_job_give_strangers_access_to_it() {
        let may: Vec<String> = Role::ALL
            .into_iter()
            .filter(|role| check_role(*role).is_ok())
            .map(Role::name)
            .collect();
        assert_eq!(
            may,
            [
                "admin_contractor",
                "salesman_contractor",
                "foreman_contractor",
                "admin_subcontractor"
            ]
        );
    }

    #[test]
    fn a_subcontractor_that_has_not_accepted_gives_nobody_access() {
        use CompanyType::{Contractor, Subcontractor};
        assert_eq!(
            check_assignment(Subcontractor, AssignmentState::Pending),
            Err(Text::AcceptBeforeLinks)
        );
        assert_eq!(check_assignment(Subcontractor, AssignmentState::Accepted), Ok(()));
        assert_eq!(check_assignment(Contractor, AssignmentState::Pending), Ok(()));
    }
}

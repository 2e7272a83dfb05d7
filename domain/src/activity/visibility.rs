//! Who sees which entries of the activity log.

use crate::{
    activity::{
        activity::{Change, is_assignment},
        labels::{ActivityField, ActivityKind},
    },
    permissions::permission::{CompanyType, Role, UserType},
};

/// Whether somebody who sees a job may read of this value of something that belongs to it: what a job
/// does not show a subcontractor, its history does not either.
#[must_use]
pub fn may_see(kind: ActivityKind, field: ActivityField, role: Role) -> bool {
    match role.company_type {
        CompanyType::Contractor => true,
        CompanyType::Subcontractor => {
            matches!(kind, ActivityKind::Job | ActivityKind::WorkOrder)
                && !matches!(
                    field,
                    ActivityField::ContractAmount
                        | ActivityField::Customer
                        | ActivityField::Calendar
                        | ActivityField::Vendor
                        | ActivityField::UnitCost
                        | ActivityField::Other
                )
        }
    }
}

/// What somebody of this role reads of the changes of an entry. A subcontractor that is given a job does
/// not learn who had it before it.
#[must_use]
pub fn seen_by(kind: ActivityKind, changes: Vec<Change>, role: Role) -> Vec<Change> {
    if role.company_type == CompanyType::Contractor {
        return changes;
    }
    let passes_on = changes.iter().any(|change| change.field == ActivityField::Subcontractor);
    let seen = changes.into_iter().filter(|change| may_see(kind, change.field, role));
    if !passes_on {
        return seen.collect();
    }
    seen.filter_map(|change| match change.field {
        ActivityField::Acceptance => None,
        field if is_assignment(field) => {
            change.to.is_some().then_some(Change { from: None, ..change })
        }
        _ => Some(change),
    })
    .collect()
}

/// Whether a subcontractor that shares the job may know of an entry at all: not where nothing of it is
/// theirs to see.
#[must_use]
pub fn is_shared(kind: ActivityKind, changes: &[Change]) -> bool {
    let subcontractor = Role::new(CompanyType::Subcontractor, UserType::Admin);
    if changes.is_empty() {
        return may_see(kind, ActivityField::Title, subcontractor);
    }
    !seen_by(kind, changes.to_vec(), subcontractor).is_empty()
}

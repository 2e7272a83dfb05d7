//! Who sees which entries of the activity log.

use crate::{
    activity::{
        activity::{Change, is_assignment},
        labels::{ActivityField, ActivityKind},
    },
    permissions::permission::{CompanyType, Role, UserType},
};

/// Whether a user who sees a job may see this value of a record that belongs to it: what a job hides from a
/// subcontractor, its history hides, too.
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
                        | ActivityField::Follows
                        | ActivityField::Repeats
                        | ActivityField::UnitCost
                        | ActivityField::Other
                )
        }
    }
}

/// The changes of an entry that a user of this role sees. A subcontractor that is assigned a job does not
/// learn who had it before, and who sees only assigned jobs does not learn the titles of others.
#[must_use]
pub fn seen_by(kind: ActivityKind, changes: Vec<Change>, role: Role) -> Vec<Change> {
    if role.company_type == CompanyType::Contractor {
        let is_hidden = |change: &Change| {
            change.field == ActivityField::Follows && role.user_type.sees_assigned_only()
        };
        let hide = |change| match change {
            change if is_hidden(&change) => Change { from: None, to: None, ..change },
            change => change,
        };
        return changes.into_iter().map(hide).collect();
    }
    let is_reassigned = changes.iter().any(|change| change.field == ActivityField::Subcontractor);
    let visible = changes.into_iter().filter(|change| may_see(kind, change.field, role));
    if !is_reassigned {
        return visible.collect();
    }
    visible
        .filter_map(|change| match change.field {
            ActivityField::Acceptance => None,
            field if is_assignment(field) => {
                change.to.is_some().then_some(Change { from: None, ..change })
            }
            _ => Some(change),
        })
        .collect()
}

/// The changes of an entry in the own log of a company that got another company's job by what it did: it does not learn
/// who had the job before.
#[must_use]
pub fn without_former_holder(changes: &[Change]) -> Vec<Change> {
    let gets_it =
        |change: &Change| change.field == ActivityField::Subcontractor && change.to.is_some();
    if !changes.iter().any(gets_it) {
        return changes.to_vec();
    }
    let kept = changes.iter().filter(|change| !is_assignment(change.field) || change.to.is_some());
    kept.map(|change| match change.field {
        field if is_assignment(field) => Change { from: None, ..change.clone() },
        _ => change.clone(),
    })
    .collect()
}

/// Whether a subcontractor that shares the job may see an entry at all: not if all of it is hidden from them.
#[must_use]
pub fn is_shared(kind: ActivityKind, changes: &[Change]) -> bool {
    let subcontractor = Role::new(CompanyType::Subcontractor, UserType::Admin);
    if changes.is_empty() {
        return may_see(kind, ActivityField::Title, subcontractor);
    }
    !seen_by(kind, changes.to_vec(), subcontractor).is_empty()
}

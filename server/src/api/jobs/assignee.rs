//! Who gets a job, as a form names them: found among whom the company may choose, and locked until the
//! transaction ends.

use domain::{
    forms::error::ValidationError,
    jobs::{assignment_forms::AssignSubcontractor, bulk_forms::Assignee},
    types::ids::UserId,
};
use store::{companies::people, connections, crews, db::Tx, jobs::jobs::Assignment, scope::Scope};

use crate::http::prelude::*;

/// Who gets the job.
pub(super) enum FoundAssignee {
    /// A subcontractor or a custom crew, who replace whoever had it.
    Crew(Assignment),
    /// An employee, or none.
    Employee(Option<UserId>),
}

/// Finds whom a form names, or refuses its field.
pub(super) async fn find(tx: &mut Tx, scope: Scope, named: Assignee) -> ApiResult<FoundAssignee> {
    match named {
        Assignee::Connection(connection) => {
            let sub = connections::connected_subcontractor(tx, scope, connection).await?;
            let company = Some(sub.ok_or_else(AssignSubcontractor::unknown_connection)?);
            Ok(FoundAssignee::Crew(Assignment { company, ..Assignment::default() }))
        }
        Assignee::Crew(crew, member) => {
            if !crews::is_own(tx, scope, crew).await? {
                return Err(ValidationError::not_your_own("customCrewId").into());
            }
            if let Some(member) = member
                && crews::crew_of(tx, scope, member).await? != Some(crew)
            {
                return Err(ValidationError::not_your_own("customCrewMemberId").into());
            }
            let (crew, crew_member) = (Some(crew), member);
            Ok(FoundAssignee::Crew(Assignment { crew, crew_member, ..Assignment::default() }))
        }
        Assignee::Employee(user) => {
            if let Some(user) = user
                && !people::is_employee(tx, scope, user).await?
            {
                return Err(ValidationError::not_your_own("assignedToUserId").into());
            }
            Ok(FoundAssignee::Employee(user))
        }
    }
}

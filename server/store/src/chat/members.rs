//! Who is in a room: the conditions of every statement about rooms.
//!
//! A connection's room is for both companies, a company's for everybody in it, a job's for those who see the job: its
//! contractor, and the subcontractor that the room was opened with as long as the job is theirs; of those who see
//! only what is assigned to them, the job's employee. The same rule is
//! [`RoomMembers`](domain::chat::members::RoomMembers).

use domain::{
    chat::{kinds::RoomKind, members::RoomMembers, rooms::RoomPerson},
    types::ids::{ChatRoomId, CompanyId},
};

use crate::{db::prelude::*, jobs::visibility::Viewer};

/// The condition of rows of `chat_room` of which a user is a member. `$company` is the placeholder of their company,
/// `$only_own` that of [`Viewer::only_assigned_to`].
macro_rules! rooms_of_member {
    ($company:literal, $only_own:literal) => {
        concat!(
            "(chat_room.first_company_id = ",
            $company,
            " OR chat_room.second_company_id = ",
            $company,
            " OR chat_room.company_id = ",
            $company,
            " OR chat_room.assigned_company_id = ",
            $company,
            ")
             AND (chat_room.job_id IS NULL
                  OR EXISTS (SELECT 1 FROM job
                             WHERE job.id = chat_room.job_id
                                 AND ",
            $company,
            " IN (job.company_id, job.assigned_company_id)
                                 AND (CAST(",
            $only_own,
            " AS UUID) IS NULL
                                      OR job.assigned_user_id = ",
            $only_own,
            ")))"
        )
    };
}

/// The condition of rows of `person` who see the row of `job`, among the people of its companies.
macro_rules! person_sees_job {
    () => {
        "person.company_id IN (job.company_id, job.assigned_company_id)
         AND (person.user_type NOT IN ('salesman', 'foreman') OR job.assigned_user_id = person.id)"
    };
}

/// The condition of rows of `person` who are members of the row of `chat_room`.
macro_rules! people_of_room {
    () => {
        concat!(
            "person.company_id IN (chat_room.first_company_id, chat_room.second_company_id,
                                   chat_room.company_id, chat_room.assigned_company_id)
             AND person.account_creation_complete
             AND (chat_room.job_id IS NULL
                  OR EXISTS (SELECT 1 FROM job WHERE job.id = chat_room.job_id AND ",
            $crate::chat::members::person_sees_job!(),
            "))"
        )
    };
}

/// The columns of a room that [`members_from_row`] reads; its job is joined.
macro_rules! member_columns {
    () => {
        "chat_room.kind, chat_room.first_company_id, chat_room.second_company_id,
         chat_room.company_id, chat_room.assigned_company_id,
         job.assigned_company_id AS job_company_id, job.assigned_user_id AS job_employee_id"
    };
}

pub(crate) use member_columns;
pub(crate) use people_of_room;
pub(crate) use person_sees_job;
pub(crate) use rooms_of_member;

/// The members of a room.
pub(crate) fn members_from_row(row: Row<'_>) -> DbResult<RoomMembers> {
    let missing = || DbError::Missing;
    Ok(match row.get("kind")? {
        RoomKind::Connection => {
            let first: Option<CompanyId> = row.get("first_company_id")?;
            RoomMembers::Companies(first.ok_or_else(missing)?, row.get("second_company_id")?)
        }
        RoomKind::Company => {
            let company: Option<CompanyId> = row.get("company_id")?;
            RoomMembers::Companies(company.ok_or_else(missing)?, None)
        }
        RoomKind::Job => {
            let owner: Option<CompanyId> = row.get("company_id")?;
            let opened_with: Option<CompanyId> = row.get("assigned_company_id")?;
            let assigned: Option<CompanyId> = row.get("job_company_id")?;
            RoomMembers::Job {
                owner: owner.ok_or_else(missing)?,
                subcontractor: assigned.filter(|assigned| Some(*assigned) == opened_with),
                employee: row.get("job_employee_id")?,
            }
        }
    })
}

struct MembersRow(RoomMembers);

impl FromRow for MembersRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        members_from_row(row).map(Self)
    }
}

/// The members of any room, for its events; `None` if it was deleted. A statement without a scope: the recipients are
/// derived from the row.
pub async fn find(tx: &mut Tx, room: ChatRoomId) -> DbResult<Option<RoomMembers>> {
    let found: Option<MembersRow> = sql!(concat!(
        "SELECT ",
        member_columns!(),
        " FROM chat_room LEFT JOIN job ON job.id = chat_room.job_id WHERE chat_room.id = $1"
    ))
    .bind(room)
    .optional(tx)
    .await?;
    Ok(found.map(|MembersRow(members)| members))
}

/// The rooms of which a user is a member.
pub async fn rooms_of(tx: &mut Tx, viewer: &Viewer) -> DbResult<Vec<ChatRoomId>> {
    sql!(concat!(
        "SELECT chat_room.id AS value FROM chat_room WHERE ",
        rooms_of_member!("$1", "$2"),
        " ORDER BY chat_room.id"
    ))
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
    .values(tx)
    .await
}

/// Those of these rooms of which a user is a member, in one statement.
pub async fn filter_own(
    tx: &mut Tx,
    viewer: &Viewer,
    rooms: &[ChatRoomId],
) -> DbResult<Vec<ChatRoomId>> {
    sql!(concat!(
        "SELECT chat_room.id AS value FROM chat_room WHERE chat_room.id IN ({rooms}) AND ",
        rooms_of_member!("$1", "$2")
    ))
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
    .bind_list("rooms", rooms.iter().copied())
    .values(tx)
    .await
}

/// Everyone in a room.
pub async fn people(tx: &mut Tx, room: ChatRoomId) -> DbResult<Vec<RoomPerson>> {
    sql!(concat!(
        "SELECT person.id, person.first_name, person.last_name, person.company_id,
             person.user_type, person.position
         FROM chat_room JOIN person ON ",
        people_of_room!(),
        " WHERE chat_room.id = $1
         ORDER BY person.last_name, person.first_name, person.id"
    ))
    .bind(room)
    .all(tx)
    .await
}

#[cfg(test)]
mod tests {
    use domain::{permissions::permission::UserType, types::field::WireEnum as _};

    #[test]
    fn the_statements_and_the_rules_agree_on_who_sees_only_what_is_theirs() {
        for (word, user_type) in UserType::WIRE_WORDS {
            let is_named = person_sees_job!().contains(&format!("'{word}'"));
            assert_eq!(is_named, user_type.sees_assigned_only(), "{word}");
        }
    }
}

//! Custom crews of a company, whose members have no account.

use domain::{
    crews::{Crew, CrewMember, CrewMemberForm},
    types::{
        ids::{CrewId, CrewMemberId},
        phone,
    },
};

use crate::{db::prelude::*, scope::Scope, text::or_none};

columns! {
    CrewMember { id, name, email, phone, crew_id }
    CrewMemberForm { name, email, phone }
}

/// The company's crews by name, each with its members in the order they joined: two statements, whatever the
/// number of crews.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Crew>> {
    let rows: Vec<CrewRow> =
        sql!("SELECT id, name FROM crew WHERE company_id = $1 ORDER BY name, id")
            .bind(scope)
            .all(tx)
            .await?;
    let members: Vec<CrewMember> = sql!(
        "SELECT crew_member.id, crew_member.name, crew_member.email, crew_member.phone,
             crew_member.crew_id
         FROM crew_member JOIN crew ON crew.id = crew_member.crew_id
         WHERE crew.company_id = $1
         ORDER BY crew_member.id"
    )
    .bind(scope)
    .all(tx)
    .await?;
    let mut of_crew = grouped(members.into_iter().map(|member| (member.crew_id, member)));
    let crew = |CrewRow { id, name }| {
        let crew_members = of_crew.remove(&id).unwrap_or_default();
        Crew { id, name, crew_members }
    };
    Ok(rows.into_iter().map(crew).collect())
}

struct CrewRow {
    id: CrewId,
    name: String,
}

columns! {
    CrewRow { id, name }
}

/// Whether this crew belongs to the company; if so, it cannot be deleted until the transaction ends.
pub async fn is_own(tx: &mut Tx, scope: Scope, crew: CrewId) -> DbResult<bool> {
    sql!("SELECT id FROM crew WHERE company_id = $1 AND id = $2 {keep}")
        .bind(scope)
        .bind(crew)
        .exists(tx)
        .await
}

/// Locks one of the company's crews before a change.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: CrewId) -> DbResult<()> {
    sql!("SELECT id FROM crew WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// The crew of one of the company's crew members; if there is one, the member cannot be deleted until the
/// transaction ends.
pub async fn crew_of(tx: &mut Tx, scope: Scope, member: CrewMemberId) -> DbResult<Option<CrewId>> {
    sql!(
        "SELECT crew_member.crew_id AS value FROM crew_member
         WHERE crew_member.id = $2
             AND EXISTS (SELECT 1 FROM crew WHERE crew.id = crew_member.crew_id AND crew.company_id = $1)
         {lock}"
    )
    .bind(scope)
    .bind(member)
    .optional_value(tx)
    .await
}

/// Adds a crew.
pub async fn insert(tx: &mut Tx, scope: Scope, id: CrewId, name: &str) -> DbResult<()> {
    tx.touch_row(scope.company(), Change::Unlisted);
    sql!("INSERT INTO crew (id, company_id, name) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(scope)
        .bind(name)
        .run_one(tx)
        .await
}

/// Deletes one of the company's crews with its members; its jobs become unassigned.
pub async fn delete(tx: &mut Tx, scope: Scope, crew: CrewId) -> DbResult<()> {
    tx.touch(scope.company());
    tx.publish_lists(scope.company(), [ListKind::Jobs]);
    sql!(
        "UPDATE job SET crew_id = NULL, crew_member_id = NULL, handovers = handovers + 1
         WHERE company_id = $1 AND crew_id = $2"
    )
    .bind(scope)
    .bind(crew)
    .run(tx)
    .await?;
    sql!("DELETE FROM crew WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(crew)
        .run_one(tx)
        .await
}

/// A crew member to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewMember<'a> {
    /// First and last name.
    pub name: &'a str,
    /// The mail address.
    pub email: Option<&'a str>,
    /// The phone number, normalized.
    pub phone: Option<&'a str>,
}

/// Adds a member to one of the company's crews.
pub async fn insert_member(
    tx: &mut Tx,
    crew: CrewId,
    id: CrewMemberId,
    new: &NewMember<'_>,
) -> DbResult<()> {
    sql!("INSERT INTO crew_member (id, crew_id, name, email, phone) VALUES ($1, $2, $3, $4, $5)")
        .bind(id)
        .bind(crew)
        .bind(new.name)
        .bind(new.email)
        .bind(new.phone)
        .run_one(tx)
        .await
}

/// Adds a member from the form to one of the company's crews.
pub async fn add_member(
    tx: &mut Tx,
    scope: Scope,
    crew: CrewId,
    id: CrewMemberId,
    form: &CrewMemberForm,
) -> DbResult<CrewMember> {
    tx.touch_row(scope.company(), Change::Unlisted);
    let member = as_stored(id, crew, form);
    let new = NewMember {
        name: &member.name,
        email: member.email.as_deref(),
        phone: member.phone.as_deref(),
    };
    insert_member(tx, crew, id, &new).await?;
    Ok(member)
}

/// A member of one of the company's crews, as in the form.
pub async fn member(tx: &mut Tx, crew: CrewId, id: CrewMemberId) -> DbResult<CrewMemberForm> {
    sql!(
        "SELECT name, COALESCE(email, '') AS email, COALESCE(phone, '') AS phone
         FROM crew_member WHERE crew_id = $1 AND id = $2"
    )
    .bind(crew)
    .bind(id)
    .one(tx)
    .await
}

/// Changes a member of one of the company's crews. Their name appears on the jobs they lead.
pub async fn set_member(
    tx: &mut Tx,
    scope: Scope,
    crew: CrewId,
    id: CrewMemberId,
    form: &CrewMemberForm,
) -> DbResult<CrewMember> {
    tx.touch(scope.company());
    tx.publish_lists(scope.company(), [ListKind::Jobs]);
    let member = as_stored(id, crew, form);
    sql!("UPDATE crew_member SET name = $3, email = $4, phone = $5 WHERE crew_id = $1 AND id = $2")
        .bind(crew)
        .bind(id)
        .bind(&member.name)
        .bind(&member.email)
        .bind(&member.phone)
        .run_one(tx)
        .await?;
    Ok(member)
}

/// Deletes a member of one of the company's crews: the jobs they lead stay with the crew.
pub async fn delete_member(
    tx: &mut Tx,
    scope: Scope,
    crew: CrewId,
    member: CrewMemberId,
) -> DbResult<()> {
    tx.touch(scope.company());
    tx.publish_lists(scope.company(), [ListKind::Jobs]);
    sql!(
        "UPDATE job SET crew_member_id = NULL, handovers = handovers + 1
         WHERE company_id = $1 AND crew_member_id = $2"
    )
    .bind(scope)
    .bind(member)
    .run(tx)
    .await?;
    sql!("DELETE FROM crew_member WHERE crew_id = $1 AND id = $2")
        .bind(crew)
        .bind(member)
        .run_one(tx)
        .await
}

fn as_stored(id: CrewMemberId, crew: CrewId, form: &CrewMemberForm) -> CrewMember {
    CrewMember {
        id,
        name: form.name.clone(),
        email: or_none(&form.email).map(str::to_string),
        phone: phone::parse(&form.phone),
        crew_id: crew,
    }
}

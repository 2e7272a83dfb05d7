//! Custom crews: a company's own, whose members have no account.

use domain::ids::{CrewId, CrewMemberId};

use crate::{
    db::{DbResult, Tx},
    scope::Scope,
    sql,
};

/// Adds a crew.
pub async fn insert(tx: &mut Tx, scope: Scope, id: CrewId, name: &str) -> DbResult<()> {
    sql!("INSERT INTO crew (id, company_id, name) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(scope)
        .bind(name)
        .run_one(tx)
        .await
}

/// Somebody to be added to a crew.
#[derive(Clone, Copy, Debug)]
pub struct NewMember<'a> {
    /// First and last name.
    pub name: &'a str,
    /// Where mail reaches them.
    pub email: Option<&'a str>,
    /// As the domain stores phones.
    pub phone: Option<&'a str>,
}

/// Adds somebody to a crew that was found to be one's own.
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

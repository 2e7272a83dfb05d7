//! Connections between two companies.

use chrono::{DateTime, Utc};
use domain::{
    ids::{CompanyId, ConnectionId},
    permission::CompanyType,
};

use crate::{
    db::{DbResult, Tx},
    scope::Scope,
    sql,
};

/// Whether two companies are connected: nothing, a request that waits, or accepted.
pub async fn between(tx: &mut Tx, scope: Scope, other: CompanyId) -> DbResult<Option<bool>> {
    let row: Option<(bool,)> = sql!(
        "SELECT accepted AS value FROM connection
         WHERE (sender_id = $1 AND recipient_id = $2) OR (sender_id = $2 AND recipient_id = $1)"
    )
    .bind(scope)
    .bind(other)
    .maybe(tx)
    .await?;
    Ok(row.map(|(accepted,)| accepted))
}

/// The subcontractor at the other end of an accepted connection of one's own; where there is one,
/// nobody removes the connection until the transaction ends.
pub async fn subcontractor_over(
    tx: &mut Tx,
    scope: Scope,
    connection: ConnectionId,
) -> DbResult<Option<CompanyId>> {
    let other: Option<(CompanyId,)> = sql!(
        "SELECT CASE WHEN sender_id = $1 THEN recipient_id ELSE sender_id END AS value
         FROM connection
         WHERE id = $2 AND (sender_id = $1 OR recipient_id = $1) AND accepted {keep}"
    )
    .bind(scope)
    .bind(connection)
    .maybe(tx)
    .await?;
    let Some((other,)) = other else {
        return Ok(None);
    };
    let kind: CompanyType = sql!("SELECT company_type AS value FROM company WHERE id = $1")
        .bind(other)
        .value(tx)
        .await?;
    Ok((kind == CompanyType::Subcontractor).then_some(other))
}

/// How many accepted connections a company has.
pub async fn count_accepted(tx: &mut Tx, company: CompanyId) -> DbResult<u32> {
    let count: i64 = sql!(
        "SELECT COUNT(*) AS value FROM connection
         WHERE accepted AND (sender_id = $1 OR recipient_id = $1)"
    )
    .bind(company)
    .value(tx)
    .await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Says that this company and all that are connected with it see something change: names of
/// companies and people stand on each other's jobs.
pub async fn touch_both_sides(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    let others: Vec<(CompanyId,)> = sql!(
        "SELECT CASE WHEN sender_id = $1 THEN recipient_id ELSE sender_id END AS value
         FROM connection WHERE sender_id = $1 OR recipient_id = $1"
    )
    .bind(scope)
    .all(tx)
    .await?;
    tx.touch(scope.company());
    for (other,) in others {
        tx.touch(other);
    }
    Ok(())
}

/// A connection to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewConnection<'a> {
    /// Its id.
    pub id: ConnectionId,
    /// Whether the other side agreed.
    pub accepted: bool,
    /// What the sender wrote.
    pub message: &'a str,
}

/// Connects this company with another one, or asks it.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    recipient: CompanyId,
    new: &NewConnection<'_>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.touch(scope.company());
    tx.touch(recipient);
    sql!(
        "INSERT INTO connection (id, sender_id, recipient_id, accepted, message, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6)"
    )
    .bind(new.id)
    .bind(scope)
    .bind(recipient)
    .bind(new.accepted)
    .bind(new.message)
    .bind(now)
    .run_one(tx)
    .await
}

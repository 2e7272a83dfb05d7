//! Connected companies.

use domain::types::ids::CompanyId;

use crate::{db::prelude::*, scope::Scope};

/// Whether two companies are connected: `None`, pending (`false`) or accepted (`true`).
pub async fn between(tx: &mut Tx, scope: Scope, other: CompanyId) -> DbResult<Option<bool>> {
    sql!(
        "SELECT accepted AS value FROM connection
         WHERE (sender_id = $1 AND recipient_id = $2) OR (sender_id = $2 AND recipient_id = $1)"
    )
    .bind(scope)
    .bind(other)
    .optional_value(tx)
    .await
}

/// Whether another company is connected with this one; if so, their connection cannot be removed until the
/// transaction ends.
pub async fn keep_connection(tx: &mut Tx, scope: Scope, other: CompanyId) -> DbResult<bool> {
    let kept: Option<bool> = sql!(
        "SELECT accepted AS value FROM connection
         WHERE accepted AND ((sender_id = $1 AND recipient_id = $2)
                             OR (sender_id = $2 AND recipient_id = $1)) {keep}"
    )
    .bind(scope)
    .bind(other)
    .optional_value(tx)
    .await?;
    Ok(kept.is_some())
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

/// Marks the data of this company and of all connected companies as changed: names of companies and people
/// appear on each other's jobs.
///
/// A transaction that also changes the company's row calls [`lock_both_sides`] instead.
pub async fn touch_both_sides(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    let others: Vec<CompanyId> = sql!(
        "SELECT CASE WHEN sender_id = $1 THEN recipient_id ELSE sender_id END AS value
         FROM connection WHERE sender_id = $1 OR recipient_id = $1"
    )
    .bind(scope)
    .values(tx)
    .await?;
    let own = scope.company();
    tx.touch(own);
    tx.publish_lists(own, [ListKind::Jobs, ListKind::Appointments]);
    for other in others {
        tx.touch(other);
        tx.publish_lists(other, [ListKind::Jobs, ListKind::Connections]);
    }
    Ok(())
}

/// Like [`touch_both_sides`], and locks the rows of all of them until the transaction ends.
pub async fn lock_both_sides(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    touch_both_sides(tx, scope).await?;
    tx.lock_touched().await
}

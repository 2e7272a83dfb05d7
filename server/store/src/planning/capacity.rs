//! How many jobs a company can do on one day, and its days off.

use domain::{
    planning::capacity::{Capacity, DayOff, Sharing},
    types::{date_range::Span, ids::DayOffId, limits::LIMITS},
};

use crate::{
    db::{event::ListKind, prelude::*},
    scope::Scope,
};

/// The capacity in a row; that of a company without one, where its columns are null.
pub(super) fn read(row: Row<'_>) -> DbResult<Capacity> {
    let (crews, sharing): (Option<i64>, Option<Sharing>) = (row.get("crews")?, row.get("sharing")?);
    let usual = Capacity::default();
    let crews = crews.and_then(|crews| u32::try_from(crews).ok());
    Ok(Capacity { crews: crews.unwrap_or(usual.crews), sharing: sharing.unwrap_or(usual.sharing) })
}

struct CapacityRow(Capacity);

impl FromRow for CapacityRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        read(row).map(Self)
    }
}

/// The company's capacity.
pub async fn find(tx: &mut Tx, scope: Scope) -> DbResult<Capacity> {
    let row: Option<CapacityRow> =
        sql!("SELECT crews, sharing FROM capacity WHERE company_id = $1")
            .bind(scope)
            .optional(tx)
            .await?;
    Ok(row.map(|CapacityRow(capacity)| capacity).unwrap_or_default())
}

/// What connected companies are answered about its days, and the screens of its own people, change with this transaction.
fn changed(tx: &mut Tx, scope: Scope) {
    tx.touch(scope.company());
    tx.publish_lists(scope.company(), [ListKind::Planning]);
}

/// Sets the company's capacity.
pub async fn set(tx: &mut Tx, scope: Scope, capacity: Capacity) -> DbResult<()> {
    changed(tx, scope);
    sql!(
        "INSERT INTO capacity (company_id, crews, sharing) VALUES ($1, $2, $3)
         ON CONFLICT (company_id) DO UPDATE SET crews = excluded.crews, sharing = excluded.sharing"
    )
    .bind(scope)
    .bind(i64::from(capacity.crews))
    .bind(capacity.sharing)
    .run_one(tx)
    .await
}

impl FromRow for DayOff {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get("id")?,
            from: row.get("first_day")?,
            to: row.get("last_day")?,
            reason: row.get("reason")?,
        })
    }
}

/// The company's days off, by their first day.
pub async fn days_off(tx: &mut Tx, scope: Scope) -> DbResult<Vec<DayOff>> {
    sql!(
        "SELECT id, first_day, last_day, reason FROM day_off WHERE company_id = $1
         ORDER BY first_day, id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// Adds days off to a locked company. False if it has too many entries.
pub async fn add_day_off(
    tx: &mut Tx,
    scope: Scope,
    id: DayOffId,
    days: Span,
    reason: Option<&str>,
) -> DbResult<bool> {
    let count: i64 = sql!("SELECT COUNT(*) AS value FROM day_off WHERE company_id = $1")
        .bind(scope)
        .value(tx)
        .await?;
    if count >= i64::from(LIMITS.days_off) {
        return Ok(false);
    }
    changed(tx, scope);
    sql!(
        "INSERT INTO day_off (id, company_id, first_day, last_day, reason)
         VALUES ($1, $2, $3, $4, $5)"
    )
    .bind(id)
    .bind(scope)
    .bind(days.start_date)
    .bind(days.end_date)
    .bind(reason.map(str::to_owned))
    .run_one(tx)
    .await?;
    Ok(true)
}

/// Deletes one of the company's entries of days off, and returns it.
///
/// # Errors
/// [`DbError::Missing`] if there is none.
pub async fn delete_day_off(tx: &mut Tx, scope: Scope, id: DayOffId) -> DbResult<DayOff> {
    let deleted: Option<DayOff> = sql!(
        "DELETE FROM day_off WHERE company_id = $1 AND id = $2
         RETURNING id, first_day, last_day, reason"
    )
    .bind(scope)
    .bind(id)
    .optional(tx)
    .await?;
    changed(tx, scope);
    deleted.ok_or(DbError::Missing)
}

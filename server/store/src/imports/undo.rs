//! Undoing an import (contract-2 §4): what it created is deleted, and changed costs go back, except what somebody
//! changed or used since.
//!
//! Every change of a thing has an entry in the activity log of its company, so the entries since the import say
//! what somebody changed. The things are locked before the entries are read: a change that is under way ends
//! first, and one that begins later finds nothing.

use chrono::{DateTime, Duration, Utc};
use domain::{
    activity::labels::{ActivityAction, ActivityKind},
    imports::csv::outcome::ImportUndone,
    types::ids::{CustomerId, ImportId, JobId},
};
use uuid::Uuid;

use crate::{
    activity::record::{self, Entry},
    actor::ActionContext,
    db::prelude::*,
    imports::{
        jobs::announce_deleted, staging::CLOCK_DIFFERENCE, undo_photos, undo_products, undo_vendors,
    },
    scope::Scope,
};

/// How long an import can be undone.
const UNDO_HOURS: i64 = 24;

/// How long it is known that an import was stored.
const RETENTION_DAYS: i64 = 30;

/// An import that was stored.
#[derive(Debug)]
pub struct UndoableImport {
    id: ImportId,
    at: DateTime<Utc>,
    entry_id: Uuid,
    is_undone: bool,
}

columns! {
    UndoableImport { id, at, entry_id, is_undone }
}

impl UndoableImport {
    /// Whether it may still be undone.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        !self.is_undone && now - self.at < Duration::hours(UNDO_HOURS)
    }

    /// Entries of things that it created have greater ids, whichever server wrote them.
    fn before_entry(&self) -> Uuid {
        Uuid::from_u128(self.entry_id.as_u128().saturating_sub(CLOCK_DIFFERENCE << 80))
    }
}

/// Records that an import is stored. Under the id of an earlier one it is undone together with that one.
pub async fn store(tx: &mut Tx, act: ActionContext, import: ImportId) -> DbResult<()> {
    sql!(
        "INSERT INTO stored_import (company_id, id, at, entry_id, is_undone)
         VALUES ($1, $2, $3, $4, FALSE)
         ON CONFLICT (company_id, id) DO UPDATE SET at = excluded.at, is_undone = FALSE, entry_id =
             CASE WHEN stored_import.is_undone THEN excluded.entry_id ELSE stored_import.entry_id END"
    )
    .bind(act.company)
    .bind(import)
    .bind(act.now)
    .bind(Uuid::now_v7())
    .run_one(tx)
    .await
}

/// Records that part of an import is stored; false if it was undone before.
pub(super) async fn store_open(
    tx: &mut Tx,
    act: ActionContext,
    import: ImportId,
) -> DbResult<bool> {
    let stored = sql!(
        "INSERT INTO stored_import (company_id, id, at, entry_id, is_undone)
         VALUES ($1, $2, $3, $4, FALSE)
         ON CONFLICT (company_id, id) DO UPDATE SET at = excluded.at
             WHERE NOT stored_import.is_undone"
    );
    let stored = stored.bind(act.company).bind(import).bind(act.now).bind(Uuid::now_v7());
    Ok(stored.run(tx).await? > 0)
}

/// Finds and locks one of the company's imports.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<UndoableImport> {
    sql!(
        "SELECT id, at, entry_id, is_undone FROM stored_import
         WHERE company_id = $1 AND id = $2 {lock}"
    )
    .bind(scope)
    .bind(import)
    .one(tx)
    .await
}

/// Undoes an import, with an entry in the log for each kind.
pub async fn undo(
    tx: &mut Tx,
    act: ActionContext,
    scope: Scope,
    import: &UndoableImport,
) -> DbResult<ImportUndone> {
    undo_vendors::lock(tx, scope, import.id).await?;
    lock_rows(tx, scope, import.id).await?;
    keep_changed(tx, scope, import).await?;
    keep_used(tx, scope, import.id).await?;
    undo_vendors::keep(tx, scope, import.id, import.entry_id).await?;
    let jobs = undone(tx, scope, import.id, ActivityKind::Job, true).await?;
    let customers = undone(tx, scope, import.id, ActivityKind::Customer, true).await?;
    let products = undone(tx, scope, import.id, ActivityKind::Product, true).await?;
    let vendors = undone(tx, scope, import.id, ActivityKind::Vendor, true).await?;
    let contacts = undo_vendors::contacts(tx, scope, import.id).await?;
    let restored = undone(tx, scope, import.id, ActivityKind::Product, false).await?;
    delete_jobs(tx, scope, import.id, &jobs).await?;
    delete_customers(tx, scope, import.id, &customers).await?;
    undo_products::take_back(tx, scope, import.id).await?;
    undo_vendors::delete(tx, scope, import.id).await?;
    let photos = undo_photos::delete(tx, scope, import.id).await?;
    for (kind, action, rows) in [
        (ActivityKind::Job, ActivityAction::Deleted, &jobs),
        (ActivityKind::Customer, ActivityAction::Deleted, &customers),
        (ActivityKind::Product, ActivityAction::Deleted, &products),
        (ActivityKind::Vendor, ActivityAction::Deleted, &vendors),
        (ActivityKind::Photo, ActivityAction::Deleted, &photos),
        (ActivityKind::Product, ActivityAction::Changed, &restored),
    ] {
        if !rows.is_empty() {
            let entry = Entry::import(act.company, kind, action, rows.len());
            record::record(tx, act, &entry).await?;
        }
    }
    let kept = sql!(
        "SELECT row_id AS value FROM imported_row
         WHERE company_id = $1 AND import_id = $2 AND kind <> 'category' AND is_kept
         ORDER BY row_id"
    );
    let kept = kept.bind(scope).bind(import.id).values(tx).await?;
    end(tx, scope, import.id).await?;
    let deleted = [jobs, customers, products, vendors, contacts, photos].concat();
    Ok(ImportUndone { deleted, kept, restored })
}

/// Locks what the import stored and is still there.
async fn lock_rows(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<()> {
    for rows in [
        sql!(
            "SELECT id FROM product_category WHERE company_id = $1 AND id IN
                 (SELECT product.category_id FROM product
                  JOIN imported_row ON imported_row.row_id = product.id
                  WHERE imported_row.company_id = $1 AND imported_row.import_id = $2
                      AND imported_row.kind = 'product')
             ORDER BY id {lock}"
        ),
        sql!(
            "SELECT id FROM product WHERE id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'product')
             ORDER BY id {lock}"
        ),
        sql!(
            "SELECT id FROM customer WHERE company_id = $1 AND id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'customer')
             ORDER BY id {lock}"
        ),
        sql!(
            "SELECT id FROM job WHERE company_id = $1 AND id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'job')
             ORDER BY id {lock}"
        ),
    ] {
        rows.bind(scope).bind(import).run(tx).await?;
    }
    Ok(())
}

/// Marks what has an entry in the log since the import. What is gone is forgotten.
async fn keep_changed(tx: &mut Tx, scope: Scope, import: &UndoableImport) -> DbResult<()> {
    sql!(
        "DELETE FROM imported_row WHERE company_id = $1 AND import_id = $2
             AND NOT EXISTS (SELECT 1 FROM job WHERE job.id = imported_row.row_id)
             AND NOT EXISTS (SELECT 1 FROM customer WHERE customer.id = imported_row.row_id)
             AND NOT EXISTS (SELECT 1 FROM product WHERE product.id = imported_row.row_id)
             AND NOT EXISTS (SELECT 1 FROM product_category
                             WHERE product_category.id = imported_row.row_id)
             AND NOT EXISTS (SELECT 1 FROM vendor WHERE vendor.id = imported_row.row_id)
             AND NOT EXISTS (SELECT 1 FROM vendor_contact
                             WHERE vendor_contact.id = imported_row.row_id)
             AND NOT EXISTS (SELECT 1 FROM job_image WHERE job_image.id = imported_row.row_id)"
    )
    .bind(scope)
    .bind(import.id)
    .run(tx)
    .await?;
    sql!(
        "UPDATE imported_row SET is_kept = TRUE
         WHERE company_id = $1 AND import_id = $2 AND is_new AND row_id IN
             (SELECT subject_id FROM activity
              WHERE company_id = $1 AND id > $3 AND subject_id IS NOT NULL
              UNION
              SELECT job_id FROM activity WHERE company_id = $1 AND id > $3 AND job_id IS NOT NULL)"
    )
    .bind(scope)
    .bind(import.id)
    .bind(import.before_entry())
    .run(tx)
    .await?;
    // What was there before the import may have been changed just before.
    sql!(
        "UPDATE imported_row SET is_kept = TRUE
         WHERE company_id = $1 AND import_id = $2 AND NOT is_new AND row_id IN
             (SELECT subject_id FROM activity
              WHERE company_id = $1 AND id > $3 AND subject_id IS NOT NULL)"
    )
    .bind(scope)
    .bind(import.id)
    .bind(import.entry_id)
    .run(tx)
    .await?;
    sql!(
        "UPDATE imported_row SET is_kept = TRUE
         WHERE company_id = $1 AND import_id = $2 AND kind = 'product' AND NOT EXISTS
             (SELECT 1 FROM product WHERE product.id = imported_row.row_id
                  AND product.unit_cost = imported_row.unit_cost)"
    )
    .bind(scope)
    .bind(import.id)
    .run(tx)
    .await?;
    Ok(())
}

/// Marks what other things refer to.
async fn keep_used(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<()> {
    for used in [
        sql!(
            "UPDATE imported_row SET is_kept = TRUE
             WHERE company_id = $1 AND import_id = $2 AND kind = 'job' AND EXISTS
                 (SELECT 1 FROM chat_room WHERE chat_room.job_id = imported_row.row_id)"
        ),
        sql!(
            "UPDATE imported_row SET is_kept = TRUE
             WHERE company_id = $1 AND import_id = $2 AND kind = 'customer' AND (EXISTS
                 (SELECT 1 FROM job WHERE job.customer_id = imported_row.row_id)
                 OR EXISTS (SELECT 1 FROM appointment
                            WHERE appointment.customer_id = imported_row.row_id))"
        ),
        sql!(
            "UPDATE imported_row SET is_kept = TRUE
             WHERE company_id = $1 AND import_id = $2 AND kind = 'product' AND is_new AND row_id IN
                 (SELECT purchase_order_item.product_id FROM purchase_order_item
                  JOIN purchase_order ON purchase_order.id = purchase_order_item.purchase_order_id
                  JOIN job ON job.id = purchase_order.job_id
                  WHERE job.company_id = $1)"
        ),
    ] {
        used.bind(scope).bind(import).run(tx).await?;
    }
    Ok(())
}

/// The things of a kind that the undo takes back, in the order of their file: those that the import created, or
/// those that it changed.
async fn undone(
    tx: &mut Tx,
    scope: Scope,
    import: ImportId,
    kind: ActivityKind,
    is_new: bool,
) -> DbResult<Vec<Uuid>> {
    sql!(
        "SELECT row_id AS value FROM imported_row
         WHERE company_id = $1 AND import_id = $2 AND kind = $3 AND is_new = $4 AND NOT is_kept
         ORDER BY row_id"
    )
    .bind(scope)
    .bind(import)
    .bind(kind)
    .bind(is_new)
    .values(tx)
    .await
}

/// Deletes untouched jobs: nobody was assigned to them, and they have no files.
async fn delete_jobs(tx: &mut Tx, scope: Scope, import: ImportId, jobs: &[Uuid]) -> DbResult<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    tx.touch(scope.company());
    let jobs: Vec<JobId> = jobs.iter().copied().map(JobId).collect();
    announce_deleted(tx, scope.company(), &jobs);
    sql!(
        "DELETE FROM job WHERE company_id = $1 AND id IN
             (SELECT row_id FROM imported_row
              WHERE company_id = $1 AND import_id = $2 AND kind = 'job' AND NOT is_kept)"
    )
    .bind(scope)
    .bind(import)
    .run(tx)
    .await?;
    Ok(())
}

/// Deletes untouched customers: no job and no appointment is theirs.
async fn delete_customers(
    tx: &mut Tx,
    scope: Scope,
    import: ImportId,
    customers: &[Uuid],
) -> DbResult<()> {
    if customers.is_empty() {
        return Ok(());
    }
    let company = scope.company();
    tx.touch(company);
    for customer in customers.iter().copied().map(CustomerId) {
        tx.note_change(ChangeType::CustomerDeleted, Changed::Customer { customer, company });
    }
    sql!(
        "DELETE FROM customer WHERE company_id = $1 AND id IN
             (SELECT row_id FROM imported_row
              WHERE company_id = $1 AND import_id = $2 AND kind = 'customer' AND NOT is_kept)"
    )
    .bind(scope)
    .bind(import)
    .run(tx)
    .await?;
    Ok(())
}

/// Notes that the import was undone, and forgets its rows.
async fn end(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<()> {
    sql!("DELETE FROM imported_row WHERE company_id = $1 AND import_id = $2")
        .bind(scope)
        .bind(import)
        .run(tx)
        .await?;
    sql!("UPDATE stored_import SET is_undone = TRUE WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(import)
        .run_one(tx)
        .await
}

/// Deletes a batch of the rows of imports that can no longer be undone, of all companies; returns how many.
pub async fn delete_expired_rows(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM imported_row WHERE (company_id, import_id, kind, row_id) IN
             (SELECT imported_row.company_id, imported_row.import_id, imported_row.kind,
                  imported_row.row_id
              FROM stored_import
              JOIN imported_row ON imported_row.company_id = stored_import.company_id
                  AND imported_row.import_id = stored_import.id
              WHERE stored_import.at < $1 LIMIT $2)"
    )
    .bind(now - Duration::hours(UNDO_HOURS))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

/// Deletes a batch of imports of which nobody asks any more, of all companies; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM stored_import
         WHERE (company_id, id) IN (SELECT company_id, id FROM stored_import WHERE at < $1
                                    ORDER BY at LIMIT $2)"
    )
    .bind(now - Duration::days(RETENTION_DAYS))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

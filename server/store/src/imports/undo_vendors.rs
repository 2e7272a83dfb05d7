//! Undoing the import of vendors: those that it created are deleted, and the contacts that it added to others.

use domain::types::ids::ImportId;
use uuid::Uuid;

use crate::{db::prelude::*, scope::Scope};

/// Locks the vendors that the import stored or changed and that are still there.
pub(super) async fn lock(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<()> {
    sql!(
        "SELECT id FROM vendor WHERE company_id = $1 AND id IN
             (SELECT row_id FROM imported_row
              WHERE company_id = $1 AND import_id = $2 AND kind = 'vendor'
              UNION
              SELECT vendor_contact.vendor_id FROM vendor_contact
              JOIN imported_row ON imported_row.row_id = vendor_contact.id
              WHERE imported_row.company_id = $1 AND imported_row.import_id = $2
                  AND imported_row.kind = 'vendorContact')
         ORDER BY id {lock}"
    )
    .bind(scope)
    .bind(import)
    .run(tx)
    .await?;
    Ok(())
}

/// Marks contacts of vendors that have an entry in the log since this one, and what orders and links refer to.
pub(super) async fn keep(tx: &mut Tx, scope: Scope, import: ImportId, since: Uuid) -> DbResult<()> {
    sql!(
        "UPDATE imported_row SET is_kept = TRUE
         WHERE company_id = $1 AND import_id = $2 AND kind = 'vendorContact' AND row_id IN
             (SELECT vendor_contact.id FROM vendor_contact
              JOIN activity ON activity.subject_id = vendor_contact.vendor_id
              WHERE activity.company_id = $1 AND activity.id > $3)"
    )
    .bind(scope)
    .bind(import)
    .bind(since)
    .run(tx)
    .await?;
    for used in [
        sql!(
            "UPDATE imported_row SET is_kept = TRUE
             WHERE company_id = $1 AND import_id = $2 AND kind = 'vendor' AND EXISTS
                 (SELECT 1 FROM purchase_order WHERE purchase_order.vendor_id = imported_row.row_id)"
        ),
        sql!(
            "UPDATE imported_row SET is_kept = TRUE
             WHERE company_id = $1 AND import_id = $2 AND kind = 'vendorContact' AND EXISTS
                 (SELECT 1 FROM guest_link WHERE guest_link.vendor_contact_id = imported_row.row_id)"
        ),
        // A vendor with a contact that stays, and the contacts of a vendor that stays.
        sql!(
            "UPDATE imported_row SET is_kept = TRUE
             WHERE company_id = $1 AND import_id = $2 AND kind = 'vendor' AND row_id IN
                 (SELECT vendor_contact.vendor_id FROM vendor_contact
                  JOIN imported_row AS kept ON kept.row_id = vendor_contact.id
                  WHERE kept.company_id = $1 AND kept.import_id = $2
                      AND kept.kind = 'vendorContact' AND kept.is_kept)"
        ),
        sql!(
            "UPDATE imported_row SET is_kept = TRUE
             WHERE company_id = $1 AND import_id = $2 AND kind = 'vendorContact' AND row_id IN
                 (SELECT vendor_contact.id FROM vendor_contact
                  JOIN imported_row AS kept ON kept.row_id = vendor_contact.vendor_id
                  WHERE kept.company_id = $1 AND kept.import_id = $2 AND kept.kind = 'vendor'
                      AND kept.is_kept)"
        ),
    ] {
        used.bind(scope).bind(import).run(tx).await?;
    }
    Ok(())
}

/// The new contacts that the undo deletes.
pub(super) async fn contacts(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<Vec<Uuid>> {
    sql!(
        "SELECT row_id AS value FROM imported_row
         WHERE company_id = $1 AND import_id = $2 AND kind = 'vendorContact' AND NOT is_kept
         ORDER BY row_id"
    )
    .bind(scope)
    .bind(import)
    .values(tx)
    .await
}

/// Deletes new vendors with their contacts, and the new contacts of others.
pub(super) async fn delete(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<()> {
    let mut changed = 0;
    for statement in [
        sql!(
            "DELETE FROM vendor_contact WHERE id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'vendorContact'
                      AND NOT is_kept)"
        ),
        sql!(
            "DELETE FROM vendor WHERE company_id = $1 AND id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'vendor' AND NOT is_kept)"
        ),
    ] {
        changed += statement.bind(scope).bind(import).run(tx).await?;
    }
    if changed > 0 {
        tx.touch_row(scope.company(), Change::Vendors);
    }
    Ok(())
}

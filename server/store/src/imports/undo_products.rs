//! Undoing the import of a price list.

use domain::types::ids::ImportId;

use crate::{db::prelude::*, scope::Scope};

/// Deletes new products and the new categories that are empty then, and restores changed costs.
pub(super) async fn take_back(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<()> {
    let mut changed = 0;
    for statement in [
        sql!(
            "DELETE FROM product WHERE id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'product' AND is_new
                      AND NOT is_kept)"
        ),
        sql!(
            "UPDATE product SET unit_cost = imported_row.old_cost
             FROM imported_row
             WHERE imported_row.company_id = $1 AND imported_row.import_id = $2
                 AND imported_row.kind = 'product' AND NOT imported_row.is_new
                 AND NOT imported_row.is_kept AND product.id = imported_row.row_id"
        ),
        sql!(
            "DELETE FROM product_category WHERE company_id = $1
                 AND id IN (SELECT row_id FROM imported_row
                            WHERE company_id = $1 AND import_id = $2 AND kind = 'category'
                                AND NOT is_kept)
                 AND NOT EXISTS (SELECT 1 FROM product
                                 WHERE product.category_id = product_category.id)"
        ),
    ] {
        changed += statement.bind(scope).bind(import).run(tx).await?;
    }
    if changed > 0 {
        tx.touch_row(scope.company(), Change::Products);
    }
    Ok(())
}

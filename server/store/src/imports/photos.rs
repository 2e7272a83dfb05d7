//! Photos of an import: stored one by one as they arrive, and deleted together by an undo.

use domain::types::ids::{ImageId, ImportId};

use crate::{actor::ActionContext, db::prelude::*, imports::undo};

/// Notes that a new picture is part of an import, which can be undone from now on. False if it was undone already: a
/// picture that was on its way does not bring it back.
pub async fn note(
    tx: &mut Tx,
    act: ActionContext,
    import: ImportId,
    image: ImageId,
) -> DbResult<bool> {
    if !undo::store_open(tx, act, import).await? {
        return Ok(false);
    }
    sql!(
        "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new)
         VALUES ($1, $2, 'photo', $3, TRUE)"
    )
    .bind(act.company)
    .bind(import)
    .bind(image)
    .run_one(tx)
    .await?;
    Ok(true)
}

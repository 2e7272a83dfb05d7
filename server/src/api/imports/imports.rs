//! `/api/imports`: stops an import while it is being stored, and undoes it once it is (contract-2 §4).

use domain::{
    i18n::rules::Text,
    imports::csv::outcome::{ImportStopped, ImportUndone},
    types::ids::ImportId,
};
use store::imports::{imports, undo as stored};

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/imports/stop/{importId}", stop)
        .post("/api/imports/undo/{importId}", undo)
}

/// Without the permission to import there is nothing to stop: an unknown id changes nothing.
async fn stop(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(import): PathId<ImportId>,
) -> ApiResult<Reply<ImportStopped>> {
    let mut tx = app.db.write().await?;
    let outcome = imports::stop(&mut tx, caller.scope(), import, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Reply(outcome))
}

/// Whoever may import jobs may import customers and products, too.
async fn undo(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    PathId(id): PathId<ImportId>,
) -> ApiResult<Reply<ImportUndone>> {
    let act = caller.action_context(&app.clock);
    let mut tx = app.db.write_long().await?;
    let import = stored::lock(&mut tx, caller.scope(), id).await?;
    if !import.is_open(act.now) {
        return Err(ApiError::Conflict(Text::UndoTooLate));
    }
    let undone = stored::undo(&mut tx, act, caller.scope(), &import).await?;
    tx.commit().await?;
    Ok(Reply(undone))
}

//! `/api/imports`: stops an import while it is being stored.

use domain::{imports::csv::outcome::ImportStopped, types::ids::ImportId};
use store::imports::imports;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default().post("/api/imports/stop/{importId}", stop)
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

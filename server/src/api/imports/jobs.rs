//! `/api/jobs/import`: a CSV of jobs, and the mapping of its columns.

use domain::imports::csv::outcome::ImportOutcome;

use crate::{
    api::imports::{
        store_jobs,
        upload::{self as sheet_upload, CsvUpload},
    },
    http::{prelude::*, upload::Uploaded},
};

pub fn routes() -> Routes {
    Routes::default().upload("/api/jobs/import", sheet_upload::body_limit(), import)
}

async fn import(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    Uploaded(sent, ..): Uploaded<CsvUpload>,
) -> ApiResult<Reply<ImportOutcome>> {
    let file = sheet_upload::file(sent).await?;
    let (scope, act) = (caller.scope(), caller.action_context(&app.clock));
    let outcome = store_jobs::store(&app, scope, act, file, caller.language()).await?;
    sheet_upload::outcome_response(outcome)
}

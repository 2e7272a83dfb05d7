//! `/api/jobs/import`: a CSV of jobs, and which of its columns is what.

use axum::extract::State;
use domain::sheet_import::ImportOutcome;

use super::{
    Routes,
    body::Reply,
    caller::{Caller, gate},
    error::ApiResult,
    jobs::act,
    sheet_upload::{self, OneSheet},
    upload::Uploaded,
};
use crate::{app::App, job_import};

pub fn routes() -> Routes {
    Routes::default().upload("/api/jobs/import", sheet_upload::body_limit(), import)
}

async fn import(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    Uploaded(sent, ..): Uploaded<OneSheet>,
) -> ApiResult<Reply<ImportOutcome>> {
    let file = sheet_upload::file(sent).await?;
    let (scope, act) = (caller.scope(), act(&caller, &app));
    let outcome = job_import::store(&app, scope, act, file, caller.language()).await?;
    sheet_upload::ended(outcome)
}

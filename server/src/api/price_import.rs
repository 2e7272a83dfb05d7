//! `/api/products/import`: a vendor's price list, and which of its columns is what.

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
use crate::{app::App, price_import};

pub fn routes() -> Routes {
    Routes::default().upload("/api/products/import", sheet_upload::body_limit(), import)
}

async fn import(
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    Uploaded(sent, ..): Uploaded<OneSheet>,
) -> ApiResult<Reply<ImportOutcome>> {
    let file = sheet_upload::file(sent).await?;
    let (scope, act) = (caller.scope(), act(&caller, &app));
    let outcome = price_import::store(&app, scope, act, file, caller.language()).await?;
    sheet_upload::ended(outcome)
}

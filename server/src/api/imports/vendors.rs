//! `/api/contractor_vendors/import`: vendors with their contacts, and the mapping of the columns.

use domain::imports::{csv::outcome::ImportOutcome, vendors::ImportedVendor};

use crate::{
    api::imports::{
        storing,
        upload::{self as sheet_upload, CsvUpload},
    },
    http::{prelude::*, upload::file::Uploaded},
};

pub fn routes() -> Routes {
    Routes::default().upload("/api/contractor_vendors/import", sheet_upload::body_limit(), import)
}

async fn import(
    caller: Caller<gate::VendorsManage>,
    State(app): State<App>,
    sent: Uploaded<CsvUpload>,
) -> ApiResult<Reply<ImportOutcome>> {
    let upload = sheet_upload::file::<ImportedVendor>(&app, &caller, sent).await?;
    let (scope, act) = (caller.scope(), caller.action_context(&app.clock));
    let outcome = storing::store(&app, scope, act, upload).await?;
    sheet_upload::outcome_response(outcome)
}

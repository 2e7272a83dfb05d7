//! `/api/customers/import` and `/export`: customers as a CSV file.

use axum::http::header;
use domain::imports::{
    csv::outcome::ImportOutcome,
    customers::{ImportedCustomer, to_csv},
};
use store::customers;

use crate::{
    api::imports::{
        storing,
        upload::{self as sheet_upload, CsvUpload},
    },
    http::{
        openapi::responses::{Csv, TypedResponse},
        prelude::*,
        upload::file::Uploaded,
    },
};

pub fn routes() -> Routes {
    Routes::default()
        .upload("/api/customers/import", sheet_upload::body_limit(), import)
        .get("/api/customers/export", export)
}

async fn import(
    caller: Caller<gate::CustomersManage>,
    State(app): State<App>,
    sent: Uploaded<CsvUpload>,
) -> ApiResult<Reply<ImportOutcome>> {
    let upload = sheet_upload::file::<ImportedCustomer>(&app, &caller, sent).await?;
    let (scope, act) = (caller.scope(), caller.action_context(&app.clock));
    let outcome = storing::store(&app, scope, act, upload).await?;
    sheet_upload::outcome_response(outcome)
}

async fn export(
    caller: Caller<gate::CustomersView>,
    State(app): State<App>,
) -> ApiResult<TypedResponse<Csv>> {
    let mut tx = app.db.read().await?;
    let customers = customers::list(&mut tx, caller.scope()).await?;
    drop(tx);
    let language = caller.language();
    let csv = app.compute.run(move || to_csv(&customers, language)).await;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"customers.csv\""),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok(TypedResponse::of((headers, csv.map_err(anyhow::Error::from)?)))
}

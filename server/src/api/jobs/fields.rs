//! `/api/jobs`: the facts of a job that are changed one at a time.

use axum::extract::State;
use domain::{
    forms::error::Refusal,
    jobs::field_forms::{SetContractAmount, SetInspectionNote, SetJobCustomer, SetJobNumber},
};
use store::{customers, jobs::changes};

use crate::{
    api::jobs::jobs::{changed, watched_job},
    app::App,
    http::{
        body::Sent,
        caller::{Caller, gate},
        error::ApiResult,
        openapi::responses::Answer,
        routes::Routes,
    },
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/jobs/update/customer", set_customer)
        .post("/api/jobs/contractAmount/update", set_contract_amount)
        .post("/api/jobs/jobNumber/update", set_number)
        .post("/api/jobs/update/inspectionNote", set_inspection_note)
}

async fn set_customer(
    caller: Caller<gate::JobsCustomer>,
    State(app): State<App>,
    sent: Sent<SetJobCustomer>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.write().await?;
    // The customer before the job, as deleting a customer takes them: so neither waits for the other.
    let is_own = match sent.names(|form| form.job_customer.0) {
        Some(customer) => customers::is_own(&mut tx, caller.scope(), customer).await?,
        None => true,
    };
    let (form, job, watch) = watched_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    if !is_own {
        return Err(Refusal::not_your_own("jobCustomer").into());
    }
    changes::set_customer(&mut tx, caller.scope(), &job, form.job_customer.0).await?;
    changed(tx, caller.act(&app.clock), &caller, &job, watch).await
}

async fn set_contract_amount(
    caller: Caller<gate::JobsContractAmount>,
    State(app): State<App>,
    sent: Sent<SetContractAmount>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.write().await?;
    let (form, job, watch) = watched_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    changes::set_contract_amount(&mut tx, caller.scope(), &job, form.amount()).await?;
    changed(tx, caller.act(&app.clock), &caller, &job, watch).await
}

async fn set_number(
    caller: Caller<gate::JobsJobNumber>,
    State(app): State<App>,
    sent: Sent<SetJobNumber>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.write().await?;
    let (form, job, watch) = watched_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    changes::set_number(&mut tx, caller.scope(), &job, &form.job_number).await?;
    changed(tx, caller.act(&app.clock), &caller, &job, watch).await
}

async fn set_inspection_note(
    caller: Caller<gate::JobsInspectionNote>,
    State(app): State<App>,
    sent: Sent<SetInspectionNote>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.write().await?;
    let (form, job, watch) = watched_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    changes::set_inspection_note(&mut tx, caller.scope(), &job, &form.inspection_note).await?;
    changed(tx, caller.act(&app.clock), &caller, &job, watch).await
}

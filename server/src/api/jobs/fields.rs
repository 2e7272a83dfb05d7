//! `/api/jobs`: single fields of a job.

use domain::{
    forms::error::ValidationError,
    jobs::field_forms::{SetContractAmount, SetInspectionNote, SetJobCustomer, SetJobNumber},
};
use store::{customers, jobs::changes};

use crate::{
    api::jobs::jobs::{commit_and_respond, job_with_snapshot},
    http::prelude::*,
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
    sent: UncheckedForm<SetJobCustomer>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    // The customer is locked before the job, as deleting a customer does, so the two never deadlock.
    let is_own = match sent.peek(|form| form.job_customer.0) {
        Some(customer) => customers::is_own(&mut tx, caller.scope(), customer).await?,
        None => true,
    };
    let (form, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    if !is_own {
        return Err(ValidationError::not_your_own("jobCustomer").into());
    }
    changes::set_customer(&mut tx, caller.scope(), &job, form.job_customer.0).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

async fn set_contract_amount(
    caller: Caller<gate::JobsContractAmount>,
    State(app): State<App>,
    sent: UncheckedForm<SetContractAmount>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    changes::set_contract_amount(&mut tx, caller.scope(), &job, form.amount()).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

async fn set_number(
    caller: Caller<gate::JobsJobNumber>,
    State(app): State<App>,
    sent: UncheckedForm<SetJobNumber>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    changes::set_number(&mut tx, caller.scope(), &job, &form.number.job_number).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

async fn set_inspection_note(
    caller: Caller<gate::JobsInspectionNote>,
    State(app): State<App>,
    sent: UncheckedForm<SetInspectionNote>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    changes::set_inspection_note(&mut tx, caller.scope(), &job, &form.note.inspection_note).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

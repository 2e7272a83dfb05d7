//! `/api/customers`: a contractor's customers.

use domain::{
    customers::{CreateCustomer, EditCustomer},
    types::ids::CustomerId,
};
use store::{
    activity::{
        record::{self, JobReference},
        subject::Subject,
    },
    customers,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/customers/find", find)
        .post("/api/customers/create", create)
        .post("/api/customers/update", update)
        .delete("/api/customers/delete/{id}", delete)
}

async fn find(
    caller: Caller<gate::CustomersView>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("customers": customers::list(&mut tx, caller.scope()).await?))
}

async fn create(
    caller: Caller<gate::CustomersManage>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CreateCustomer>,
) -> ApiResult<impl ApiResponse> {
    form.company_id.check_own(caller.scope().company())?;
    let mut tx = app.db.write().await?;
    let id = CustomerId(Uuid::now_v7());
    let customer = customers::insert(&mut tx, caller.scope(), id, &form.customer).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Customer(id)).await?;
    Ok(named!("customer": customer))
}

async fn update(
    caller: Caller<gate::CustomersManage>,
    State(app): State<App>,
    sent: UncheckedForm<EditCustomer>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.customer_id.0)?;
    customers::lock(&mut tx, caller.scope(), id).await?;
    let form = sent.checked()?;
    let snapshot = record::snapshot(&mut tx, Subject::Customer(id)).await?;
    let customer = customers::update(&mut tx, caller.scope(), id, &form.customer).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("customer": customer))
}

async fn delete(
    caller: Caller<gate::CustomersManage>,
    State(app): State<App>,
    PathId(id): PathId<CustomerId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    customers::lock(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Customer(id)).await?;
    let jobs = record::snapshot_jobs_naming(&mut tx, JobReference::Customer(id)).await?;
    customers::delete(&mut tx, caller.scope(), id).await?;
    jobs.record(&mut tx, caller.action_context(&app.clock)).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}

//! `/api/customers`: a contractor's customers.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::HeaderMap,
};
use domain::{
    customers::{CreateCustomer, Customer, EditCustomer},
    types::ids::CustomerId,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{
        job_snapshots::{self, JobReference},
        record,
        subject::Subject,
    },
    customers,
    db::revisions::change::Change,
};
use uuid::Uuid;

use crate::http::{
    list_delta::{DataState, ListDelta, SinceQuery},
    prelude::*,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/customers/find", find)
        .post("/api/customers/create", create)
        .post("/api/customers/update", update)
        .delete("/api/customers/delete/{id}", delete)
}

#[derive(Serialize, JsonSchema)]
struct Customers {
    customers: Vec<Customer>,
    #[serde(flatten)]
    delta: ListDelta<CustomerId>,
}

async fn find(
    caller: Caller<gate::CustomersView>,
    State(app): State<App>,
    since: Result<Query<SinceQuery>, QueryRejection>,
) -> ApiResult<(HeaderMap, Reply<Customers>)> {
    let Query(since) = since.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let scope = caller.scope();
    if since.since.is_none() {
        // Read before the rows, which are at least as new.
        let headers =
            DataState::headers_now(&app.db, scope.company(), caller.company_revision()).await?;
        let mut tx = app.db.read_one_statement().await?;
        let customers = customers::list(&mut tx, scope).await?;
        let delta = ListDelta::whole(&since);
        return Ok((headers, Reply(Customers { customers, delta })));
    }
    let mut tx = app.db.read().await?;
    let state = DataState::read(&app.db, &mut tx, scope.company(), &since).await?;
    let answer = if let Some(changes) = state.changes {
        let changed: Vec<CustomerId> = changes.iter().filter_map(Change::customer).collect();
        let customers = customers::list_of(&mut tx, scope, &changed).await?;
        let delta =
            ListDelta::without(changed, |id| customers.iter().any(|customer| customer.id == *id));
        Customers { customers, delta }
    } else {
        let customers = customers::list(&mut tx, scope).await?;
        Customers { customers, delta: ListDelta::whole(&since) }
    };
    Ok((state.headers, Reply(answer)))
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
    let mut customer = form.customer;
    if let Some(was) = &form.was {
        let stored = customers::find(&mut tx, caller.scope(), id).await?;
        customer = customer.only_touched(was, stored.form());
    }
    let customer = customers::update(&mut tx, caller.scope(), id, &customer).await?;
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
    let jobs = job_snapshots::snapshot_jobs_naming(&mut tx, JobReference::Customer(id)).await?;
    customers::delete(&mut tx, caller.scope(), id).await?;
    jobs.record(&mut tx, caller.action_context(&app.clock)).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}

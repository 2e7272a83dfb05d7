//! `/api/customers`: whom a contractor works for.

use axum::{extract::State, response::IntoResponse};

use super::{
    Routes,
    body::named,
    caller::{Caller, gate},
    error::ApiResult,
};
use crate::{app::App, store::customers};

pub fn routes() -> Routes {
    Routes::default().get("/api/customers/find", find)
}

async fn find(
    caller: Caller<gate::CustomersView>,
    State(app): State<App>,
) -> ApiResult<impl IntoResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("customers": customers::list(&mut tx, caller.scope()).await?))
}

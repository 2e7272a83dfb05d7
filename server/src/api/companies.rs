//! `/api/company`: a company's page and its people.

use axum::{extract::State, response::IntoResponse};
use domain::ids::CompanyId;

use super::{
    Routes,
    body::{PathId, named},
    caller::{Caller, gate},
    error::ApiResult,
};
use crate::{
    app::App,
    store::{companies, people},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/company/find/{id}", find)
        .get("/api/company/users/{companyId}", users)
}

async fn find(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl IntoResponse> {
    let mut tx = app.db.read().await?;
    let company = companies::find(&mut tx, caller.scope(), company).await?;
    Ok(named!("company": company))
}

/// The people of any company, as its page shows them.
async fn users(
    _: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl IntoResponse> {
    let mut tx = app.db.read().await?;
    companies::name(&mut tx, company).await?;
    Ok(named!("employees": people::employees(&mut tx, company).await?))
}

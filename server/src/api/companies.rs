//! `/api/company`: a company's page and its people.

use axum::{extract::State, response::IntoResponse};
use domain::{ids::CompanyId, time_zones::SetTimeZone};

use super::{
    Routes,
    body::{Checked, PathId, named},
    caller::{Caller, gate},
    error::{ApiError, ApiResult},
};
use crate::{
    app::App,
    store::{companies, people},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/company/find/{id}", find)
        .get("/api/company/users/{companyId}", users)
        .put("/api/company/timeZone", set_time_zone)
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

async fn set_time_zone(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    Checked(form): Checked<SetTimeZone>,
) -> ApiResult<impl IntoResponse> {
    let Some(zone) = form.time_zone() else {
        return Err(ApiError::Malformed("a checked form names its time zone".to_string()));
    };
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    companies::set_time_zone(&mut tx, scope, zone).await?;
    let company = companies::find(&mut tx, scope, scope.company()).await?;
    tx.commit().await?;
    Ok(named!("company": company))
}

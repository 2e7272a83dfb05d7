//! `/api/connections`: the companies one works with.

use axum::{extract::State, response::IntoResponse};
use domain::ids::CompanyId;

use super::{
    Routes,
    body::{PathId, named},
    caller::{Caller, gate},
    error::{ApiError, ApiResult},
};
use crate::{app::App, store::connections};

pub fn routes() -> Routes {
    Routes::default().get("/api/connections/connections/{companyId}", list)
}

/// One's own alone (contract, section 4): another company's are not found.
async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl IntoResponse> {
    if company != caller.scope().company() {
        return Err(ApiError::NotFound);
    }
    let mut tx = app.db.read().await?;
    Ok(named!("fullConnectionsDetails": connections::list(&mut tx, caller.scope()).await?))
}

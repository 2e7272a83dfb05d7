//! `/api/search`: everything in the caller's company that they may see, by a few letters. A blank query finds
//! nothing but fills the cache: the app sends one when the search opens.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use domain::{
    limits::quotas::Quota,
    search::{SearchAnswer, SearchForm},
};
use store::search::search;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/search", find)
        .limited(Quota::Search)
        .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
}

async fn find(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    query: Result<Query<SearchForm>, QueryRejection>,
) -> ApiResult<Reply<SearchAnswer>> {
    let Query(form) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let (query, viewer) = (form.read()?, caller.viewer());
    let company = viewer.scope.company();
    let read = async || {
        let mut tx = app.db.read().await?;
        search::read(&mut tx, viewer.scope, viewer.role.company_type).await
    };
    let index = app.index_cache.get_or_load(&app.db, company, || Box::pin(read())).await?;
    if query.is_blank() {
        return Ok(Reply(SearchAnswer::default()));
    }
    let mut tx = app.db.read().await?;
    Ok(Reply(search::find(&mut tx, &viewer, &index, &query).await?))
}

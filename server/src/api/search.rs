//! `/api/search`: everything in the caller's company that they may see, by a few letters. A blank query finds
//! nothing but fills the cache: the app sends one when the search opens.

use std::sync::Arc;

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use domain::{
    limits::quotas::Quota,
    search::{SearchAnswer, SearchForm},
};
use store::{
    cache::revision_cache::AtRevision,
    jobs::visibility::Viewer,
    search::{
        hits,
        search::{self, CompanyIndex, SearchTexts},
    },
};
use tokio::task::JoinError;

use crate::http::prelude::*;

/// The texts of some thousand records, which take a millisecond to search: more get a thread of their own.
const SLOW_TO_SEARCH: usize = 512 * 1024;

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
    let read = async |former: Option<AtRevision<Arc<CompanyIndex>>>| {
        let texts = read_texts(&app, &viewer, former).await?;
        ApiResult::Ok(if texts.is_large() {
            app.compute.run(move || texts.into_index()).await.map_err(stopped)?
        } else {
            texts.into_index()
        })
    };
    let index = app
        .index_cache
        .get_or_load(&app.db, company, caller.company_revision(), |former| Box::pin(read(former)))
        .await?;
    if query.is_blank() {
        return Ok(Reply(SearchAnswer::default()));
    }
    let found = if index.bytes() > SLOW_TO_SEARCH {
        app.compute.run(move || index.find(&viewer, &query)).await.map_err(stopped)?
    } else {
        index.find(&viewer, &query)
    };
    let mut tx = app.db.read().await?;
    Ok(Reply(hits::find(&mut tx, &viewer, found).await?))
}

/// Reads what changed since the former index, or everything if that is not known.
async fn read_texts(
    app: &App,
    viewer: &Viewer,
    former: Option<AtRevision<Arc<CompanyIndex>>>,
) -> ApiResult<SearchTexts> {
    let (scope, company_type) = (viewer.scope, viewer.role.company_type);
    let begun = if former.is_some() { app.db.read() } else { app.db.read_long() };
    let mut tx = begun.await?;
    if let Some(former) = former {
        let since = app.db.changes_after(&mut tx, scope.company(), former.revision).await?;
        if let Some(changes) = since.changes {
            let texts =
                search::read_changed(&mut tx, scope, company_type, &former.value, &changes).await?;
            return Ok(texts);
        }
    }
    Ok(search::read(&mut tx, scope, company_type).await?)
}

fn stopped(error: JoinError) -> ApiError {
    ApiError::Internal(error.into())
}

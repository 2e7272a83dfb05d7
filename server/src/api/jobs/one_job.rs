//! `/api/jobs/job/{id}`: one job, sent from cached bytes until it changes.

use std::sync::Arc;

use axum::http::HeaderMap;
use domain::{jobs::job::Job, types::ids::JobId};
use schemars::JsonSchema;
use serde::Serialize;
use services::core::{cached_list::CachedList, list_cache::ListKey};
use store::{
    cache::revision_cache::AtRevision,
    jobs::{follows, jobs, visibility::Viewer},
};

use crate::{
    api::jobs::list::{changed_jobs, changes_since},
    http::{
        openapi::responses::{CacheableJson, TypedResponse},
        prelude::*,
    },
};

pub fn routes() -> Routes {
    Routes::default().get("/api/jobs/job/{id}", job)
}

#[derive(Serialize, JsonSchema)]
struct JobInfo {
    info: Job,
}

async fn job(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
    headers: HeaderMap,
) -> ApiResult<TypedResponse<CacheableJson<JobInfo>>> {
    let viewer = caller.viewer();
    let key = ListKey {
        company: viewer.scope.company(),
        viewer: viewer.only_assigned_to(),
        list: format!("job {job}"),
    };
    let read = |former| Box::pin(read(&app, &viewer, job, former));
    let found = app.list_cache.get_or_load(&app.db, &key, caller.company_revision(), read).await?;
    Ok(TypedResponse::of(app.list_cache.respond(&app.compute, &key, &found.value, &headers).await))
}

/// The job as this viewer sees it: the former bytes if other things changed since.
async fn read(
    app: &App,
    viewer: &Viewer,
    job: JobId,
    former: Option<AtRevision<Arc<CachedList>>>,
) -> ApiResult<Arc<CachedList>> {
    let mut tx = app.db.read().await?;
    if let Some((value, changes)) = changes_since(app, &mut tx, viewer, former).await? {
        let changed = changed_jobs(&changes);
        // It shows what it follows only as long as the viewer sees that.
        let is_other = !changed.contains(&job)
            && (changed.is_empty() || !follows::follows_any(&mut tx, job, &changed).await?);
        if is_other {
            return Ok(value);
        }
    }
    let info = jobs::find(&mut tx, viewer, job).await?;
    let json = serde_json::to_vec(&JobInfo { info });
    Ok(Arc::new(CachedList::new(&json.map_err(|error| ApiError::Internal(error.into()))?)))
}

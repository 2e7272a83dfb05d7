//! `/api/jobs/myJobs`: the list of jobs, and what has changed in it.

use std::{collections::HashSet, sync::Arc};

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use domain::{
    i18n::rules::Text,
    jobs::job::Job,
    permissions::permission::CompanyType,
    types::{field::WireEnum as _, ids::JobId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use services::core::{
    cached_list::{CachedList, ListRow},
    list_cache::ListKey,
};
use store::{
    cache::revision_cache::AtRevision,
    db::{Tx, revisions::change::Change},
    jobs::{
        jobs::{self, ChangedList},
        visibility::{JobSelection, Viewer},
    },
};
use uuid::Uuid;

use crate::http::{
    list_delta::{DataState, ListDelta, LostRows, SinceQuery, insert_state},
    openapi::responses::{CacheableJson, TypedResponse},
    prelude::*,
};

pub fn routes() -> Routes {
    Routes::default().get("/api/jobs/myJobs/{companyType}", my_jobs)
}

/// The name of the rows in the answer.
const NAME: &str = "jobs";

/// The filters of a list; none means all jobs.
#[derive(Debug, Deserialize, JsonSchema)]
struct JobListQuery {
    #[schemars(extend("format" = "date"))]
    from: Option<String>,
    #[schemars(extend("format" = "date"))]
    to: Option<String>,
    #[serde(default)]
    unscheduled: bool,
    since: Option<String>,
}

impl JobListQuery {
    fn selection(&self) -> ApiResult<JobSelection> {
        let day = |text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            domain::types::date::read_day(text)
                .ok_or_else(|| ApiError::Malformed(format!("{text:?} is no day")))
        };
        if self.unscheduled {
            Ok(JobSelection::Unscheduled)
        } else if self.from.is_none() && self.to.is_none() {
            Ok(JobSelection::All)
        } else {
            Ok(JobSelection::Between(day(&self.from)?, day(&self.to)?))
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Jobs {
    jobs: Vec<Job>,
    #[serde(flatten)]
    delta: ListDelta<JobId>,
}

async fn my_jobs(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company_type): PathId<String>,
    query: Result<Query<JobListQuery>, QueryRejection>,
    headers: HeaderMap,
) -> ApiResult<TypedResponse<CacheableJson<Jobs>>> {
    if CompanyType::from_word(&company_type) != Some(caller.role().company_type) {
        return Err(ApiError::Forbidden(Text::Unauthorized));
    }
    let Query(query) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let which = query.selection()?;
    let viewer = caller.viewer();
    let since = SinceQuery { since: query.since };
    if since.since.is_some()
        && let Some(delta) = delta(&app, &viewer, which, &since).await?
    {
        return Ok(TypedResponse::of(delta));
    }
    let key = ListKey {
        company: viewer.scope.company(),
        viewer: viewer.only_assigned_to(),
        list: format!("jobs {which:?}"),
    };
    let read = |former| Box::pin(read(&app, &viewer, which, former));
    let list = app.list_cache.get_or_load(&app.db, &key, caller.company_revision(), read).await?;
    let mut response = if since.since.is_some() {
        whole(&list.value)
    } else {
        app.list_cache.respond(&app.compute, &key, &list.value, &headers).await
    };
    insert_state(response.headers_mut(), &app.db, key.company, list.revision);
    Ok(TypedResponse::of(response))
}

/// The list as this viewer sees it: the former one with the jobs that changed since, or all of it.
async fn read(
    app: &App,
    viewer: &Viewer,
    which: JobSelection,
    former: Option<AtRevision<Arc<CachedList>>>,
) -> ApiResult<Arc<CachedList>> {
    // Few jobs are read sooner from the primary than the replica is asked how far it has come.
    let begun = if former.is_some() { app.db.read() } else { app.db.read_long() };
    let mut tx = begun.await?;
    if let Some((value, changes)) = changes_since(app, &mut tx, viewer, former).await? {
        let changed = changed_jobs(&changes);
        if changed.is_empty() {
            return Ok(value);
        }
        let ChangedList { jobs, .. } = jobs::list_changed(&mut tx, viewer, which, &changed).await?;
        let found = jobs.iter().map(|job| &job.id);
        let ids: HashSet<Uuid> = changed.iter().chain(found).map(|job| job.0).collect();
        return Ok(Arc::new(value.with_changes(NAME, &ids, &rows(&jobs)?)));
    }
    let jobs = jobs::list(&mut tx, viewer, which).await?;
    Ok(Arc::new(CachedList::of_rows(NAME, &rows(&jobs)?)))
}

/// What is cached, and what of its company has changed since, if that is known.
pub(crate) async fn changes_since(
    app: &App,
    tx: &mut Tx,
    viewer: &Viewer,
    former: Option<AtRevision<Arc<CachedList>>>,
) -> ApiResult<Option<(Arc<CachedList>, Vec<Change>)>> {
    let Some(AtRevision { revision, value }) = former else { return Ok(None) };
    let since = app.db.changes_after(tx, viewer.scope.company(), revision).await?;
    Ok(since.changes.map(|changes| (value, changes)))
}

fn rows(jobs: &[Job]) -> ApiResult<Vec<ListRow>> {
    let row = |job: &Job| {
        let json = serde_json::to_vec(job).map_err(|error| ApiError::Internal(error.into()))?;
        Ok(ListRow { id: job.id.0, created: job.date_inserted, json })
    };
    jobs.iter().map(row).collect()
}

pub(super) fn changed_jobs(changes: &[Change]) -> Vec<JobId> {
    let job = |change: &Change| match change {
        Change::Job(job) => Some(*job),
        _ => None,
    };
    changes.iter().filter_map(job).collect()
}

/// What has changed since the client's state, if that is known.
async fn delta(
    app: &App,
    viewer: &Viewer,
    which: JobSelection,
    since: &SinceQuery,
) -> ApiResult<Option<(HeaderMap, Reply<Jobs>)>> {
    let mut tx = app.db.read().await?;
    let state = DataState::read(&app.db, &mut tx, viewer.scope.company(), since).await?;
    let Some(changes) = state.changes else { return Ok(None) };
    let ids = changed_jobs(&changes);
    let ChangedList { jobs, elsewhere } = if ids.is_empty() {
        ChangedList { jobs: Vec::new(), elsewhere: Vec::new() }
    } else {
        jobs::list_changed(&mut tx, viewer, which, &ids).await?
    };
    let found: HashSet<JobId> = jobs.iter().map(|job| job.id).collect();
    let lost = LostRows::of(viewer, &changes, elsewhere);
    let delta = ListDelta::without(ids, |id| found.contains(id) || !lost.contains(*id));
    Ok(Some((state.headers, Reply(Jobs { jobs, delta }))))
}

/// The whole list for a client whose state is unknown.
fn whole(list: &CachedList) -> Response {
    const WHOLE: &[u8] = br#"{"whole":true,"#;
    let mut json = Vec::with_capacity(WHOLE.len() + list.plain().len());
    json.extend_from_slice(WHOLE);
    json.extend_from_slice(&list.plain()[1..]);
    let mut response = Response::new(json.into());
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

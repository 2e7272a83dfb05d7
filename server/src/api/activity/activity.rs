//! `/api/activity`: the activity log. Admins read their company's log, users who see a job read the job's.
//! Nothing here changes anything.

use std::{collections::VecDeque, sync::Arc};

use axum::{
    body::Body,
    extract::{Query, rejection::QueryRejection},
    http::{StatusCode, header},
};
use bytes::Bytes;
use chrono::Days;
use domain::{
    activity::{
        activity::{ActivityChoice, ActivityChoices, ActivityFilterForm, ActivityPage},
        labels::{ActivityAction, ActivityKind},
    },
    companies::time_zone::TimeZone,
    limits::quotas::Quota,
    types::ids::JobId,
};
use futures_util::{StreamExt as _, stream};
use store::{
    activity::log::{self, ActivityLogFilter},
    companies::companies,
    company_time::begin,
    scope::Scope,
};

use crate::{
    api::activity::presenter::{EntryPresenter, csv_row},
    http::{
        openapi::responses::{Csv, TypedResponse},
        prelude::*,
    },
};

/// Entries read at once for a file.
const AT_ONCE: usize = 500;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/activity", of_company)
        .limited(Quota::Search)
        .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
        .get("/api/activity/choices", choices)
        .get("/api/activity/export", export)
        .limited(Quota::Search)
        .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
        .get("/api/activity/job/{id}", of_job)
        .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
}

type FilterQuery = Result<Query<ActivityFilterForm>, QueryRejection>;

fn read_query(query: FilterQuery) -> ApiResult<ActivityFilterForm> {
    let Query(form) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    Ok(form)
}

/// The filters, and the time zone of their days.
async fn log_filter<G>(
    app: &App,
    caller: &Caller<G>,
    form: &ActivityFilterForm,
) -> ApiResult<(ActivityLogFilter, TimeZone)> {
    let filter = form.read()?;
    let mut tx = app.db.read().await?;
    let zone = companies::time_zone(&mut tx, caller.scope()).await?;
    let since = filter.from.map(|day| begin(day, zone));
    let until = filter.to.and_then(|day| day.checked_add_days(Days::new(1)));
    let days = [since, until.map(|day| begin(day, zone))];
    let reader = (caller.scope(), caller.language());
    Ok((ActivityLogFilter::find(&mut tx, reader, filter, days).await?, zone))
}

fn lines<G>(caller: &Caller<G>, zone: TimeZone, tells_job: bool) -> EntryPresenter {
    EntryPresenter {
        role: caller.role(),
        company: caller.scope().company(),
        language: caller.language(),
        zone,
        names_job: tells_job,
    }
}

async fn of_company(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    query: FilterQuery,
) -> ApiResult<Reply<ActivityPage>> {
    let (filter, zone) = log_filter(&app, &caller, &read_query(query)?).await?;
    let mut tx = app.db.read_long().await?;
    let (rows, next) = log::of_company(&mut tx, caller.scope(), &filter).await?;
    let lines = lines(&caller, zone, true);
    Ok(Reply(ActivityPage { activity: rows.into_iter().map(|row| lines.of(row)).collect(), next }))
}

async fn of_job(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
    query: FilterQuery,
) -> ApiResult<Reply<ActivityPage>> {
    let form = read_query(query)?;
    let mut tx = app.db.read().await?;
    // An unknown job is a 404 before the query is validated.
    store::jobs::visibility::check_visible(&mut tx, &caller.viewer(), job).await?;
    let before = ActivityFilterForm { before: form.before, ..Default::default() }.read()?.before;
    let (rows, next) = log::of_job(&mut tx, &caller.viewer(), job, before).await?;
    let zone = companies::time_zone(&mut tx, caller.scope()).await?;
    let lines = lines(&caller, zone, false);
    Ok(Reply(ActivityPage { activity: rows.into_iter().map(|row| lines.of(row)).collect(), next }))
}

async fn choices(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
) -> ApiResult<Reply<ActivityChoices>> {
    let language = caller.language();
    let mut tx = app.db.read().await?;
    let people = log::people(&mut tx, caller.scope(), language).await?;
    let kinds = ActivityKind::ALL
        .iter()
        .map(|kind| ActivityChoice { value: *kind, label: kind.label(language).to_owned() });
    let actions = ActivityAction::ALL
        .iter()
        .map(|action| ActivityChoice { value: *action, label: action.label(language).to_owned() });
    Ok(Reply(ActivityChoices { kinds: kinds.collect(), actions: actions.collect(), people }))
}

/// The rest of a file that is being written.
struct Export {
    app: App,
    scope: Scope,
    filter: Arc<ActivityLogFilter>,
    lines: EntryPresenter,
    before: Option<uuid::Uuid>,
    ready: VecDeque<Bytes>,
    is_over: bool,
}

impl Export {
    /// Reads the next entries. Each read is a separate transaction, so a slow reader blocks nothing.
    async fn read(&mut self) -> anyhow::Result<()> {
        let mut tx = self.app.db.read_long().await?;
        let rows: Vec<log::EntryRow> =
            self.filter.lines(self.scope, self.before, AT_ONCE).all(&mut tx).await?;
        self.is_over = rows.len() < AT_ONCE;
        self.before = rows.last().map(|row| row.id).or(self.before);
        drop(tx);
        let lines = self.lines;
        let write = move || rows.into_iter().flat_map(|row| lines.csv(row)).collect::<Vec<u8>>();
        self.ready.push_back(Bytes::from(self.app.compute.run(write).await?));
        Ok(())
    }

    async fn next(mut self) -> Option<(anyhow::Result<Bytes>, Self)> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some((Ok(ready), self));
            }
            if self.is_over {
                return None;
            }
            if let Err(error) = self.read().await {
                tracing::error!(%error, "the rest of an activity log could not be read");
                self.is_over = true;
                return Some((Err(error), self));
            }
        }
    }
}

async fn export(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    query: FilterQuery,
) -> ApiResult<TypedResponse<Csv>> {
    let (filter, zone) = log_filter(&app, &caller, &read_query(query)?).await?;
    let lines = lines(&caller, zone, true);
    let mut head = "\u{feff}".as_bytes().to_vec();
    head.extend(csv_row(&domain::activity::values::headings(caller.language()).map(str::to_owned)));
    let export = Export {
        app,
        scope: caller.scope(),
        filter: Arc::new(filter),
        lines,
        before: None,
        ready: VecDeque::from([Bytes::from(head)]),
        is_over: false,
    };
    // The compression layer polls once more after the end.
    let body = Body::from_stream(stream::unfold(export, Export::next).fuse());
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"activity.csv\""),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok(TypedResponse::of((headers, body)))
}

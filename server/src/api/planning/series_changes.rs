//! Changes of a job that repeats and of those that follow it in its series: all in one transaction, each with the events
//! and the entry that its own call would make. Completed jobs, and those that another company has accepted, stay.

use std::collections::HashMap;

use domain::{
    forms::error::ValidationError,
    i18n::rules::Text,
    jobs::job::{Job, JobStatus},
    planning::{
        repeats::RepeatEnd,
        series_forms::{ChangeSeries, KeptSeriesJob, SeriesChange, SeriesKeptReason, StopSeries},
        shifted_jobs::ScheduledJob,
    },
    types::{
        date_range::Span,
        ids::{JobId, ShiftId},
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    db::Tx,
    jobs::{changes, jobs, visibility::JobSelection},
    planning::{
        series::{self, SeriesPlace},
        shifts, workdays,
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    http::prelude::*,
    notify::{
        dispatch,
        moved_jobs::{self, MovedJob, Occasion},
    },
};

/// The jobs as they are now, and those that were left as they are.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChangedSeries {
    jobs: Vec<Job>,
    kept: Vec<KeptSeriesJob>,
}

/// The jobs that are gone, and those that were left as they are.
#[derive(Serialize, JsonSchema)]
pub(super) struct StoppedSeries {
    deleted: Vec<JobId>,
    kept: Vec<KeptSeriesJob>,
}

/// A job and those that follow it in its series, in their order, locked.
struct Following {
    places: Vec<SeriesPlace>,
    jobs: HashMap<JobId, ScheduledJob>,
}

impl Following {
    /// Locks them in the order of their ids. A job that does not repeat has none; one that is not the company's is a 404.
    async fn lock(tx: &mut Tx, scope: Scope, job: JobId) -> ApiResult<Self> {
        let mut ids = vec![job];
        ids.extend(series::from_job(tx, scope, job).await?.iter().map(|place| place.job));
        let locked = shifts::lock(tx, scope, &ids).await?;
        let jobs: HashMap<JobId, ScheduledJob> =
            locked.into_iter().map(|job| (job.id, job)).collect();
        if !jobs.contains_key(&job) {
            return Err(ApiError::NotFound);
        }
        // The rule as it is while they are locked.
        let mut places = series::from_job(tx, scope, job).await?;
        places.retain(|place| jobs.contains_key(&place.job));
        Ok(Self { places, jobs })
    }

    fn in_order(&self) -> impl Iterator<Item = (&SeriesPlace, &ScheduledJob)> {
        self.places.iter().filter_map(|place| Some((place, self.jobs.get(&place.job)?)))
    }
}

/// Why a job stays as it is.
fn kept(job: &ScheduledJob) -> Option<SeriesKeptReason> {
    match job.status {
        JobStatus::Complete => Some(SeriesKeptReason::Complete),
        JobStatus::Active => job.accepted_by().map(|_| SeriesKeptReason::Accepted),
    }
}

pub(super) async fn change(
    caller: Caller<gate::JobsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<ChangeSeries>,
) -> ApiResult<Reply<ChangedSeries>> {
    let id = sent.row_id(ChangeSeries::job)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    let following = Following::lock(&mut tx, scope, id).await?;
    let change = sent.checked()?.read()?;
    let Some(first) = following.places.first() else {
        return Err(ApiError::Conflict(Text::NotRepeated));
    };
    let days = new_days(&mut tx, scope, &following, &change).await?;
    let (mut ids, mut stay, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    for (_, job) in following.in_order() {
        if let Some(reason) = kept(job) {
            stay.push(KeptSeriesJob { job_id: job.id, reason });
            continue;
        }
        let state = shifts::state(scope, job);
        let snapshot = record::snapshot(&mut tx, Subject::Job(job.id)).await?;
        if change.changes_fields() {
            series::set_fields(&mut tx, scope, &state, &change).await?;
        }
        if let Some(days) = days.get(&job.id).filter(|days| job.span() != Some(**days)) {
            changes::set_span(&mut tx, scope, &state, Some(*days)).await?;
            moved.push(MovedJob { before: state, title: &job.title, days: *days });
        } else if change.every.is_some() {
            series::announce(&mut tx, &state);
        }
        snapshot.record(&mut tx, act).await?;
        ids.push(job.id);
    }
    if let Some(every) = change.every {
        series::set_rule(&mut tx, scope, first, every).await?;
    }
    if !moved.is_empty() {
        let title = following.jobs.get(&id).map_or("", |job| job.title.as_str());
        let occasion = Occasion::Moved { reason: title };
        let shift = ShiftId(Uuid::now_v7());
        moved_jobs::jobs_moved(&mut tx, &app, act, shift, &moved, occasion).await?;
    }
    let jobs = jobs::list_of(&mut tx, &caller.viewer(), JobSelection::All, &ids).await?;
    tx.commit().await?;
    Ok(Reply(ChangedSeries { jobs, kept: stay }))
}

/// The days of each scheduled job, counted anew from the first of them; none if the days do not change.
async fn new_days(
    tx: &mut Tx,
    scope: Scope,
    following: &Following,
    change: &SeriesChange,
) -> ApiResult<HashMap<JobId, Span>> {
    let mut days = HashMap::new();
    let Some((first, job)) = following.in_order().next() else { return Ok(days) };
    if !change.moves() {
        return Ok(days);
    }
    let start = change.start_date.or(job.start_date);
    let start = start.ok_or(ApiError::Conflict(Text::NotScheduled))?;
    let calendar = workdays::calendar(tx, scope).await?;
    // Places of deleted jobs stay empty: those behind them keep their distance.
    let at = |place: &SeriesPlace| place.place - first.place;
    let last = following.places.last().map_or(0, at);
    let every = change.every.unwrap_or(first.every);
    let field = if change.every.is_some() { "interval" } else { "startDate" };
    let counted = every.days(start, RepeatEnd::Times(last + 1), &calendar);
    let counted =
        counted.map_err(|refusal| ValidationError { field: field.to_owned(), ..refusal })?;
    for (place, job) in following.in_order() {
        let Some(span) = job.span() else { continue };
        let day = usize::try_from(at(place)).ok().and_then(|at| counted.get(at));
        let new = day.and_then(|day| calendar.span(*day, calendar.length(span)));
        days.insert(job.id, new.ok_or(ApiError::Conflict(Text::DateFormat))?);
    }
    Ok(days)
}

pub(super) async fn stop(
    caller: Caller<gate::JobsDelete>,
    State(app): State<App>,
    sent: UncheckedForm<StopSeries>,
) -> ApiResult<Reply<StoppedSeries>> {
    let id = sent.row_id(|form| form.job_id.0)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    let following = Following::lock(&mut tx, scope, id).await?;
    let with_this = sent.checked()?.with_this == Some(true);
    if following.places.is_empty() {
        return Err(ApiError::Conflict(Text::NotRepeated));
    }
    let (mut deleted, mut stay, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for (_, job) in following.in_order() {
        let state = shifts::state(scope, job);
        if job.id == id && !with_this {
            // It is the last one now.
            series::announce(&mut tx, &state);
        } else if let Some(reason) = kept(job) {
            stay.push(KeptSeriesJob { job_id: job.id, reason });
        } else {
            let snapshot = record::snapshot(&mut tx, Subject::Job(job.id)).await?;
            dispatch::job_deleted(&mut tx, act, &state).await?;
            files.extend(changes::delete(&mut tx, scope, &state, act.now).await?);
            snapshot.record(&mut tx, act).await?;
            deleted.push(job.id);
        }
    }
    tx.commit().await?;
    app.files.discard(&app.db, &files).await;
    Ok(Reply(StoppedSeries { deleted, kept: stay }))
}

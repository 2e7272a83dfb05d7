//! Changes of a job that repeats and of those that follow it in its series: all in one transaction, each with the events
//! and the entry that its own call would make. Completed jobs, and those that another company has accepted, stay.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    i18n::rules::Text,
    jobs::job::{Job, JobStatus},
    planning::{
        repeats::RepeatEvery,
        series_days::{Occurrence, Recounted, SeriesDay, recount},
        series_forms::{ChangeSeries, KeptSeriesJob, SeriesChange, SeriesKeptReason, StopSeries},
        shifted_jobs::ScheduledJob,
        workdays::WorkCalendar,
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
    actor::ActionContext,
    db::Tx,
    jobs::{changes, jobs, visibility::JobSelection},
    planning::{
        series::{self, SeriesJob},
        shifts, workdays,
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    http::prelude::*,
    notify::moved_jobs::{self, DeletedJob, MovedJob, Occasion},
};

/// The jobs as they are now, or would be, and those that were left as they are.
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

/// A job and those that follow it in its series, in their order; all jobs of the series are locked.
struct Following(Vec<(SeriesJob, ScheduledJob)>);

impl Following {
    /// Locks all jobs of the series, in the order of their ids. A job that is not the company's is a 404, and one that does
    /// not repeat is a 409.
    async fn lock(tx: &mut Tx, scope: Scope, job: JobId) -> ApiResult<Self> {
        let mut ids = vec![job];
        ids.extend(series::all(tx, scope, job).await?.iter().map(|other| other.id));
        let locked = shifts::lock(tx, scope, &ids).await?;
        let mut jobs: HashMap<JobId, ScheduledJob> =
            locked.into_iter().map(|job| (job.id, job)).collect();
        if !jobs.contains_key(&job) {
            return Err(ApiError::NotFound);
        }
        // The days as they are while nobody else changes them.
        let all = series::all(tx, scope, job).await?;
        let this = all.iter().find(|other| other.id == job);
        let this = this.ok_or(ApiError::Conflict(Text::Conflict))?.occurrence;
        let follows = |other: &SeriesJob| other.id == job || this.is_followed_by(&other.occurrence);
        let mut following = Vec::new();
        for place in all.into_iter().filter(follows) {
            // Somebody else made the series after its jobs were looked up.
            let job = jobs.remove(&place.id).ok_or(ApiError::Conflict(Text::Conflict))?;
            following.push((place, job));
        }
        following.sort_by_key(|(place, _)| place.occurrence.place);
        Ok(Self(following))
    }

    /// The first of them counted anew, and those behind it; none if the days do not change.
    fn recounted(
        &self,
        change: &SeriesChange,
        calendar: &WorkCalendar,
    ) -> ApiResult<Vec<Recounted>> {
        let places: Vec<Occurrence> = self.0.iter().map(|(place, _)| place.occurrence).collect();
        let ([first, others @ ..], true) = (&places[..], change.moves()) else {
            return Ok(Vec::new());
        };
        Ok(recount(first, others, (change.start_date, change.every), calendar)?)
    }

    /// The new days of a job that is to begin on this day, as long as it is; one without days gets the length of the first
    /// that has some. `None` if they do not change.
    fn new_days(
        &self,
        job: &ScheduledJob,
        start: Option<NaiveDate>,
        calendar: &WorkCalendar,
    ) -> ApiResult<Option<Span>> {
        let Some(start) = start.filter(|_| start != job.start_date) else { return Ok(None) };
        let like = job.span().or_else(|| self.0.iter().find_map(|(_, other)| other.span()));
        let length = like.map_or(1, |days| calendar.length(days));
        calendar.span(start, length).map(Some).ok_or(ApiError::Conflict(Text::DateFormat))
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
    let form = sent.checked()?;
    let (change, is_dry_run) = (form.read()?, form.is_dry_run());
    let calendar = workdays::calendar(&mut tx, scope).await?;
    let days = following.recounted(&change, &calendar)?;
    if let (Some(every), Some((first, _))) = (change.every, following.0.first()) {
        record_rule(&mut tx, act, first, Some(every)).await?;
    }
    let (mut ids, mut stay, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (place, job)) in following.0.iter().enumerate() {
        let state = shifts::state(scope, job);
        if let Some(reason) = kept(job) {
            stay.push(KeptSeriesJob { job_id: job.id, reason });
            if let Some(every) = change.every {
                let day = SeriesDay { every, ..place.occurrence.day };
                series::set_day(&mut tx, scope, job.id, day).await?;
                series::announce(&mut tx, &state);
            }
            continue;
        }
        let snapshot = record::snapshot(&mut tx, Subject::Job(job.id)).await?;
        if change.changes_fields() {
            series::set_fields(&mut tx, scope, &state, &change).await?;
        }
        if let Some(new) = days.get(at) {
            series::set_day(&mut tx, scope, job.id, new.day).await?;
            if let Some(days) = following.new_days(job, new.start, &calendar)? {
                changes::set_span(&mut tx, scope, &state, Some(days)).await?;
                let title = change.title.as_deref().unwrap_or(&job.title);
                moved.push(MovedJob { before: state, title, days });
            } else {
                series::announce(&mut tx, &state);
            }
        }
        snapshot.record(&mut tx, act).await?;
        ids.push(job.id);
    }
    if !moved.is_empty() {
        let shift = ShiftId(Uuid::now_v7());
        moved_jobs::jobs_moved(&mut tx, &app, act, shift, &moved, Occasion::Repeated).await?;
    }
    let jobs = jobs::list_of(&mut tx, &caller.viewer(), JobSelection::All, &ids).await?;
    // What a dry run answers is what would be stored.
    if is_dry_run {
        tx.roll_back();
    } else {
        tx.commit().await?;
    }
    Ok(Reply(ChangedSeries { jobs, kept: stay }))
}

/// Adds to the log of a job that it and those that follow it repeat by another rule, or no more.
async fn record_rule(
    tx: &mut Tx,
    act: ActionContext,
    job: &SeriesJob,
    every: Option<RepeatEvery>,
) -> ApiResult<()> {
    let was = job.occurrence.day.every;
    if every == Some(was) {
        return Ok(());
    }
    let (from, to) = (Some(was.written()), every.map(RepeatEvery::written));
    let changes = vec![Change { field: ActivityField::Repeats, from, to }];
    let snapshot = record::snapshot(tx, Subject::Job(job.id)).await?;
    snapshot.record_done(tx, act, ActivityAction::Changed, changes).await?;
    Ok(())
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
    let ids: Vec<JobId> = following.0.iter().map(|(_, job)| job.id).collect();
    let with_records = series::with_records(&mut tx, scope, &ids).await?;
    if let Some((first, _)) = following.0.first() {
        record_rule(&mut tx, act, first, None).await?;
    }
    let (mut deleted, mut stay, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for (_, job) in &following.0 {
        let state = shifts::state(scope, job);
        let records = with_records.contains(&job.id).then_some(SeriesKeptReason::Records);
        if job.id == id && !with_this {
            // It is the last one now.
            series::announce(&mut tx, &state);
        } else if let Some(reason) = kept(job).or(records) {
            stay.push(KeptSeriesJob { job_id: job.id, reason });
        } else {
            let snapshot = record::snapshot(&mut tx, Subject::Job(job.id)).await?;
            files.extend(changes::delete(&mut tx, scope, &state, act.now).await?);
            snapshot.record(&mut tx, act).await?;
            deleted.push(DeletedJob { before: state, title: &job.title });
        }
    }
    moved_jobs::jobs_deleted(&mut tx, act, &deleted).await?;
    tx.commit().await?;
    app.files.discard(&app.db, &files).await;
    let deleted = deleted.iter().map(|job| job.before.id).collect();
    Ok(Reply(StoppedSeries { deleted, kept: stay }))
}

//! `/api/jobs`: the changes of one job.

use domain::{
    forms::form::Form,
    jobs::{
        forms::{ChangeColor, CompleteJob, EditJob, JobRef, NewJob, SetSchedule},
        schedule,
    },
    types::ids::JobId,
};
use store::{
    activity::{
        changed_job,
        record::{self, Snapshot},
        subject::Subject,
    },
    actor::ActionContext,
    db::Tx,
    jobs::{
        addresses,
        changes::{self, JobState},
    },
};

use crate::{
    api::jobs::{
        create::{self, JobReply},
        reopening,
    },
    app::better,
    http::{idempotency::key::IdempotentForm, prelude::*},
    notify::dispatch,
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/jobs/create", create::create)
        .post("/api/jobs/update/nameAddress", set_name_and_address)
        .post("/api/jobs/update/schedule", set_schedule)
        .post("/api/jobs/unschedule", unschedule)
        .post("/api/jobs/update/changeColor", change_color)
        .post("/api/jobs/complete", complete)
        .post("/api/jobs/delete", delete)
}

async fn set_name_and_address(
    caller: Caller<gate::JobsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<EditJob>,
) -> ApiResult<impl ApiResponse> {
    let mut expected = expected_address(&app, &caller, &sent).await?;
    loop {
        // Before the transaction: a request to Mapbox must not hold the write lock.
        let located = app.locate(&expected).await;
        let mut tx = app.db.write().await?;
        let (form, job, snapshot) =
            job_with_snapshot(&mut tx, &caller, sent.clone(), |form| form.job_id.0).await?;
        let stored = addresses::name_and_address(&mut tx, caller.scope(), job.id).await?;
        let fields = form.over(stored.clone());
        if fields.is_where(&expected) {
            let (scope, act) = (caller.scope(), caller.action_context(&app.clock));
            let mut location = app.best_location(&mut tx, &fields, located, act.now).await?;
            if fields.is_where(&stored) {
                // A new title does not move the job from its house to its ZIP.
                location = better(addresses::location(&mut tx, &job).await?, location);
            }
            addresses::set_name_and_address(&mut tx, scope, &job, &fields, location).await?;
            let of = (job.company_id, job.id);
            app.ask_for_street(&mut tx, of, &fields, location, act.now).await?;
            return commit_and_respond(tx, act, &caller, &job, snapshot).await;
        }
        // The address changed meanwhile, so the location is that of another address.
        expected = fields;
    }
}

/// The address that the job will have, unless a parallel request changes it.
async fn expected_address<G>(
    app: &App,
    caller: &Caller<G>,
    sent: &UncheckedForm<EditJob>,
) -> ApiResult<NewJob> {
    let Some(job) = sent.peek(|form| form.was.as_ref().and(form.job_id.0)) else {
        return Ok(sent.peek(|form| form.job.clone()));
    };
    let mut tx = app.db.read().await?;
    let stored = addresses::name_and_address(&mut tx, caller.scope(), job).await?;
    Ok(sent.peek(|form| form.over(stored)))
}

async fn set_schedule(
    caller: Caller<gate::JobsSchedule>,
    State(app): State<App>,
    sent: UncheckedForm<SetSchedule>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let Some(span) = form.span() else {
        return Err(ApiError::Malformed("a checked form has its days".to_string()));
    };
    schedule::check_status(job.status).map_err(|refusal| ApiError::Conflict(refusal.text))?;
    changes::set_span(&mut tx, caller.scope(), &job, Some(span)).await?;
    let act = caller.action_context(&app.clock);
    dispatch::job_scheduled(&mut tx, &app, act, &job, Some(span), true).await?;
    commit_and_respond(tx, act, &caller, &job, snapshot).await
}

async fn unschedule(
    caller: Caller<gate::JobsSchedule>,
    State(app): State<App>,
    sent: UncheckedForm<JobRef>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (_, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    schedule::check_status(job.status).map_err(|refusal| ApiError::Conflict(refusal.text))?;
    changes::set_span(&mut tx, caller.scope(), &job, None).await?;
    let act = caller.action_context(&app.clock);
    dispatch::job_scheduled(&mut tx, &app, act, &job, None, true).await?;
    commit_and_respond(tx, act, &caller, &job, snapshot).await
}

async fn change_color(
    caller: Caller<gate::JobsColor>,
    State(app): State<App>,
    sent: UncheckedForm<ChangeColor>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    changes::set_color(&mut tx, caller.scope(), &job, &form.color).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

async fn complete(
    caller: Caller<gate::JobsComplete>,
    State(app): State<App>,
    IdempotentForm { sent, idempotency_key }: IdempotentForm<CompleteJob>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let connected = reopening::keep_connection(&mut tx, caller.scope(), &sent).await?;
    let (form, mut job) = own_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let act = caller.action_context(&app.clock);
    // A request that is sent again does not undo later changes.
    let is_first =
        idempotency_key.find_or_claim(&mut tx, act.user, job.id.0, act.now).await?.is_none();
    if is_first {
        form.check_unchanged(job.status, job.span()).map_err(ApiError::Changed)?;
        if form.reopens(job.status) {
            job = reopening::unassign_former(&mut tx, act, caller.scope(), job, connected).await?;
        }
    }
    let snapshot = record::snapshot(&mut tx, Subject::Job(job.id)).await?;
    if is_first {
        changes::set_status(&mut tx, caller.scope(), &job, form.status(), act.now).await?;
        dispatch::job_status_changed(&mut tx, act, &job, form.status()).await?;
    }
    commit_and_respond(tx, act, &caller, &job, snapshot).await
}

async fn delete(
    caller: Caller<gate::JobsDelete>,
    State(app): State<App>,
    sent: UncheckedForm<JobRef>,
) -> ApiResult<Reply<JobReply>> {
    let mut tx = app.db.write().await?;
    let (_, job, snapshot) =
        job_with_snapshot(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let act = caller.action_context(&app.clock);
    dispatch::job_deleted(&mut tx, act, &job).await?;
    let files = changes::delete(&mut tx, caller.scope(), &job, act.now).await?;
    snapshot.commit(tx, act).await?;
    app.files.discard(&app.db, &files).await;
    Ok(Reply(JobReply { id: job.id }))
}

/// The company's own job in a form, and the validated form: an unknown job is a 404 before the form is
/// validated (contract, section 4, order of checks).
pub(crate) async fn own_job<G, F: Form>(
    tx: &mut Tx,
    caller: &Caller<G>,
    sent: UncheckedForm<F>,
    names: impl FnOnce(&F) -> Option<JobId>,
) -> ApiResult<(F, JobState)> {
    let id = sent.row_id(names)?;
    let job = changes::find_own(tx, caller.scope(), id).await?;
    Ok((sent.checked()?, job))
}

/// The same, with a snapshot of the job.
pub(crate) async fn job_with_snapshot<G, F: Form>(
    tx: &mut Tx,
    caller: &Caller<G>,
    sent: UncheckedForm<F>,
    names: impl FnOnce(&F) -> Option<JobId>,
) -> ApiResult<(F, JobState, Snapshot)> {
    let id = sent.row_id(names)?;
    let (job, snapshot) = record::lock_own_job(tx, caller.scope(), id).await?;
    Ok((sent.checked()?, job, snapshot))
}

/// Records the changes, commits, and returns the whole job.
pub(crate) async fn commit_and_respond<G>(
    mut tx: Tx,
    act: ActionContext,
    caller: &Caller<G>,
    job: &JobState,
    snapshot: Snapshot,
) -> ApiResult<impl ApiResponse + use<G>> {
    let job = changed_job::record(&mut tx, act, &caller.viewer(), job.id, snapshot).await?;
    tx.commit().await?;
    Ok(named!("job": job))
}

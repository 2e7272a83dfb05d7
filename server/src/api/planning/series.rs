//! `/api/job_series`: jobs that repeat. Each is a job of its own, copied from the first; a series links them.

use domain::{
    i18n::rules::Text,
    jobs::job::Job,
    planning::{
        repeats::{RepeatEnd, RepeatEvery},
        series_forms::{RepeatJob, Series},
    },
    types::{
        date_range::Span,
        ids::{JobId, SeriesId},
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    customers,
    db::Tx,
    jobs::{
        addresses,
        changes::{self, JobState},
        jobs::{self, NewJobRow},
        visibility::JobSelection,
    },
    planning::{series, workdays},
    scope::Scope,
};
use uuid::Uuid;

use crate::{api::planning::series_changes, http::prelude::*};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/job_series/{jobId}", find)
        .post("/api/job_series/create", create)
        .post("/api/job_series/change", series_changes::change)
        .post("/api/job_series/stop", series_changes::stop)
}

/// The series, as the job that was repeated has it, and the jobs that were made.
#[derive(Serialize, JsonSchema)]
struct RepeatedJobs {
    series: Option<Series>,
    jobs: Vec<Job>,
}

/// The series of a job that the caller sees; a subcontractor learns of none.
async fn find(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    jobs::find(&mut tx, &caller.viewer(), job).await?;
    let found: Option<Series> = series::of_job(&mut tx, caller.scope(), job).await?;
    Ok(named!("series": found))
}

async fn create(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    sent: UncheckedForm<RepeatJob>,
) -> ApiResult<Reply<RepeatedJobs>> {
    let id = sent.row_id(RepeatJob::job)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    // The customer is locked before the job, in the order in which deleting a customer locks them.
    let customer = series::copied(&mut tx, scope, id).await?.customer_id;
    if let Some(customer) = customer {
        customers::is_own(&mut tx, scope, customer).await?;
    }
    let job = changes::find_own(&mut tx, scope, id).await?;
    let (every, end) = sent.checked()?.read()?;
    let days = job.span().ok_or(ApiError::Conflict(Text::NotScheduled))?;
    if series::of_job(&mut tx, scope, id).await?.is_some() {
        return Err(ApiError::Conflict(Text::AlreadyRepeats));
    }
    let copied = series::copied(&mut tx, scope, id).await?;
    if copied.customer_id != customer {
        return Err(ApiError::Conflict(Text::Conflict));
    }
    let spans = spans(&mut tx, scope, days, (every, end)).await?;
    let form = addresses::name_and_address(&mut tx, scope, id).await?;
    let location = addresses::location(&mut tx, &job).await?;
    let row = NewJobRow {
        color: copied.color,
        contract_amount: copied.contract_amount,
        customer: copied.customer_id,
        ..NewJobRow::from_form(form, location)
    };
    let made = copy(&mut tx, act, (scope, &job), &row, &spans).await?;
    let all: Vec<JobId> = std::iter::once(id).chain(made.iter().copied()).collect();
    series::insert(&mut tx, &job, SeriesId(Uuid::now_v7()), every, &all).await?;
    let jobs = jobs::list_of(&mut tx, &caller.viewer(), JobSelection::All, &made).await?;
    let series = series::of_job(&mut tx, scope, id).await?;
    tx.commit().await?;
    Ok(Reply(RepeatedJobs { series, jobs }))
}

/// The days of the jobs after the first, each as long as it in working days.
async fn spans(
    tx: &mut Tx,
    scope: Scope,
    first: Span,
    (every, end): (RepeatEvery, RepeatEnd),
) -> ApiResult<Vec<Span>> {
    let calendar = workdays::calendar(tx, scope).await?;
    let length = calendar.length(first);
    let days = every.days(first.start_date, end, &calendar)?;
    let spans: Option<Vec<Span>> =
        days.into_iter().skip(1).map(|day| calendar.span(day, length)).collect();
    spans.ok_or(ApiError::Conflict(Text::DateFormat))
}

/// Makes the copies, with the tags of the first.
async fn copy(
    tx: &mut Tx,
    act: ActionContext,
    (scope, job): (Scope, &JobState),
    row: &NewJobRow,
    spans: &[Span],
) -> ApiResult<Vec<JobId>> {
    let mut made = Vec::with_capacity(spans.len());
    for span in spans {
        let id = JobId(Uuid::now_v7());
        let row = NewJobRow { span: Some(*span), ..row.clone() };
        jobs::insert(tx, scope, id, &row, act.now).await?;
        record::record_new(tx, act, Subject::Job(id)).await?;
        made.push(id);
    }
    series::copy_tags(tx, job, &made).await?;
    Ok(made)
}

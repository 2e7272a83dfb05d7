//! `/api/job_series`: jobs that repeat. Each is a job of its own, copied from the first; a series links them.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    i18n::rules::Text,
    jobs::job::Job,
    planning::{
        repeats::RepeatStart,
        series_days::SeriesDay,
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
    activity::{
        record::{self, Entry},
        subject::Subject,
    },
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

/// The series, as the job that was repeated has it, and the jobs that were, or would be, made.
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
    let form = sent.checked()?;
    let ((every, end), is_dry_run) = (form.read()?, form.is_dry_run());
    let days = job.span().ok_or(ApiError::Conflict(Text::NotScheduled))?;
    // Whoever else repeats it waits for the locked job.
    match series::of_job(&mut tx, scope, id).await? {
        Some(series) if series.following > 0 => return Err(ApiError::Conflict(Text::Conflict)),
        // The last one of a series that is over begins another one.
        Some(_) => series::leave(&mut tx, scope, id).await?,
        None => {}
    }
    let copied = series::copied(&mut tx, scope, id).await?;
    if copied.customer_id != customer {
        return Err(ApiError::Conflict(Text::Conflict));
    }
    let calendar = workdays::calendar(&mut tx, scope).await?;
    let counted = every.days(RepeatStart::new(days.start_date), end, &calendar)?;
    let length = calendar.length(days);
    let spans = counted.iter().skip(1).map(|day| calendar.span(day.planned, length));
    let spans: Option<Vec<Span>> = spans.collect();
    let spans = spans.ok_or(ApiError::Conflict(Text::DateFormat))?;
    let address = addresses::name_and_address(&mut tx, scope, id).await?;
    let location = addresses::location(&mut tx, &job).await?;
    let row = NewJobRow {
        color: copied.color,
        contract_amount: copied.contract_amount,
        customer: copied.customer_id,
        ..NewJobRow::from_form(address, location)
    };
    let made = copy(&mut tx, act, (scope, &job), &row, &spans).await?;
    let all: Vec<JobId> = std::iter::once(id).chain(made.iter().copied()).collect();
    let days = SeriesDay::of_new(every, &counted);
    series::insert(&mut tx, &job, SeriesId(Uuid::now_v7()), &all, &days).await?;
    let repeats = Change::to(ActivityField::Repeats, every.written());
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Changed, repeats).await?;
    record::record(&mut tx, act, &entry).await?;
    let jobs = jobs::list_of(&mut tx, &caller.viewer(), JobSelection::All, &made).await?;
    let series = series::of_job(&mut tx, scope, id).await?;
    // What a dry run answers is what would be stored.
    if is_dry_run {
        tx.roll_back();
    } else {
        tx.commit().await?;
    }
    Ok(Reply(RepeatedJobs { series, jobs }))
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
    let tags = series::tags(tx, job).await?;
    if tags.is_empty() {
        return Ok(made);
    }
    for id in &made {
        let snapshot = record::snapshot(tx, Subject::JobParts(*id)).await?;
        series::add_tags(tx, *id, &tags).await?;
        snapshot.record(tx, act).await?;
    }
    Ok(made)
}

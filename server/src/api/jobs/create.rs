//! `/api/jobs/create`: a job with everything that is known when the customer calls.
//!
//! One transaction: what is refused or lost leaves neither half a job nor a customer without one.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    customers::CustomerForm,
    forms::error::ValidationError,
    jobs::{
        create_job::CreateJob,
        job::{JobStatus, Tag},
        templates::TemplateContents,
    },
    types::{
        colors,
        ids::{CustomerId, JobId, NoteId, TagId},
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
        author::Author,
        changes::JobState,
        jobs::{self, Assignment, NewJobRow},
        notes::{self, NewNote},
        records as job_records,
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    api::jobs::{
        assignee::{self, FoundAssignee},
        from_template,
    },
    http::prelude::*,
    notify::dispatch,
};

/// The id of a job that was created or deleted.
#[derive(Serialize, JsonSchema)]
pub(super) struct JobReply {
    pub(super) id: JobId,
}

pub(super) async fn create(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CreateJob>,
) -> ApiResult<Reply<JobReply>> {
    let id = JobId(Uuid::now_v7());
    let (scope, act) = (caller.scope(), caller.action_context(&app.clock));
    let located = app.locate(&form.job).await;
    let mut tx = app.db.write().await?;
    let location = app.best_location(&mut tx, &form.job, located, act.now).await?;
    // What the job refers to is locked before it is stored, so that nobody deletes it meanwhile.
    let customer = customer(&mut tx, act, scope, &form).await?;
    let assignment = assignment(&mut tx, scope, &form).await?;
    let template = from_template::find(&mut tx, scope, &form).await?;
    let row = NewJobRow {
        color: if form.color.is_empty() { colors::NEW_JOB.to_owned() } else { form.color.clone() },
        contract_amount: form.amount(),
        job_number: (!form.job_number.is_empty()).then(|| form.job_number.clone()),
        customer,
        span: form.span(),
        assignment,
        ..NewJobRow::from_form(form.job.clone(), location)
    };
    if form.tags.is_empty() && template.is_none() {
        jobs::insert_without_records(&mut tx, scope, id, &row, act.now).await?;
    } else {
        jobs::insert(&mut tx, scope, id, &row, act.now).await?;
    }
    app.ask_for_street(&mut tx, (scope.company(), id), &row.form, location, act.now).await?;
    if form.is_title_and_address() {
        record::record(&mut tx, act, &Entry::new_job(scope.company(), id, &row.form)).await?;
    } else {
        record::record_new(&mut tx, act, Subject::Job(id)).await?;
        let job = state(scope, id, &row);
        add_records(&mut tx, act, &job, &form, template.as_ref()).await?;
        if let Some(template) = &template {
            from_template::add_orders(&mut tx, act, scope, &job, template).await?;
        }
        notify(&mut tx, act, scope, id, &row).await?;
    }
    tx.commit().await?;
    Ok(Reply(JobReply { id }))
}

/// The chosen customer, or the new one, who is added.
async fn customer(
    tx: &mut Tx,
    act: ActionContext,
    scope: Scope,
    form: &CreateJob,
) -> ApiResult<Option<CustomerId>> {
    if let Some(new) = &form.new_customer.0 {
        let id = CustomerId(Uuid::now_v7());
        customers::insert(tx, scope, id, &CustomerForm::of_new_job(new, &form.job)).await?;
        record::record_new(tx, act, Subject::Customer(id)).await?;
        return Ok(Some(id));
    }
    let chosen = form.job_customer.0;
    if let Some(customer) = chosen
        && !customers::is_own(tx, scope, customer).await?
    {
        return Err(ValidationError::not_your_own("jobCustomer").into());
    }
    Ok(chosen)
}

async fn assignment(tx: &mut Tx, scope: Scope, form: &CreateJob) -> ApiResult<Assignment> {
    let Some(named) = form.assignee() else { return Ok(Assignment::default()) };
    Ok(match assignee::find(tx, scope, named).await? {
        FoundAssignee::Crew(assignment) => assignment,
        FoundAssignee::Employee(user) => Assignment { user, ..Assignment::default() },
    })
}

/// The stored job.
fn state(scope: Scope, id: JobId, row: &NewJobRow) -> JobState {
    JobState {
        id,
        company_id: scope.company(),
        status: JobStatus::Active,
        start_date: row.span.map(|span| span.start_date),
        end_date: row.span.map(|span| span.end_date),
        assigned_company_id: row.assignment.company,
        is_accepted_by_sub: false,
        assigned_user_id: row.assignment.user,
    }
}

/// Adds its tags, the measurements of its template and its first note.
async fn add_records(
    tx: &mut Tx,
    act: ActionContext,
    job: &JobState,
    form: &CreateJob,
    template: Option<&TemplateContents>,
) -> ApiResult<()> {
    if !form.tags.is_empty() || template.is_some_and(|from| !from.measurements.is_empty()) {
        let snapshot = record::snapshot(tx, Subject::JobParts(job.id)).await?;
        for content in &form.tags {
            let id = TagId(Uuid::now_v7());
            let tag = Tag { id, content: content.clone(), job_id: job.id };
            job_records::add_tag(tx, job, &tag).await?;
        }
        if let Some(template) = template {
            from_template::add_measurements(tx, job, template).await?;
        }
        snapshot.record(tx, act).await?;
    }
    if !form.note.is_empty() {
        let id = NoteId(Uuid::now_v7());
        let author = Author::User(act.user);
        let new = NewNote { id, author, content: &form.note, now: act.now };
        notes::add(tx, job, &new).await?;
        let note = Change::to(ActivityField::Note, form.note.as_str());
        let entry = Entry::of_job(tx, job, ActivityAction::Added, note).await?;
        record::record(tx, act, &entry).await?;
    }
    Ok(())
}

/// Notifies those who get the job.
async fn notify(
    tx: &mut Tx,
    act: ActionContext,
    scope: Scope,
    id: JobId,
    row: &NewJobRow,
) -> ApiResult<()> {
    let Assignment { company, user, .. } = row.assignment;
    let before =
        JobState { assigned_company_id: None, assigned_user_id: None, ..state(scope, id, row) };
    dispatch::job_assigned(tx, act, &before, company).await?;
    dispatch::job_assigned_to_employee(tx, act, &before, user).await?;
    Ok(())
}

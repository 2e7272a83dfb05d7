//! `/api/jobs/update`: a job's assignment, and the subcontractor's answer.
//!
//! What a form refers to (a connection, a crew, an employee) is locked before the job, in the order in which
//! deleting it locks them, so the two never deadlock.

use domain::{
    activity::labels::ActivityAction,
    forms::{error::ValidationError, form::Form},
    jobs::{
        assignment_forms::{
            AnswerAssignment, AssignCrew, AssignEmployee, AssignSubcontractor, TakeJobBack,
        },
        schedule,
    },
    permissions::permission::{self, Action},
    types::{date_range::Span, ids::JobCrewId},
};
use store::{
    activity::{
        record::{self, Snapshot},
        subject::Subject,
    },
    companies::people,
    connections, crews,
    db::Tx,
    jobs::{
        assignment,
        changes::{self, JobState},
        jobs::{self, Assignment},
    },
};

use crate::{
    api::jobs::jobs::commit_and_respond,
    http::prelude::*,
    notify::{dispatch, guest_mails},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/jobs/update/assign/subcontractorAccount", assign_subcontractor)
        .post("/api/jobs/update/assign/custom", assign_crew)
        .post("/api/jobs/update/assign/user", assign_employee)
        .post("/api/jobs/update/assign/nobody", take_back)
        .post("/api/jobs/update/acceptDecline", answer)
}

async fn assign_subcontractor(
    caller: Caller<gate::JobsAssign>,
    State(app): State<App>,
    sent: UncheckedForm<AssignSubcontractor>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let chosen = match sent.peek(|form| form.selected_connection.0) {
        Some(id) => connections::connected_subcontractor(&mut tx, caller.scope(), id).await?,
        None => None,
    };
    let (form, job, snapshot) =
        assigned_job(&mut tx, &caller, sent, |form| form.job_crew_table_id.0).await?;
    let sub = chosen.ok_or_else(AssignSubcontractor::unknown_connection)?;
    let new = Assignment { company: Some(sub), ..Assignment::default() };
    let span = days(&caller, &job, form.days.span())?;
    assignment::replace(&mut tx, &job, new, span, app.clock.now()).await?;
    dispatch::job_assigned(&mut tx, caller.action_context(&app.clock), &job, Some(sub)).await?;
    guest_mails::job_moved(&mut tx, &app, &job, span, app.clock.now()).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

async fn assign_crew(
    caller: Caller<gate::JobsAssign>,
    State(app): State<App>,
    sent: UncheckedForm<AssignCrew>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let is_own = match sent.peek(|form| form.custom_crew_id.0) {
        Some(crew) => crews::is_own(&mut tx, caller.scope(), crew).await?,
        None => false,
    };
    let members_crew = match sent.peek(|form| form.custom_crew_member_id.0) {
        Some(member) => crews::crew_of(&mut tx, caller.scope(), member).await?,
        None => None,
    };
    let (form, job, snapshot) =
        assigned_job(&mut tx, &caller, sent, |form| form.job_crew_table_id.0).await?;
    if !is_own {
        return Err(ValidationError::not_your_own("customCrewId").into());
    }
    form.check_member(members_crew)?;
    let new = Assignment {
        crew: form.custom_crew_id.0,
        crew_member: form.custom_crew_member_id.0,
        ..Assignment::default()
    };
    let span = days(&caller, &job, form.days.span())?;
    assignment::replace(&mut tx, &job, new, span, app.clock.now()).await?;
    dispatch::job_assigned(&mut tx, caller.action_context(&app.clock), &job, None).await?;
    guest_mails::job_moved(&mut tx, &app, &job, span, app.clock.now()).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

async fn assign_employee(
    caller: Caller<gate::JobsAssignEmployee>,
    State(app): State<App>,
    sent: UncheckedForm<AssignEmployee>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let is_own = match sent.peek(|form| form.assigned_to_user_id.0) {
        Some(user) => people::is_employee(&mut tx, caller.scope(), user).await?,
        None => true,
    };
    let (form, job, snapshot) =
        assigned_job(&mut tx, &caller, sent, |form| form.job_crew_table_id.0).await?;
    if !is_own {
        return Err(ValidationError::not_your_own("assignedToUserId").into());
    }
    let by = caller.role().company_type;
    job.assignment_state().check_employee(by).map_err(ApiError::Conflict)?;
    let employee = form.assigned_to_user_id.0;
    let span = days(&caller, &job, form.days.span())?;
    let act = caller.action_context(&app.clock);
    assignment::set_employee(&mut tx, &job, employee, span, act.now).await?;
    dispatch::job_assigned_to_employee(&mut tx, act, &job, employee).await?;
    if employee == job.assigned_user_id {
        dispatch::job_scheduled(&mut tx, &app, act, &job, span, true).await?;
    } else {
        guest_mails::job_moved(&mut tx, &app, &job, span, act.now).await?;
    }
    commit_and_respond(tx, act, &caller, &job, snapshot).await
}

/// Notifies the company that had the job. Unassigning an unassigned job changes nothing, so two parallel
/// requests both succeed.
async fn take_back(
    caller: Caller<gate::JobsAssign>,
    State(app): State<App>,
    sent: UncheckedForm<TakeJobBack>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job, snapshot) =
        assigned_job(&mut tx, &caller, sent, |form| form.job_crew_table_id.0).await?;
    let span = days(&caller, &job, form.days.span())?;
    assignment::replace(&mut tx, &job, Assignment::default(), span, app.clock.now()).await?;
    dispatch::job_assigned(&mut tx, caller.action_context(&app.clock), &job, None).await?;
    guest_mails::job_moved(&mut tx, &app, &job, span, app.clock.now()).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, &job, snapshot).await
}

/// A decline returns the unassigned job.
async fn answer(
    caller: Caller<gate::JobsAcceptDecline>,
    State(app): State<App>,
    sent: UncheckedForm<AnswerAssignment>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, state, snapshot) =
        assigned_job(&mut tx, &caller, sent, |form| form.job_crew_table_id.0).await?;
    state.assignment_state().check_answer().map_err(ApiError::Conflict)?;
    if let Err(text) = form.days.check_unchanged(state.span()) {
        let job = jobs::find(&mut tx, &caller.viewer(), state.id).await?;
        return Err(ApiError::changed_to(text, job));
    }
    let did_accept = form.did_accept == Some(true);
    let job = if did_accept {
        assignment::accept(&mut tx, &state, app.clock.now()).await?;
        jobs::find(&mut tx, &caller.viewer(), state.id).await?
    } else {
        let job = jobs::find(&mut tx, &caller.viewer(), state.id).await?;
        assignment::decline(&mut tx, &state, app.clock.now()).await?;
        job.unassigned()
    };
    let action = if did_accept { ActivityAction::Accepted } else { ActivityAction::Declined };
    snapshot.record_as(&mut tx, caller.action_context(&app.clock), action).await?;
    dispatch::job_answered(&mut tx, caller.action_context(&app.clock), &state, did_accept).await?;
    tx.commit().await?;
    Ok(named!("job": job))
}

/// The days of a job after its assignment: those in the form, by the rules of scheduling, or else the job's.
fn days<G>(caller: &Caller<G>, job: &JobState, requested: Option<Span>) -> ApiResult<Option<Span>> {
    if requested.is_none() || requested == job.span() {
        return Ok(job.span());
    }
    permission::check(caller.role(), Action::JobsSchedule).map_err(ApiError::Forbidden)?;
    schedule::check_status(job.status).map_err(|refusal| ApiError::Conflict(refusal.text))?;
    Ok(requested)
}

/// The job in a form, of or assigned to the caller's company, the validated form, and a snapshot. An unknown
/// job is a 404 before the form is validated.
async fn assigned_job<G, F: Form>(
    tx: &mut Tx,
    caller: &Caller<G>,
    sent: UncheckedForm<F>,
    names: impl FnOnce(&F) -> Option<JobCrewId>,
) -> ApiResult<(F, JobState, Snapshot)> {
    let id = sent.row_id(names)?;
    let job = changes::find_assigned(tx, &caller.viewer(), id).await?;
    let form = sent.checked()?;
    let snapshot = record::snapshot(tx, Subject::Job(job.id)).await?;
    Ok((form, job, snapshot))
}

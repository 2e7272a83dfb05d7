//! `/api/appointments`: a contractor's meetings with customers.
//!
//! What a form refers to (a customer, an employee, a calendar) is locked before the appointment, in the order
//! in which deleting it locks them, so the two never deadlock.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::HeaderMap,
};
use domain::{
    calendar::{
        appointment_forms::{
            AppointmentColor, AppointmentTimes, AssignAppointment, CompleteAppointment,
            CreateAppointment, EditAppointment,
        },
        appointments::{Appointment, AppointmentCalendarAssignment, check_open},
    },
    forms::{error::ValidationError, form::Form},
    types::{
        colors,
        ids::{AppointmentId, CustomerId, UserId},
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{
        record::{self, Snapshot},
        subject::Subject,
    },
    actor::ActionContext,
    calendar::{
        appointments::{self, AppointmentState, NewAppointmentRow},
        calendars,
    },
    companies::people,
    customers,
    db::{Tx, revisions::change::Change},
};
use uuid::Uuid;

use crate::http::{
    idempotency::key::IdempotentForm,
    list_delta::{DataState, ListDelta, LostRows, SinceQuery},
    prelude::*,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/appointments/company", list)
        .post("/api/appointments/create", create)
        .put("/api/appointments/details/{id}", set_details)
        .put("/api/appointments/color/{id}", set_color)
        .put("/api/appointments/complete/{id}", complete)
        .put("/api/appointments/schedule/{id}", set_schedule)
        .delete("/api/appointments/delete/{id}", delete)
        .post("/api/appointments/assignToCalendar", assign)
}

#[derive(Serialize, JsonSchema)]
struct Appointments {
    appointments: Vec<Appointment>,
    #[serde(flatten)]
    delta: ListDelta<AppointmentId>,
}

async fn list(
    caller: Caller<gate::AppointmentsView>,
    State(app): State<App>,
    since: Result<Query<SinceQuery>, QueryRejection>,
) -> ApiResult<(HeaderMap, Reply<Appointments>)> {
    let Query(since) = since.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let viewer = caller.viewer();
    let mut tx = app.db.read().await?;
    let state = DataState::read(&app.db, &mut tx, viewer.scope.company(), &since).await?;
    let answer = if let Some(changes) = state.changes {
        let changed: Vec<AppointmentId> = changes.iter().filter_map(Change::appointment).collect();
        // The customer's name is in the list.
        let customers: Vec<CustomerId> = changes.iter().filter_map(Change::customer).collect();
        let appointments = appointments::list_of(&mut tx, &viewer, &changed, &customers).await?;
        let lost = LostRows::of(&viewer, &changes, Vec::<AppointmentId>::new());
        let delta = ListDelta::without(changed, |id| {
            appointments.iter().any(|appointment| appointment.id == *id) || !lost.contains(*id)
        });
        Appointments { appointments, delta }
    } else {
        let appointments = appointments::list(&mut tx, &viewer).await?;
        Appointments { appointments, delta: ListDelta::whole(&since) }
    };
    Ok((state.headers, Reply(answer)))
}

async fn create(
    caller: Caller<gate::AppointmentsCreate>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CreateAppointment>,
) -> ApiResult<impl ApiResponse> {
    form.company_id.check_own(caller.scope().company())?;
    let mut tx = app.db.write().await?;
    let (times, details) = (form.period.times(), form.details);
    let chosen = (details.customer_id.0, details.assigned_to_id.0);
    check_chosen(&mut tx, &caller, chosen).await?;
    let (Some((start, end)), Some(assigned_to)) = (times, details.assigned_to_id.0) else {
        return Err(ApiError::Internal(anyhow::anyhow!("a checked appointment without times")));
    };
    let color = colors::NEW_JOB.to_owned();
    let row = NewAppointmentRow { start, end, assigned_to, details, color };
    let id = AppointmentId(Uuid::now_v7());
    appointments::insert(&mut tx, caller.scope(), id, &row).await?;
    record::record_new(&mut tx, caller.action_context(&app.clock), Subject::Appointment(id))
        .await?;
    answer(tx, &caller, id).await
}

/// Customer and employee must belong to the caller's company.
async fn check_chosen<G>(
    tx: &mut Tx,
    caller: &Caller<G>,
    (customer, employee): (Option<CustomerId>, Option<UserId>),
) -> ApiResult<()> {
    if let Some(customer) = customer
        && !customers::is_own(tx, caller.scope(), customer).await?
    {
        return Err(ValidationError::not_your_own("customerId").into());
    }
    if let Some(employee) = employee
        && !people::is_employee(tx, caller.scope(), employee).await?
    {
        return Err(ValidationError::not_your_own("assignedToId").into());
    }
    Ok(())
}

/// The appointment in the path, the validated form, and a snapshot. An unknown appointment is a 404 before
/// the form is validated.
async fn own<G, F: Form>(
    tx: &mut Tx,
    caller: &Caller<G>,
    id: AppointmentId,
    sent: UncheckedForm<F>,
) -> ApiResult<(F, AppointmentState, Snapshot)> {
    let found = appointments::find_own(tx, caller.scope(), id).await?;
    let form = sent.checked()?;
    let snapshot = record::snapshot(tx, Subject::Appointment(id)).await?;
    Ok((form, found, snapshot))
}

async fn set_details(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    PathId(id): PathId<AppointmentId>,
    sent: UncheckedForm<EditAppointment>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let chosen = check_chosen(&mut tx, &caller, sent.peek(EditAppointment::chosen)).await;
    let (form, found, snapshot) = own(&mut tx, &caller, id, sent).await?;
    chosen?;
    check_open(found.status).map_err(ApiError::Conflict)?;
    let details = form.over(appointments::details(&mut tx, &found).await?);
    appointments::set_details(&mut tx, &found, &details).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, id, snapshot).await
}

async fn set_color(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    PathId(id): PathId<AppointmentId>,
    sent: UncheckedForm<AppointmentColor>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, found, snapshot) = own(&mut tx, &caller, id, sent).await?;
    appointments::set_color(&mut tx, &found, &form.color).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, id, snapshot).await
}

async fn complete(
    caller: Caller<gate::AppointmentsComplete>,
    State(app): State<App>,
    PathId(id): PathId<AppointmentId>,
    IdempotentForm { sent, idempotency_key: handing }: IdempotentForm<CompleteAppointment>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, found, snapshot) = own(&mut tx, &caller, id, sent).await?;
    if handing.find_or_claim(&mut tx, caller.user(), id.0, app.clock.now()).await?.is_none() {
        check_open(found.status).map_err(ApiError::Conflict)?;
        form.check_unchanged(found.start_at, found.end_at).map_err(ApiError::Changed)?;
        appointments::complete(&mut tx, &found, &form.follow_up_note).await?;
    }
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, id, snapshot).await
}

async fn set_schedule(
    caller: Caller<gate::AppointmentsSchedule>,
    State(app): State<App>,
    PathId(id): PathId<AppointmentId>,
    sent: UncheckedForm<AppointmentTimes>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, found, snapshot) = own(&mut tx, &caller, id, sent).await?;
    check_open(found.status).map_err(ApiError::Conflict)?;
    let times =
        form.period.times().ok_or_else(|| anyhow::anyhow!("checked times without a time"))?;
    appointments::set_times(&mut tx, &found, times).await?;
    commit_and_respond(tx, caller.action_context(&app.clock), &caller, id, snapshot).await
}

async fn delete(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    PathId(id): PathId<AppointmentId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let found = appointments::find_own(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Appointment(id)).await?;
    appointments::delete(&mut tx, &found).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}

/// A toggle: returns the assignment, or none if it was removed.
async fn assign(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<AssignAppointment>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let chosen = match sent.peek(|form| form.calendar_id.0) {
        Some(id) => calendars::is_own(&mut tx, caller.scope(), id).await?.then_some(id),
        None => None,
    };
    let id = sent.row_id(|form| form.appointment_id.0)?;
    let (_, found, snapshot) = own(&mut tx, &caller, id, sent).await?;
    let calendar_id = chosen.ok_or_else(|| ValidationError::not_your_own("calendarId"))?;
    let stands = appointments::toggle(&mut tx, &found, calendar_id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    let assignment = AppointmentCalendarAssignment { appointment_id: id, calendar_id };
    Ok(named!("assignment": Vec::from_iter(stands.then_some(assignment))))
}

/// Records the changes, commits, and returns the whole appointment.
async fn commit_and_respond<G>(
    mut tx: Tx,
    act: ActionContext,
    caller: &Caller<G>,
    id: AppointmentId,
    snapshot: Snapshot,
) -> ApiResult<impl ApiResponse + use<G>> {
    snapshot.record(&mut tx, act).await?;
    answer(tx, caller, id).await
}

async fn answer<G>(
    mut tx: Tx,
    caller: &Caller<G>,
    id: AppointmentId,
) -> ApiResult<impl ApiResponse + use<G>> {
    let appointment = appointments::find(&mut tx, &caller.viewer(), id).await?;
    tx.commit().await?;
    Ok(named!("appointment": appointment))
}

//! `/api/appointment_series`: appointments that repeat, at the same time of the company's day. Each is an appointment of
//! its own, copied from the first; a series links them. Changes leave completed ones as they are.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    calendar::{appointment_forms::AppointmentDetails, appointments::Appointment},
    forms::error::ValidationError,
    i18n::rules::Text,
    jobs::job::JobStatus,
    planning::{
        appointment_series::{
            AppointmentsChange, ChangeAppointments, KeptSeriesAppointment, StopAppointments,
        },
        repeats::{RepeatEnd, RepeatEvery},
        series_forms::{RepeatAppointment, Series, SeriesKeptReason},
        workdays::WorkCalendar,
    },
    types::ids::{AppointmentId, SeriesId},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    calendar::{
        appointments::{self, AppointmentState, NewAppointmentRow},
        series::{self, AppointmentPlace},
    },
    companies::{companies, people},
    company_time, customers,
    db::Tx,
    scope::Scope,
};
use uuid::Uuid;

use crate::http::prelude::*;

type Times = (DateTime<Utc>, DateTime<Utc>);

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/appointment_series/{appointmentId}", find)
        .post("/api/appointment_series/create", create)
        .post("/api/appointment_series/change", change)
        .post("/api/appointment_series/stop", stop)
}

/// The series, as the appointment that was repeated has it, and the appointments that were made.
#[derive(Serialize, JsonSchema)]
struct RepeatedAppointments {
    series: Option<Series>,
    appointments: Vec<Appointment>,
}

/// The appointments as they are now, and those that were left as they are.
#[derive(Serialize, JsonSchema)]
struct ChangedAppointments {
    appointments: Vec<Appointment>,
    kept: Vec<KeptSeriesAppointment>,
}

/// The appointments that are gone, and those that were left as they are.
#[derive(Serialize, JsonSchema)]
struct StoppedAppointments {
    deleted: Vec<AppointmentId>,
    kept: Vec<KeptSeriesAppointment>,
}

async fn find(
    caller: Caller<gate::AppointmentsView>,
    State(app): State<App>,
    PathId(id): PathId<AppointmentId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    appointments::find(&mut tx, &caller.viewer(), id).await?;
    let found: Option<Series> = series::of_appointment(&mut tx, caller.scope(), id).await?;
    Ok(named!("series": found))
}

/// The times of those that are counted from this one, which begins at `start`: on every day of the week, at the same time
/// of the company's day.
async fn times(
    tx: &mut Tx,
    scope: Scope,
    start: DateTime<Utc>,
    (every, end): (RepeatEvery, RepeatEnd),
) -> ApiResult<Vec<DateTime<Utc>>> {
    let zone = companies::time_zone(tx, scope).await?;
    let first = company_time::local(start, zone);
    let any_day = WorkCalendar::new(&[1, 2, 3, 4, 5, 6, 7], []);
    let days = every.days(first.date(), end, &any_day)?;
    let at = |day: NaiveDate| company_time::instant(day.and_time(first.time()), zone);
    // The first stays to the second where its hour comes twice that day.
    let others = days.into_iter().skip(1).map(at);
    Ok(std::iter::once(start).chain(others).collect())
}

async fn create(
    caller: Caller<gate::AppointmentsCreate>,
    State(app): State<App>,
    sent: UncheckedForm<RepeatAppointment>,
) -> ApiResult<Reply<RepeatedAppointments>> {
    let id = sent.row_id(RepeatAppointment::appointment)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    // Customer and employee are locked before the appointment, in the order in which deleting them locks them.
    let shown = appointments::find(&mut tx, &caller.viewer(), id).await?;
    if let Some(customer) = shown.customer_id {
        customers::is_own(&mut tx, scope, customer).await?;
    }
    let is_employee = people::is_employee(&mut tx, scope, shown.assigned_to_id).await?;
    let found = appointments::find_own(&mut tx, scope, id).await?;
    let rule = sent.checked()?.read()?;
    if series::of_appointment(&mut tx, scope, id).await?.is_some() {
        return Err(ApiError::Conflict(Text::AlreadyRepeats));
    }
    if !is_employee {
        return Err(ValidationError::not_your_own("assignedToId").into());
    }
    let details = appointments::details(&mut tx, &found).await?;
    let chosen = (details.customer_id.0, details.assigned_to_id.0);
    if chosen != (shown.customer_id, Some(shown.assigned_to_id)) {
        return Err(ApiError::Conflict(Text::Conflict));
    }
    let starts = times(&mut tx, scope, found.start_at, rule).await?;
    let mut made = Vec::new();
    for start in starts.into_iter().skip(1) {
        let id = AppointmentId(Uuid::now_v7());
        let row = NewAppointmentRow {
            start,
            end: start + (found.end_at - found.start_at),
            assigned_to: found.assigned_to_id,
            details: details.clone(),
            color: shown.color.clone(),
        };
        appointments::insert(&mut tx, scope, id, &row).await?;
        record::record_new(&mut tx, act, Subject::Appointment(id)).await?;
        made.push(id);
    }
    series::copy_calendars(&mut tx, &found, &made).await?;
    let all: Vec<AppointmentId> = std::iter::once(id).chain(made.iter().copied()).collect();
    series::insert(&mut tx, &found, SeriesId(Uuid::now_v7()), rule.0, &all).await?;
    let appointments = appointments::list_of(&mut tx, &caller.viewer(), &made, &[]).await?;
    let series = series::of_appointment(&mut tx, scope, id).await?;
    tx.commit().await?;
    Ok(Reply(RepeatedAppointments { series, appointments }))
}

/// An appointment and those that follow it in its series, in their order, locked.
struct Following {
    places: Vec<AppointmentPlace>,
    appointments: HashMap<AppointmentId, AppointmentState>,
}

impl Following {
    async fn lock(tx: &mut Tx, scope: Scope, id: AppointmentId) -> ApiResult<Self> {
        let mut ids = vec![id];
        let places = series::from_appointment(tx, scope, id).await?;
        ids.extend(places.iter().map(|place| place.appointment));
        let locked = series::lock(tx, scope, &ids).await?;
        let appointments: HashMap<AppointmentId, AppointmentState> =
            locked.into_iter().map(|found| (found.id, found)).collect();
        if !appointments.contains_key(&id) {
            return Err(ApiError::NotFound);
        }
        // The rule as it is while they are locked.
        let mut places = series::from_appointment(tx, scope, id).await?;
        places.retain(|place| appointments.contains_key(&place.appointment));
        Ok(Self { places, appointments })
    }

    fn in_order(&self) -> impl Iterator<Item = (&AppointmentPlace, &AppointmentState)> {
        self.places
            .iter()
            .filter_map(|place| Some((place, self.appointments.get(&place.appointment)?)))
    }
}

fn kept(found: &AppointmentState) -> Option<KeptSeriesAppointment> {
    let is_complete = found.status == JobStatus::Complete;
    let reason = SeriesKeptReason::Complete;
    is_complete.then_some(KeptSeriesAppointment { appointment_id: found.id, reason })
}

async fn change(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<ChangeAppointments>,
) -> ApiResult<Reply<ChangedAppointments>> {
    let id = sent.row_id(ChangeAppointments::appointment)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    let following = Following::lock(&mut tx, scope, id).await?;
    let change = sent.checked()?.read()?;
    let Some(first) = following.places.first() else {
        return Err(ApiError::Conflict(Text::NotRepeated));
    };
    let new = new_times(&mut tx, scope, &following, &change).await?;
    let (mut ids, mut stay) = (Vec::new(), Vec::new());
    for (_, found) in following.in_order() {
        if let Some(kept) = kept(found) {
            stay.push(kept);
            continue;
        }
        let snapshot = record::snapshot(&mut tx, Subject::Appointment(found.id)).await?;
        if let Some(color) = &change.color {
            appointments::set_color(&mut tx, found, color).await?;
        }
        if let Some(note) = &change.note {
            let details = appointments::details(&mut tx, found).await?;
            let details = AppointmentDetails { note: note.clone(), ..details };
            appointments::set_details(&mut tx, found, &details).await?;
        }
        let former = (found.start_at, found.end_at);
        if let Some(times) = new.get(&found.id).filter(|times| **times != former) {
            appointments::set_times(&mut tx, found, *times).await?;
        } else if change.every.is_some() {
            series::announce(&mut tx, found);
        }
        snapshot.record(&mut tx, act).await?;
        ids.push(found.id);
    }
    if let Some(every) = change.every {
        series::set_rule(&mut tx, scope, first, every).await?;
    }
    let appointments = appointments::list_of(&mut tx, &caller.viewer(), &ids, &[]).await?;
    tx.commit().await?;
    Ok(Reply(ChangedAppointments { appointments, kept: stay }))
}

/// The times of each, counted anew from the first of them; none if they do not change. Each keeps its length.
async fn new_times(
    tx: &mut Tx,
    scope: Scope,
    following: &Following,
    change: &AppointmentsChange,
) -> ApiResult<HashMap<AppointmentId, Times>> {
    let mut new = HashMap::new();
    let Some((first, found)) = following.in_order().next() else { return Ok(new) };
    if change.start.is_none() && change.every.is_none() {
        return Ok(new);
    }
    // Places of deleted ones stay empty: those behind them keep their distance.
    let at = |place: &AppointmentPlace| place.place - first.place;
    let last = following.places.last().map_or(0, at);
    let rule = (change.every.unwrap_or(first.every), RepeatEnd::Times(last + 1));
    let field = if change.every.is_some() { "interval" } else { "start" };
    let start = change.start.unwrap_or(found.start_at);
    let starts = times(tx, scope, start, rule).await.map_err(|refused| match refused {
        ApiError::Validation(refusals) => ApiError::Validation(
            refusals
                .into_iter()
                .map(|refusal| ValidationError { field: field.to_owned(), ..refusal })
                .collect(),
        ),
        other => other,
    })?;
    for (place, found) in following.in_order() {
        let start = usize::try_from(at(place)).ok().and_then(|at| starts.get(at));
        let length = found.end_at - found.start_at;
        new.extend(start.map(|start| (found.id, (*start, *start + length))));
    }
    Ok(new)
}

async fn stop(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<StopAppointments>,
) -> ApiResult<Reply<StoppedAppointments>> {
    let id = sent.row_id(|form| form.appointment_id.0)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    let following = Following::lock(&mut tx, scope, id).await?;
    let with_this = sent.checked()?.with_this == Some(true);
    if following.places.is_empty() {
        return Err(ApiError::Conflict(Text::NotRepeated));
    }
    let (mut deleted, mut stay) = (Vec::new(), Vec::new());
    for (_, found) in following.in_order() {
        if found.id == id && !with_this {
            // It is the last one now.
            series::announce(&mut tx, found);
            continue;
        }
        if let Some(kept) = kept(found) {
            stay.push(kept);
            continue;
        }
        let snapshot = record::snapshot(&mut tx, Subject::Appointment(found.id)).await?;
        appointments::delete(&mut tx, found).await?;
        snapshot.record(&mut tx, act).await?;
        deleted.push(found.id);
    }
    tx.commit().await?;
    Ok(Reply(StoppedAppointments { deleted, kept: stay }))
}

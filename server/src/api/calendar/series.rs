//! `/api/appointment_series`: appointments that repeat, at the same time of the company's day. Each is an appointment of
//! its own, copied from the first; a series links them.

use domain::{
    calendar::appointments::Appointment,
    forms::error::ValidationError,
    i18n::rules::Text,
    planning::{
        repeats::RepeatStart,
        series_days::SeriesDay,
        series_forms::{RepeatAppointment, Series},
    },
    types::ids::{AppointmentId, SeriesId},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    calendar::{
        appointments::{self, NewAppointmentRow},
        series,
    },
    companies::{companies, people},
    customers,
};
use uuid::Uuid;

use crate::{
    api::calendar::{
        series_changes,
        series_times::{WallTimes, any_day, record_rule},
    },
    http::prelude::*,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/appointment_series/{appointmentId}", find)
        .post("/api/appointment_series/create", create)
        .post("/api/appointment_series/change", series_changes::change)
        .post("/api/appointment_series/stop", series_changes::stop)
}

/// The series, as the appointment that was repeated has it, and the appointments that were, or would be,
/// made.
#[derive(Serialize, JsonSchema)]
struct RepeatedAppointments {
    series: Option<Series>,
    appointments: Vec<Appointment>,
}

async fn find(
    caller: Caller<gate::AppointmentsView>,
    State(app): State<App>,
    PathId(id): PathId<AppointmentId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    appointments::find(&mut tx, &caller.viewer(), id).await?;
    let zone = companies::time_zone(&mut tx, caller.scope()).await?;
    let found: Option<Series> = series::of_appointment(&mut tx, caller.scope(), zone, id).await?;
    Ok(named!("series": found))
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
    let form = sent.checked()?;
    let ((every, end), is_dry_run) = (form.read()?, form.is_dry_run());
    let zone = companies::time_zone(&mut tx, scope).await?;
    // Whoever else repeats it waits for the locked appointment.
    match series::of_appointment(&mut tx, scope, zone, id).await? {
        Some(series) if series.following > 0 => return Err(ApiError::Conflict(Text::Conflict)),
        // The last one of a series that is over begins another one.
        Some(_) => series::leave(&mut tx, scope, id).await?,
        None => {}
    }
    if !is_employee {
        return Err(ValidationError::not_your_own("assignedToId").into());
    }
    let details = appointments::details(&mut tx, &found).await?;
    let chosen = (details.customer_id.0, details.assigned_to_id.0);
    if chosen != (shown.customer_id, Some(shown.assigned_to_id)) {
        return Err(ApiError::Conflict(Text::Conflict));
    }
    let wall = WallTimes::of(&found, zone);
    let counted = every.days(RepeatStart::new(wall.start.date()), end, &any_day())?;
    let mut all = vec![id];
    for day in counted.iter().skip(1) {
        let (start, end) = wall.beginning(day.planned.and_time(wall.start.time()));
        let row = NewAppointmentRow {
            start,
            end,
            assigned_to: found.assigned_to_id,
            details: details.clone(),
            color: shown.color.clone(),
        };
        let id = AppointmentId(Uuid::now_v7());
        appointments::insert(&mut tx, scope, id, &row).await?;
        all.push(id);
    }
    let made = &all[1..];
    series::copy_calendars(&mut tx, &found, made).await?;
    for id in made {
        record::record_new(&mut tx, act, Subject::Appointment(*id)).await?;
    }
    let days = SeriesDay::of_new(every, &counted);
    series::insert(&mut tx, &found, SeriesId(Uuid::now_v7()), &all, &days).await?;
    record_rule(&mut tx, act, id, (None, Some(every))).await?;
    let appointments = appointments::list_of(&mut tx, &caller.viewer(), made, &[]).await?;
    let series = series::of_appointment(&mut tx, scope, zone, id).await?;
    // What a dry run answers is what would be stored.
    if is_dry_run {
        tx.roll_back();
    } else {
        tx.commit().await?;
    }
    Ok(Reply(RepeatedAppointments { series, appointments }))
}

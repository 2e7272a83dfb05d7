//! Appointments that repeat: which series an appointment belongs to, and its day by the rule (contract-2, section 3).

use chrono::{DateTime, Utc};
use domain::{
    companies::time_zone::TimeZone,
    planning::{
        series_days::{Occurrence, SeriesDay},
        series_forms::Series,
    },
    types::ids::{AppointmentId, SeriesId},
};

use crate::{
    calendar::appointments::AppointmentState,
    company_time,
    db::prelude::*,
    planning::series_days::{self, SeriesRow},
    scope::Scope,
};

/// An appointment in its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesAppointment {
    /// The series.
    pub series: SeriesId,
    /// The appointment.
    pub id: AppointmentId,
    /// Its place and its days.
    pub occurrence: Occurrence,
}

struct AppointmentRow {
    days: SeriesRow,
    id: AppointmentId,
    start: DateTime<Utc>,
}

impl FromRow for AppointmentRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (id, start) = (row.get("appointment_id")?, row.get("start_at")?);
        Ok(Self { days: SeriesRow::from_row(row)?, id, start })
    }
}

/// All appointments of the series of one of the company, by their days in its time zone; none if it does not repeat.
pub async fn all(
    tx: &mut Tx,
    scope: Scope,
    zone: TimeZone,
    id: AppointmentId,
) -> DbResult<Vec<SeriesAppointment>> {
    let rows: Vec<AppointmentRow> = sql!(
        "SELECT other.series_id, other.appointment_id, other.place, other.unit,
             other.interval_units, other.anchor, other.due, other.planned, appointment.start_at
         FROM appointment_series AS own
         JOIN appointment_series AS other
             ON other.company_id = $1 AND other.series_id = own.series_id
         JOIN appointment
             ON appointment.company_id = $1 AND appointment.id = other.appointment_id
         WHERE own.company_id = $1 AND own.appointment_id = $2
         ORDER BY other.planned, other.place"
    )
    .bind(scope)
    .bind(id)
    .all(tx)
    .await?;
    let all = rows.into_iter().map(|row| {
        let ((place, day), start) = (row.days.read(), company_time::local(row.start, zone));
        let occurrence = Occurrence { place, day, start: Some(start.date()) };
        SeriesAppointment { series: row.days.series_id, id: row.id, occurrence }
    });
    Ok(all.collect())
}

/// The series of an appointment of the company; `None` if it does not repeat.
pub async fn of_appointment(
    tx: &mut Tx,
    scope: Scope,
    zone: TimeZone,
    id: AppointmentId,
) -> DbResult<Option<Series>> {
    let all = all(tx, scope, zone, id).await?;
    let at = all.iter().position(|other| other.id == id);
    let days: Vec<Occurrence> = all.iter().map(|other| other.occurrence).collect();
    Ok(at.and_then(|at| Series::of(all[at].series, &days, at)))
}

/// Finds and locks those of the company's appointments that have these ids, in the order of their ids.
pub async fn lock(
    tx: &mut Tx,
    scope: Scope,
    ids: &[AppointmentId],
) -> DbResult<Vec<AppointmentState>> {
    sql!(
        "SELECT id, company_id, assigned_to_id, status, start_at, end_at FROM appointment
         WHERE company_id = $1 AND id IN ({ids}) ORDER BY id {lock}"
    )
    .bind(scope)
    .bind_list("ids", ids.iter().copied())
    .all(tx)
    .await
}

/// Takes an appointment of the company out of its series.
pub async fn leave(tx: &mut Tx, scope: Scope, appointment: AppointmentId) -> DbResult<()> {
    sql!("DELETE FROM appointment_series WHERE company_id = $1 AND appointment_id = $2")
        .bind(scope)
        .bind(appointment)
        .run_one(tx)
        .await
}

/// Stores a new series of appointments in their order. The first is locked and there already.
pub async fn insert(
    tx: &mut Tx,
    first: &AppointmentState,
    series: SeriesId,
    ids: &[AppointmentId],
    days: &[SeriesDay],
) -> DbResult<()> {
    first.announce(tx);
    let Some(SeriesDay { every, .. }) = days.first() else { return Ok(()) };
    sql!(
        "INSERT INTO appointment_series (company_id, appointment_id, series_id, place, unit,
             interval_units, anchor, due, planned)
         VALUES {rows: ($1, ?, $2, ?, $3, $4, ?, ?, ?)}"
    )
    .bind(first.company_id)
    .bind(series)
    .bind(every.unit)
    .bind(i64::from(every.interval))
    .bind_rows(series_days::rows(ids, days))
    .run(tx)
    .await?;
    Ok(())
}

/// Puts new appointments on the calendars of an appointment.
pub async fn copy_calendars(
    tx: &mut Tx,
    of: &AppointmentState,
    to: &[AppointmentId],
) -> DbResult<()> {
    sql!(
        "INSERT INTO appointment_calendar (appointment_id, calendar_id)
         SELECT appointment.id, own.calendar_id
         FROM appointment_calendar AS own
         JOIN appointment ON appointment.company_id = $1 AND appointment.id IN ({ids})
         WHERE own.appointment_id = $2"
    )
    .bind(of.company_id)
    .bind(of.id)
    .bind_list("ids", to.iter().copied())
    .run(tx)
    .await?;
    Ok(())
}

/// Announces an appointment whose place or rule changed, and nothing else of it.
pub fn announce(tx: &mut Tx, appointment: &AppointmentState) {
    appointment.announce(tx);
}

/// Changes the rule of an appointment and its day by it.
pub async fn set_day(tx: &mut Tx, scope: Scope, id: AppointmentId, day: SeriesDay) -> DbResult<()> {
    sql!(
        "UPDATE appointment_series
         SET unit = $3, interval_units = $4, anchor = $5, due = $6, planned = $7
         WHERE company_id = $1 AND appointment_id = $2"
    )
    .bind(scope)
    .bind(id)
    .bind(day.every.unit)
    .bind(i64::from(day.every.interval))
    .bind(day.anchor)
    .bind(day.due)
    .bind(day.planned)
    .run_one(tx)
    .await
}

//! Appointments that repeat: which series an appointment belongs to, and its place in it (contract-2, section 3).

use domain::{
    planning::{
        repeats::{RepeatEvery, RepeatUnit},
        series_forms::Series,
    },
    types::ids::{AppointmentId, SeriesId},
};

use crate::{
    calendar::appointments::AppointmentState,
    db::{bind::ToArg as _, prelude::*},
    scope::Scope,
};

/// The rule and the place of an appointment, with how many there are up to it and in all.
struct SeriesRow {
    series_id: SeriesId,
    unit: RepeatUnit,
    interval_units: i64,
    up_to_it: i64,
    in_all: i64,
}

columns! {
    SeriesRow { series_id, unit, interval_units, up_to_it, in_all }
}

fn number(count: i64) -> u32 {
    u32::try_from(count).unwrap_or_default()
}

/// The series of an appointment of the company; `None` if it does not repeat.
pub async fn of_appointment(
    tx: &mut Tx,
    scope: Scope,
    id: AppointmentId,
) -> DbResult<Option<Series>> {
    let row: Option<SeriesRow> = sql!(
        "SELECT own.series_id, own.unit, own.interval_units,
             (SELECT COUNT(*) FROM appointment_series AS other
              WHERE other.company_id = $1 AND other.series_id = own.series_id AND other.place <= own.place)
                 AS up_to_it,
             (SELECT COUNT(*) FROM appointment_series AS other
              WHERE other.company_id = $1 AND other.series_id = own.series_id) AS in_all
         FROM appointment_series AS own WHERE own.company_id = $1 AND own.appointment_id = $2"
    )
    .bind(scope)
    .bind(id)
    .optional(tx)
    .await?;
    Ok(row.map(|row| Series {
        id: row.series_id,
        unit: row.unit,
        interval: number(row.interval_units),
        position: number(row.up_to_it),
        count: number(row.in_all),
    }))
}

/// An appointment in its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppointmentPlace {
    /// The series.
    pub series: SeriesId,
    /// The appointment.
    pub appointment: AppointmentId,
    /// Its place when it was made.
    pub place: u32,
    /// The rule.
    pub every: RepeatEvery,
}

struct PlaceRow {
    series_id: SeriesId,
    appointment_id: AppointmentId,
    place: i64,
    unit: RepeatUnit,
    interval_units: i64,
}

columns! {
    PlaceRow { series_id, appointment_id, place, unit, interval_units }
}

/// An appointment of the company and those that follow it in its series, in their order; none if it does not repeat.
pub async fn from_appointment(
    tx: &mut Tx,
    scope: Scope,
    id: AppointmentId,
) -> DbResult<Vec<AppointmentPlace>> {
    let rows: Vec<PlaceRow> = sql!(
        "SELECT other.series_id, other.appointment_id, other.place, other.unit, other.interval_units
         FROM appointment_series AS own
         JOIN appointment_series AS other ON other.company_id = own.company_id
             AND other.series_id = own.series_id AND other.place >= own.place
         WHERE own.company_id = $1 AND own.appointment_id = $2 ORDER BY other.place"
    )
    .bind(scope)
    .bind(id)
    .all(tx)
    .await?;
    let places = rows.into_iter().map(|row| AppointmentPlace {
        series: row.series_id,
        appointment: row.appointment_id,
        place: number(row.place),
        every: RepeatEvery { unit: row.unit, interval: number(row.interval_units) },
    });
    Ok(places.collect())
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

/// Stores a new series of appointments in their order. The first is locked and there already.
pub async fn insert(
    tx: &mut Tx,
    first: &AppointmentState,
    series: SeriesId,
    every: RepeatEvery,
    ids: &[AppointmentId],
) -> DbResult<()> {
    first.announce(tx);
    let rows = (1_i64..).zip(ids).map(|(place, id)| [id.to_arg(), place.to_arg()]);
    sql!(
        "INSERT INTO appointment_series (company_id, appointment_id, series_id, place, unit, interval_units)
         VALUES {rows: ($1, ?, $2, ?, $3, $4)}"
    )
    .bind(first.company_id)
    .bind(series)
    .bind(every.unit)
    .bind(i64::from(every.interval))
    .bind_rows(rows)
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

/// Changes the rule of an appointment and those that follow it.
pub async fn set_rule(
    tx: &mut Tx,
    scope: Scope,
    from: &AppointmentPlace,
    every: RepeatEvery,
) -> DbResult<()> {
    sql!(
        "UPDATE appointment_series SET unit = $4, interval_units = $5
         WHERE company_id = $1 AND series_id = $2 AND place >= $3"
    )
    .bind(scope)
    .bind(from.series)
    .bind(i64::from(from.place))
    .bind(every.unit)
    .bind(i64::from(every.interval))
    .run(tx)
    .await?;
    Ok(())
}

//! Appointments of a contractor with its customers.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    calendar::{
        appointment_forms::AppointmentDetails,
        appointments::{Appointment, AppointmentCalendarAssignment},
    },
    forms::form::OptionalId,
    jobs::job::JobStatus,
    types::ids::{AppointmentId, CalendarId, CompanyId, CustomerId, UserId},
};

use crate::{db::prelude::*, jobs::visibility::Viewer, scope::Scope, text::or_none};

columns! {
    AppointmentCalendarAssignment { appointment_id, calendar_id }
}

impl FromRow for Appointment {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get("id")?,
            start: row.get("start_at")?,
            end: row.get("end_at")?,
            customer_id: row.get("customer_id")?,
            assigned_to_id: row.get("assigned_to_id")?,
            company_id: row.get("company_id")?,
            address: row.get("address")?,
            city: row.get("city")?,
            state: row.get("state")?,
            zip: row.get("zip")?,
            note: row.get("note")?,
            status: row.get("status")?,
            follow_up_note: row.get("follow_up_note")?,
            color: row.get("color")?,
            customer_first_name: row.get("customer_first_name")?,
            customer_last_name: row.get("customer_last_name")?,
            assigned_to_first_name: row.get("assigned_to_first_name")?,
            assigned_to_last_name: row.get("assigned_to_last_name")?,
            appointment_calendar_assignments: Vec::new(),
        })
    }
}

impl FromRow for AppointmentDetails {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            customer_id: OptionalId(row.get("customer_id")?),
            assigned_to_id: OptionalId(Some(row.get("assigned_to_id")?)),
            address: row.get("address")?,
            city: row.get("city")?,
            state: row.get("state")?,
            zip: row.get("zip")?,
            note: row.get("note")?,
        })
    }
}

macro_rules! appointment_columns {
    () => {
        "SELECT appointment.id, appointment.start_at, appointment.end_at, appointment.customer_id, \
         appointment.assigned_to_id, appointment.company_id, appointment.address, \
         appointment.city, appointment.state, appointment.zip, appointment.note, \
         appointment.status, appointment.follow_up_note, appointment.color, \
         customer.first_name AS customer_first_name, customer.last_name AS customer_last_name, \
         person.first_name AS assigned_to_first_name, person.last_name AS assigned_to_last_name \
         FROM appointment \
         LEFT JOIN customer ON customer.company_id = appointment.company_id \
             AND customer.id = appointment.customer_id \
         JOIN person ON person.id = appointment.assigned_to_id \
         WHERE appointment.company_id = $1 \
         AND (CAST($2 AS UUID) IS NULL OR appointment.assigned_to_id = $2)"
    };
}

/// The appointments that this viewer sees, by start: two statements, whatever the number.
pub async fn list(tx: &mut Tx, viewer: &Viewer) -> DbResult<Vec<Appointment>> {
    let mut all: Vec<Appointment> =
        sql!(concat!(appointment_columns!(), " ORDER BY appointment.start_at, appointment.id"))
            .bind(viewer.scope)
            .bind(viewer.only_assigned_to())
            .all(tx)
            .await?;
    let on_calendars: Vec<AppointmentCalendarAssignment> = sql!(
        "SELECT appointment_calendar.appointment_id, appointment_calendar.calendar_id
         FROM appointment_calendar JOIN calendar ON calendar.id = appointment_calendar.calendar_id
         WHERE calendar.company_id = $1 ORDER BY appointment_calendar.calendar_id"
    )
    .bind(viewer.scope)
    .all(tx)
    .await?;
    put_on(&mut all, on_calendars);
    Ok(all)
}

/// Those of these appointments, and those with these customers, that this viewer sees.
pub async fn list_of(
    tx: &mut Tx,
    viewer: &Viewer,
    ids: &[AppointmentId],
    customers: &[CustomerId],
) -> DbResult<Vec<Appointment>> {
    let mut all: Vec<Appointment> = sql!(concat!(
        appointment_columns!(),
        " AND (appointment.id IN ({ids}) OR appointment.customer_id IN ({customers}))
          ORDER BY appointment.start_at, appointment.id"
    ))
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
    .bind_list("ids", ids.iter().copied())
    .bind_list("customers", customers.iter().copied())
    .all(tx)
    .await?;
    let on_calendars: Vec<AppointmentCalendarAssignment> = sql!(
        "SELECT appointment_calendar.appointment_id, appointment_calendar.calendar_id
         FROM appointment_calendar JOIN calendar ON calendar.id = appointment_calendar.calendar_id
         WHERE calendar.company_id = $1 AND appointment_calendar.appointment_id IN ({ids})
         ORDER BY appointment_calendar.calendar_id"
    )
    .bind(viewer.scope)
    .bind_list("ids", all.iter().map(|appointment| appointment.id))
    .all(tx)
    .await?;
    put_on(&mut all, on_calendars);
    Ok(all)
}

/// One appointment as this viewer sees it.
pub async fn find(tx: &mut Tx, viewer: &Viewer, id: AppointmentId) -> DbResult<Appointment> {
    let found: Appointment = sql!(concat!(appointment_columns!(), " AND appointment.id = $3"))
        .bind(viewer.scope)
        .bind(viewer.only_assigned_to())
        .bind(id)
        .one(tx)
        .await?;
    let on_calendars = sql!(
        "SELECT appointment_id, calendar_id FROM appointment_calendar WHERE appointment_id = $1
         ORDER BY calendar_id"
    )
    .bind(id)
    .all(tx)
    .await?;
    Ok(Appointment { appointment_calendar_assignments: on_calendars, ..found })
}

fn put_on(all: &mut [Appointment], on_calendars: Vec<AppointmentCalendarAssignment>) {
    let at: HashMap<AppointmentId, usize> =
        all.iter().enumerate().map(|(at, appointment)| (appointment.id, at)).collect();
    for assignment in on_calendars {
        if let Some(at) = at.get(&assignment.appointment_id) {
            all[*at].appointment_calendar_assignments.push(assignment);
        }
    }
}

/// An appointment, locked for a change.
#[derive(Debug)]
pub struct AppointmentState {
    /// Its id.
    pub id: AppointmentId,
    /// The company it belongs to.
    pub company_id: CompanyId,
    /// The assigned employee.
    pub assigned_to_id: UserId,
    /// Active or complete.
    pub status: JobStatus,
    /// The start.
    pub start_at: DateTime<Utc>,
    /// The end.
    pub end_at: DateTime<Utc>,
}

columns! {
    AppointmentState { id, company_id, assigned_to_id, status, start_at, end_at }
}

impl AppointmentState {
    /// Announces what is shown with it and is no change of its own for other software.
    pub(crate) fn announce(&self, tx: &mut Tx) {
        let (company, had) = (self.company_id, Some(self.assigned_to_id));
        tx.touch_row(company, Change::Appointment(self.id));
        tx.publish(Event::Appointment { appointment: self.id, company, had });
    }

    /// Notes that its employee may see it no longer.
    fn touch_lost(&self, tx: &mut Tx) {
        tx.touch_row(self.company_id, Change::lost(self.id.0, self.assigned_to_id));
    }

    fn changes(&self, tx: &mut Tx, change: ChangeType) {
        self.announce(tx);
        let company = self.company_id;
        tx.note_change(change, Changed::Appointment { appointment: self.id, company });
    }
}

/// Finds and locks one of the company's appointments.
pub async fn find_own(tx: &mut Tx, scope: Scope, id: AppointmentId) -> DbResult<AppointmentState> {
    sql!(
        "SELECT id, company_id, assigned_to_id, status, start_at, end_at FROM appointment
         WHERE company_id = $1 AND id = $2 {lock}"
    )
    .bind(scope)
    .bind(id)
    .one(tx)
    .await
}

/// An appointment to be stored.
#[derive(Clone, Debug)]
pub struct NewAppointmentRow {
    /// The start.
    pub start: DateTime<Utc>,
    /// The end.
    pub end: DateTime<Utc>,
    /// The assigned employee of the company.
    pub assigned_to: UserId,
    /// The other fields; the customer belongs to the company.
    pub details: AppointmentDetails,
    /// `#rrggbb`.
    pub color: String,
}

/// Adds an appointment.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    id: AppointmentId,
    new: &NewAppointmentRow,
) -> DbResult<()> {
    let details = &new.details;
    tx.touch_row(scope.company(), Change::Appointment(id));
    let (appointment, company) = (id, scope.company());
    tx.publish(Event::Appointment { appointment, company, had: None });
    let created = Changed::Appointment { appointment, company };
    tx.note_change(ChangeType::AppointmentCreated, created);
    sql!(
        "INSERT INTO appointment
             (id, company_id, start_at, end_at, customer_id, assigned_to_id, address, city, state,
              zip, note, status, color)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    )
    .bind(id)
    .bind(scope)
    .bind(new.start)
    .bind(new.end)
    .bind(details.customer_id.0)
    .bind(new.assigned_to)
    .bind(or_none(&details.address))
    .bind(or_none(&details.city))
    .bind(or_none(&details.state))
    .bind(or_none(&details.zip))
    .bind(or_none(&details.note))
    .bind(JobStatus::Active)
    .bind(&new.color)
    .run_one(tx)
    .await
}

/// Customer, employee and place of an appointment; missing values are blank.
pub async fn details(tx: &mut Tx, appointment: &AppointmentState) -> DbResult<AppointmentDetails> {
    sql!(
        "SELECT customer_id, assigned_to_id, COALESCE(address, '') AS address,
             COALESCE(city, '') AS city, COALESCE(state, '') AS state, COALESCE(zip, '') AS zip,
             COALESCE(note, '') AS note
         FROM appointment WHERE company_id = $1 AND id = $2"
    )
    .bind(appointment.company_id)
    .bind(appointment.id)
    .one(tx)
    .await
}

/// Changes customer, employee and place of an appointment.
pub async fn set_details(
    tx: &mut Tx,
    appointment: &AppointmentState,
    details: &AppointmentDetails,
) -> DbResult<()> {
    if details.assigned_to_id.0 != Some(appointment.assigned_to_id) {
        appointment.touch_lost(tx);
    }
    appointment.changes(tx, ChangeType::AppointmentUpdated);
    sql!(
        "UPDATE appointment SET customer_id = $3, assigned_to_id = $4, address = $5, city = $6,
             state = $7, zip = $8, note = $9
         WHERE company_id = $1 AND id = $2"
    )
    .bind(appointment.company_id)
    .bind(appointment.id)
    .bind(details.customer_id.0)
    .bind(details.assigned_to_id.0)
    .bind(or_none(&details.address))
    .bind(or_none(&details.city))
    .bind(or_none(&details.state))
    .bind(or_none(&details.zip))
    .bind(or_none(&details.note))
    .run_one(tx)
    .await
}

/// Moves an appointment.
pub async fn set_times(
    tx: &mut Tx,
    appointment: &AppointmentState,
    (start, end): (DateTime<Utc>, DateTime<Utc>),
) -> DbResult<()> {
    appointment.changes(tx, ChangeType::AppointmentScheduled);
    sql!("UPDATE appointment SET start_at = $3, end_at = $4 WHERE company_id = $1 AND id = $2")
        .bind(appointment.company_id)
        .bind(appointment.id)
        .bind(start)
        .bind(end)
        .run_one(tx)
        .await
}

/// Changes the color of an appointment.
pub async fn set_color(tx: &mut Tx, appointment: &AppointmentState, color: &str) -> DbResult<()> {
    appointment.changes(tx, ChangeType::AppointmentUpdated);
    sql!("UPDATE appointment SET color = $3 WHERE company_id = $1 AND id = $2")
        .bind(appointment.company_id)
        .bind(appointment.id)
        .bind(color)
        .run_one(tx)
        .await
}

/// Marks an appointment complete, with a note.
pub async fn complete(tx: &mut Tx, appointment: &AppointmentState, note: &str) -> DbResult<()> {
    appointment.changes(tx, ChangeType::AppointmentCompleted);
    sql!(
        "UPDATE appointment SET status = $3, follow_up_note = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(appointment.company_id)
    .bind(appointment.id)
    .bind(JobStatus::Complete)
    .bind(or_none(note))
    .run_one(tx)
    .await
}

/// Deletes an appointment.
pub async fn delete(tx: &mut Tx, appointment: &AppointmentState) -> DbResult<()> {
    appointment.touch_lost(tx);
    appointment.changes(tx, ChangeType::AppointmentDeleted);
    sql!("DELETE FROM appointment WHERE company_id = $1 AND id = $2")
        .bind(appointment.company_id)
        .bind(appointment.id)
        .run_one(tx)
        .await
}

/// Puts an appointment on one of the company's calendars, or removes it; returns whether it is on the
/// calendar now.
pub async fn toggle(
    tx: &mut Tx,
    appointment: &AppointmentState,
    calendar: CalendarId,
) -> DbResult<bool> {
    appointment.changes(tx, ChangeType::AppointmentUpdated);
    let stood = sql!(
        "SELECT calendar_id FROM appointment_calendar
         WHERE appointment_id = $1 AND calendar_id = $2 {lock}"
    )
    .bind(appointment.id)
    .bind(calendar)
    .exists(tx)
    .await?;
    let change = if stood {
        sql!("DELETE FROM appointment_calendar WHERE appointment_id = $1 AND calendar_id = $2")
    } else {
        sql!("INSERT INTO appointment_calendar (appointment_id, calendar_id) VALUES ($1, $2)")
    };
    change.bind(appointment.id).bind(calendar).run_one(tx).await?;
    Ok(!stood)
}

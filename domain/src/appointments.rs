//! Appointments with customers.

use crate::{
    checks::Checks,
    date,
    error::Refusal,
    form::{Form, form},
    limits::LIMITS,
    money::Figure,
    schedule,
    text::Text,
};
use chrono::{DateTime, Utc};

form! {
    /// The create-appointment form.
    NewAppointment {
        start: String = "start",
        #[ts(type = "number | null")]
        length_minutes: Option<Figure> = "lengthMinutes",
        customer_id: String = "customerId",
        assigned_to_id: String = "assignedToId",
        note: String = "note",
    }
}

impl NewAppointment {
    /// When it starts and ends, where both can be told.
    #[must_use]
    pub fn times(&self) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let start = date::read_instant(&self.start)?;
        Some((start, schedule::appointment_end(start, self.length_minutes?.to_whole()?)?))
    }
}

impl Form for NewAppointment {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let (min, max) = (LIMITS.appointment_minutes_min, LIMITS.appointment_minutes_max);
        let mut checks = Checks::new();
        checks
            .text("start", &self.start)
            .required()
            .reads_as(date::read_instant, Text::InstantFormat);
        checks.figure("lengthMinutes", self.length_minutes).required().whole(min, max);
        checks.text("customerId", &self.customer_id).required().line();
        checks.text("assignedToId", &self.assigned_to_id).required().line();
        checks.text("note", &self.note).max(LIMITS.appointment_note);
        checks.done()
    }
}

//! Appointments that repeat: the forms that change and end a series.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{ValidationError, ValidationErrors},
        form::{Form as _, OptionalId, form},
        rules,
    },
    planning::{
        read_form,
        repeats::{RepeatEvery, RepeatUnit},
        series_forms::{SeriesKeptReason, new_rule},
    },
    types::{date, ids::AppointmentId, limits::LIMITS, money::FormNumber},
};

/// An appointment that a change of a series left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct KeptSeriesAppointment {
    /// The appointment.
    pub appointment_id: AppointmentId,
    /// Why.
    pub reason: SeriesKeptReason,
}

form! {
    /// Changes an appointment that repeats and those that follow it. What is left out stays as it is. With a start or a
    /// rule, the following ones are counted anew from this one's day and time.
    AppointmentSeriesForm {
        #[ts(as = "AppointmentId")]
        #[validate(required)]
        appointment_id: OptionalId<AppointmentId> = "appointmentId",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::instant))]
        start: String = "start",
        #[ts(optional, as = "Option<RepeatUnit>")]
        unit: String = "unit",
        #[ts(optional, type = "number | null")]
        interval: Option<FormNumber> = "interval",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::color))]
        color: String = "color",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::at_most::<{ LIMITS.appointment_note }>))]
        note: String = "note",
    }
}

read_form! {
    /// Changes a repeating appointment of the caller's company and those that follow it.
    ChangeAppointments(AppointmentSeriesForm)
}

/// What a change of a series changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppointmentsChange {
    /// The new start of the first of these appointments.
    pub start: Option<DateTime<Utc>>,
    /// The new rule.
    pub every: Option<RepeatEvery>,
    /// The new color.
    pub color: Option<String>,
    /// The new note.
    pub note: Option<String>,
}

impl ChangeAppointments {
    /// The appointment, if the form names one.
    #[must_use]
    pub fn appointment(&self) -> Option<AppointmentId> {
        self.0.appointment_id.0
    }

    /// What it changes.
    pub fn read(&self) -> Result<AppointmentsChange, Vec<ValidationError>> {
        let form = &self.0;
        let mut errors = ValidationErrors::default();
        errors.add_all(form.check());
        let every = new_rule(&form.unit, form.interval);
        errors.add_all(every.clone().map(drop));
        errors.finish()?;
        let given = |text: &String| (!text.is_empty()).then(|| text.clone());
        Ok(AppointmentsChange {
            start: date::read_instant(&form.start),
            every: every?,
            color: given(&form.color),
            note: given(&form.note),
        })
    }
}

form! {
    /// Ends a series: deletes the appointments that follow this one and, if `withThis` says so, this one.
    StopAppointments {
        #[ts(as = "AppointmentId")]
        #[validate(required)]
        appointment_id: OptionalId<AppointmentId> = "appointmentId",
        #[ts(optional)]
        with_this: Option<bool> = "withThis",
    }
}

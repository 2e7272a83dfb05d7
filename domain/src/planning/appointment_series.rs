//! Appointments that repeat: the forms that change and end a series.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{ValidationError, ValidationErrors},
        form::{Form as _, OptionalId, form},
        rules::{self, Verdict},
    },
    planning::{
        read_form,
        repeats::{RepeatEvery, RepeatUnit},
        series_forms::{SeriesKeptReason, new_color, new_rule, not_blank},
    },
    types::{date, field::Stated, ids::AppointmentId, limits::LIMITS, money::FormNumber},
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

fn new_start(text: &Stated<String>) -> Verdict {
    not_blank(text, rules::instant)
}

fn new_note(text: &Stated<String>) -> Verdict {
    rules::at_most::<{ LIMITS.appointment_note }>(text.0.as_deref().unwrap_or_default())
}

form! {
    /// Changes an appointment that repeats and those that follow it. What is left out stays as it is; a null note is
    /// cleared. With a start or a rule, the days of the following ones are counted anew. A dry run answers what would be,
    /// and changes nothing.
    AppointmentSeriesForm {
        #[ts(as = "AppointmentId")]
        #[validate(required)]
        appointment_id: OptionalId<AppointmentId> = "appointmentId",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = new_start))]
        start: Stated<String> = "start",
        #[ts(optional, as = "Option<RepeatUnit>")]
        unit: Stated<String> = "unit",
        #[ts(optional, type = "number | null")]
        interval: Stated<Option<FormNumber>> = "interval",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = new_color))]
        color: Stated<String> = "color",
        #[ts(optional, as = "Option<Option<String>>")]
        #[validate(custom(function = new_note))]
        note: Stated<String> = "note",
        #[ts(optional)]
        dry_run: Option<bool> = "dryRun",
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
    /// The new note; blank is none.
    pub note: Option<String>,
}

impl AppointmentsChange {
    /// Whether the days are counted anew.
    #[must_use]
    pub const fn moves(&self) -> bool {
        self.start.is_some() || self.every.is_some()
    }
}

impl ChangeAppointments {
    /// The appointment, if the form names one.
    #[must_use]
    pub fn appointment(&self) -> Option<AppointmentId> {
        self.0.appointment_id.0
    }

    /// Whether it only asks what would be.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        self.0.dry_run == Some(true)
    }

    /// What it changes.
    pub fn read(&self) -> Result<AppointmentsChange, Vec<ValidationError>> {
        let form = &self.0;
        let mut errors = ValidationErrors::default();
        errors.add_all(form.check());
        let every = new_rule(&form.unit, &form.interval);
        errors.add_all(every.clone().map(drop));
        errors.finish()?;
        Ok(AppointmentsChange {
            start: form.start.0.as_deref().and_then(date::read_instant),
            every: every?,
            color: form.color.0.clone(),
            note: form.note.0.clone(),
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

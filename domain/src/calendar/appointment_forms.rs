//! The forms that create and change an appointment.

use chrono::{DateTime, Utc};
use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form, nested_form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    jobs::schedule,
    types::{
        date,
        ids::{AppointmentId, CalendarId, CompanyId, CustomerId, UserId},
        limits::LIMITS,
        money::FormNumber,
    },
};

form! {
    /// When an appointment starts and ends. The length counts only where no end is given.
    #[validate(schema(function = "AppointmentPeriod::check_length", skip_on_field_errors = false))]
    AppointmentPeriod {
        #[validate(custom(function = rules::required_instant))]
        start: String = "start",
        #[validate(custom(function = rules::instant))]
        end: String = "end",
        #[ts(type = "number | null")]
        length_minutes: Option<FormNumber> = "lengthMinutes",
    }
}

impl AppointmentPeriod {
    /// Start and end, where both are known.
    #[must_use]
    pub fn times(&self) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let start = date::read_instant(&self.start)?;
        let end = if self.end.is_empty() {
            schedule::appointment_end(start, self.length_minutes?.to_whole()?)?
        } else {
            date::read_instant(&self.end)?
        };
        Some((start, end))
    }

    fn is_open(&self) -> bool {
        self.end.is_empty() && self.length_minutes.is_none()
    }

    fn check_length(&self) -> Verdict {
        const MIN: i64 = LIMITS.appointment_minutes_min;
        const MAX: i64 = LIMITS.appointment_minutes_max;
        if self.end.is_empty() {
            let verdict = rules::whole::<MIN, MAX>(&self.length_minutes);
            return rules::of_field("lengthMinutes", verdict);
        }
        let Some((start, end)) = self.times() else { return Ok(()) };
        let length = end.signed_duration_since(start);
        let refusal = if start > end {
            ValidationError::new("start", Code::Range, Text::StartAfterEnd)
        } else if length < chrono::TimeDelta::minutes(MIN) {
            ValidationError::new("end", Code::TooSmall, Text::AppointmentTooShort).with("min", &MIN)
        } else if length > chrono::TimeDelta::minutes(MAX) {
            ValidationError::new("end", Code::TooLarge, Text::AppointmentTooLong)
        } else {
            return Ok(());
        };
        Err(refusal.into())
    }
}

/// Refuses a period without an end, at the field where this form expects it.
fn check_end(period: &AppointmentPeriod, field: &'static str) -> Verdict {
    if period.is_open() {
        return Err(ValidationError::new(field, Code::Required, Text::Required).into());
    }
    Ok(())
}

form! {
    /// When an appointment is: until its end, or for so many minutes where no end is given.
    #[validate(schema(function = "AppointmentTimes::check_end", skip_on_field_errors = false))]
    AppointmentTimes {
        #[validate(nested)]
        #[ts(flatten)]
        period: AppointmentPeriod,
    }
}

impl AppointmentTimes {
    fn check_end(&self) -> Verdict {
        check_end(&self.period, "end")
    }
}

form! {
    /// The customer, the assigned employee and the address of an appointment.
    AppointmentDetails {
        #[ts(as = "CustomerId")]
        #[validate(required)]
        customer_id: OptionalId<CustomerId> = "customerId",
        #[ts(as = "UserId")]
        #[validate(required)]
        assigned_to_id: OptionalId<UserId> = "assignedToId",
        #[validate(custom(function = rules::line))]
        address: String = "address",
        #[validate(custom(function = rules::line))]
        city: String = "city",
        #[validate(custom(function = rules::line))]
        state: String = "state",
        #[validate(custom(function = rules::line))]
        zip: String = "zip",
        #[validate(custom(function = rules::at_most::<{ LIMITS.appointment_note }>))]
        note: String = "note",
    }
}

nested_form!(AppointmentDetails);

form! {
    /// Changes the customer, the assigned employee and the address of an appointment. With `was`, the values
    /// from when the form was opened, only the fields that differ from them change; without, all of them.
    EditAppointment {
        #[validate(nested)]
        #[ts(flatten)]
        details: AppointmentDetails,
        #[ts(optional)]
        was: Option<AppointmentDetails> = "was",
    }
}

impl EditAppointment {
    /// The new details, where these are `stored`.
    #[must_use]
    pub fn over(&self, stored: AppointmentDetails) -> AppointmentDetails {
        match &self.was {
            Some(was) => self.details.clone().only_touched(was, stored),
            None => self.details.clone(),
        }
    }

    /// The customer and the employee that the form newly chooses. Those chosen before may have been deleted
    /// since, which is not an error of this form.
    #[must_use]
    pub fn chosen(&self) -> (Option<CustomerId>, Option<UserId>) {
        let chosen = self.over(AppointmentDetails::default());
        (chosen.customer_id.0, chosen.assigned_to_id.0)
    }
}

form! {
    /// The call that creates an appointment.
    #[validate(schema(function = "CreateAppointment::check_end", skip_on_field_errors = false))]
    CreateAppointment {
        #[validate(nested)]
        #[ts(flatten)]
        period: AppointmentPeriod,
        #[validate(nested)]
        #[ts(flatten)]
        details: AppointmentDetails,
        #[ts(as = "Option<CompanyId>", optional)]
        company_id: OptionalId<CompanyId> = "companyId",
    }
}

impl CreateAppointment {
    fn check_end(&self) -> Verdict {
        check_end(&self.period, "lengthMinutes")
    }
}

form! {
    /// Changes the color of an appointment.
    AppointmentColor {
        #[validate(custom(function = rules::required_color))]
        color: String = "color",
    }
}

form! {
    /// The outcome of an appointment; may be blank.
    CompleteAppointment {
        #[validate(custom(function = rules::lines))]
        follow_up_note: String = "followUpNote",
        #[ts(optional)]
        was: Option<AppointmentSeen> = "was",
    }
}

form! {
    /// An appointment as the user saw it when they decided about it, perhaps on a roof and hours ago.
    AppointmentSeen {
        start: String = "start",
        end: String = "end",
    }
}

nested_form!(AppointmentSeen);

impl CompleteAppointment {
    /// Refuses to complete an appointment that was at another time when the user saw it.
    pub fn check_unchanged(&self, start: DateTime<Utc>, end: DateTime<Utc>) -> Result<(), Text> {
        let is = |was: &AppointmentSeen| {
            date::read_instant(&was.start) == Some(start)
                && date::read_instant(&was.end) == Some(end)
        };
        if self.was.as_ref().is_none_or(is) { Ok(()) } else { Err(Text::AppointmentChanged) }
    }
}

form! {
    /// Puts an appointment on a calendar, or removes it.
    AssignAppointment {
        #[ts(as = "AppointmentId")]
        #[validate(required)]
        appointment_id: OptionalId<AppointmentId> = "appointmentId",
        #[ts(as = "CalendarId")]
        #[validate(required)]
        calendar_id: OptionalId<CalendarId> = "calendarId",
    }
}

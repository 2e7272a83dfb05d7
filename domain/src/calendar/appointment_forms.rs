//! The forms that create and change an appointment.

use chrono::{DateTime, Utc};

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form, OptionalId, form, nested_form},
        validator::Validator,
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
    /// When an appointment is: to its end, or so many minutes long where no end is given.
    AppointmentTimes {
        start: String = "start",
        end: String = "end",
        #[ts(type = "number | null")]
        length_minutes: Option<FormNumber> = "lengthMinutes",
    }
}

impl AppointmentTimes {
    /// Start and end, where both can be told.
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

    fn check_length(&self, checks: &mut Validator) {
        let (min, max) = (LIMITS.appointment_minutes_min, LIMITS.appointment_minutes_max);
        let Some((start, end)) = self.times() else { return };
        let length = end.signed_duration_since(start);
        if start > end {
            checks.add_error(ValidationError::new("start", Code::Range, Text::StartAfterEnd));
        } else if length < chrono::TimeDelta::minutes(min) {
            let short = ValidationError::new("end", Code::TooSmall, Text::AppointmentTooShort);
            checks.add_error(short.with("min", &min));
        } else if length > chrono::TimeDelta::minutes(max) {
            checks.add_error(ValidationError::new("end", Code::TooLarge, Text::AppointmentTooLong));
        }
    }
}

impl Form for AppointmentTimes {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let (min, max) = (LIMITS.appointment_minutes_min, LIMITS.appointment_minutes_max);
        let mut checks = Validator::new();
        checks
            .text("start", &self.start)
            .required()
            .parses_as(date::read_instant, Text::InstantFormat);
        if self.end.is_empty() && self.length_minutes.is_some() {
            checks.number("lengthMinutes", self.length_minutes).whole(min, max);
        } else {
            checks
                .text("end", &self.end)
                .required()
                .parses_as(date::read_instant, Text::InstantFormat);
            self.check_length(&mut checks);
        }
        checks.finish()
    }
}

form! {
    /// With whom an appointment is, who goes, and where.
    AppointmentDetails {
        #[ts(as = "CustomerId")]
        customer_id: OptionalId<CustomerId> = "customerId",
        #[ts(as = "UserId")]
        assigned_to_id: OptionalId<UserId> = "assignedToId",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
        note: String = "note",
    }
}

impl Form for AppointmentDetails {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("customerId", self.customer_id.0.as_ref());
        checks.required_value("assignedToId", self.assigned_to_id.0.as_ref());
        checks.text("address", &self.address).line();
        checks.text("city", &self.city).line();
        checks.text("state", &self.state).line();
        checks.text("zip", &self.zip).line();
        checks.text("note", &self.note).max(LIMITS.appointment_note);
        checks.finish()
    }
}

nested_form!(AppointmentDetails);

form! {
    /// Changes with whom an appointment is, who goes, and where. With what `was` there when the form
    /// was filled in, only what differs from that is changed; without, all of it.
    EditAppointment {
        #[ts(as = "CustomerId")]
        customer_id: OptionalId<CustomerId> = "customerId",
        #[ts(as = "UserId")]
        assigned_to_id: OptionalId<UserId> = "assignedToId",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
        note: String = "note",
        #[ts(optional)]
        was: Option<AppointmentDetails> = "was",
    }
}

impl EditAppointment {
    /// With whom, who goes and where, as they are to be where this is `stored`.
    #[must_use]
    pub fn over(&self, stored: AppointmentDetails) -> AppointmentDetails {
        match &self.was {
            Some(was) => self.details().only_touched(was, stored),
            None => self.details(),
        }
    }

    /// The customer and the employee that it chooses anew. One that was there before may be gone by
    /// now, which is no fault of this form.
    #[must_use]
    pub fn chosen(&self) -> (Option<CustomerId>, Option<UserId>) {
        let chosen = self.over(AppointmentDetails::default());
        (chosen.customer_id.0, chosen.assigned_to_id.0)
    }
}

impl Form for EditAppointment {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        self.details().check()
    }
}

form! {
    /// The call that creates an appointment.
    CreateAppointment {
        start: String = "start",
        end: String = "end",
        #[ts(type = "number | null")]
        length_minutes: Option<FormNumber> = "lengthMinutes",
        #[ts(as = "CustomerId")]
        customer_id: OptionalId<CustomerId> = "customerId",
        #[ts(as = "UserId")]
        assigned_to_id: OptionalId<UserId> = "assignedToId",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
        note: String = "note",
        #[ts(as = "Option<CompanyId>", optional)]
        company_id: OptionalId<CompanyId> = "companyId",
    }
}

impl CreateAppointment {
    /// When it is.
    #[must_use]
    pub fn times(&self) -> AppointmentTimes {
        AppointmentTimes {
            start: self.start.clone(),
            end: self.end.clone(),
            length_minutes: self.length_minutes,
        }
    }
}

macro_rules! appointment_details_accessor {
    ($($form:ty),+) => {$(
        impl $form {
            /// With whom, who goes, where and the note alone.
            #[must_use]
            pub fn details(&self) -> AppointmentDetails {
                AppointmentDetails {
                    customer_id: self.customer_id,
                    assigned_to_id: self.assigned_to_id,
                    address: self.address.clone(),
                    city: self.city.clone(),
                    state: self.state.clone(),
                    zip: self.zip.clone(),
                    note: self.note.clone(),
                }
            }
        }
    )+};
}

appointment_details_accessor!(CreateAppointment, EditAppointment);

impl Form for CreateAppointment {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        let times = self.times().check();
        // The form asks for a length, the call for an end: where neither is given, the length is missing.
        if self.end.is_empty() && self.length_minutes.is_none() {
            checks.required_value("lengthMinutes", self.length_minutes.as_ref());
            let of_start = |refusal: &ValidationError| refusal.field == "start";
            checks.add_errors(times.map_err(|all| all.into_iter().filter(of_start).collect()));
        } else {
            checks.add_errors(times);
        }
        checks.add_errors(self.details().check());
        checks.finish()
    }
}

form! {
    /// Gives an appointment another color.
    AppointmentColor {
        color: String = "color",
    }
}

impl Form for AppointmentColor {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("color", &self.color).required().color();
        checks.finish()
    }
}

form! {
    /// What came of an appointment; may be blank.
    CompleteAppointment {
        follow_up_note: String = "followUpNote",
        #[ts(optional)]
        was: Option<AppointmentSeen> = "was",
    }
}

form! {
    /// How an appointment stood when somebody decided about it, perhaps on a roof and hours ago.
    AppointmentSeen {
        start: String = "start",
        end: String = "end",
    }
}

nested_form!(AppointmentSeen);

impl CompleteAppointment {
    /// Whoever completes an appointment that was at another time when they saw it shall look at it again.
    pub fn check_seen(&self, start: DateTime<Utc>, end: DateTime<Utc>) -> Result<(), Text> {
        let is = |was: &AppointmentSeen| {
            date::read_instant(&was.start) == Some(start)
                && date::read_instant(&was.end) == Some(end)
        };
        if self.was.as_ref().is_none_or(is) { Ok(()) } else { Err(Text::AppointmentChanged) }
    }
}

impl Form for CompleteAppointment {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("followUpNote", &self.follow_up_note).lines();
        checks.finish()
    }
}

form! {
    /// Puts an appointment on a calendar, or takes it off again.
    AssignAppointment {
        #[ts(as = "AppointmentId")]
        appointment_id: OptionalId<AppointmentId> = "appointmentId",
        #[ts(as = "CalendarId")]
        calendar_id: OptionalId<CalendarId> = "calendarId",
    }
}

impl Form for AssignAppointment {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("appointmentId", self.appointment_id.0.as_ref());
        checks.required_value("calendarId", self.calendar_id.0.as_ref());
        checks.finish()
    }
}

//! Appointments with customers.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules,
    },
    i18n::rules::Text,
    jobs::{job::JobStatus, schedule},
    permissions::permission::{self, Action, Role},
    types::{
        date,
        ids::{AppointmentId, CalendarId, CompanyId, CustomerId, UserId},
        limits::LIMITS,
        money::FormNumber,
    },
};

/// A meeting with a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Appointment {
    pub id: AppointmentId,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    /// Null if the customer was deleted.
    pub customer_id: Option<CustomerId>,
    pub assigned_to_id: UserId,
    pub company_id: CompanyId,
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip: Option<String>,
    pub note: Option<String>,
    pub status: JobStatus,
    /// The outcome; only once it is complete.
    pub follow_up_note: Option<String>,
    pub color: String,
    pub customer_first_name: Option<String>,
    pub customer_last_name: Option<String>,
    pub assigned_to_first_name: String,
    pub assigned_to_last_name: String,
    /// The company's calendars it is on.
    pub appointment_calendar_assignments: Vec<AppointmentCalendarAssignment>,
}

/// An appointment on one of the company's calendars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct AppointmentCalendarAssignment {
    pub appointment_id: AppointmentId,
    pub calendar_id: CalendarId,
}

/// A completed appointment is closed: neither its fields nor its time can change.
pub const fn check_open(status: JobStatus) -> Result<(), Text> {
    match status {
        JobStatus::Active => Ok(()),
        JobStatus::Complete => Err(Text::AppointmentComplete),
    }
}

/// May this role reschedule an appointment with this status? Returns the first refusal: of the role, then of
/// the status.
pub fn reschedule(role: Role, status: JobStatus) -> Result<(), ValidationError> {
    permission::check(role, Action::AppointmentsSchedule)
        .map_err(|text| ValidationError::new("permission", Code::Forbidden, text))?;
    check_open(status).map_err(|text| ValidationError::new("status", Code::Completed, text))
}

form! {
    /// The create-appointment form.
    NewAppointment {
        #[validate(custom(function = rules::required_instant))]
        start: String = "start",
        #[ts(type = "number | null")]
        #[validate(required, custom(function = rules::whole::<{ LIMITS.appointment_minutes_min }, { LIMITS.appointment_minutes_max }>))]
        length_minutes: Option<FormNumber> = "lengthMinutes",
        #[validate(custom(function = rules::required_line))]
        customer_id: String = "customerId",
        #[validate(custom(function = rules::required_line))]
        assigned_to_id: String = "assignedToId",
        #[validate(custom(function = rules::at_most::<{ LIMITS.appointment_note }>))]
        note: String = "note",
    }
}

impl NewAppointment {
    /// When it starts and ends, where both are known.
    #[must_use]
    pub fn times(&self) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let start = date::read_instant(&self.start)?;
        Some((start, schedule::appointment_end(start, self.length_minutes?.to_whole()?)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permissions::permission::{CompanyType, UserType};

    #[test]
    fn a_member_reads_that_only_admins_move_appointments_even_completed_ones() {
        let role = |user_type| Role { company_type: CompanyType::Contractor, user_type };
        let refused = |user_type, status| reschedule(role(user_type), status).err().map(|r| r.text);
        assert_eq!(refused(UserType::Admin, JobStatus::Active), None);
        assert_eq!(refused(UserType::Admin, JobStatus::Complete), Some(Text::AppointmentComplete));
        assert_eq!(refused(UserType::Member, JobStatus::Active), Some(Text::MustBeAdmin));
        assert_eq!(refused(UserType::Member, JobStatus::Complete), Some(Text::MustBeAdmin));
    }
}

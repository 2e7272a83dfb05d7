//! A company's own calendars, and the jobs on them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    checks::Checks,
    error::Refusal,
    form::{Form, Given, form},
    ids::{CalendarId, CompanyId, JobId},
    text::Text,
};

/// A calendar of a company's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Calendar {
    pub id: CalendarId,
    pub title: String,
    pub company_id: CompanyId,
}

form! {
    /// A new calendar.
    CalendarForm {
        title: String = "title",
    }
}

impl Form for CalendarForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("title", &self.title).required_saying(Text::MustProvideTitle).line();
        checks.done()
    }
}

form! {
    /// Puts a job on a calendar, or takes it off again.
    AssignToCalendar {
        #[ts(as = "JobId")]
        job_id: Given<JobId> = "jobId",
        #[ts(as = "CalendarId")]
        calendar_id: Given<CalendarId> = "calendarId",
    }
}

impl Form for AssignToCalendar {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("jobId", self.job_id.0.as_ref());
        checks.given("calendarId", self.calendar_id.0.as_ref());
        checks.done()
    }
}

//! A job: one piece of work at one address.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    permissions::permission::{CompanyType, Role},
    types::{
        date_range::Span,
        field::WireEnum,
        ids::{
            CalendarId, CompanyId, CrewId, CustomerId, JobCrewId, JobId, ReportId, TagId, UserId,
        },
        money::{Money, Quantity},
        place::PlaceArea,
    },
};

/// The status of the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum JobStatus {
    /// In progress or not started.
    #[default]
    Active,
    /// Done; gray on the calendar, and its dates are fixed.
    Complete,
}

impl WireEnum for JobStatus {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("active", Self::Active), ("complete", Self::Complete)];
}

/// A tag of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Tag {
    pub id: TagId,
    pub content: String,
    pub job_id: JobId,
}

/// A measurement of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct MeasurementReport {
    pub id: ReportId,
    pub measurement: String,
    pub amount: Quantity,
    pub job_id: JobId,
}

/// A job on one of the viewer's calendars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct CalendarAssignment {
    pub job_id: JobId,
    pub calendar_id: CalendarId,
}

/// The name of an assigned company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct CompanyName {
    /// The company's name.
    pub name: String,
}

/// The name of an assigned employee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct PersonName {
    pub first_name: String,
    pub last_name: String,
}

/// The report of a link's holder that the work is done, until the contractor confirms it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ReportedComplete {
    /// The holder.
    pub name: String,
    /// What they wrote.
    pub note: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A job that another one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct JobFollow {
    /// The job that comes first.
    pub job_id: JobId,
    /// The working days between its end and the start of the one that follows.
    #[ts(type = "number")]
    pub gap_workdays: u32,
}

/// A job as the app displays it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Job {
    pub id: JobId,
    pub title: String,
    pub address: Option<String>,
    pub city: String,
    pub state: String,
    pub zip: Option<String>,
    pub status: JobStatus,
    pub color: String,
    pub contract_amount: Option<Money>,
    pub contractor_company_name: String,
    pub contractor_id: CompanyId,
    /// The owner, which is the contractor.
    pub company_id: CompanyId,
    /// The custom crew.
    pub crew_id: Option<CrewId>,
    /// The assigned subcontractor company.
    pub company_info: Option<CompanyName>,
    pub assigned_to_company_id: Option<CompanyId>,
    pub assigned_to_user_id: Option<UserId>,
    pub assigned_to_user_info: Option<PersonName>,
    pub custom_subcontractor_name: Option<String>,
    pub custom_crew_member_name: Option<String>,
    pub is_custom: bool,
    pub is_accepted_by_sub: bool,
    pub job_crew_table_id: JobCrewId,
    pub job_customer: Option<CustomerId>,
    pub job_number: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// The area whose center the coordinates are, where they are not those of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place_area: Option<PlaceArea>,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    pub date_inserted: DateTime<Utc>,
    pub inspection_note: Option<String>,
    /// Reported as complete by the holder of a link; null once it is completed or reopened.
    #[serde(default)]
    pub reported_complete: Option<ReportedComplete>,
    /// The jobs that it waits for, of those that the viewer sees.
    #[serde(default)]
    pub follows: Vec<JobFollow>,
    pub reports: Vec<MeasurementReport>,
    pub tags: Vec<Tag>,
    pub calendar_assignments: Vec<CalendarAssignment>,
}

impl Job {
    /// The job as a user of this role may see it: only the contractor sees the contract amount and the
    /// customer.
    #[must_use]
    pub fn as_seen_by(mut self, role: Role) -> Self {
        if role.company_type == CompanyType::Subcontractor {
            self.contract_amount = None;
            self.job_customer = None;
        }
        self
    }

    /// The job without its assignment.
    #[must_use]
    pub fn unassigned(self) -> Self {
        Self {
            crew_id: None,
            company_info: None,
            assigned_to_company_id: None,
            assigned_to_user_id: None,
            assigned_to_user_info: None,
            custom_subcontractor_name: None,
            custom_crew_member_name: None,
            is_custom: false,
            is_accepted_by_sub: false,
            ..self
        }
    }

    /// Its days, if it is scheduled.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        Some(Span { start_date: self.start_date?, end_date: self.end_date? })
    }
}

//! Who does the work on a job: a connected subcontractor, a custom crew, or no one yet.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{
    forms::form::form,
    i18n::rules::Text,
    jobs::job::{CompanyName, Job, PersonName},
    permissions::permission::CompanyType,
    types::{field::FromField, ids::CompanyId},
};

/// The progress of a job's assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignmentState {
    /// The contractor does the work: unassigned, with its own employees, or with a custom crew.
    Own,
    /// A subcontractor is assigned but has not accepted.
    Pending,
    /// The subcontractor does the work.
    Accepted,
}

impl AssignmentState {
    /// The state for the assigned subcontractor, and whether it accepted.
    #[must_use]
    pub const fn of(assigned: Option<CompanyId>, accepted: bool) -> Self {
        match (assigned, accepted) {
            (None, _) => Self::Own,
            (Some(_), false) => Self::Pending,
            (Some(_), true) => Self::Accepted,
        }
    }

    /// May the subcontractor accept or decline now? Only while the assignment is pending.
    pub const fn check_answer(self) -> Result<(), Text> {
        match self {
            Self::Pending => Ok(()),
            Self::Accepted => Err(Text::JobAccepted),
            Self::Own => Err(Text::Conflict),
        }
    }

    /// May the job's two companies open a room to talk in? Once the subcontractor has accepted.
    pub const fn check_room(self) -> Result<(), Text> {
        match self {
            Self::Accepted => Ok(()),
            Self::Own | Self::Pending => Err(Text::JobRoomNotYet),
        }
    }

    /// May a company of this kind choose the employee now? Only the one that does the work: the subcontractor
    /// that accepted, or the contractor while no subcontractor is assigned.
    pub const fn check_employee(self, by: CompanyType) -> Result<(), Text> {
        match (self, by) {
            (Self::Own, CompanyType::Contractor) | (Self::Accepted, CompanyType::Subcontractor) => {
                Ok(())
            }
            (Self::Pending, CompanyType::Subcontractor) => Err(Text::AcceptFirst),
            (Self::Pending | Self::Accepted, CompanyType::Contractor) => {
                Err(Text::SubcontractorChooses)
            }
            (Self::Own, CompanyType::Subcontractor) => Err(Text::Conflict),
        }
    }
}

/// How the name of a crew is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum Tone {
    /// The subcontractor accepted.
    Accepted,
    /// The subcontractor has not answered yet.
    Pending,
    /// A custom crew, the contractor's own employees, or unassigned.
    Normal,
}

/// The two crew columns of the jobs list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct CrewDisplay {
    /// The company or the custom crew.
    pub crew: Option<String>,
    /// The employee.
    pub crew_lead: Option<String>,
    /// How the crew is displayed.
    pub tone: Tone,
}

form! {
    /// The fields of a job that define who does the work.
    Assignment {
        #[ts(type = "boolean")]
        is_custom: Option<bool> = "isCustom",
        #[ts(type = "string | null")]
        custom_subcontractor_name: String = "customSubcontractorName",
        #[ts(type = "string | null")]
        custom_crew_member_name: String = "customCrewMemberName",
        company_info: Option<CompanyName> = "companyInfo",
        #[ts(type = "string | null")]
        assigned_to_company_id: String = "assignedToCompanyId",
        assigned_to_user_info: Option<PersonName> = "assignedToUserInfo",
        #[ts(type = "boolean")]
        is_accepted_by_sub: Option<bool> = "isAcceptedBySub",
    }
}

impl Assignment {
    /// The progress of the assignment.
    #[must_use]
    pub fn state(&self) -> AssignmentState {
        let to_subcontractor =
            self.is_custom != Some(true) && named(&self.assigned_to_company_id).is_some();
        match (to_subcontractor, self.is_accepted_by_sub == Some(true)) {
            (false, _) => AssignmentState::Own,
            (true, false) => AssignmentState::Pending,
            (true, true) => AssignmentState::Accepted,
        }
    }
}

impl FromField for CompanyName {
    fn read(value: &Value) -> Option<Self> {
        Some(Self { name: String::read(value.as_object()?.get("name").unwrap_or(&Value::Null))? })
    }
}

impl FromField for PersonName {
    fn read(value: &Value) -> Option<Self> {
        let fields = value.as_object()?;
        let name = |field| String::read(fields.get(field).unwrap_or(&Value::Null));
        Some(Self { first_name: name("firstName")?, last_name: name("lastName")? })
    }
}

impl From<&Job> for Assignment {
    fn from(job: &Job) -> Self {
        Self {
            is_custom: Some(job.is_custom),
            custom_subcontractor_name: job.custom_subcontractor_name.clone().unwrap_or_default(),
            custom_crew_member_name: job.custom_crew_member_name.clone().unwrap_or_default(),
            company_info: job.company_info.clone(),
            assigned_to_company_id: job
                .assigned_to_company_id
                .map(|id| id.to_string())
                .unwrap_or_default(),
            assigned_to_user_info: job.assigned_to_user_info.clone(),
            is_accepted_by_sub: Some(job.is_accepted_by_sub),
        }
    }
}

/// What the crew columns show: the names of a custom crew, otherwise the assigned company and employee.
#[must_use]
pub fn crew_display(assignment: &Assignment) -> CrewDisplay {
    let custom = assignment.is_custom == Some(true);
    let company = assignment.company_info.as_ref().and_then(|company| named(&company.name));
    let custom_crew = named(&assignment.custom_subcontractor_name);
    let person = assignment.assigned_to_user_info.as_ref().and_then(PersonName::full);
    let custom_member = named(&assignment.custom_crew_member_name);
    let to_company =
        !custom && (company.is_some() || named(&assignment.assigned_to_company_id).is_some());
    let tone = match (to_company, assignment.is_accepted_by_sub == Some(true)) {
        (false, _) => Tone::Normal,
        (true, true) => Tone::Accepted,
        (true, false) => Tone::Pending,
    };
    if custom {
        CrewDisplay { crew: custom_crew.or(company), crew_lead: custom_member.or(person), tone }
    } else {
        CrewDisplay { crew: company.or(custom_crew), crew_lead: person.or(custom_member), tone }
    }
}

/// A name or an id, unless it is blank.
pub(crate) fn named(name: &str) -> Option<String> {
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

impl PersonName {
    /// First and last name; `None` where both are blank.
    #[must_use]
    pub fn full(&self) -> Option<String> {
        named(&format!("{} {}", self.first_name.trim(), self.last_name.trim()))
    }
}

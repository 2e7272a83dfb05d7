//! Companies, their files and qualifications.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    checks::Checks,
    error::Refusal,
    form::{Choice as _, Form, form},
    ids::{CompanyId, FileId, QualificationId},
    limits::LIMITS,
    money::Figure,
    people::Employee,
    permission::CompanyType,
    text::Text,
    time_zones::TimeZone,
};

/// A file of a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct CompanyFile {
    pub id: FileId,
    pub file_name: String,
    pub file_url: String,
    pub is_public: bool,
}

/// What a company says it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Qualification {
    pub id: QualificationId,
    pub qualification: String,
}

/// A company as its page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Company {
    pub id: CompanyId,
    pub name: String,
    pub location: String,
    pub description: String,
    pub company_type: CompanyType,
    pub logo_url: Option<String>,
    /// Where its days begin and end.
    pub time_zone: TimeZone,
    pub num_connections: u32,
    pub employees: Vec<Employee>,
    pub files: Vec<CompanyFile>,
    pub qualifications: Vec<Qualification>,
    pub connection_exists: bool,
    pub connection_accepted: bool,
}

form! {
    /// The company-settings form.
    CompanySettings {
        name: String = "name",
        location: String = "location",
        description: String = "description",
    }
}

impl Form for CompanySettings {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().line();
        checks.text("location", &self.location).required().line();
        checks
            .text("description", &self.description)
            .required()
            .max_saying(LIMITS.description, Text::DescriptionTooLong);
        checks.done()
    }
}

form! {
    /// The company search.
    CompanySearch {
        name: String = "name",
        location: String = "location",
        #[ts(type = "CompanyType | \"\"")]
        company_type: String = "companyType",
        #[ts(type = "number | null")]
        offset: Option<Figure> = "offset",
    }
}

impl CompanySearch {
    /// The kind of company looked for, where it is one.
    #[must_use]
    pub fn company_type(&self) -> Option<CompanyType> {
        CompanyType::from_word(&self.company_type)
    }

    /// How many to pass over; none where nothing was said.
    #[must_use]
    pub fn offset(&self) -> i64 {
        self.offset.and_then(Figure::to_whole).unwrap_or_default()
    }
}

impl Form for CompanySearch {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).line();
        checks.text("location", &self.location).required().line();
        checks.choice::<CompanyType>("companyType", &self.company_type);
        checks.figure("offset", self.offset).whole(0, i64::from(i32::MAX));
        checks.done()
    }
}

form! {
    /// A new qualification.
    NewQualification {
        qualification: String = "qualification",
    }
}

impl Form for NewQualification {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("qualification", &self.qualification).required().max(LIMITS.qualification);
        checks.done()
    }
}
